import type { ErrorCode, Issue } from '../contracts/errors.ts'
import type { WorkStatus } from '../contracts/job.ts'
import type { Pagination } from '../contracts/answer.ts'
import type { CallExtra } from './call-options.ts'
import type { PageOptions } from './version-types.ts'

/** What can be scheduled. */
export type ScheduledAction = 'publish' | 'unpublish'

interface AnyScheduledJob {
  id: string
  documentId: string
  action: ScheduledAction
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

/** What somebody scheduled for a document, and what became of it (docs/contract/scheduling.md#jobs). */
export interface ScheduledJob extends AnyScheduledJob {
  collection: string
}

/** What somebody scheduled for a global, whose slug is also the `documentId`. */
export interface GlobalScheduledJob extends AnyScheduledJob {
  global: string
}

interface ScheduleRequest {
  readonly runAt: string | Date
  /** `publish` by default. */
  readonly action?: ScheduledAction
  /** The id of something that is scheduled, and that this takes the place of: both happen, or neither. */
  readonly replaces?: string
}

/** The methods of a collection with drafts. */
export interface ScheduleApi<Extra extends CallExtra> {
  /** Publishes or unpublishes the document at this moment, with the rights that the caller has then. */
  schedule(
    id: string,
    request: ScheduleRequest,
    options?: Extra['options'] & { readonly ifMatch?: number },
  ): Promise<ScheduledJob>
  /** What is scheduled for the document, and what was, newest first. */
  scheduled(
    id: string,
    options?: PageOptions & Extra['options'],
  ): Promise<{ docs: ScheduledJob[]; pagination: Pagination }>
  /** What is yet to be published and unpublished of the collection, soonest first. */
  planned(
    options?: PageOptions & { readonly from?: string; readonly until?: string } & Extra['options'],
  ): Promise<{ docs: ScheduledJob[]; pagination: Pagination }>
  /** Calls off what has yet to run. */
  cancelScheduled(id: string, jobId: string, options?: Extra['options']): Promise<{ id: string; cancelled: true }>
}

/** The methods of a global with drafts. */
export interface GlobalScheduleApi<Extra extends CallExtra> {
  /** Publishes or unpublishes the global at this moment, with the rights that the caller has then. */
  schedule(
    request: ScheduleRequest,
    options?: Extra['options'] & { readonly ifMatch?: number },
  ): Promise<GlobalScheduledJob>
  /** What is scheduled for the global, and what was, newest first. */
  scheduled(options?: PageOptions & Extra['options']): Promise<{ docs: GlobalScheduledJob[]; pagination: Pagination }>
  /** Calls off what has yet to run. */
  cancelScheduled(jobId: string, options?: Extra['options']): Promise<{ id: string; cancelled: true }>
}
