import type { JsonObject } from './json.ts'
import type { Unit } from './document-storage.ts'

export type Job<Call> = RepeatedJob<Call> | QueuedJob<Call>

/** Repeats while the application runs, on every instance. */
export interface RepeatedJob<Call> {
  readonly name: string
  /** Milliseconds from the start of the application, and then from the end of each run, until the next run. */
  readonly every: number
  readonly retryAfter?: undefined
  /** `call` acts for the system. Long work watches `stop` and ends early. Errors are logged, and the job runs again. */
  run(call: Call, stop: AbortSignal): Promise<void>
}

/** Runs queued work at its due time, once, on one of the instances. */
export interface QueuedJob<Call> {
  readonly name: string
  /** Delays before retries, in milliseconds; one attempt more than delays. */
  readonly retryAfter: readonly number[]
  readonly every?: undefined
  /**
   * Number of concurrent runs on one instance, in a separate lane, for slow work. By default, the job shares a lane
   * with others.
   */
  readonly concurrency?: number
  /** Jobs (including this one) whose work for one document runs in the order of due times. They share a lane. */
  readonly inOrder?: readonly string[]
  /** `documentId` is a key: work with the same key runs one at a time, in the order of due times. '' means no key. */
  readonly isKeyed?: boolean
  /**
   * Called after the final failure with `error`. Its result runs in the transaction that records the failure, so it
   * takes effect exactly once: it acquires its locks, calls `note`, and continues only if that returns that this run
   * still has the lease.
   */
  onFailed?(call: Call, work: QueuedWork): Promise<(unit: Unit, note: () => Promise<boolean>) => Promise<void>>
  /** A lane shared by all jobs that name it. */
  readonly lane?: { readonly name: string; readonly concurrency: number }
  /** The engine deletes finished work after this time, in milliseconds; without it, the feature does. */
  readonly keptFor?: number
  /** Replaces the entity in queue records (`QueuedWork.collection`). */
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

/** Completes work in its own transaction. Stored as completed by default. */
export type Complete = (unit: Unit, then?: AfterWork) => Promise<void>

/** Locks the lease until the transaction ends, or throws if this run lost it. */
export type Hold = (unit: Pick<Unit, 'tx'>) => Promise<void>

export type AfterWork =
  /** Starts the work again at this time, as if newly queued. */
  | { readonly repeatAt: string }
  /** Deletes the record. */
  | 'forget'

/** `cancelled` and `failed` are final; `pending` work may have failed before. */
export type WorkStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'

export interface QueuedWork {
  readonly id: string
  /** A collection's slug, `global:` and a global's slug, or `service:service`; and the name of a queued job. */
  readonly collection: string
  readonly job: string
  readonly documentId: string
  readonly revision: number
  readonly runAt: string
  readonly status: WorkStatus
  readonly createdAt: string
  /** The user who requested it; null for the system or an anonymous caller. */
  readonly createdBy: { readonly collection: string; readonly id: string } | null
  /** Id of the API key of the request; null without one. */
  readonly byKey: string | null
  readonly bySystem: boolean
  /** When the last attempt began. */
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly attempts: number
  /** Number of failed attempts, without crashes. */
  readonly failures: number
  /** Error of the last attempt: `code`, `message` and optional `issues`. */
  readonly error: JsonObject | null
}
