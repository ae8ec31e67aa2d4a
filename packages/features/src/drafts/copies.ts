import {
  type Call,
  type ColumnSpec,
  type DocumentTable,
  type Entity,
  equality,
  order,
  type StoredDocument,
  type SystemField,
  allOf,
  ALWAYS,
  ask,
  changesLiveCopy,
  type Condition,
  documentId,
  isInScope,
  type LookupPurpose,
  NEVER,
  type Parameter,
  refusalOf,
  ruleArguments,
  type Source,
  askGuards,
  asValidation,
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
  takenValues,
  type Unit,
  updateDocument,
} from '@quirecms/core/feature'

/** Whether the newest content is live; every change of the content resets it to draft. */
const status: ColumnSpec = { name: 'status', type: 'text', onWrite: 'draft' }
/** The live revision; null if the document is not published. */
const publishedRevision: ColumnSpec = { name: 'publishedRevision', type: 'integer' }

export const stateColumns = [status, publishedRevision]

export const stateFields: readonly SystemField[] = [
  {
    name: '_status',
    column: 'status',
    schema: { type: 'string', enum: ['draft', 'published'] },
    storedAs: 'text',
    operators: equality,
  },
  {
    name: '_publishedRevision',
    column: 'publishedRevision',
    schema: { type: ['integer', 'null'], minimum: 1 },
    storedAs: 'number',
    operators: [...equality, ...order],
  },
]

/**
 * Live copies, in a table of the same shape, so that a public read costs the same as without drafts. When drafts are
 * enabled, all existing documents are live.
 */
export function liveTable(own: DocumentTable): DocumentTable {
  const { seed: _seed, content: _content, renamedFrom: _renamedFrom, ...shape } = own
  return {
    ...shape,
    name: `${own.name}:live`,
    copies: {
      of: own.name,
      columns: ({ columns, revision }) => ({ ...columns, ...published(revision) }),
      draft: { column: status.name, value: 'draft' },
    },
  }
}

export function liveTableOf({ table }: Entity<Call>): string {
  return `${table.name}:live`
}

/** State of a document whose newest content is live, as this revision. */
export function published(revision: number): StoredDocument['columns'] {
  return { status: 'published', publishedRevision: revision }
}

export const unpublished: StoredDocument['columns'] = { status: 'draft', publishedRevision: null }

export function isDraft({ columns }: StoredDocument): boolean {
  return columns['status'] !== 'published'
}

export function liveRevisionOf({ columns }: StoredDocument): number | null {
  const { publishedRevision: revision = null } = columns
  return typeof revision === 'number' ? revision : null
}

export const draftParameter: Parameter = {
  name: 'draft',
  spellings: ['draft'],
  description:
    'With `true`, reads the newest content, which may be a draft; with `false`, the live content. With `newest`, reads the newest content of each document that you may read: the draft, or else the live content. The default depends on whether you may read all drafts.',
  encoding: 'boolean or text',
  schema: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['newest'] }] },
  cacheable: true,
}

/**
 * Chooses the copy that a call reads (docs/contract/drafts-and-versions.md#who-reads-which-copy), or the one that it
 * changes, which is always the working copy. Callers who may read all drafts read working copies, unless
 * `draft=false`. Callers who may read some drafts read live copies, and with `draft=true` those working copies. All
 * others read live copies.
 */
export async function chooseCopy(call: Call, purpose: LookupPurpose): Promise<Partial<Source>> {
  const { entity } = call
  const working = entity.table.name
  const live = { table: liveTableOf(entity), where: ALWAYS }
  if (purpose === 'changed') return { table: working }
  if (call.copies?.rightsOf) {
    const where = await draftsOfAnother(call, call.copies.rightsOf)
    return where.kind === 'never' ? live : { table: working, where, fallback: live }
  }
  const draft = call.copies?.answers === 'newest' ? true : requestedCopy(call)
  if (draft === false && purpose !== 'any') return live
  const id = purpose === 'related' ? undefined : (documentId(call) ?? undefined)
  const readable = await draftsThatMayBeRead(call, id)
  // The rule `read` may still refuse a working copy to a caller who may read all drafts.
  if (draft === 'newest') return readable.kind === 'never' ? live : { table: working, where: readable, fallback: live }
  if (readable.kind === 'always') return { table: working }
  if (purpose === 'asked' && draft === true) {
    if (readable.kind === 'never') throw refusalOf(call, 'readDrafts')
    return { table: working, where: readable }
  }
  if (readable.kind === 'never' || (purpose !== 'any' && draft !== true)) return live
  // If the caller may not read the working copy of a related document, its live copy is read.
  return { table: working, where: readable, fallback: live }
}

/**
 * Working copies that the other caller may read in a collection that the current caller may read. Never those of
 * users. The rule `read` gets no `doc`, as always.
 */
async function draftsOfAnother({ entity }: Call, other: Call): Promise<Condition> {
  if (entity.auth) return NEVER
  const reading = { ...other, entity }
  return allOf([await ask(reading, 'read', {}), await draftsThatMayBeRead(reading, undefined)])
}

/** The copy is chosen before a document is looked up: reading `doc` throws, and a rule that throws so counts as no. */
async function draftsThatMayBeRead(call: Call, id: string | undefined) {
  let isLookedAt = false
  const subject = {
    id,
    get doc(): never {
      isLookedAt = true
      throw new Error('Drafts are chosen before any document is looked up.')
    },
  }
  try {
    return await ask(call, 'readDrafts', subject)
  } catch (error) {
    if (isLookedAt) return { kind: 'never' } as const
    throw error
  }
}

/**
 * Table for the paths of rules. A rule that returns a `Where` isn't evaluated per document here: it leads to live
 * copies. The rule gets no `doc`; one that throws counts as no.
 */
export async function copyForPaths(call: Call): Promise<string> {
  const { entity, caller } = call
  const live = liveTableOf(entity)
  if (requestedCopy(call) === false) return live
  if (caller.system) return entity.table.name
  if (!isInScope(call, 'readDrafts')) return live
  try {
    return (await entity.rules.readDrafts(ruleArguments(call, {}))) === true ? entity.table.name : live
  } catch {
    return live
  }
}

function requestedCopy({ input: { query } }: Call): boolean | 'newest' | undefined {
  return query['draft'] as boolean | 'newest' | undefined
}

/** Whether a restore creates a draft: without `draft=true`, the result is live at once. */
export function wantsDraft(call: Call): boolean {
  return call.input.query['draft'] === true
}

/** Maintains the live copy: a stored revision whose state says that it is live is copied to the live table. */
export const keepLiveCopy: OnStore<Call> = async (call, unit, { before, stored }) => {
  if (before?.json !== stored.json) await refuseTakenInLiveCopies(call, unit, before, stored)
  const live = liveRevisionOf(stored)
  const former = before && liveRevisionOf(before)
  if (live === stored.revision) await putLive(call, unit, stored, former)
  else if (live === null && former !== null) await unit.tx.remove(liveTableOf(call.entity), stored.id)
  else if (live !== null && before && changesLiveCopy(call.entity, before, stored))
    await followColumns(call, unit, stored, live)
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
  const oldContent = before && (parseJson(before.json) as JsonObject)
  if (tx.gathers) {
    const where = sameAsNew(call, content, oldContent, stored.id)
    if (where) for (const { name } of call.entity.tables) tx.expectNone(name, where)
    return
  }
  const issues = await takenValues(call, content, oldContent, stored.id, call.entity.tables)
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
