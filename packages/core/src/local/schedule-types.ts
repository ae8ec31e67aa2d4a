import type { ErrorCode, Issue } from '../contracts/errors.ts'
import type { WorkStatus } from '../contracts/job.ts'
import type { Pagination } from '../contracts/operation.ts'
import type { CallExtra } from './call-options.ts'
import type { PageOptions } from './version-types.ts'

/** A publication that somebody scheduled, and what became of it (contract 7). */
export interface ScheduledJob {
  id: string
  collection: string
  documentId: string
  runAt: string
  status: WorkStatus
  /** The revision that the document had when this was scheduled. */
  revision: number
  createdAt: string
  /** Whose rights it runs with. */
  createdBy: { collection: string; id: string } | null
  startedAt: string | null
  finishedAt: string | null
  attempts: number
  /** What went wrong in the last attempt. */
  error: { code: ErrorCode; message: string; issues?: readonly Issue[] } | null
}

/** The methods of a collection with drafts. */
export interface ScheduleApi<Extra extends CallExtra> {
  /** Publishes the document at this moment, with the rights that the caller has then. */
  schedule(
    id: string,
    request: { readonly runAt: string | Date },
    options?: Extra['options'] & { readonly ifMatch?: number },
  ): Promise<ScheduledJob>
  /** What is scheduled for the document, and what was, newest first. */
  scheduled(
    id: string,
    options?: PageOptions & Extra['options'],
  ): Promise<{ docs: ScheduledJob[]; pagination: Pagination }>
  /** What is yet to be published of the collection, soonest first. */
  planned(options?: PageOptions & Extra['options']): Promise<{ docs: ScheduledJob[]; pagination: Pagination }>
  /** Calls off a publication that has yet to run. */
  cancelScheduled(id: string, jobId: string, options?: Extra['options']): Promise<{ id: string; cancelled: true }>
}
