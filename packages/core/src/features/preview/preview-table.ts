import type { RecordColumn, RecordTable } from '../../contracts/records.ts'

const text = (name: string): RecordColumn => ({ name, type: 'text', nullable: false })

/** Tokens as hashes, with what each of them shows, and who made it. */
export const PREVIEW_TOKENS: RecordTable = {
  name: 'preview-tokens',
  columns: [
    text('tokenHash'),
    text('kind'),
    text('slug'),
    text('documentId'),
    text('makerCollection'),
    text('makerId'),
    // What it opens beside the document, as JSON.
    { name: 'populate', type: 'text', nullable: true },
    text('createdAt'),
    text('expiresAt'),
  ],
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
}
