import type { JsonSchema } from '../../contracts/json.ts'
import type { Duration } from '../quantities.ts'
import type { ContentModel, JobModel } from './content-model.ts'
import type { FromSchema } from './json-schema.ts'

export type JobName<Config extends ContentModel> = keyof NonNullable<Config['jobs']> & string

export interface QueueingOptions extends QueueingTime {
  /** Overrides the key that the job derives from its input. */
  readonly key?: string
}

export interface QueueingTime {
  /** The earliest time. */
  readonly at?: string | Date
  /** The earliest time, as a delay from now: `'10m'`. */
  readonly in?: Duration
}

// oxlint-disable-next-line typescript/no-explicit-any -- without a schema that the compiler knows, only the application knows its input
type AnyInput = any

export type InputOfSchema<Input> = JsonSchema extends Input
  ? AnyInput
  : [NonNullable<Input>] extends [never]
    ? Readonly<Record<string, never>>
    : FromSchema<NonNullable<Input>>

/** Generated types have no `input` for a job without input. */
export type InputOfJob<Job> = 'input' extends keyof Job
  ? Job extends { readonly input?: infer Input }
    ? InputOfSchema<Input>
    : AnyInput
  : InputOfSchema<undefined>

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- an object without members is what it stands for
type Nothing = Record<never, never>

/** Queues one job. If no member of the input is required, the input is optional. */
export type QueueOne<Job, Options> =
  Nothing extends InputOfJob<Job>
    ? (input?: InputOfJob<Job>, options?: Options) => Promise<{ id: string }>
    : (input: InputOfJob<Job>, options?: Options) => Promise<{ id: string }>

type Jobs<Config extends ContentModel> = NonNullable<Config['jobs']>

export type JobMethods<Config extends ContentModel, Options> =
  string extends JobName<Config>
    ? Readonly<Record<string, (input?: AnyInput, options?: Options) => Promise<{ id: string }>>>
    : { readonly [Name in JobName<Config>]: QueueOne<Jobs<Config>[Name], Options> }

export type QueueableJobs<Config extends ContentModel, Options> =
  string extends JobName<Config>
    ? Readonly<Record<string, (input?: AnyInput, options?: Options) => Promise<{ id: string }>>>
    : {
        readonly [Name in JobName<Config> as IsQueueable<Jobs<Config>[Name]> extends true ? Name : never]: QueueOne<
          Jobs<Config>[Name],
          Options
        >
      }

type IsQueueable<Job extends JobModel> = true extends Job['isQueueable'] ? true : false

export type ResultOfJob<Job> = Job extends { readonly run?: infer Run }
  ? NonNullable<Run> extends (...args: never) => infer Result
    ? Exclude<Awaited<Result>, void>
    : unknown
  : unknown
