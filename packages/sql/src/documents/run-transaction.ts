import {
  type AwaitedAnswer,
  awaitedAnswer,
  Deadlines,
  NO_TIME_LIMIT,
  QuireError,
  type StorageTransaction,
  type StorageTransactionOptions,
} from '@quirecms/core'
import type { Attempt, Session, TimeLimit, TransactionDeadline } from '../dialect/database.ts'
import type { DocumentTables } from './document-tables.ts'
import { GatheringTransaction } from './gathering-transaction.ts'
import { TransactionSession } from './transaction-session.ts'
import { SqlTransaction, type TransactionSurroundings } from './sql-transaction.ts'

/** Migrations exclude each other and have no time limit. */
const OF_MIGRATION: Attempt = { isolated: true, isAlone: true, limit: undefined, runsOnce: true }

export async function runTransaction<T>(
  tables: DocumentTables,
  session: Session,
  work: (tx: StorageTransaction) => Promise<T>,
  surroundings: TransactionSurroundings & { readonly gathers?: boolean } = {
    attempt: OF_MIGRATION,
    outside: session,
  },
): Promise<T> {
  const ownSession = new TransactionSession(session)
  const { attempt, commitFollows = false, gathers = false } = surroundings
  const { limit } = attempt
  try {
    const Kind = gathers ? GatheringTransaction : SqlTransaction
    const transaction = new Kind(tables, ownSession, surroundings)
    const running = work(transaction)
    const result = await (limit ? limit.race(running) : running)
    // A failure that `work` caught must not lead to a partial commit.
    ownSession.refuseAfterFailure()
    await transaction.flush()
    // Neither the deadline nor a timed-out response can refuse now: the commit follows, or on SQLite a repetition, which
    // can be refused until it gets here.
    limit?.suspend()
    await (commitFollows ? transaction.records.flushWithCommit() : transaction.records.flushAll())
    return result
  } catch (error) {
    // The work may continue after its deadline; its statements are refused.
    ownSession.fail(error, { final: true })
    // The original error counts, even if the application has caught it.
    throw ownSession.ending
  } finally {
    ownSession.end()
  }
}

export const TRANSACTION_OUTCOMES = ['committed', 'rolled_back', 'conflict', 'timeout', 'unavailable'] as const

export type TransactionOutcome = (typeof TRANSACTION_OUTCOMES)[number]

export async function reportOutcome<T>(done: Promise<T>, report: (outcome: TransactionOutcome) => void): Promise<T> {
  try {
    const result = await done
    report('committed')
    return result
  } catch (error) {
    report(outcomeOf(error))
    throw error
  }
}

function outcomeOf(error: unknown): TransactionOutcome {
  const code = error instanceof QuireError ? error.code : undefined
  return code === 'conflict' || code === 'timeout' || code === 'unavailable' ? code : 'rolled_back'
}

/**
 * Time limits of open transactions, which hold the writer, a connection and row locks. A transaction may never end by
 * itself, because a hook waits forever or the database hangs.
 */
export class TransactionDeadlines {
  readonly #timeout: number
  readonly #deadlines: Deadlines
  readonly #open = new Set<Limit>()
  #closing: QuireError | undefined

  constructor(timeout: number) {
    this.#timeout = timeout
    // A script waits for the error of a change that hangs.
    this.#deadlines = new Deadlines(timeout, { holdsProcess: true })
  }

  /**
   * The deadline of a transaction of the current call. If the call's response is refused before the commit is sent, the
   * transaction is rolled back; after that, the response waits for the commit. The caller runs `end` when the outcome
   * is known.
   */
  forCall(asked: Pick<StorageTransactionOptions, 'timeout' | 'stop'> = {}): CallDeadline {
    const { stop } = asked
    const timeout = Math.min(asked.timeout ?? this.#timeout, NO_TIME_LIMIT)
    const answer = awaitedAnswer()
    let limit: Limit | undefined
    return {
      timeout,
      within: (work) => {
        // The attempt may be repeated until the commit.
        limit?.resume()
        answer?.throwIfRefused()
        limit = new Limit(timeout, answer)
        return this.#within(limit, timeout, stop, work)
      },
      end: () => limit?.resume(),
    }
  }

  /** Settles as the work does, or rejects at the deadline. The caller must prevent later effects of the work. */
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

  /** Returns a function that removes the deadline. */
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

  suspend(): void {
    if (this.#error) throw this.#error
    this.#endCommit = this.#answer?.beginCommit()
    this.#isCommitting = true
  }

  resume(): void {
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
  const message = `The transaction took longer than ${timeout / 1_000} s and was rolled back. Try again, change less at once, or raise \`transactionTimeout\` of the database.`
  return new QuireError('timeout', message)
}
