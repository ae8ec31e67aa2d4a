import {
  type AwaitedAnswer,
  awaitedAnswer,
  Deadlines,
  NO_TIME_LIMIT,
  QuireError,
  type StorageTransactionOptions,
} from '@quirecms/core'
import type { TimeLimit, TransactionDeadline } from '../dialect/database.ts'

/**
 * Ends transactions that never end by themselves, for example because a hook or the database hangs: they hold the
 * writer, a connection and locks.
 */
export class TransactionDeadlines {
  readonly #timeout: number
  readonly #deadlines: Deadlines
  readonly #open = new Set<Limit>()
  #closing: QuireError | undefined

  constructor(timeout: number) {
    this.#timeout = timeout
    // / A script that hangs waits for this error.
    this.#deadlines = new Deadlines(timeout, { holdsProcess: true })
  }

  /**
   * Starts the deadline of a transaction for the current call. If the call is rejected before the commit starts, there
   * is none; after that, the response waits for the commit. Call `end` when the outcome is known.
   */
  forCall(asked: Pick<StorageTransactionOptions, 'timeout' | 'stop'> = {}): CallDeadline {
    const { stop } = asked
    const timeout = Math.min(asked.timeout ?? this.#timeout, NO_TIME_LIMIT)
    const answer = awaitedAnswer()
    let limit: Limit | undefined
    return {
      timeout,
      within: (work) => {
        // / The work may be repeated before the commit.
        limit?.goOn()
        answer?.throwIfRefused()
        limit = new Limit(timeout, answer)
        return this.#within(limit, timeout, stop, work)
      },
      end: () => limit?.goOn(),
    }
  }

  /** Settles like the work, or rejects after the time limit. The caller must contain what the work does afterwards. */
  async #within<T>(
    limit: Limit,
    timeout: number,
    stop: AbortSignal | undefined,
    work: (limit: TimeLimit) => Promise<T>,
  ): Promise<T> {
    if (this.#closing) throw this.#closing
    const forget = [this.#endAfter(limit, timeout)]
    const onStop = () => forget.push(this.#endAfter(limit, this.#timeout))
    if (stop?.aborted) onStop()
    else stop?.addEventListener('abort', onStop)
    this.#open.add(limit)
    try {
      return await work(limit)
    } finally {
      stop?.removeEventListener('abort', onStop)
      for (const one of forget) one()
      this.#open.delete(limit)
    }
  }

  /** Returns a function that cancels it. */
  #endAfter(limit: Limit, timeout: number): () => void {
    if (timeout !== this.#timeout) {
      const timer = setTimeout(() => limit.end(timedOut(timeout)), timeout)
      return () => clearTimeout(timer)
    }
    let isLate = false
    const deadline = this.#deadlines.start(performance.now(), () => {
      isLate = true
      limit.end(timedOut(timeout))
    })
    return () => {
      if (!isLate) this.#deadlines.remove(deadline)
    }
  }

  /** Ends all open transactions; queued ones end as they begin. */
  endAll(): void {
    this.#closing = new QuireError('unavailable', 'The database is closing.')
    for (const limit of this.#open) limit.end(this.#closing)
  }
}

interface CallDeadline extends TransactionDeadline {
  end(): void
}

class Limit implements TimeLimit {
  readonly #due: number
  readonly #answer: AwaitedAnswer | undefined
  readonly #over = Promise.withResolvers<never>()
  #error: QuireError | undefined
  #endCommit: (() => void) | undefined
  #isCommitting = false

  constructor(timeout: number, answer: AwaitedAnswer | undefined) {
    this.#due = performance.now() + timeout
    this.#answer = answer
    // Avoids an unhandled rejection if it ends while not awaited.
    this.#over.promise.catch(() => undefined)
  }

  get left(): number {
    return Math.max(0, Math.ceil(this.#due - performance.now()))
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over.promise])
  }

  commit(): void {
    if (this.#error) throw this.#error
    this.#endCommit = this.#answer?.beginCommit()
    this.#isCommitting = true
  }

  goOn(): void {
    this.#endCommit?.()
    this.#endCommit = undefined
    this.#isCommitting = false
    if (this.#error) this.#over.reject(this.#error)
  }

  end(error: QuireError): void {
    this.#error ??= error
    if (!this.#isCommitting) this.#over.reject(this.#error)
  }
}

function timedOut(timeout: number): QuireError {
  const message = `The transaction took longer than ${timeout / 1_000} s and was undone. Try again, change less at once, or raise \`transactionTimeout\` of the database.`
  return new QuireError('timeout', message)
}
