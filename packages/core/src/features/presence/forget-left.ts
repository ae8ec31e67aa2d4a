import type { RepeatedJob } from '../../contracts/job.ts'
import type { Call } from '../../engine/call.ts'
import { PRESENCE } from './presence-table.ts'
import { lastSeen } from './who-is-here.ts'

const EVERY = 10_000

/** Who has left counts for nothing; this sees to it that nobody finds out later who looked at what. */
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
