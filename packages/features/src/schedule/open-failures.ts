import {
  type DocumentReader,
  type Parameter,
  QUEUE,
  type QueuedWork,
  type QueueRow,
  type RecordMatch,
  type StoredDocument,
  queuedWorkOf,
} from '@quirecms/core/feature'
import { isDraft, liveRevisionOf } from '../drafts/offers.ts'

export const failedParameter: Parameter = {
  name: 'failed',
  spellings: ['failed'],
  description:
    'With `true`, returns only failed actions that are unresolved: nothing was scheduled or done in their place since. Newest first.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
}

/** Limit of later plans that are examined for these documents: far more than plans fail. */
const MOST_LATER = 1_000

/**
 * Failed plans whose action is still open (docs/contract/scheduling.md#failing): the document was not published or
 * unpublished by hand, and no later plan has the same action.
 */
export async function stillFailed(
  reader: Pick<DocumentReader, 'records'>,
  owner: Pick<RecordMatch<QueueRow>, 'collection'>,
  failed: readonly QueuedWork[],
  documents: readonly StoredDocument[],
): Promise<readonly QueuedWork[]> {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const open = failed.filter(({ job, documentId }) => {
    const document = byId.get(documentId)
    return document !== undefined && (job === 'publish' ? isDraft(document) : liveRevisionOf(document) !== null)
  })
  if (open.length === 0) return []
  const asked = {
    ...owner,
    documentId: { oneOf: [...new Set(open.map(({ documentId }) => documentId))] },
    job: { oneOf: [...new Set(open.map(({ job }) => job))] },
    status: { oneOf: ['pending', 'running', 'completed', 'failed'] },
  } as const
  const newestFirst = { sort: { column: 'createdAt', descending: true }, limit: MOST_LATER } as const
  const others = (await reader.records.find(QUEUE.name, asked, newestFirst)).map(queuedWorkOf)
  return open.filter((one) => !others.some((other) => takesPlaceOf(other, one)))
}

function takesPlaceOf(other: QueuedWork, { id, documentId, job, finishedAt }: QueuedWork): boolean {
  if (other.id === id || other.documentId !== documentId || other.job !== job || finishedAt === null) return false
  return other.createdAt >= finishedAt || (other.finishedAt !== null && other.finishedAt > finishedAt)
}
