import type { Actor } from '../../contracts/access.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { FilledDocument, RecordRow, RecordTable } from '../../contracts/records.ts'
import type { Call } from '../../engine/call.ts'

/** The state of every revision where there are no drafts: changes are live at once (docs/contract/drafts-and-versions.md#snapshots). */
const PUBLISHED = 'published'

/** The snapshots of one collection or global: a record for each revision that is kept. */
export function versionTable(from: string): RecordTable {
  return {
    name: nameFor(from),
    columns: [
      { name: 'document', type: 'text', nullable: false },
      { name: 'revision', type: 'integer', nullable: false },
      { name: 'status', type: 'text', nullable: false },
      { name: 'createdAt', type: 'text', nullable: false },
      { name: 'createdBy', type: 'text', nullable: true },
      { name: 'shape', type: 'text', nullable: false },
      { name: 'data', type: 'text', nullable: false },
    ],
    key: ['document', 'revision'],
    indexes: [],
    goesAlong: { table: from },
    contents: { of: from, document: 'document', json: 'data', shape: 'shape' },
    names: [{ column: 'createdBy', holds: 'user' }],
    // What was there before history began, and a global, which nobody writes at first, begin theirs with what they are.
    fill: { from, record: (document) => snapshotOf(document, null) },
  }
}

export function versionTableOf({ table }: Entity<Call>): string {
  return nameFor(table.name)
}

function nameFor(table: string): string {
  return `${table}:versions`
}

export function snapshotOf(document: FilledDocument, author: Actor | null): RecordRow {
  return {
    document: document.id,
    revision: document.revision,
    status: document.columns['status'] ?? PUBLISHED,
    createdAt: document.updatedAt,
    createdBy: authorKey(author),
    shape: document.shape,
    data: document.json,
  }
}

/** No slug has a slash in it. */
function authorKey(actor: Actor | null): string | null {
  return actor && `${actor.collection}/${actor.id}`
}

/** Who made a revision, as answers show it; null if nobody is known. */
export function authorOf({ createdBy }: RecordRow): JsonObject | null {
  if (typeof createdBy !== 'string') return null
  const [collection = '', id = ''] = createdBy.split('/')
  return { collection, id }
}
