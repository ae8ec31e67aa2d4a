import type { RecordTable } from '../../contracts/records.ts'

/**
 * - `pending`: about to be stored, for a document that is not written yet.
 * - `used`: the document's present content names it.
 * - `left`: the present content no longer does; what else is kept of the document may.
 * - `released`: nobody needs it, and it can be removed. From here, no way leads back.
 */
export type ObjectState = 'pending' | 'used' | 'left' | 'released'

/** States in which an object is stored for somebody. One that is released is as good as gone. */
export const STORED: readonly ObjectState[] = ['pending', 'used', 'left']

/** In `counted`: whether the object is part of the sums of its collection (stored-bytes.ts). */
export const COUNTED = 1
export const UNCOUNTED = 0

/**
 * Every object in storage, and whose it is. A record is there before its object and goes after it, so whatever happens in between,
 * no object is forgotten, and none is removed that another database may know of.
 */
export const OBJECTS: RecordTable = {
  name: 'objects',
  columns: [
    { name: 'key', type: 'text', nullable: false },
    { name: 'collection', type: 'text', nullable: false },
    { name: 'document', type: 'text', nullable: true },
    { name: 'state', type: 'text', nullable: false },
    { name: 'changedAt', type: 'text', nullable: false },
    // Null in records of before there were quotas; the sweep looks it up.
    { name: 'bytes', type: 'integer', nullable: true },
    { name: 'owner', type: 'text', nullable: true },
    { name: 'counted', type: 'integer', nullable: false, stays: true },
  ],
  names: [
    { column: 'collection', holds: 'collection' },
    { column: 'owner', holds: 'user' },
  ],
  key: ['key'],
  indexes: [
    { columns: ['collection', 'document'], unique: false },
    { columns: ['state', 'changedAt'], unique: false },
    { columns: ['collection', 'state', 'counted', 'key', 'owner', 'bytes'], unique: false },
  ],
  goesAlong: { column: 'collection' },
}
