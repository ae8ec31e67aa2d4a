import type { Rule } from './access.ts'
import { type Issue, QuireError } from './errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { AnyLocalApi } from './local.ts'
import type { LocalizedText } from './localized-text.ts'

/**
 * Fails a job at once, without a retry. Readers of the job see its message in `error`.
 *
 * @example
 * if (response.status === 410) throw new GiveUp('The list no longer exists.')
 */
export class GiveUp extends QuireError {
  constructor(message: string, options: { readonly issues?: readonly Issue[]; readonly cause?: unknown } = {}) {
    super(options.issues ? 'validation' : 'invalid_state', message, options)
  }
}

/** Lines of the log that name the job and its id. */
export interface JobLog {
  readonly info: (message: string, details?: Readonly<Record<string, unknown>>) => void
  readonly warn: (message: string, details?: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, details?: Readonly<Record<string, unknown>>) => void
}

/** What `run` gets, whatever the job. */
export interface JobRun {
  /** Id of the job, for `queue.read(id)`. */
  readonly id: string
  /** Which attempt this is, from 1. An instance that dies in the middle of one does not count. */
  readonly attempt: number
  /** The moment that it was queued for; of a schedule, the moment that it stands for. */
  readonly runAt: string
  /** The user who queued it; null for the system, an anonymous caller, or a schedule. */
  readonly queuedBy: { readonly collection: string; readonly id: string } | null
  /** Aborted when the time is over, when a user cancels the job, and when the instance ends: pass it on, and stop. */
  readonly signal: AbortSignal
  readonly log: JobLog
  /** Says how far it is, for those who look: `progress(30, 100, 'Sending')`. Costs nothing to call often. */
  readonly progress: (done: number, total?: number | null, note?: string | null) => void
  /**
   * Does a step once: its result is kept with the job, and another attempt gets that instead. The result is JSON of up to 64 KB.
   *
   * @example
   * const { id } = await once('charge', () => payments.charge(order))
   */
  readonly once: <Value extends JsonValue | void>(step: string, work: () => Value | Promise<Value>) => Promise<Value>
}

/** A job as the application knows it, from the configuration or a plugin. */
export interface NamedJob<Call> {
  readonly name: string
  readonly label: LocalizedText | null
  readonly description: LocalizedText | null
  /** What its input must be; null for a job that takes none. */
  readonly input: JsonSchema | null
  /** In milliseconds. There is one attempt more than there are waits. */
  readonly retryAfter: readonly number[]
  readonly timeout: number
  /** How many an instance runs at a time, in places of their own; null for those that all such jobs share. */
  readonly atOnce: number | null
  /** Jobs with the same key run one at a time, in order. */
  readonly key: ((args: { readonly input: JsonObject }) => string | number | null | undefined) | null
  /** A new job replaces the pending one with the same key. */
  readonly replace: boolean
  readonly schedule: JobSchedule | null
  /** Rule for queueing over HTTP; null denies everyone. */
  readonly queue: Rule | null
  run(args: NamedJobRun<Call>): unknown
  /** Called when the job's record is about to go, some time after its end: for what its result names. May be called twice. */
  readonly forget: ((args: ForgottenJob<Call>) => unknown) | null
}

export interface JobSchedule {
  /** A cron expression: minute, hour, day of the month, month, day of the week; a sixth part in front is seconds. */
  readonly cron: string
  readonly timezone: string
  /** Whether what was missed while nothing ran is done, once, as soon as something does. */
  readonly missed: 'once' | 'skip'
}

/** What the engine gives. */
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
