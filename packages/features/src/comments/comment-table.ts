import { column, recordTable, type RowOf } from '@quirecms/core/feature'

/**
 * Comments on documents. `thread` is the id of the first comment of the thread, also in that comment itself, so that
 * one query finds or resolves a thread. `field` is '' for the whole document. Users are `slug/id`.
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
  namingColumns: [
    { column: 'collection', holds: 'owner', document: 'documentId' },
    { column: 'author', holds: 'user' },
    { column: 'resolvedBy', holds: 'user' },
  ],
  key: ['id'],
  indexes: [
    { columns: ['collection', 'documentId', 'createdAt'], unique: false },
    { columns: ['thread'], unique: false },
  ],
  exportedWith: { column: 'collection' },
})

export type CommentRow = RowOf<typeof COMMENTS>

/**
 * Users that a comment mentions, in the order of `position`. The collection and document are stored here as well, so
 * that mentions are found and removed with those of a document.
 */
export const MENTIONS = recordTable({
  name: 'comment-mentions',
  columns: {
    comment: column.text(),
    user: column.text(),
    collection: column.text(),
    documentId: column.text(),
    position: column.integer(),
  },
  namingColumns: [
    { column: 'collection', holds: 'owner', document: 'documentId' },
    { column: 'user', holds: 'user' },
  ],
  key: ['comment', 'user'],
  indexes: [{ columns: ['collection', 'documentId'], unique: false }],
  exportedWith: { column: 'collection' },
})
