import {
  type Actor,
  type Call,
  column,
  type Entity,
  type FilledDocument,
  type JsonObject,
  type RecordName,
  recordTable,
  type RecordTable,
  type RowOfColumns,
} from '@quirecms/core/feature'

/** The state of every revision where there are no drafts: changes are live at once (docs/contract/drafts-and-versions.md#snapshots). */
const PUBLISHED = 'published'

const COLUMNS = {
  document: column.text(),
  revision: column.integer(),
  status: column.text<'draft' | 'published'>(),
  createdAt: column.text(),
  createdBy: column.textOrNull(),
  /** Given by an editor. */
  name: column.textOrNull(),
  /** Of an autosave: when the first of those was made whose place it has taken. Null for what was saved on purpose. */
  autosaveSince: column.textOrNull(),
  /**
   * Why it stays though it may be an autosave: the next revision lost something or is more than an edit (`next`), or an editor scheduled it
   * (`schedule`).
   */
  keptFor: column.textOrNull<'next' | 'schedule'>(),
  shape: column.text(),
  data: column.text(),
}

export type SnapshotRow = RowOfColumns<typeof COLUMNS>

/** The snapshots of one collection or global: a record for each revision that is kept. */
export function versionTable(from: string): RecordTable<SnapshotRow> {
  return recordTable({
    name: nameFor(from),
    columns: COLUMNS,
    key: ['document', 'revision'],
    goesAlong: { table: from },
    contents: { of: from, document: 'document', json: 'data', shape: 'shape' },
    names: [{ column: 'createdBy', holds: 'user' }],
    // Backfill: documents without history, and globals that were never written, get their current content as first version.
    fill: { from, record: (document) => snapshotOf(document, null) },
  })
}

export function versionTableOf({ table }: Entity<Call>): RecordName<SnapshotRow> {
  return nameFor(table.name)
}

function nameFor(table: string): string {
  return `${table}:versions`
}

export function snapshotOf(document: FilledDocument, author: Actor | null, isAutosave = false): SnapshotRow {
  return {
    document: document.id,
    revision: document.revision,
    status: document.columns['status'] === 'draft' ? 'draft' : PUBLISHED,
    createdAt: document.updatedAt,
    createdBy: authorKey(author),
    name: null,
    autosaveSince: isAutosave ? document.updatedAt : null,
    keptFor: null,
    shape: document.shape,
    data: document.json,
  }
}

/** No slug has a slash in it. */
function authorKey(actor: Actor | null): string | null {
  return actor && `${actor.collection}/${actor.id}`
}

/** What answers say of a snapshot, apart from its content. */
export function summaryOf(row: Omit<SnapshotRow, 'data' | 'shape'>): JsonObject {
  const { document: id, revision, status: _status, createdAt, name, autosaveSince } = row
  return { id, revision, _status, createdAt, createdBy: authorOf(row), autosave: autosaveSince !== null, name }
}

/** Who made a revision, as answers show it; null if unknown. */
function authorOf({ createdBy }: Pick<SnapshotRow, 'createdBy'>): JsonObject | null {
  if (createdBy === null) return null
  const [collection = '', id = ''] = createdBy.split('/')
  return { collection, id }
}
