import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'

/**
 * What people say about documents. `thread` is the id of the comment that a thread begins with, which is its own for that one, so that all
 * of a thread is found, and resolved, at once. `field` is '' for the document as a whole. Users are `slug/id`.
 */
export const COMMENTS = recordTable({
  name: 'comments',
  columns: {
    id: column.text(),
    collection: column.text(),
    documentId: column.text(),
    thread: column.text(),
    field: column.text(),
    author: column.text(),
    body: column.text(),
    createdAt: column.text(),
    editedAt: column.textOrNull(),
    resolvedAt: column.textOrNull(),
    resolvedBy: column.textOrNull(),
  },
  names: [
    { column: 'collection', holds: 'owner', document: 'documentId' },
    { column: 'author', holds: 'user' },
    { column: 'resolvedBy', holds: 'user' },
  ],
  key: ['id'],
  indexes: [
    { columns: ['collection', 'documentId', 'createdAt'], unique: false },
    { columns: ['thread'], unique: false },
  ],
  goesAlong: { column: 'collection' },
})

export type CommentRow = RowOf<typeof COMMENTS>

/** Whom a comment mentions, in the order of `position`. They are found with the comments of their document, and go with them. */
export const MENTIONS = recordTable({
  name: 'comment-mentions',
  columns: {
    comment: column.text(),
    user: column.text(),
    collection: column.text(),
    documentId: column.text(),
    position: column.integer(),
  },
  names: [
    { column: 'collection', holds: 'owner', document: 'documentId' },
    { column: 'user', holds: 'user' },
  ],
  key: ['comment', 'user'],
  indexes: [{ columns: ['collection', 'documentId'], unique: false }],
  goesAlong: { column: 'collection' },
})
