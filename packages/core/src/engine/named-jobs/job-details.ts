import { column, recordTable, type RowOf } from '../../contracts/records.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { NAMED_PREFIX } from '../queue/attempt.ts'

/** Owner of the application's jobs in queue records. */
export const JOBS_OWNER = 'service:jobs'

export function queuedName(job: string): string {
  return `${NAMED_PREFIX}${job}`
}

/** Details of an application's job; its work in the queue has the same id. Texts are JSON. */
export const JOB_DETAILS = recordTable({
  name: 'job-details',
  columns: {
    id: column.text(),
    job: column.text(),
    input: column.text(),
    // The user who queued it, as `collection/id`; '' for the system and anonymous callers.
    owner: column.text(),
    createdAt: column.text(),
    // The scheduled time; '' for jobs that were queued by a call.
    moment: column.text(),
    // Id of the request that queued it.
    requestId: column.textOrNull(),
    progress: column.textOrNull(),
    // Results of `once` by step.
    steps: column.textOrNull(),
    result: column.textOrNull(),
  },
  namingColumns: [{ column: 'owner', holds: 'user' }],
  key: ['id'],
  indexes: [
    { columns: ['owner', 'createdAt'], unique: false },
    { columns: ['job', 'moment'], unique: false },
  ],
})

export type JobDetails = RowOf<typeof JOB_DETAILS>

export interface JobProgress extends JsonObject {
  readonly done: number
  readonly total: number | null
  readonly note: string | null
}
