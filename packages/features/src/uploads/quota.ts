import {
  type Actor,
  type Call,
  QuireError,
  readerOf,
  type RecordReader,
  type StorageTransaction,
  type UploadSettings,
} from '@quirecms/core/feature'
import { OBJECTS } from './object-table.ts'
import { addBytes, EVERYBODY, storedBytes, takeTurn } from './stored-bytes.ts'

/** Objects stored by the application count for the collection, but for no user. */
const SYSTEM = 'system'

type Quota = UploadSettings['quota']

/** Owner of the objects that a call stores: the actor, '' for all callers without a user, or the application. */
export function ownerOf({ caller }: Pick<Call, 'caller'>): string {
  const actor: Actor | null = caller.actor
  if (actor) return `${actor.collection}/${actor.id}`
  return caller.system ? SYSTEM : ''
}

/** Refuses a call before it sends a file, if the quota has no room for a single byte. */
export async function refuseIfFull(call: Call, quota: Quota): Promise<void> {
  if (isBounded(quota))
    await refuseBeyond(call, readerOf(call).records, quota, { change: { user: 1, total: 1 }, isStored: false })
}

/**
 * Reserves room for new objects, or refuses beyond the quota. Exact under concurrency: holds the lock of `takeTurn`
 * until commit. Pending objects count, and so do sizes, old versions and the trash. `replaced` are the keys of
 * objects that will be removed in exchange. Returns whether the objects are counted now.
 */
export async function reserve(
  call: Call,
  { records }: StorageTransaction,
  quota: Quota,
  { added, replaced }: { readonly added: number; readonly replaced: readonly string[] },
): Promise<boolean> {
  if (!isBounded(quota)) return false
  const { slug } = call.entity
  await takeTurn(records, slug)
  const gone = await bytesOf(call, records, replaced)
  const change = { user: added - gone.user, total: added - gone.total }
  await refuseBeyond(call, records, quota, { change, isStored: false })
  await addBytes(records, slug, ownerOf(call), added)
  return true
}

/**
 * Checks the quota again in the transaction in which a document names other objects: a concurrent replacement of the
 * same file may have counted on the same room.
 */
export async function holdExchange(
  call: Call,
  { records }: StorageTransaction,
  quota: Quota,
  { added, gone }: { readonly added: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  if (!isBounded(quota)) return
  await takeTurn(records, call.entity.slug)
  const [more, less] = [await bytesOf(call, records, added), await bytesOf(call, records, gone)]
  const change = { user: more.user - less.user, total: more.total - less.total }
  await refuseBeyond(call, records, quota, { change, isStored: true })
}

interface Bytes {
  readonly user: number
  readonly total: number
}

async function bytesOf(call: Call, records: RecordReader, keys: readonly string[]): Promise<Bytes> {
  const owner = ownerOf(call)
  const found = { user: 0, total: 0 }
  for (const { bytes: stored, owner: whose } of await records.find(OBJECTS.name, {
    key: { oneOf: keys },
    collection: call.entity.slug,
  })) {
    const bytes = stored ?? 0
    found.total += bytes
    if (whose === owner) found.user += bytes
  }
  return found
}

/** Never refuses a change that keeps or reduces the size: the quota may have been lowered. */
async function refuseBeyond(
  call: Call,
  records: RecordReader,
  { user, total }: Quota,
  { change, isStored }: { readonly change: Bytes; readonly isStored: boolean },
): Promise<void> {
  const owner = ownerOf(call)
  const after = async (whose: string, more: number) =>
    (await storedBytes(records, call.entity.slug, whose)) + (isStored ? 0 : more)
  if (user !== null && owner !== SYSTEM && change.user > 0 && (await after(owner, change.user)) > user)
    throw full(`Your files here may have at most ${user} bytes in total.`)
  if (total !== null && change.total > 0 && (await after(EVERYBODY, change.total)) > total)
    throw full(`All files here may have at most ${total} bytes in total.`)
}

export function isBounded({ user, total }: Quota): boolean {
  return user !== null || total !== null
}

function full(why: string): QuireError {
  return new QuireError('payload_too_large', `${why} Delete files that are no longer needed, or send a smaller one.`)
}
