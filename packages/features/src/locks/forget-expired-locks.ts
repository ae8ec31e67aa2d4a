import type { Call, Job } from '@quirecms/core/feature'
import { LOCKS } from './lock-table.ts'

const EVERY = 60_000

/** Expired locks are never valid; deleting them only limits the table. */
export const forgetExpiredLocks: Job<Call> = {
  name: 'forgetExpiredLocks',
  every: EVERY,
  async run({ runtime, entity }) {
    const now = runtime.clock().toISOString()
    const expired = { collection: entity.slug, expiresAt: { below: now } }
    if ((await runtime.storage.reader.records.count(LOCKS.name, expired)) === 0) return
    await runtime.storage.transaction(({ records }) => records.remove(LOCKS.name, expired))
  },
}
