import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'

/**
 * - `pending`: about to be stored, for a document that is not written yet.
 * - `used`: the document's present content names it.
 * - `left`: the present content no longer does; what else is kept of the document may.
 * - `derived`: made of another object when somebody asked for it, and goes with that one (features/images).
 * - `released`: nobody needs it, and it can be removed. From here, no way leads back.
 */
export type ObjectState = 'pending' | 'used' | 'left' | 'derived' | 'released'

/** States in which an object is stored for somebody. One that is released is as good as gone. */
export const STORED: readonly ObjectState[] = ['pending', 'used', 'left']

/** In `counted`: whether the object is part of the sums of its collection (stored-bytes.ts). */
export const COUNTED = 1
export const UNCOUNTED = 0

/**
 * Every object in storage, and whose it is. A record is there before its object and goes after it, so whatever happens in between,
 * no object is forgotten, and none is removed that another database may know of.
 */
export const OBJECTS = recordTable({
  name: 'objects',
  columns: {
    key: column.text(),
    collection: column.text(),
    document: column.textOrNull(),
    state: column.text<ObjectState>(),
    changedAt: column.text(),
    // Null in records of before there were quotas; the sweep looks it up.
    bytes: column.integerOrNull(),
    owner: column.textOrNull(),
    counted: { ...column.integer(), stays: true },
    // Of what was made of another object: of which, and what.
    of: column.textOrNull(),
    variant: column.textOrNull(),
  },
  names: [
    { column: 'collection', holds: 'collection' },
    { column: 'owner', holds: 'user' },
  ],
  key: ['key'],
  indexes: [
    { columns: ['collection', 'document'], unique: false },
    { columns: ['state', 'changedAt'], unique: false },
    { columns: ['of', 'variant'], unique: false },
    { columns: ['collection', 'state', 'counted', 'key', 'owner', 'bytes'], unique: false },
  ],
  goesAlong: { column: 'collection' },
})

export type ObjectRow = RowOf<typeof OBJECTS>

/** Whether an object belongs to what is stored: not yet while it is announced, and no longer once it is released. */
export function isKept({ state }: Pick<ObjectRow, 'state'>): boolean {
  return state !== 'pending' && state !== 'released'
}
