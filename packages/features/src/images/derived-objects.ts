import {
  type Call,
  inTransaction,
  type JsonObject,
  notFound,
  parseJson,
  QuireError,
  readerOf,
  type ResizedImage,
  type StoredRevision,
  type Unit,
} from '@quirecms/core/feature'
import {
  type FilesAtHand,
  forget,
  frameOf,
  holdingLease,
  newObjectKey,
  objectsIn,
  type ObjectRow,
  OBJECTS,
  type ObjectState,
  refuseIfOver,
  removeAfterCommit,
  type SentObject,
  UNCOUNTED,
} from '../uploads/offers.ts'
import { frameName } from './picture-plan.ts'

export interface Derivation {
  readonly of: string
  readonly variant: string
}

/** Formats of derived pictures, by the file extension of their keys. */
const TYPES: Readonly<Record<string, string>> = { avif: 'avif', webp: 'webp', jpg: 'jpeg', png: 'png' }

export async function findDerived(call: Call, derivation: Derivation): Promise<SentObject | null> {
  const derived: ObjectState = 'derived'
  const match = { ...derivation, collection: call.entity.slug, state: derived }
  const [row] = await readerOf(call).records.find(OBJECTS.name, match, { limit: 1 })
  return row ? sentObject(row) : null
}

function sentObject({ key, bytes, changedAt }: Pick<ObjectRow, 'key' | 'bytes' | 'changedAt'>): SentObject {
  const ending = key.split('.')[1] ?? ''
  return {
    key,
    mimeType: `image/${TYPES[ending] ?? ending}`,
    filesize: Number(bytes),
    storedAt: new Date(changedAt),
  }
}

/**
 * Stores a derived picture and returns it, or that of a concurrent process if it was first. The key is recorded as
 * pending before the upload, and released if anything fails.
 */
export async function storeDerived(
  call: Call,
  { files, over }: FilesAtHand,
  derivation: Derivation & { readonly document: string },
  { file, mimeType, extension }: ResizedImage,
): Promise<SentObject> {
  const { runtime, entity } = call
  const key = newObjectKey(extension)
  const pending: ObjectState = 'pending'
  const row = { key, collection: entity.slug, state: pending, changedAt: runtime.clock().toISOString() }
  const nobodys = { document: null, bytes: null, owner: '', counted: UNCOUNTED }
  const { of, variant, document } = derivation
  await inTransaction(call, async ({ tx }) => {
    await tx.records.insert(OBJECTS.name, { ...row, ...nobodys, of, variant })
  })
  try {
    await holdingLease(runtime, [key], () => files.store.put(key, { path: file.path, size: file.size, mimeType }, over))
    refuseIfOver(over)
    return await inTransaction(call, (unit) => settle(call, unit, { key, of, variant, document, bytes: file.size }))
  } catch (error) {
    await forget(call, [key])
    throw error
  }
}

interface SettlingDerivation extends Derivation {
  readonly key: string
  readonly document: string
  readonly bytes: number
}

/** Locks the original: of concurrent pictures of the same variant one stays, and none if the original was deleted. */
async function settle(
  call: Call,
  unit: Unit,
  { key, of, variant, document, bytes }: SettlingDerivation,
): Promise<SentObject> {
  const { entity, runtime } = call
  const { records } = unit.tx
  const [original] = await records.find(OBJECTS.name, { key: of, collection: entity.slug }, { lock: true })
  if (original?.state !== 'used' && original?.state !== 'left') throw notFound()
  const derived: ObjectState = 'derived'
  const released: ObjectState = 'released'
  const [first] = await records.find(OBJECTS.name, { of, variant, state: derived }, { limit: 1 })
  if (first) {
    await records.update(OBJECTS.name, { key, state: 'pending' }, { state: released })
    removeAfterCommit(call, unit)
    return sentObject(first)
  }
  const changedAt = runtime.clock().toISOString()
  const changed = await records.update(
    OBJECTS.name,
    { key, state: 'pending' },
    { state: derived, document, bytes, changedAt },
  )
  if (changed === 0) throw new QuireError('conflict', 'The picture took too long to be stored. Try again.')
  return sentObject({ key, bytes, changedAt })
}

/**
 * Releases derived pictures if the crop or focal point of a document changes; they are made again on request. Also if
 * the document got named sizes of its own, which replace derived ones.
 */
export async function forgetOtherFrames(call: Call, unit: Unit, { before, stored }: StoredRevision): Promise<void> {
  if (!before || before.json === stored.json) return
  const was = frameIn(before.json)
  const is = frameIn(stored.json)
  if (!was || (is && was.key === is.key && was.frame === is.frame && was.objects === is.objects)) return
  const derived: ObjectState = 'derived'
  const released: ObjectState = 'released'
  const changes = { state: released, document: null, changedAt: call.runtime.clock().toISOString() }
  const gone = await unit.tx.records.update(OBJECTS.name, { of: was.key, state: derived }, changes)
  if (gone > 0) removeAfterCommit(call, unit)
}

function frameIn(json: string): { readonly key: string; readonly frame: string; readonly objects: string } | null {
  const content = parseJson(json) as JsonObject
  const [original, ...others] = objectsIn(json)
  const frame = frameOf(content)
  if (!original || !frame) return null
  return { key: original.key, frame: frameName(frame), objects: others.map(({ key }) => key).join() }
}
