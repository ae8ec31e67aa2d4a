import { column, recordTable, type RowOf } from '@quirecms/core/feature'

/**
 * - `pending`: about to be stored, for a document that is not written yet.
 * - `used`: the current content of the document names it.
 * - `left`: the current content no longer names it; versions or copies of the document may.
 * - `derived`: made of another object on request, and removed with it (features/images).
 * - `released`: no longer needed, and may be removed. This state is final.
 */
export type ObjectState = 'pending' | 'used' | 'left' | 'derived' | 'released'

export const STORED: readonly ObjectState[] = ['pending', 'used', 'left']

/** Values of `counted`: whether the object is part of its collection's sums (stored-bytes.ts). */
export const COUNTED = 1
export const UNCOUNTED = 0

/**
 * All objects in storage, with their documents. A record is inserted before its object is stored, and deleted after
 * its object: so a crash never leaves an object without a record, and objects of other databases are never removed.
 */
export const OBJECTS = recordTable({
  name: 'objects',
  columns: {
    key: column.text(),
    collection: column.text(),
    document: column.textOrNull(),
    state: column.text<ObjectState>(),
    changedAt: column.text(),
    // Null in records from before quotas; the sweep fills it in.
    bytes: column.integerOrNull(),
    owner: column.textOrNull(),
    counted: { ...column.integer(), isLocal: true },
    // For derived objects: the key of the original, and the variant.
    of: column.textOrNull(),
    variant: column.textOrNull(),
  },
  namingColumns: [
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
  exportedWith: { column: 'collection' },
})

export type ObjectRow = RowOf<typeof OBJECTS>

/** Whether the object is stored: neither pending nor released. */
export function isKept({ state }: Pick<ObjectRow, 'state'>): boolean {
  return state !== 'pending' && state !== 'released'
}
