import type { Runtime } from '../../engine/call.ts'
import { withoutAnswer } from '../../engine/awaited-answer.ts'
import { OBJECTS } from './object-table.ts'

/**
 * How long an object stays announced that nobody says anything of: longer than it takes from the last object to the document that names
 * them. Whoever was only paused for that long loses its objects, and is told so when it wants to name them.
 */
export const LEASE_MS = 120_000

const RENEWED_EVERY_MS = 20_000

/** Says now and then that objects are still being stored, for as long as that takes: whoever dies says nothing any more. */
export async function holdingLease<T>(runtime: Runtime, keys: readonly string[], store: () => Promise<T>): Promise<T> {
  const renew = () =>
    withoutAnswer(() =>
      runtime.storage.transaction(async ({ records }) => {
        const changedAt = runtime.clock().toISOString()
        await records.update(OBJECTS.name, { key: { oneOf: keys }, state: 'pending' }, { changedAt })
      }),
    )
  // Where the database cannot be asked for a while, there is time to try again.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWED_EVERY_MS).unref()
  try {
    return await store()
  } finally {
    clearInterval(timer)
  }
}
