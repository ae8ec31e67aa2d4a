import {
  type Call,
  changesDocument,
  contentInAllLocales,
  inAllLocales,
  type Issue,
  issuesOfWhole,
  ofGlobal,
  QuireError,
  type StoredDocument,
  tellChange,
  updateColumns,
  validateWhole,
  type WholeContent,
} from '@quirecms/core/feature'
import { isDraft, liveRevisionOf, published, unpublished } from './live-table.ts'

const CHANGE_OF_STATE = { body: { kind: 'none' }, rule: 'publish' } as const

/**
 * Publishes the newest content. Drafts may be incomplete; live copies never are
 * (docs/contract/drafts-and-versions.md#incomplete-drafts).
 */
export const publish = changesDocument({
  ...CHANGE_OF_STATE,
  name: 'publish',
  summary: 'Publish a document',
  description: 'Makes the newest content live. It must be complete.',
  endpoint: { method: 'POST', path: '/{id}/publish' },
  local: { method: 'publish', args: ['id'] },
  capability: { name: 'publish' },
  validates: true,
  async run({ call, unit, before: draft }) {
    if (!isDraft(draft)) throw new QuireError('invalid_state', 'This is already live.')
    await validateWhole(publishing(call), whole(call, draft))
    const live = await updateColumns(call, unit, draft, published(draft.revision + 1))
    return tellChange(call, unit, { before: draft, stored: live }, {}, 'published')
  },
})

/** Issues that publishing would report for each of these documents now. Changes nothing, and runs no hooks. */
export function issuesOfPublishing(
  call: Call,
  documents: readonly StoredDocument[],
): Promise<readonly (readonly Issue[])[]> {
  return issuesOfWhole(
    publishing(call),
    documents.map((document) => whole(call, document)),
  )
}

function publishing(call: Call): Call {
  return { ...inAllLocales(call), copies: { writes: 'complete' } }
}

function whole(call: Call, before: StoredDocument): WholeContent {
  const content = contentInAllLocales(call, before)
  return { data: content, known: content, before }
}

export const unpublish = changesDocument({
  ...CHANGE_OF_STATE,
  name: 'unpublish',
  summary: 'Take a document out of publication',
  description: 'Only callers who may read drafts can still see the document. Its content stays.',
  endpoint: { method: 'POST', path: '/{id}/unpublish' },
  local: { method: 'unpublish', args: ['id'] },
  capability: { name: 'unpublish' },
  async run({ call, unit, before }) {
    if (liveRevisionOf(before) === null)
      throw new QuireError('invalid_state', 'This is not published, so it cannot be unpublished.')
    const after = await updateColumns(call, unit, before, unpublished)
    return tellChange(call, unit, { before, stored: after }, {}, 'unpublished')
  },
})

export const publishGlobal = ofGlobal({
  ...publish,
  summary: 'Publish the global',
  description: 'Makes the newest content live. It must be complete.',
})
export const unpublishGlobal = ofGlobal({
  ...unpublish,
  summary: 'Take the global out of publication',
  description: 'Only callers who may read drafts can still see the content. It stays as a draft.',
})
