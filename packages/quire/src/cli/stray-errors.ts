import type { Logger } from '@quirecms/server'

/**
 * What application code throws where nobody can catch it. A rejection that nobody waited for concerns no request, so it is logged and
 * the service goes on. After an exception nobody knows what was left half done: the process ends, but what is in flight is answered first.
 */
export function onStrayErrors(log: Logger, end: () => void): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'a promise was rejected that nobody waited for')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an exception was not caught: the process finishes what is in flight and ends')
    end()
  })
}
