import {
  askGuards,
  asValidation,
  type Call,
  collectReferences,
  type JsonObject,
  type RetainedContents,
  notValid,
  type OnRemove,
  type OnStore,
  parseJson,
  QuireError,
  type Rewrite,
  rewritten,
  sameAsNew,
  type StoredDocument,
  takenValues,
  type Unit,
  updateDocument,
} from '@quirecms/core/feature'
import { isDraft, liveRevisionOf, liveTableOf, published, stateColumns } from './live-table.ts'

/** Maintains the live copy: a stored revision whose state says that it is live is copied to the live table. */
export const keepLiveCopy: OnStore<Call> = async (call, unit, { before, stored }) => {
  if (before?.json !== stored.json) await refuseTakenInLiveCopies(call, unit, before, stored)
  const live = liveRevisionOf(stored)
  const former = before && liveRevisionOf(before)
  if (live === stored.revision) await putLive(call, unit, stored, former)
  else if (live === null && former !== null) await unit.tx.remove(liveTableOf(call.entity), stored.id)
  else if (live !== null && before && differInOthers(before, stored)) await followColumns(call, unit, stored, live)
}

/**
 * The unique index covers working copies only. Check the live copies, too, so that publishing meets no conflict
 * (docs/contract/drafts-and-versions.md#unique-over-both-copies).
 */
async function refuseTakenInLiveCopies(
  call: Call,
  { tx }: Unit,
  before: StoredDocument | null,
  stored: StoredDocument,
): Promise<void> {
  const { indexes } = call.entity.table
  if (!indexes.some(({ unique }) => unique)) return
  const content = parseJson(stored.json) as JsonObject
  const old = before && (parseJson(before.json) as JsonObject)
  if (tx.gathers) {
    const where = sameAsNew(call, content, old, stored.id)
    if (where) for (const { name } of call.entity.tables) tx.expectNone(name, where)
    return
  }
  const issues = await takenValues(call, content, old, stored.id, call.entity.tables)
  if (issues.length > 0) throw notValid(issues)
}

async function putLive(call: Call, { tx }: Unit, stored: StoredDocument, former: number | null): Promise<void> {
  const { entity } = call
  const table = liveTableOf(entity)
  const references = collectReferences(entity.fields, parseJson(stored.json) as JsonObject)
  try {
    if (former === null) await tx.insert(table, stored, references)
    else if (!(await tx.update(table, stored, former, references)))
      throw new QuireError(
        'internal',
        `The live copy of ${stored.id} in "${entity.slug}" is not the one that was published.`,
      )
  } catch (error) {
    throw asValidation(call, error)
  }
}

const OWN_COLUMNS = new Set(stateColumns.map(({ name }) => name))

function differInOthers(before: StoredDocument, stored: StoredDocument): boolean {
  return Object.keys(stored.columns).some(
    (name) => !OWN_COLUMNS.has(name) && stored.columns[name] !== before.columns[name],
  )
}

/** Columns of other features apply to both copies: a document in the trash is hidden in both. */
async function followColumns({ entity }: Call, { tx }: Unit, stored: StoredDocument, live: number): Promise<void> {
  const table = liveTableOf(entity)
  const copy = await tx.get(table, stored.id)
  if (copy) await tx.update(table, { ...copy, columns: { ...stored.columns, ...published(live) } }, live)
}

export const removeLiveCopy: OnRemove<Call> = async ({ entity }, unit, { document, forGood }) => {
  if (forGood) await unit.tx.remove(liveTableOf(entity), document.id)
}

/**
 * Rewrites both copies, each as a new revision: first the live copy, which stays published, then the working copy if
 * it differs, which stays a draft and the newest revision
 * (docs/contract/drafts-and-versions.md#references-of-both-copies).
 */
export const rewriteCopies: Rewrite<Call> = async (call, unit, document, edit) => {
  const { entity } = call
  const isLive = liveRevisionOf(document) !== null
  const live = isLive ? await unit.tx.get(liveTableOf(entity), document.id) : null
  const liveContent = live && (parseJson(live.json) as JsonObject)
  let newest = document
  if (liveContent && edit(liveContent, true)) {
    const state = { columns: published(document.revision + 1), what: 'updated' } as const
    const stored = await updateDocument(call, unit, document, rewritten(call, liveContent), state)
    if (!isDraft(document)) return
    newest = await askGuards(call, unit, stored)
  }
  const content = parseJson(document.json) as JsonObject
  const isChanged = edit(content, !entity.copies?.mayBeIncomplete)
  // If the live copy took a revision, the working copy needs a newer one to stay the newest.
  if (isChanged || newest !== document) await updateDocument(call, unit, newest, rewritten(call, content))
}

export const contentOfLiveCopy: RetainedContents<Call> = async ({ entity }, reader, id) => {
  const live = await reader.get(liveTableOf(entity), id)
  return live ? [live.json] : []
}
