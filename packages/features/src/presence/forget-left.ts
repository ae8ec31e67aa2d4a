import type { Call, RepeatedJob } from '@quirecms/core/feature'
import { PRESENCE } from './presence-table.ts'
import { lastSeen } from './who-is-here.ts'

const EVERY = 10_000

/** Deletes the rows of users who have left, so that they can't be read later. */
export const forgetLeft: RepeatedJob<Call> = {
  name: 'forgetLeft',
  every: EVERY,
  async run(call) {
    const { storage } = call.runtime
    const left = { seenAt: { below: lastSeen(call) } }
    if ((await storage.reader.records.count(PRESENCE.name, left)) === 0) return
    await storage.transaction(({ records }) => records.remove(PRESENCE.name, left))
  },
}
