import type { JsonSchema } from '../contracts/json.ts'
import type { JobAccess, JobArguments, JobConfig } from '../config/job.ts'
import type { InputOfSchema } from '../config/infer/job.ts'

/** A job as written: `run` and `key` know the input from its schema. */
interface WrittenJob<Input, Result> extends Omit<JobConfig<Input, boolean, Result>, 'run' | 'key' | 'isQueueable'> {
  readonly key?: (args: { readonly input: InputOfSchema<NoInfer<Input>> }) => string | number | null | undefined
  readonly run?: (args: Omit<JobArguments, 'input'> & { readonly input: InputOfSchema<NoInfer<Input>> }) => Result
}

/**
 * Describes work that is done later, and in the background. Returns its argument; the types of `input` follow from its schema.
 *
 * @example
 * const sendNewsletter = job({
 *   input: { type: 'object', required: ['issue'], properties: { issue: { type: 'integer' } } },
 *   run: async ({ input, local, signal }) => { … },
 * })
 */
export function job<const Input extends JsonSchema | undefined = undefined, Result = unknown>(
  config: WrittenJob<Input, Result> & { readonly access: Required<JobAccess> },
): JobConfig<NoInfer<Input>, true, NoInfer<Result>>
export function job<const Input extends JsonSchema | undefined = undefined, Result = unknown>(
  config: WrittenJob<Input, Result>,
): JobConfig<NoInfer<Input>, false, NoInfer<Result>>
export function job(config: object): JobConfig {
  return config
}
