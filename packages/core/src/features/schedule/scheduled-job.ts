import type { Entity } from '../../contracts/entity.ts'
import type { QueuedWork } from '../../contracts/job.ts'
import type { PresentedDocument } from '../../contracts/answer.ts'

/** What clients see of something that is scheduled. */
export function presentJob({ kind, slug }: Pick<Entity, 'kind' | 'slug'>, work: QueuedWork): PresentedDocument {
  const { id, documentId, job: action, runAt, status, revision, createdAt, createdBy } = work
  const { startedAt, finishedAt, attempts, error } = work
  const value = {
    id,
    [kind]: slug,
    documentId,
    action,
    runAt,
    status,
    revision,
    createdAt,
    createdBy: createdBy && { ...createdBy },
    startedAt,
    finishedAt,
    attempts,
    error,
  }
  return { id, revision, value, text: JSON.stringify(value), isPlain: false }
}
