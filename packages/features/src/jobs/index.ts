import { type Call, type Feature, JOB_DETAILS, JOB_KEYS, type NamedJob, QUEUE, queuedJob } from '@quirecms/core/feature'
import { cancelJob, queueOverHttp, retryJob } from './change-jobs.ts'
import { forgetJobs } from './forget-jobs.ts'
import { jobParameter, listJobDefinitions, listJobs, readJob } from './look-at-jobs.ts'

/** Jobs of the configuration, of plugins and of features. */
export const jobs: Feature<Call> = {
  name: 'jobs',
  for: ({ kind, namedJobs }) => kind === 'service' && namedJobs.length > 0,
  adds({ namedJobs }) {
    const queueable = namedJobs.filter(({ queue }) => queue !== null)
    return {
      records: [QUEUE, JOB_DETAILS, JOB_KEYS],
      parameters: [jobParameter],
      operations: [listJobs, listJobDefinitions, readJob, cancelJob, retryJob, ...queueable.map(queueOverHttp)],
      // Safe cast: jobs run with calls of the engine.
      jobs: [...(namedJobs as readonly NamedJob<Call>[]).map(queuedJob), forgetJobs],
    }
  },
}
