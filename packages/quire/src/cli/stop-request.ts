import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Signals within this time are one request: npm forwards the Ctrl-C that the terminal sends to all processes. */
const ONE_REQUEST_MS = 100

/** Set in processes that `quire` starts and stops itself. */
const SUPERVISED = 'QUIRE_SUPERVISED'

export const supervisedEnvironment: Readonly<Record<string, string>> = { [SUPERVISED]: '1' }

/**
 * Stop message of a supervisor. Signals would not do: a terminal sends its own to all processes, and two mean "at
 * once".
 */
export const STOP = 'stop'

/** Sent before `STOP`: the service continues, but reports itself as not ready. */
export const LEAVE = 'leave'

let requestedAt: number | undefined

export function isSupervised(): boolean {
  return process.env[SUPERVISED] === '1' && process.connected
}

export function isStopping(): boolean {
  return requestedAt !== undefined
}

export function onStopRequest(
  stop: (code: number) => Promise<void>,
  abandon: () => void = () => {},
): (code: number) => void {
  const end = (code: number) => {
    if (requestedAt !== undefined) return
    requestedAt = performance.now()
    stop(code).then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
        process.exit(1)
      },
    )
  }
  const begin = () => end(0)
  if (isSupervised()) {
    process.on('message', (message) => {
      if (message === STOP) begin()
    })
    process.on('disconnect', begin)
    for (const signal of SIGNALS) process.on(signal, () => {})
    return end
  }
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const isSecond = requestedAt !== undefined && performance.now() - requestedAt > ONE_REQUEST_MS
      begin()
      if (!isSecond) return
      abandon()
      process.exit(128 + constants.signals[signal])
    })
  }
  return end
}
