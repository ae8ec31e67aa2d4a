import {
  type Call,
  inTransaction,
  type Runtime,
  systemCall,
  column,
  recordTable,
  onceFor,
} from '@quirecms/core/feature'
import { objectsIn } from './named-objects.ts'
import { OBJECTS, type ObjectState } from './object-table.ts'
import { uncount } from './stored-bytes.ts'

const AT_ONCE = 100

/**
 * Releases the left objects of a document that are no longer needed. Only this function decides that: an object is
 * needed while the document's current content or any of its `retainedContents` names it. The update lock of the document
 * is held until commit.
 */
export async function releaseLeft(runtime: Runtime, slug: string, id: string): Promise<void> {
  const entity = runtime.manifest.collections[slug]
  // A collection without uploads may get them again later.
  if (!entity?.usesFiles) return
  const call: Call = systemCall(runtime, entity, 'releaseObjects')
  const released: ObjectState = 'released'
  await inTransaction(call, async ({ tx }) => {
    const stored = await tx.get(entity.table.name, id, undefined, { lock: 'change' })
    const contents = stored ? [stored.json] : []
    for (const kept of entity.retainedContents) contents.push(...(await kept(call, tx, id)))
    const needed = new Set(contents.flatMap((json) => objectsIn(json).map(({ key }) => key)))
    const left = await tx.records.find(OBJECTS.name, { collection: slug, document: id, state: 'left' })
    for (const { key } of left) {
      if (!needed.has(key)) await tx.records.update(OBJECTS.name, { key }, { state: released, document: null })
    }
  })
  await removeReleased(runtime)
}

interface Removing {
  /** Undefined while nothing is removed. */
  done?: Promise<void> | undefined
  again: boolean
}

const removingIn = onceFor((_: Runtime): Removing => ({ again: false }))

/**
 * Removes released objects: first the object, then its record. Concurrent calls share one further round. While a
 * backup holds objects, none is removed; the end of the hold and the sweep call this again.
 */
export async function removeReleased(runtime: Runtime): Promise<void> {
  const removing = removingIn(runtime)
  removing.again = true
  removing.done ??= (async () => {
    try {
      while (removing.again) {
        removing.again = false
        await removeAll(runtime)
      }
    } finally {
      removing.done = undefined
    }
  })()
  return removing.done
}

async function removeAll(runtime: Runtime): Promise<void> {
  for (;;) {
    const rows = await runtime.storage.reader.records.find(OBJECTS.name, { state: 'released' }, { limit: AT_ONCE })
    // The order matters: see `holdingObjects`.
    if (rows.length === 0 || (await areObjectsHeld(runtime))) return
    const keys = rows.map(({ key }) => key)
    const derived = await runtime.storage.reader.records.find(OBJECTS.name, { of: { oneOf: keys } })
    await removeObjects(runtime, [...keys, ...derived.map(({ key }) => key)])
    if (rows.length < AT_ONCE) return
  }
}

/** Removes released objects. Idempotent: concurrent removals of the same objects are safe. */
export async function removeObjects(runtime: Runtime, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await (await runtime.files()).store.remove(keys)
  await runtime.storage.transaction(async ({ records }) => {
    await uncount(records, keys)
    await records.remove(OBJECTS.name, { key: { oneOf: keys } })
  })
}

/**
 * Holds of running backups, with their expiry. While there is one, no object is removed (docs/adr/0071-backups.md).
 */
export const OBJECT_HOLDS = recordTable({
  name: 'object_holds',
  columns: { id: column.text(), until: column.text() },
  key: ['id'],
})

/** Whether an unexpired hold exists. Removes expired ones, left by processes that died. */
async function areObjectsHeld({ storage, clock }: Runtime): Promise<boolean> {
  const now = clock().toISOString()
  const holds = await storage.reader.records.find(OBJECT_HOLDS.name, {})
  if (holds.length === 0) return false
  if (holds.some(({ until }) => until > now)) return true
  await storage.transaction(({ records }) => records.remove(OBJECT_HOLDS.name, { until: { below: now } }))
  return false
}
