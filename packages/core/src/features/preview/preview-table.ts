import { column, recordTable } from '../../contracts/record-table.ts'

/** Tokens as hashes, with what each of them shows, and who made it. */
export const PREVIEW_TOKENS = recordTable({
  name: 'preview-tokens',
  columns: {
    tokenHash: column.text(),
    kind: column.text(),
    slug: column.text(),
    documentId: column.text(),
    makerCollection: column.text(),
    makerId: column.text(),
    // What it opens beside the document, as JSON.
    populate: column.textOrNull(),
    // What the key that it was made with left of its maker's rights, as JSON.
    scopes: column.textOrNull(),
    createdAt: column.text(),
    expiresAt: column.text(),
  },
  names: [
    { column: 'slug', holds: 'entity', kind: 'kind', document: 'documentId' },
    { column: 'makerCollection', holds: 'collection' },
  ],
  key: ['tokenHash'],
  indexes: [
    { columns: ['kind', 'slug', 'documentId'], unique: false },
    { columns: ['makerCollection', 'makerId', 'createdAt'], unique: false },
    { columns: ['expiresAt'], unique: false },
  ],
})
