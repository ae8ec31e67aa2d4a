import type { Logger } from '@quirecms/server'

/**
 * Handles uncaught errors of application code. An unhandled rejection belongs to no request: it is logged, and the
 * service goes on. After an uncaught exception, the state is unknown: the process drains its requests and exits.
 */
export function onStrayErrors(log: Logger, end: () => void): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'unhandled promise rejection')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an exception was not caught: the process finishes what is in flight and ends')
    end()
  })
}
