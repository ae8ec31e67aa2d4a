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

/**
 * Status of all revisions without drafts: changes are live at once (docs/contract/drafts-and-versions.md#snapshots).
 */
const PUBLISHED = 'published'

const COLUMNS = {
  document: column.text(),
  revision: column.integer(),
  status: column.text<'draft' | 'published'>(),
  createdAt: column.text(),
  createdBy: column.textOrNull(),
  name: column.textOrNull(),
  /** For an autosave: when the first of its series was made. Null for manual snapshots. */
  autosaveSince: column.textOrNull(),
  /**
   * Why an autosave is protected: the next revision lost content or is more than an edit (`next`), or an editor
   * scheduled it (`schedule`).
   */
  keptFor: column.textOrNull<'next' | 'schedule'>(),
  shape: column.text(),
  data: column.text(),
}

export type SnapshotRow = RowOfColumns<typeof COLUMNS>

/** Snapshots of one collection or global, by document and revision. */
export function versionTable(from: string): RecordTable<SnapshotRow> {
  return recordTable({
    name: nameFor(from),
    columns: COLUMNS,
    key: ['document', 'revision'],
    exportedWith: { table: from },
    contents: { of: from, document: 'document', json: 'data', shape: 'shape' },
    namingColumns: [{ column: 'createdBy', holds: 'user' }],
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

/** `slug/id`; slugs contain no slash. */
function authorKey(actor: Actor | null): string | null {
  return actor && `${actor.collection}/${actor.id}`
}

export function summaryOf(row: Omit<SnapshotRow, 'data' | 'shape'>): JsonObject {
  const { document: id, revision, status: _status, createdAt, name, autosaveSince } = row
  return { id, revision, _status, createdAt, createdBy: authorOf(row), autosave: autosaveSince !== null, name }
}

/** The user who made a revision; null if unknown. */
function authorOf({ createdBy }: Pick<SnapshotRow, 'createdBy'>): JsonObject | null {
  if (createdBy === null) return null
  const [collection = '', id = ''] = createdBy.split('/')
  return { collection, id }
}
