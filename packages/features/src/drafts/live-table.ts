import {
  type Call,
  type ColumnSpec,
  type DocumentTable,
  type Entity,
  equality,
  order,
  type StoredDocument,
  type SystemField,
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
