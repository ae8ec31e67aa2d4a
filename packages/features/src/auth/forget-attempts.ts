import type { Call, Job, Runtime } from '@quirecms/core/feature'
import { ATTEMPTS, DAY } from './auth-tables.ts'

const EVERY = 60_000

/** Deletes failed sign-ins that no longer lock an address: how long that takes depends on the configuration. */
export const forgetAttempts: Job<Call> = {
  name: 'forgetAttempts',
  every: EVERY,
  async run({ runtime: { storage, clock, manifest } }) {
    const before = new Date(clock().getTime() - DAY - longestLock(manifest)).toISOString()
    const old = { updatedAt: { below: before } }
    const [first] = await storage.reader.records.find(ATTEMPTS.name, old, { limit: 1 })
    if (first) await storage.transaction(({ records }) => records.remove(ATTEMPTS.name, old))
  },
}

function longestLock({ collections }: Runtime['manifest']): number {
  return Math.max(...Object.values(collections).map(({ auth }) => auth?.lockout?.duration ?? 0))
}
