import { randomUUID } from 'node:crypto'
import { QuireError } from '../../contracts/errors.ts'
import { withoutAnswer } from '../../engine/awaited-answer.ts'
import type { Runtime } from '../../engine/call.ts'
import { removeReleased } from './remove-objects.ts'
import { OBJECT_HOLDS } from './hold-table.ts'

/** How long nothing is removed for somebody who says nothing any more: whoever dies holds up nobody for longer. */
const LEASE_MS = 600_000
const RENEWED_EVERY_MS = 60_000

/** Nobody holds objects for longer than that, however long he lives. */
const LONGEST_MS = 24 * 3_600_000

/**
 * Keeps every object that is there now, while `work` copies what the documents of one moment name. The hold is committed before that
 * moment, and removal looks for holds after it has looked for what is released: so whatever is removed all the same was released before
 * the moment, and no document of it names that object. `lost` ends the work once others can't be held off any longer.
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
      // Where the database cannot be asked for a while, there is time to try again.
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

/** What waited for this goes now. If that fails, the hold ends by itself, and the next sweep removes it. */
async function letGo(runtime: Runtime, id: string): Promise<void> {
  try {
    await withoutAnswer(() => runtime.storage.transaction(({ records }) => records.remove(OBJECT_HOLDS.name, { id })))
    await removeReleased(runtime)
  } catch (error) {
    runtime.reportError('files that a backup had held could not be removed yet', error)
  }
}

function lost(): QuireError {
  return new QuireError('unavailable', 'Files could not be kept from being removed for long enough. Try again.')
}
