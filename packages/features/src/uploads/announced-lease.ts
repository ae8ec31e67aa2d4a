import { type Runtime, withoutAnswer } from '@quirecms/core/feature'
import { OBJECTS } from './object-table.ts'

/**
 * Lease of a pending object: longer than storing the last object and writing the document takes. A process that was
 * suspended for longer loses its objects, and gets an error when its document names them.
 */
export const LEASE_MS = 120_000

const RENEWED_EVERY_MS = 20_000

/** Renews the lease of objects while they are being stored. If the process dies, the lease expires. */
export async function holdingLease<T>(runtime: Runtime, keys: readonly string[], store: () => Promise<T>): Promise<T> {
  const renew = () =>
    withoutAnswer(() =>
      runtime.storage.transaction(async ({ records }) => {
        const changedAt = runtime.clock().toISOString()
        await records.update(OBJECTS.name, { key: { oneOf: keys }, state: 'pending' }, { changedAt })
      }),
    )
  // A failed renewal is retried at the next interval, before the lease expires.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWED_EVERY_MS).unref()
  try {
    return await store()
  } finally {
    clearInterval(timer)
  }
}
