import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { NAMED_PREFIX } from '../queue/count-jobs.ts'

/** What the queue's records name in the place of an entity, where the work is a job of the application. */
export const JOBS_OWNER = 'service:jobs'

/** What the job is called in the records of the queue. */
export function queuedName(job: string): string {
  return `${NAMED_PREFIX}${job}`
}

/** What is kept of a job of the application beside its work in the queue, which has the same id. Texts are JSON. */
export const JOB_DETAILS = recordTable({
  name: 'job-details',
  columns: {
    id: column.text(),
    job: column.text(),
    input: column.text(),
    // Who queued it, as `collection/id`; '' for the system and anonymous callers.
    owner: column.text(),
    createdAt: column.text(),
    // The scheduled time; '' for jobs that were queued by a call.
    moment: column.text(),
    // The request that it was queued in.
    requestId: column.textOrNull(),
    progress: column.textOrNull(),
    // What `once` keeps, by step.
    steps: column.textOrNull(),
    result: column.textOrNull(),
  },
  names: [{ column: 'owner', holds: 'user' }],
  key: ['id'],
  indexes: [
    { columns: ['owner', 'createdAt'], unique: false },
    { columns: ['job', 'moment'], unique: false },
  ],
})

export type JobDetails = RowOf<typeof JOB_DETAILS>

/** How far a job is, as it is kept and shown. */
export interface JobProgress extends JsonObject {
  readonly done: number
  readonly total: number | null
  readonly note: string | null
}
