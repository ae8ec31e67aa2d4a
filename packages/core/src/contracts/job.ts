import type { JsonObject } from './json.ts'
import type { Unit } from './unit-of-work.ts'

/** Background work of a feature. */
export type Job<Call> = RepeatedJob<Call> | QueuedJob<Call>

/** Repeats for as long as the application runs, on every instance. */
export interface RepeatedJob<Call> {
  /** Unique within its entity. */
  readonly name: string
  /** Milliseconds from the start of the application, and then from the end of each run, until the next run. */
  readonly every: number
  readonly retryAfter?: undefined
  /** `call` acts for the system. Long work watches `stop` and ends early. Errors are logged, and the job runs again. */
  run(call: Call, stop: AbortSignal): Promise<void>
}

/** Does pieces of work that were put off to a moment, each of them once, on one of the instances. */
export interface QueuedJob<Call> {
  /** Unique within its entity. */
  readonly name: string
  /** How long to wait after each failed attempt, in milliseconds. There is one attempt more than there are waits. */
  readonly retryAfter: readonly number[]
  readonly every?: undefined
  /**
   * How many pieces of this job's work an instance does at a time, in places of their own: for work that may take long, such as that
   * which waits for others. Without it, the job shares the places of all others.
   */
  readonly atOnce?: number
  /**
   * The jobs, this one among them, whose work for one document is done in the order of its moments: none begins before what was due
   * earlier is over. All of them share their places.
   */
  readonly inOrder?: readonly string[]
  /** `documentId` is a key: of the work with the same one, one piece is done at a time, in the order of its moments. '' is no key. */
  readonly isKeyed?: boolean
  /**
   * What else is to be done where the work has failed for good, with `error` saying why. It looks things up; what it returns runs in the
   * transaction that notes the failure, and so takes effect exactly once: it locks what it needs, calls `note`, and does the rest only if
   * that says that this run still had the work.
   */
  onFailed?(call: Call, work: QueuedWork): Promise<(unit: Unit, note: () => Promise<boolean>) => Promise<void>>
  /** Places that it shares with all who name the same ones, instead of those of all others. */
  readonly lane?: { readonly name: string; readonly atOnce: number }
  /** What its records name in the place of its entity, which they are found by (`QueuedWork.collection`). */
  readonly owner?: `service:${string}`
  /**
   * `call` acts for the system. Call `complete` at the end of the transaction that does the work: then the work takes
   * effect exactly once, even if an instance dies. Without `complete`, the work is marked as done afterwards, and is
   * repeated if the instance dies in between. Long work watches `stop`, and throws its reason to leave the work to
   * another instance. `stop` is aborted when the instance ends, when another instance has the lease, and when the work
   * is cancelled. `hold` throws in the last two cases: what is written in the same transaction is committed only by the
   * lease holder.
   */
  run(call: Call, work: QueuedWork, complete: Complete, stop: AbortSignal, hold: Hold): Promise<void>
}

/** Ends a piece of work in its own transaction, and says what becomes of it. It is kept, as completed, by default. */
export type Complete = (unit: Unit, then?: AfterWork) => Promise<void>

/** Makes sure, until the transaction ends, that this run still has its work. */
export type Hold = (unit: Pick<Unit, 'tx'>) => Promise<void>

export type AfterWork =
  /** Starts the work again at this time, as if newly queued. */
  | { readonly again: string }
  /** The record is no longer needed. */
  | 'forget'

/** `cancelled` and `failed` are the end; a `pending` one may have failed before and be waiting for its next attempt. */
export type WorkStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'

/** A piece of work, as it is queued. */
export interface QueuedWork {
  readonly id: string
  /** The collection's slug, `global:` and that of a global, or `service:service`; and the name of one of its queued jobs. */
  readonly collection: string
  readonly job: string
  readonly documentId: string
  /** The revision that the document had when the work was queued. */
  readonly revision: number
  readonly runAt: string
  readonly status: WorkStatus
  readonly createdAt: string
  /** Who requested it; null for the system or an anonymous caller. */
  readonly createdBy: { readonly collection: string; readonly id: string } | null
  /** The id of the API key that it was asked for with; null where it was none. */
  readonly byKey: string | null
  readonly bySystem: boolean
  /** When the last attempt began. */
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly attempts: number
  /** How many of them failed; the others ended with their instance. */
  readonly failures: number
  /** What went wrong in the last attempt: `code`, `message` and, if there are any, `issues`. */
  readonly error: JsonObject | null
}
