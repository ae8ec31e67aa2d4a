import { column, recordTable } from '@quirecms/core/feature'

/** Preview tokens by hash, with their document and their maker. */
export const PREVIEW_TOKENS = recordTable({
  name: 'preview-tokens',
  columns: {
    tokenHash: column.text(),
    kind: column.text(),
    slug: column.text(),
    documentId: column.text(),
    makerCollection: column.text(),
    makerId: column.text(),
    // Relationships that the token opens, as JSON.
    populate: column.textOrNull(),
    // Scopes of the maker's credential when the token was created, as JSON. For a token made with a key, the key's
    // current scopes count instead.
    scopes: column.textOrNull(),
    // The API key that the token was created with: the token ends with it.
    makerKey: column.textOrNull(),
    createdAt: column.text(),
    expiresAt: column.text(),
  },
  namingColumns: [
    { column: 'slug', holds: 'entity', kind: 'kind', document: 'documentId' },
    { column: 'makerCollection', holds: 'collection' },
  ],
  key: ['tokenHash'],
  expires: { column: 'expiresAt' },
  indexes: [
    { columns: ['kind', 'slug', 'documentId'], unique: false },
    { columns: ['makerCollection', 'makerId', 'createdAt'], unique: false },
    { columns: ['expiresAt'], unique: false },
  ],
})
