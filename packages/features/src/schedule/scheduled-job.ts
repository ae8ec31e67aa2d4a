import {
  type Call,
  type JsonObject,
  type PresentedDocument,
  type QueuedWork,
  type StoredDocument,
  presentRecord,
} from '@quirecms/core/feature'
import { issuesOfPublishing } from '../drafts/offers.ts'

/** Plans as clients see them. Checks what publishing would refuse once for each document, all together. */
export async function presentJobs(
  call: Call,
  works: readonly QueuedWork[],
  documents: readonly StoredDocument[],
): Promise<PresentedDocument[]> {
  const publishing = new Set(works.filter(isYetToPublish).map(({ documentId }) => documentId))
  const asked = documents.filter(({ id }) => publishing.has(id))
  const found = await issuesOfPublishing(call, asked)
  const issues = new Map(asked.map(({ id }, index) => [id, (found[index] ?? []).map((issue) => ({ ...issue }))]))
  return works.map((work) => {
    const own = isYetToPublish(work) ? issues.get(work.documentId) : work.status === 'failed' && work.error?.['issues']
    return presentJob(call, work, Array.isArray(own) ? own : [])
  })
}

/** Whether a plan's publication is still ahead, so that its issues matter. */
export function isYetToPublish({ job, status }: QueuedWork): boolean {
  return job === 'publish' && (status === 'pending' || status === 'running')
}

function presentJob(
  { entity: { kind, slug } }: Call,
  work: QueuedWork,
  issues: JsonObject['issues'],
): PresentedDocument {
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
    issues,
  }
  return presentRecord(id, value, revision)
}
