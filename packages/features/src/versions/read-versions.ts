import {
  type Call,
  defineOperation,
  type ErrorCode,
  type FieldNode,
  findSeen,
  type JsonObject,
  makePageInBudget,
  ofGlobal,
  paginate,
  present,
  type PresentedDocument,
  QuireError,
  type ReadableContents,
  readerOf,
  type RecordMatch,
  requestedPage,
  type Selection,
  type SelectionTree,
  type StoredDocument,
} from '@quirecms/core/feature'
import { SNAPSHOT_SCHEMA } from './version-api.ts'
import { type SnapshotRow, summaryOf, versionTableOf } from './version-table.ts'

export const readVersions = defineOperation({
  name: 'versions',
  summary: 'List the snapshots of a document, newest first',
  description: 'All stored revisions of the document.',
  endpoint: { method: 'GET', path: '/{id}/versions' },
  local: { method: 'versions', args: ['id'] },
  parameters: ['page', 'limit', 'locale', 'fallbackLocale'],
  body: { kind: 'none' },
  ifMatch: false,
  answer: { kind: 'list', status: 200, of: SNAPSHOT_SCHEMA },
  rule: 'readVersions',
  checksAccess: true,
  capability: { name: 'readVersions', copies: 'any' },
  async run(call) {
    const { page, limit } = requestedPage(call)
    const { document, asked } = await findShown(call)
    const { records } = readerOf(call)
    const table = versionTableOf(call.entity)
    return makePageInBudget(call, { table, limit }, async (reserve) => {
      const total = await records.count(table, asked)
      const rows = await records.find(table, asked, {
        sort: { column: 'revision', descending: true },
        limit,
        offset: (page - 1) * limit,
      })
      await reserve(rows.map(({ data }) => ({ json: data })))
      return {
        kind: 'list',
        docs: await presentSnapshots(call, rows, document),
        pagination: paginate({ page, limit }, total),
      }
    })
  },
})

export const readVersion = defineOperation({
  name: 'version',
  summary: 'Read one snapshot of a document',
  description: 'The document as it was at that revision, without fields that you may not read.',
  endpoint: { method: 'GET', path: '/{id}/versions/{revision}' },
  local: { method: 'version', args: ['id', 'params.revision'] },
  parameters: ['locale', 'fallbackLocale'],
  body: { kind: 'none' },
  ifMatch: false,
  answer: { kind: 'doc', status: 200, of: SNAPSHOT_SCHEMA },
  rule: 'readVersions',
  checksAccess: true,
  async run(call) {
    const revision = requestedRevision(call)
    const { document, asked } = await findShown(call)
    const row = await findSnapshot(call, document.id, revision, asked)
    const [doc] = await presentSnapshots(call, [row], document)
    if (!doc) throw noSnapshot()
    return { kind: 'doc', doc }
  },
})

export const readGlobalVersions = ofGlobal({
  ...readVersions,
  summary: 'List the snapshots of the global, newest first',
  description: 'All stored revisions of the global.',
})
export const readGlobalVersion = ofGlobal({
  ...readVersion,
  summary: 'Read one snapshot of the global',
  description: 'The global as it was at that revision, without fields that you may not read.',
})

export function requestedRevision({ input: { params } }: Call): number {
  const { revision = '' } = params
  if (/^[1-9][0-9]*$/.test(revision)) return Number(revision)
  throw new QuireError('invalid_request', 'A revision is a positive whole number, such as 3.')
}

export async function findSnapshot(
  call: Call,
  document: string,
  revision: number,
  among: RecordMatch<SnapshotRow> = {},
): Promise<SnapshotRow> {
  // Larger than any revision, and not comparable in a database.
  if (!Number.isSafeInteger(revision)) throw noSnapshot()
  const [found] = await readerOf(call).records.find(versionTableOf(call.entity), { ...among, document, revision })
  if (!found) throw noSnapshot()
  return found
}

function noSnapshot(): QuireError {
  return new QuireError('not_found', 'There is no such revision, or it is no longer stored.')
}

/**
 * The document in the copy that the caller may read, with a match for the visible snapshots: callers who may not read
 * drafts see published revisions, and none of an unpublished document.
 */
async function findShown(call: Call): Promise<{ document: StoredDocument; asked: RecordMatch<SnapshotRow> }> {
  const { stored: document, table } = await findSeen(call)
  const isNewest = table === call.entity.table.name
  return { document, asked: { document: document.id, ...(!isNewest && { status: 'published' }) } }
}

/** Snapshots that the caller could list; none if listing would be refused. */
export const contentsThatMayBeRead: ReadableContents<Call> = async (call, id) => {
  const listing: Call = { ...call, operation: readVersions, input: { ...call.input, id, query: {} } }
  try {
    const { asked } = await findShown(listing)
    const rows = await readerOf(call).records.find(versionTableOf(call.entity), asked)
    return rows.map(({ data }) => data)
  } catch (error) {
    if (error instanceof QuireError && REFUSALS.has(error.code)) return []
    throw error
  }
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set(['unauthenticated', 'forbidden', 'not_found'])

/** Presents snapshots under the present rules and hooks, which may have been added to hide something. */
async function presentSnapshots(
  call: Call,
  rows: readonly SnapshotRow[],
  now: StoredDocument,
): Promise<PresentedDocument[]> {
  const then = rows.map((row) => asDocument(row, now))
  const selection = storedFields(call)
  const docs = await present(call, then, { selection, population: null })
  return rows.map((row, index): PresentedDocument => {
    const { id, revision } = then[index] ?? now
    const data: JsonObject = { ...docs[index]?.value }
    for (const { name } of call.entity.systemFields) delete data[name]
    const value = { ...summaryOf(row), data }
    return {
      id,
      revision,
      value,
      // A hundred snapshots may be large: read them in time slices.
      get text() {
        return JSON.stringify(value)
      },
      isPlain: false,
    }
  })
}

/** Excludes values that other features compute for the present document. */
function storedFields({ entity }: Call): Selection {
  return { mode: 'exclude', tree: computedIn(entity.fields) }
}

function computedIn(fields: readonly FieldNode[]): SelectionTree {
  const tree: Record<string, true | SelectionTree> = {}
  for (const { name, structure, fields: inner } of fields) {
    if (structure === 'computed') tree[name] = true
    else if (structure === 'group') tree[name] = computedIn(inner)
  }
  return tree
}

export function asDocument(row: SnapshotRow, now: StoredDocument): StoredDocument {
  const { revision, createdAt, data, shape } = row
  return {
    id: now.id,
    revision,
    createdAt: now.createdAt,
    updatedAt: createdAt,
    json: data,
    shape,
    columns: now.columns,
  }
}
