import type { Rule } from '../contracts/access.ts'
import type { JsonSchema } from '../contracts/json.ts'
import type { AnyLocalApi } from '../contracts/local.ts'
import type { LocalizedText } from '../contracts/localization.ts'
import type { JobRun } from '../contracts/named-job.ts'
import type { Duration } from './quantities.ts'

/** When a job runs on its own. */
export interface ScheduleConfig {
  /** Minute, hour, day of the month, month, day of the week: `'0 3 * * *'`. With six parts, the first are seconds. */
  readonly cron: string
  /** The time zone: `'Europe/Berlin'`; UTC by default. */
  readonly timezone?: string
  /**
   * Runs missed while no instance was up: `'once'`, the default, makes up for them with one run; `'skip'` drops them.
   */
  readonly missed?: 'once' | 'skip'
}

export interface JobArguments extends JobRun {
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what the job's `input` says
  readonly input: any
  /** The local API with the current rights of the actor that queued the job; for a schedule, of the system. */
  readonly local: AnyLocalApi
  /**
   * Runs the last step in a transaction that also completes the job: its writes take effect exactly once, even if the
   * process crashes. Return its result.
   *
   * @example
   * return complete((local) => local.collections.issues.update(input.issue, { sentAt: new Date().toISOString() }))
   */
  readonly complete: <Result>(work: (local: AnyLocalApi) => Promise<Result>) => Promise<Result>
}

/** A background job (docs/jobs.md). */
export interface JobConfig<Input = JsonSchema | undefined, Queueable = boolean, Result = unknown> {
  readonly label?: LocalizedText
  readonly description?: LocalizedText
  /** JSON Schema of its input, an object. Without it, the job takes no input. */
  readonly input?: Input
  /**
   * The delays before the retries; `['10s', '1m', '10m']` by default. The job is attempted once more than there are
   * delays.
   */
  readonly retryAfter?: readonly Duration[]
  /** Time limit of an attempt; `'10m'` by default. */
  readonly timeout?: Duration
  /**
   * How many of these an instance runs concurrently, in a pool of their own. By default, they share a pool of eight
   * with other jobs.
   */
  readonly concurrency?: number
  /** Jobs with the same key run one at a time, in the order of their due times. */
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what the job's `input` says
  readonly key?: (args: { readonly input: any }) => string | number | null | undefined
  /** Whether a new job replaces waiting jobs with the same key. */
  readonly replace?: boolean
  readonly schedule?: ScheduleConfig
  readonly access?: JobAccess
  /** Does the work; returned JSON is stored as the job's `result`. With `withCode`, it may be defined there instead. */
  readonly run?: (args: JobArguments) => Result
  /** Never set: a type-level marker of whether clients may queue it. */
  readonly isQueueable?: Queueable
}

export interface JobAccess {
  /** Who may queue it over HTTP; `data` is its input. Without it, only code of the application can. */
  readonly queue?: Rule
}

// oxlint-disable-next-line typescript/no-explicit-any -- any job, whatever it takes and returns
export type JobConfigs = { readonly [name: string]: JobConfig<any, any, any> }

export interface QueueConfig {
  /** By default, users of the admin auth collection. The actor that queued a job may always read and cancel it. */
  readonly access?: {
    /** Who may see all jobs. */
    readonly read?: Rule
    /** Who may cancel and retry all jobs. */
    readonly manage?: Rule
  }
  /** How long finished jobs are kept; 7 days by default. */
  readonly keepFor?: Duration
  /** Maximum number of finished jobs that are kept; 10,000 by default. */
  readonly keepAtMost?: number
  /** Maximum number of waiting jobs; 100,000 by default. */
  readonly maxWaiting?: number
}
