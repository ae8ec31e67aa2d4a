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
    // What was left of its maker's rights when it was made, as JSON; of a key, what that leaves by now counts instead.
    scopes: column.textOrNull(),
    // The API key that it was made with: the token ends with it.
    makerKey: column.textOrNull(),
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
