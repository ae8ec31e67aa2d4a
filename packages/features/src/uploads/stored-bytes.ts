import {
  type Call,
  column,
  type Job,
  type RecordReader,
  recordTable,
  type RecordWriter,
  type Runtime,
} from '@quirecms/core/feature'
import { COUNTED, type ObjectRow, OBJECTS, type ObjectState, STORED, UNCOUNTED } from './object-table.ts'

/**
 * Total bytes of collections with a quota, per owner and for all owners, so that objects need not be summed up for
 * each upload (docs/adr/0058). A `counted` object is part of the sums in any state, until its record is deleted. The
 * bytes in storage are the sum, minus counted objects that are released, plus stored objects that are not counted
 * yet. Both are few.
 */
export const STORED_BYTES = recordTable({
  name: 'stored_bytes',
  columns: {
    collection: column.text(),
    owner: column.text(),
    bytes: column.integer(),
  },
  namingColumns: [
    { column: 'collection', holds: 'collection' },
    { column: 'owner', holds: 'user' },
  ],
  key: ['collection', 'owner'],
})

/** Owner of the sum over all owners. No real owner has this name. */
export const EVERYBODY = '*'

/**
 * Exact under the lock of `takeTurn`. Without it, the result may be too low but never too high: objects that move
 * into or out of the sums meanwhile are left out, because of the order of these reads.
 */
export async function storedBytes(records: RecordReader, collection: string, owner: string): Promise<number> {
  const own = owner === EVERYBODY ? { collection } : { collection, owner }
  const gone = await records.sum(OBJECTS.name, 'bytes', { ...own, state: 'released', counted: COUNTED })
  const [sum] = await records.find(STORED_BYTES.name, { collection, owner })
  const more = await records.sum(OBJECTS.name, 'bytes', { ...own, state: { oneOf: STORED }, counted: UNCOUNTED })
  return (sum?.bytes ?? 0) + more - gone
}

/**
 * Locks the sums of a collection until the transaction ends. A transaction that only sees its initial snapshot is
 * retried if others changed the sums since.
 */
export async function takeTurn(records: RecordWriter, collection: string): Promise<void> {
  const everybody = { collection, owner: EVERYBODY }
  const lock = () => records.find(STORED_BYTES.name, everybody, { lock: true })
  if ((await lock()).length > 0) return
  await records.insert(STORED_BYTES.name, { ...everybody, bytes: 0 })
  await lock()
}

/**
 * Requires the lock of `takeTurn`: adds bytes (or subtracts, if negative) to the sums of an owner and of all owners.
 * Null has no owner.
 */
export async function addBytes(
  records: RecordWriter,
  collection: string,
  owner: string | null,
  bytes: number,
): Promise<void> {
  const owners = owner === null ? [EVERYBODY] : [EVERYBODY, owner]
  const sums = await records.find(STORED_BYTES.name, { collection, owner: { oneOf: owners } })
  for (const one of owners) {
    const sum = sums.find((row) => row.owner === one)
    await setSum(records, collection, one, (sum?.bytes ?? 0) + bytes)
  }
}

/** Subtracts objects whose records are about to be deleted in this transaction. */
export async function uncount(records: RecordWriter, keys: readonly string[]): Promise<void> {
  const rows = await records.find(OBJECTS.name, { key: { oneOf: keys }, counted: COUNTED }, { lock: true })
  const byCollection = Map.groupBy(rows, ({ collection }) => collection)
  // Always lock in the same order, to avoid deadlocks.
  for (const collection of [...byCollection.keys()].toSorted())
    await addObjects(records, collection, byCollection.get(collection) ?? [], -1)
}

async function addObjects(
  records: RecordWriter,
  collection: string,
  rows: readonly ObjectRow[],
  sign: 1 | -1,
): Promise<void> {
  await takeTurn(records, collection)
  for (const [owner, own] of Map.groupBy(rows, (row) => row.owner))
    await addBytes(records, collection, owner, sign * own.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0))
}

/** Recomputes a sum from the counted objects. */
export async function recount(records: RecordWriter, collection: string, owner: string): Promise<void> {
  await takeTurn(records, collection)
  const own = owner === EVERYBODY ? { collection } : { collection, owner }
  await setSum(records, collection, owner, await records.sum(OBJECTS.name, 'bytes', { ...own, counted: COUNTED }))
}

async function setSum(records: RecordWriter, collection: string, owner: string, bytes: number): Promise<void> {
  const changed = await records.update(STORED_BYTES.name, { collection, owner }, { bytes })
  if (changed === 0) await records.insert(STORED_BYTES.name, { collection, owner, bytes })
}

/** An indexed query, which nearly always finds nothing. */
const LOOKED_AT_EVERY = 30_000
const AT_ONCE = 500

/** Counts objects that were stored before their collection had a quota, or were imported. */
export const countStored: Job<Call> = {
  name: 'countStored',
  every: LOOKED_AT_EVERY,
  async run({ runtime, entity }, stop) {
    for (const state of STORED)
      for (let after: string | undefined = ''; after !== undefined && !stop.aborted; )
        after = await countSome(runtime, entity.slug, state, after)
  },
}

/** Counts a batch of objects. Returns the last key, or undefined if there are no more. */
async function countSome(
  { storage }: Runtime,
  collection: string,
  state: ObjectState,
  after: string,
): Promise<string | undefined> {
  // The size of objects that an earlier version stored may still be unknown.
  const known = { bytes: { above: -1 } }
  const uncounted = { collection, state, counted: UNCOUNTED, key: { above: after }, ...known }
  if ((await storage.reader.records.find(OBJECTS.name, uncounted, { limit: 1 })).length === 0) return undefined
  return storage.transaction(async ({ records }) => {
    const rows = await records.find(OBJECTS.name, uncounted, { limit: AT_ONCE, lock: true })
    const keys = rows.map(({ key }) => key)
    await addObjects(records, collection, rows, 1)
    await records.update(OBJECTS.name, { key: { oneOf: keys } }, { counted: COUNTED })
    return keys.at(-1)
  })
}
