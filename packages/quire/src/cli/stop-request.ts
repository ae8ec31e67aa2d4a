import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** npm passes on the Ctrl-C that the terminal has sent to all processes: both together are one request. */
const ONE_REQUEST_MS = 100

/** Set for processes that `quire` itself starts and tells to stop. */
const SUPERVISED = 'QUIRE_SUPERVISED'

/** The environment of a process that takes its orders from this one. */
export const supervisedEnvironment: Readonly<Record<string, string>> = { [SUPERVISED]: '1' }

/** What a supervisor sends. A signal would not do: a terminal sends its own to all of them, and two mean "at once". */
export const STOP = 'stop'

/** Sent before `STOP`: the service goes on, but reports itself as not ready. */
export const LEAVE = 'leave'

let requestedAt: number | undefined

export function isSupervised(): boolean {
  return process.env[SUPERVISED] === '1' && process.connected
}

export function isStopping(): boolean {
  return requestedAt !== undefined
}

/**
 * Calls `stop` when the process is asked to end, and exits with 0 when it is done. A second signal exits at once, after `abandon`.
 * A supervised process leaves signals to its supervisor, since terminals and systemd send theirs to all, and stops when that is gone.
 *
 * Returns what ends the process in the same way from within, with another exit code.
 */
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
