import type { RecordColumn, RecordTable } from '../../contracts/records.ts'

const text = (name: string): RecordColumn => ({ name, type: 'text', nullable: false })

/** Who is editing which document. What has expired counts for nothing. */
export const LOCKS: RecordTable = {
  name: 'locks',
  columns: [
    text('collection'),
    text('documentId'),
    text('actorCollection'),
    text('actorId'),
    text('acquiredAt'),
    text('expiresAt'),
  ],
  names: [
    { column: 'collection', holds: 'collection' },
    { column: 'actorCollection', holds: 'collection' },
  ],
  key: ['collection', 'documentId'],
  indexes: [
    { columns: ['actorCollection', 'actorId'], unique: false },
    { columns: ['collection', 'expiresAt'], unique: false },
  ],
}
