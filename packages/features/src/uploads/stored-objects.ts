import { randomBytes } from 'node:crypto'
import {
  type Call,
  inTransaction,
  QuireError,
  type Removal,
  type Runtime,
  type StoredRevision,
  type Unit,
  type UploadSettings,
  withoutAnswer,
  onceFor,
} from '@quirecms/core/feature'
import { objectsIn } from './named-objects.ts'
import { COUNTED, OBJECTS, type ObjectState, UNCOUNTED } from './object-table.ts'
import { holdExchange, ownerOf, reserve } from './quota.ts'
import { releaseLeft, removeObjects, removeReleased } from './remove-objects.ts'

/** An unguessable key, evenly distributed over folders. The extension only helps people who look at the storage. */
export function newObjectKey(extension: string): string {
  return randomBytes(16).toString('hex') + (extension === '' ? '' : `.${extension}`)
}

export interface Announced {
  readonly key: string
  readonly bytes: number
}

/**
 * Inserts records of objects before they are stored, within the quotas: if the upload fails, they are found and
 * removed. `replaced` are the objects of the document that these replace.
 */
export async function announce(
  call: Call,
  quota: UploadSettings['quota'],
  objects: readonly Announced[],
  replaced: readonly string[],
): Promise<void> {
  const { runtime, entity, caller } = call
  const changedAt = runtime.clock().toISOString()
  const keys = objects.map(({ key }) => key)
  const added = objects.reduce((sum, { bytes }) => sum + bytes, 0)
  await inTransaction(call, async (unit) => {
    const isCounted = await reserve(call, unit.tx, quota, { added, replaced: keepsOld(call) ? [] : replaced })
    for (const { key, bytes } of objects)
      await unit.tx.records.insert(OBJECTS.name, {
        key,
        collection: entity.slug,
        document: null,
        state: 'pending' satisfies ObjectState,
        changedAt,
        bytes,
        owner: ownerOf(call),
        counted: isCounted ? COUNTED : UNCOUNTED,
      })
    // If the outer transaction rolls back, the records are lost: remove the objects.
    unit.afterRollback.push(async () => (await runtime.files()).store.remove(keys))
    if (unforgotten(runtime).size > 0)
      unit.afterCommit.push(() => forgetBelatedly({ ...call, caller: { ...caller, context: {} } }))
  })
}

/**
 * Removes the objects of a failed write, unless it was committed: an error may come after the commit. Runs before the
 * caller gets the error. If the database is unavailable, a later upload or the sweep tries again.
 */
export async function forget(call: Call, keys: readonly string[]): Promise<void> {
  const { runtime } = call
  const released: ObjectState = 'released'
  try {
    const release = async (unit: Unit) => {
      const { records } = unit.tx
      for (const key of keys) await records.update(OBJECTS.name, { key, state: 'pending' }, { state: released })
      // An object that the sweep took for abandoned may have been stored after its removal.
      const kept = await records.find(OBJECTS.name, { key: { oneOf: keys } })
      const needed = new Set(kept.filter(({ state }) => state !== released).map(({ key }) => key))
      const gone = keys.filter((key) => !needed.has(key))
      unit.afterCommit.push(() => removeObjects(runtime, gone))
    }
    await withoutAnswer(() => inTransaction(call, release))
  } catch (error) {
    for (const key of keys) unforgotten(runtime).add(key)
    runtime.reportError('files of a failed upload could not be removed yet', error)
  }
}

/** Objects of failed writes whose records could not be updated. */
const unforgotten = onceFor((_: Runtime) => new Set<string>())

/** Retries what `forget` could not do. */
export async function forgetBelatedly(call: Call): Promise<void> {
  const waiting = unforgotten(call.runtime)
  if (waiting.size === 0) return
  const keys = [...waiting]
  waiting.clear()
  await forget(call, keys)
}

/** Whether versions or copies of a document are stored, which may need its earlier files. */
function keepsOld({ entity }: Call): boolean {
  return entity.retainedContents.length > 0
}

/**
 * Updates the object records when a document is written: objects that it names now are `used`, and those that it no
 * longer names are `left` or released.
 */
export const onFileStored =
  ({ quota }: UploadSettings) =>
  async (call: Call, unit: Unit, { before, stored }: StoredRevision): Promise<void> => {
    if (before?.json === stored.json) return
    const { id } = stored
    const named = new Set(objectsIn(stored.json).map(({ key }) => key))
    const old = new Set(before ? objectsIn(before.json).map(({ key }) => key) : [])
    const added = [...named].filter((key) => !old.has(key))
    const gone = [...old].filter((key) => !named.has(key))
    for (const key of added) await take(call, unit, id, key)
    if (gone.length === 0) return
    const changedAt = call.runtime.clock().toISOString()
    const left: ObjectState = 'left'
    const released: ObjectState = 'released'
    const change = keepsOld(call) ? { state: left, changedAt } : { state: released, document: null, changedAt }
    for (const key of gone) await unit.tx.records.update(OBJECTS.name, { key, document: id }, change)
    if (!keepsOld(call)) {
      if (added.length > 0) await holdExchange(call, unit.tx, quota, { added, gone })
      return removeAfterCommit(call, unit)
    }
    unit.afterCommit.push(async () => {
      call.runtime.runInBackground('removing replaced files', () => releaseLeft(call.runtime, call.entity.slug, id))
    })
  }

/** An object belongs to one document: it is new, or comes back with an older version of that document. */
async function take({ entity, runtime }: Call, { tx }: Unit, id: string, key: string): Promise<void> {
  const used = { state: 'used' as const, document: id, changedAt: runtime.clock().toISOString() }
  const own = { key, collection: entity.slug }
  const taken =
    (await tx.records.update(OBJECTS.name, { ...own, state: 'pending' }, used)) +
    (await tx.records.update(OBJECTS.name, { ...own, state: 'left', document: id }, used))
  if (taken === 0) throw new QuireError('conflict', 'The file of this document no longer exists. Upload it again.')
}

export async function onFileRemoval(call: Call, unit: Unit, { document, forGood }: Removal): Promise<void> {
  if (!forGood) return
  const { entity, runtime } = call
  const released: ObjectState = 'released'
  const changes = { state: released, document: null, changedAt: runtime.clock().toISOString() }
  await unit.tx.records.update(OBJECTS.name, { collection: entity.slug, document: document.id }, changes)
  removeAfterCommit(call, unit)
}

export function removeAfterCommit({ runtime }: Call, unit: Unit): void {
  unit.afterCommit.push(async () => runtime.runInBackground('removing files', () => removeReleased(runtime)))
}
