import { randomBytes } from 'node:crypto'
import type { Removal, StoredRevision } from '../../contracts/document-changes.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { UploadOptions } from '../../config/upload.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { withoutAnswer } from '../../engine/awaited-answer.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { objectsIn } from './named-objects.ts'
import { COUNTED, OBJECTS, type ObjectState, UNCOUNTED } from './object-table.ts'
import { holdExchange, ownerOf, reserve } from './quota.ts'
import { releaseLeft, removeObjects, removeReleased } from './remove-objects.ts'

/** A key that nobody can guess, evenly spread over all folders; its ending is for people who look at the storage. */
export function newObjectKey(extension: string): string {
  return randomBytes(16).toString('hex') + (extension === '' ? '' : `.${extension}`)
}

/** An object that is about to be stored. */
export interface Announced {
  readonly key: string
  readonly bytes: number
}

/**
 * Makes objects known before they are stored, within the quotas: should nothing come of them, they are found and removed. `replaced`
 * tells which objects of the document go once it names these.
 */
export async function announce(
  call: Call,
  quota: UploadOptions['quota'],
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
    // Inside of another call's transaction, the records go with it, and nobody would know of the objects any more.
    unit.afterRollback.push(async () => (await runtime.files()).store.remove(keys))
    if (unforgotten.has(runtime))
      unit.afterCommit.push(() => forgetBelatedly({ ...call, caller: { ...caller, context: {} } }))
  })
}

/**
 * Removes objects of a write that failed, unless it is stored after all: an error may also come behind the commit. They are gone before
 * the caller hears of the failure. If the database cannot be asked, they wait for the next upload that it takes, or for the sweep.
 */
export async function forget(call: Call, keys: readonly string[]): Promise<void> {
  const { runtime } = call
  const released: ObjectState = 'released'
  try {
    const release = async (unit: Unit) => {
      const { records } = unit.tx
      for (const key of keys) await records.update(OBJECTS.name, { key, state: 'pending' }, { state: released })
      // What was taken for abandoned meanwhile may have been stored after its removal.
      const kept = await records.find(OBJECTS.name, { key: { oneOf: keys } })
      const needed = new Set(kept.filter(({ state }) => state !== released).map(({ key }) => key))
      const gone = keys.filter((key) => !needed.has(key))
      unit.afterCommit.push(() => removeObjects(runtime, gone))
    }
    await withoutAnswer(() => inTransaction(call, release))
  } catch (error) {
    const waiting = unforgotten.get(runtime) ?? new Set()
    unforgotten.set(runtime, waiting)
    for (const key of keys) waiting.add(key)
    runtime.reportError('files of a failed upload could not be removed yet', error)
  }
}

/** Objects of failed writes whose records could not be changed. */
const unforgotten = new WeakMap<Runtime, Set<string>>()

/** Tries again what `forget` could not do. */
export async function forgetBelatedly(call: Call): Promise<void> {
  const waiting = unforgotten.get(call.runtime)
  if (!waiting || waiting.size === 0) return
  const keys = [...waiting]
  waiting.clear()
  await forget(call, keys)
}

/** Whether more is kept of a document than its present content, so that files which it had may be needed again. */
function keepsOld({ entity }: Call): boolean {
  return entity.keptContents.length > 0
}

/** Keeps the records right when a document is written: what it names now is its own, what it named before it has left. */
export const onFileStored =
  ({ quota }: UploadOptions) =>
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
      call.runtime.background('removing replaced files', () => releaseLeft(call.runtime, call.entity.slug, id))
    })
  }

/** An object belongs to one document. It is new, or comes back with older content of the same document. */
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
  unit.afterCommit.push(async () => runtime.background('removing files', () => removeReleased(runtime)))
}
