import type { Job } from '../../contracts/job.ts'
import { column, recordTable } from '../../contracts/record-table.ts'
import type { RecordReader, RecordWriter } from '../../contracts/records.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { COUNTED, type ObjectRow, OBJECTS, type ObjectState, STORED, UNCOUNTED } from './object-table.ts'

/**
 * How much is stored in collections with a quota, of each owner and of all together, so that nobody has to add up all objects
 * (docs/adr/0058). An object that is `counted` is part of these sums, in whichever state, until its record goes. What is stored is then
 * the sum, without what is counted and released already, and with what is stored and not counted yet. Both are few.
 */
export const STORED_BYTES = recordTable({
  name: 'stored_bytes',
  columns: {
    collection: column.text(),
    owner: column.text(),
    bytes: column.integer(),
  },
  names: [
    { column: 'collection', holds: 'collection' },
    { column: 'owner', holds: 'user' },
  ],
  key: ['collection', 'owner'],
})

/** In the place of an owner: all together. No owner has this name. */
export const EVERYBODY = '*'

/**
 * Exact for whoever has the turn. Others may be told too little, but never too much: what is moved into or out of the sums meanwhile is
 * left out, because it is looked for in this order.
 */
export async function storedBytes(records: RecordReader, collection: string, owner: string): Promise<number> {
  const own = owner === EVERYBODY ? { collection } : { collection, owner }
  const gone = await records.sum(OBJECTS.name, 'bytes', { ...own, state: 'released', counted: COUNTED })
  const [sum] = await records.find(STORED_BYTES.name, { collection, owner })
  const more = await records.sum(OBJECTS.name, 'bytes', { ...own, state: { oneOf: STORED }, counted: UNCOUNTED })
  return (sum?.bytes ?? 0) + more - gone
}

/**
 * Waits for whoever is about to change the sums of a collection, and keeps others waiting until the transaction ends. One that sees the
 * state of its beginning alone is begun anew if others were here meanwhile.
 */
export async function takeTurn(records: RecordWriter, collection: string): Promise<void> {
  const everybody = { collection, owner: EVERYBODY }
  const lock = () => records.find(STORED_BYTES.name, everybody, { lock: true })
  if ((await lock()).length > 0) return
  await records.insert(STORED_BYTES.name, { ...everybody, bytes: 0 })
  await lock()
}

/** For whoever has the turn: adds what an owner stores, or takes away what is less than 0. Null is nobody's. */
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

/** Takes objects out of the sums whose records are about to be removed in the same transaction. */
export async function uncount(records: RecordWriter, keys: readonly string[]): Promise<void> {
  const rows = await records.find(OBJECTS.name, { key: { oneOf: keys }, counted: COUNTED }, { lock: true })
  const byCollection = Map.groupBy(rows, ({ collection }) => collection)
  // Always in the same order, so that no two wait for each other.
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

/** Makes a sum what the counted objects say. */
export async function recount(records: RecordWriter, collection: string, owner: string): Promise<void> {
  await takeTurn(records, collection)
  const own = owner === EVERYBODY ? { collection } : { collection, owner }
  await setSum(records, collection, owner, await records.sum(OBJECTS.name, 'bytes', { ...own, counted: COUNTED }))
}

async function setSum(records: RecordWriter, collection: string, owner: string, bytes: number): Promise<void> {
  const changed = await records.update(STORED_BYTES.name, { collection, owner }, { bytes })
  if (changed === 0) await records.insert(STORED_BYTES.name, { collection, owner, bytes })
}

/** Finds nothing nearly always, by an index. */
const LOOKED_AT_EVERY = 30_000
const AT_ONCE = 500

/** Counts what was stored before its collection had a quota, or came with an import. */
export const countStored: Job<Call> = {
  name: 'countStored',
  every: LOOKED_AT_EVERY,
  async run({ runtime, entity }, stop) {
    for (const state of STORED)
      for (let after: string | undefined = ''; after !== undefined && !stop.aborted; )
        after = await countSome(runtime, entity.slug, state, after)
  },
}

/** Returns the last key that it counted, and undefined where there is no other. */
async function countSome(
  { storage }: Runtime,
  collection: string,
  state: ObjectState,
  after: string,
): Promise<string | undefined> {
  // Nobody knows yet how large some of the objects are that an earlier version has stored.
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
