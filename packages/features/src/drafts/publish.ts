import {
  askGuards,
  type Call,
  type ChangeableDocument,
  changeColumns,
  changesDocument,
  inAllLocales,
  type Issue,
  issuesOfComplete,
  type JsonObject,
  ofGlobal,
  type Parameter,
  parseJson,
  QuireError,
  rewritten,
  type StoredDocument,
  type Unit,
  updateDocument,
  validateComplete,
  ask,
  creating,
  type PreparedCreate,
  type Operation,
  refusalOf,
} from '@quirecms/core/feature'
import { asDocument, findSnapshot, isSameContent, snapshotContent } from '../versions/offers.ts'
import { isDraft, liveRevisionOf, published, unpublished } from './copies.ts'

/**
 * Publishes the newest content. Drafts may be incomplete; live copies never are
 * (docs/contract/drafts-and-versions.md#incomplete-drafts).
 */
export const publish = changesDocument({
  rule: 'publish',
  name: 'publish',
  summary: 'Publish a document',
  description: 'Makes the newest content live, or that of `revision`. The content must be complete.',
  endpoint: { method: 'POST', path: '/{id}/publish' },
  local: { method: 'publish', args: ['id'] },
  capability: { name: 'publish' },
  validates: true,
  request: requestedRevision,
  async run({ call, unit, before: draft, request: revision }) {
    if (revision !== undefined && revision !== draft.revision) return publishAgain(call, unit, draft, revision)
    if (!isDraft(draft)) throw new QuireError('invalid_state', 'This is already live.')
    await validateComplete(publishing(call), draft)
    return changeColumns(call, unit, draft, published(draft.revision + 1), 'published')
  },
})

export const revisionParameter: Parameter = {
  name: 'revision',
  spellings: ['revision'],
  description:
    'An earlier live revision: its content becomes live again, and the newest content stays as a draft. Without it, the newest content becomes live.',
  encoding: 'integer',
  schema: { type: 'integer', minimum: 1 },
}

function requestedRevision({ input: { query } }: Call): number | undefined {
  return query['revision'] as number | undefined
}

/**
 * Makes what was live at a revision live again (docs/contract/drafts-and-versions.md#publish-again). Each copy takes a
 * revision of its own, the working copy the newer one.
 */
async function publishAgain(
  call: Call,
  unit: Unit,
  newest: ChangeableDocument,
  revision: number,
): Promise<StoredDocument> {
  const row = await findSnapshot(call, newest.id, revision, { status: 'published' })
  if (liveRevisionOf(newest) === revision) throw new QuireError('invalid_state', 'This is already live.')
  const writing = publishing(call)
  const known = await snapshotContent(writing, unit, asDocument(row, newest))
  const content = await validateComplete(writing, newest, known)
  const state = { columns: published(newest.revision + 1), what: 'published' } as const
  const live = await updateDocument(writing, unit, newest, rewritten(call, content), state)
  if (isSameContent(live.json, newest.json)) return live
  const next = await askGuards(call, unit, live)
  return updateDocument(call, unit, next, rewritten(call, parseJson(newest.json) as JsonObject))
}

/** Issues that publishing would report for each of these documents now. Changes nothing, and runs no hooks. */
export function issuesOfPublishing(
  call: Call,
  documents: readonly StoredDocument[],
): Promise<readonly (readonly Issue[])[]> {
  return issuesOfComplete(publishing(call), documents)
}

function publishing(call: Call): Call {
  return { ...inAllLocales(call), copies: { writes: 'complete' } }
}

export const unpublish = changesDocument({
  rule: 'publish',
  name: 'unpublish',
  summary: 'Unpublish a document',
  description: 'The document becomes a draft, which only callers who may read drafts can see.',
  endpoint: { method: 'POST', path: '/{id}/unpublish' },
  local: { method: 'unpublish', args: ['id'] },
  capability: { name: 'unpublish' },
  async run({ call, unit, before }) {
    if (liveRevisionOf(before) === null)
      throw new QuireError('invalid_state', 'This is not published, so it cannot be unpublished.')
    return changeColumns(call, unit, before, unpublished, 'unpublished')
  },
})

export const publishGlobal = ofGlobal({
  ...publish,
  summary: 'Publish the global',
  description: 'Makes the newest content live, or that of `revision`. The content must be complete.',
})
export const unpublishGlobal = ofGlobal({
  ...unpublish,
  summary: 'Unpublish the global',
  description: 'The content becomes a draft, which only callers who may read drafts can see.',
})

export const publishParameter: Parameter = {
  name: 'publish',
  spellings: ['publish'],
  description:
    'With `true`, publishes the new document at once. It must be complete, and you need the right to publish it.',
  encoding: 'boolean',
  schema: { type: 'boolean', default: false },
}

/**
 * A new document is a draft, or with `publish=true` live at once: a single revision that is created and published.
 */
export function createPublished(create: Operation<Call>): Operation<Call> {
  const live = creating(asPublished)
  return { ...create, run: (call) => (wantsPublished(call) ? live.run(call) : create.run(call)) }
}

async function asPublished(call: Call, data: JsonObject): Promise<PreparedCreate> {
  const allowed = await ask(call, 'publish', { data })
  if (allowed.kind === 'never') throw refusalOf(call, 'publish')
  return {
    writing: { copies: { writes: 'complete' } },
    state: { columns: published(1), what: ['created', 'published'] },
    allowed,
  }
}

function wantsPublished({ input: { query } }: Call): boolean {
  return query['publish'] === true
}
