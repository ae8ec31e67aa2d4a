import type { Rule } from './access.ts'
import { type Issue, QuireError } from './errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { AnyLocalApi } from './local.ts'
import type { LocalizedText } from './localization.ts'

/**
 * Fails a job at once, without a retry. Readers of the job see its message in `error`.
 *
 * @example
 * if (response.status === 410) throw new UnrecoverableError('The list no longer exists.')
 */
export class UnrecoverableError extends QuireError {
  constructor(message: string, options: { readonly issues?: readonly Issue[]; readonly cause?: unknown } = {}) {
    super(options.issues ? 'validation' : 'invalid_state', message, options)
  }
}

export interface JobLog {
  readonly info: (message: string, details?: Readonly<Record<string, unknown>>) => void
  readonly warn: (message: string, details?: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, details?: Readonly<Record<string, unknown>>) => void
}

/** Arguments of `run`, independent of the job. */
export interface JobRun {
  /** Id of the job, for `queue.read(id)`. */
  readonly id: string
  /** Number of the attempt, from 1. Attempts that ended with their instance don't count. */
  readonly attempt: number
  /** The due time; for schedules, the scheduled time. */
  readonly runAt: string
  /** The user who queued it; null for the system, an anonymous caller, or a schedule. */
  readonly queuedBy: { readonly collection: string; readonly id: string } | null
  /** Aborted on timeout, cancellation and shutdown: pass it on, and stop. */
  readonly signal: AbortSignal
  readonly log: JobLog
  /** Reports progress: `progress(30, 100, 'Sending')`. Cheap to call often. */
  readonly progress: (done: number, total?: number | null, note?: string | null) => void
  /**
   * Does a step once: its result is kept with the job, and another attempt gets that instead. The result is JSON of up to 64 KB.
   *
   * @example
   * const { id } = await once('charge', () => payments.charge(order))
   */
  readonly once: <Value extends JsonValue | void>(step: string, work: () => Value | Promise<Value>) => Promise<Value>
}

/** A job of the configuration or of a plugin. */
export interface NamedJob<Call> {
  readonly name: string
  readonly label: LocalizedText | null
  readonly description: LocalizedText | null
  /** Schema of the input; null if it has none. */
  readonly input: JsonSchema | null
  /** Milliseconds; one attempt more than delays. */
  readonly retryAfter: readonly number[]
  readonly timeout: number
  /** Concurrent runs on one instance in a separate lane; null for the shared lane. */
  readonly concurrency: number | null
  /** Jobs with the same key run one at a time, in order. */
  readonly key: ((args: { readonly input: JsonObject }) => string | number | null | undefined) | null
  /** A new job replaces the pending one with the same key. */
  readonly replace: boolean
  readonly schedule: JobSchedule | null
  readonly queue: Rule | null
  run(args: NamedJobRun<Call>): unknown
  /** Called before the record of a finished job is deleted, to clean up what its result names. May be called twice. */
  readonly forget: ((args: ForgottenJob<Call>) => unknown) | null
}

export interface JobSchedule {
  /** A cron expression: minute, hour, day of the month, month, day of the week; a sixth part in front is seconds. */
  readonly cron: string
  readonly timezone: string
  /** Whether a missed run is made up for, once. */
  readonly missed: 'once' | 'skip'
}

export interface NamedJobRun<Call> extends JobRun {
  readonly input: JsonObject
  readonly local: AnyLocalApi
  /** Acts for the creator of the job; its entity is the service. */
  readonly call: Call
  readonly complete: <Result>(work: (local: AnyLocalApi) => Promise<Result>) => Promise<Result>
}

export interface ForgottenJob<Call> {
  readonly id: string
  readonly call: Call
  readonly result: JsonValue
}

/** A job of a feature (`Contribution.namedJobs`), before its defaults. Durations are in milliseconds. */
export type OwnJob<Call> = Pick<NamedJob<Call>, 'name' | 'run'> & Partial<Omit<NamedJob<Call>, 'name' | 'run'>>
