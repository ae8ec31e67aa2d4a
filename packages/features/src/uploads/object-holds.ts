import { randomUUID } from 'node:crypto'
import { QuireError, type Runtime, withoutAnswer } from '@quirecms/core/feature'
import { OBJECT_HOLDS, removeReleased } from './remove-objects.ts'

const LEASE_MS = 600_000
const RENEWED_EVERY_MS = 60_000

/** Maximum duration of a hold, even if it is renewed. */
const LONGEST_MS = 24 * 3_600_000

/**
 * Keeps all existing objects while `work` copies those of a snapshot. The hold is committed before the snapshot, and
 * removal checks for holds after it has read the released objects: so any object that is still removed was released
 * before the snapshot, and no document in it names that object. `lost` aborts the work once the hold can't be
 * renewed.
 */
export async function holdingObjects<T>(runtime: Runtime, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  if (!runtime.manifest.records.some(({ name }) => name === OBJECT_HOLDS.name)) return work(ending.signal)
  const { storage, clock } = runtime
  const id = randomUUID()
  const begun = clock().getTime()
  const until = () => new Date(clock().getTime() + LEASE_MS).toISOString()
  await storage.transaction(async ({ records }) => {
    await records.insert(OBJECT_HOLDS.name, { id, until: until() })
  })
  let heldUntil = begun + LEASE_MS
  const renew = async () => {
    const now = clock()
    const held = { id, until: { above: now.toISOString() } }
    const isLate = now.getTime() - begun > LONGEST_MS
    const renewed = isLate
      ? 0
      : await storage.transaction(({ records }) => records.update(OBJECT_HOLDS.name, held, { until: until() }))
    if (renewed === 0) ending.abort(lost())
    else heldUntil = now.getTime() + LEASE_MS
  }
  const renewOrEnd = () =>
    withoutAnswer(renew).catch(() => {
      // A failed renewal is retried at the next interval, until the hold expires.
      if (clock().getTime() > heldUntil) ending.abort(lost())
    })
  const timer = setInterval(() => void renewOrEnd(), RENEWED_EVERY_MS).unref()
  try {
    return await work(ending.signal)
  } finally {
    clearInterval(timer)
    await letGo(runtime, id)
  }
}

/** Ends the hold and removes released objects. If that fails, the hold expires, and the next sweep removes them. */
async function letGo(runtime: Runtime, id: string): Promise<void> {
  try {
    await withoutAnswer(() => runtime.storage.transaction(({ records }) => records.remove(OBJECT_HOLDS.name, { id })))
    await removeReleased(runtime)
  } catch (error) {
    runtime.reportError('files that a backup needed could not be removed yet', error)
  }
}

function lost(): QuireError {
  return new QuireError('unavailable', 'Files may have been removed during the backup. Try again.')
}
