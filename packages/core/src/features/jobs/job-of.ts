import type { ContentModel } from '../../config/infer/content-model.ts'
import type { InputOfJob, JobName, ResultOfJob } from '../../config/infer/job.ts'
import type { AnyJob } from './job-api.ts'

/**
 * A job as the API shows it, with the types of its input and of what it comes to.
 *
 * @example
 * type Sent = JobOf<typeof config, 'sendNewsletter'>['result']
 */
export type JobOf<Config extends ContentModel, Name extends JobName<Config>> = Omit<
  AnyJob,
  'job' | 'input' | 'result'
> & {
  job: Name
  /** Null if the application no longer has the job. */
  input: InputOfJob<NonNullable<Config['jobs']>[Name]> | null
  /** Null until it is completed. */
  result: ResultOfJob<NonNullable<Config['jobs']>[Name]> | null
}
