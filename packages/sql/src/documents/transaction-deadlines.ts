import { Deadlines, QuireError } from '@quire/core'

/**
 * Ends transactions that do not end by themselves, as with a hook that waits for an answer which never comes: others want the writer,
 * the connection and the rows that they hold.
 */
export class TransactionDeadlines {
  readonly #timeout: number
  readonly #deadlines: Deadlines
  readonly #open = new Set<(error: QuireError) => void>()
  #closing: QuireError | undefined

  constructor(timeout: number) {
    this.#timeout = timeout
    // A script whose change hangs waits to be told so.
    this.#deadlines = new Deadlines(timeout, { holdsProcess: true })
  }

  /** Settles as the work does, or rejects when its time is up. What the work does afterwards is for the caller to keep in check. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing) throw this.#closing
    const { promise: over, reject } = Promise.withResolvers<never>()
    let isLate = false
    const deadline = this.#deadlines.start(performance.now(), () => {
      isLate = true
      reject(timedOut(this.#timeout))
    })
    this.#open.add(reject)
    try {
      return await Promise.race([work(), over])
    } finally {
      if (!isLate) this.#deadlines.remove(deadline)
      this.#open.delete(reject)
    }
  }

  /** Nobody waits any longer: all that is open ends, and what waited for its turn ends as it begins. */
  endAll(): void {
    this.#closing = new QuireError('unavailable', 'The database is closing.')
    for (const end of this.#open) end(this.#closing)
  }
}

function timedOut(timeout: number): QuireError {
  const message = `The change took longer than ${timeout / 1_000} s and was undone. Try again, or change less at once.`
  return new QuireError('timeout', message)
}
