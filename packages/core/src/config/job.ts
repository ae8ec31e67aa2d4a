import type { Rule } from '../contracts/access.ts'
import type { JsonSchema } from '../contracts/json.ts'
import type { AnyLocalApi } from '../contracts/local.ts'
import type { LocalizedText } from '../contracts/localized-text.ts'
import type { JobRun } from '../contracts/named-job.ts'
import type { Duration } from './quantities.ts'

/** When a job runs by itself. */
export interface ScheduleConfig {
  /** Minute, hour, day of the month, month, day of the week: `'0 3 * * *'`. With six parts, the first are seconds. */
  readonly cron: string
  /** By whose clocks: `'Europe/Berlin'`; UTC by default. */
  readonly timezone?: string
  /** `'once'`, the default: what was missed while nothing ran is done once, as soon as something does. `'skip'` leaves it out. */
  readonly missed?: 'once' | 'skip'
}

/** What `run` gets. */
export interface JobArguments extends JobRun {
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what the job's `input` says
  readonly input: any
  /** Acts for whoever queued the job, with the rights that they have now; for a schedule, for the system. */
  readonly local: AnyLocalApi
  /**
   * Does the last step in a transaction that also ends the job: what is written in it takes effect exactly once, whatever dies when. Return
   * it.
   *
   * @example
   * return complete((local) => local.collections.issues.update(input.issue, { sentAt: new Date().toISOString() }))
   */
  readonly complete: <Result>(work: (local: AnyLocalApi) => Promise<Result>) => Promise<Result>
}

/** Work that is done later, and in the background (docs/jobs.md). */
export interface JobConfig<Input = JsonSchema | undefined, Queueable = boolean, Result = unknown> {
  readonly label?: LocalizedText
  readonly description?: LocalizedText
  /** JSON Schema of what it is queued with: an object. Without it, it takes none. */
  readonly input?: Input
  /** How long to wait after each failed attempt; `['10s', '1m', '10m']` by default. There is one attempt more than there are waits. */
  readonly retryAfter?: readonly Duration[]
  /** How long an attempt may take; `'10m'` by default. */
  readonly timeout?: Duration
  /** How many of these an instance runs at a time, in places of their own. Without it, they share eight places with other jobs. */
  readonly atOnce?: number
  /** Of those with the same key, one runs at a time, in the order in which they are due. */
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what the job's `input` says
  readonly key?: (args: { readonly input: any }) => string | number | null | undefined
  /** Whether what is queued takes the place of what waits with the same key. */
  readonly replace?: boolean
  readonly schedule?: ScheduleConfig
  readonly access?: JobAccess
  /** What it does; JSON that it returns is kept as the job's `result`. With `withCode`, it may stand there. */
  readonly run?: (args: JobArguments) => Result
  /** Never there: whether clients may queue it, for the compiler alone. */
  readonly isQueueable?: Queueable
}

export interface JobAccess {
  /** Who may queue it over HTTP; `data` is its input. Without it, only code of the application can. */
  readonly queue?: Rule
}

// oxlint-disable-next-line typescript/no-explicit-any -- any job, whatever it takes and returns
export type JobConfigs = { readonly [name: string]: JobConfig<any, any, any> }

/** Who may see and manage jobs, and what is kept of them. */
export interface QueueConfig {
  /** Both are for users of the admin auth collection by default. Whoever queued a job may always read and cancel it. */
  readonly access?: {
    /** Who may see all jobs. */
    readonly read?: Rule
    /** Who may cancel and retry all jobs. */
    readonly manage?: Rule
  }
  /** For how long jobs are kept that are over; 7 days by default. */
  readonly keepFor?: Duration
  /** How many of them are kept at the most; 10,000 by default. */
  readonly keepAtMost?: number
  /** How many jobs may wait; 100,000 by default. */
  readonly waiting?: number
}
