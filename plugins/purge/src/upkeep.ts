import { type Call, inTransaction, type Job, type RepeatedJob } from 'quirecms/plugin'
import type { PurgeSettings } from './options.ts'
import { PURGES } from './purge-table.ts'
import { keepTelling, OVERDUE } from './record-changes.ts'

const EVERY = 60_000

/** A change that has been due for this long has lost its unit of work. */
const LOST_AFTER = 120_000

/** Removes old records, and queues work for changes that have none left, such as after repeated crashes. */
export function forgetOld({ retention, collect }: PurgeSettings): Job<Call> {
  const job: RepeatedJob<Call> = {
    name: 'purge upkeep',
    every: EVERY,
    async run(call) {
      const { storage, clock } = call.runtime
      const before = (milliseconds: number) => new Date(clock().getTime() - milliseconds).toISOString()
      const old = { createdAt: { below: before(retention) } }
      const [first] = await storage.reader.records.find(PURGES.name, old, { limit: 1 })
      if (first)
        await storage.transaction(async ({ records }) => {
          for (const status of ['purged', 'failed'] as const) await records.remove(PURGES.name, { ...old, status })
        })
      const lost = { status: 'pending', dueAt: { below: before(collect + LOST_AFTER) } } as const
      const [waiting] = await storage.reader.records.find(PURGES.name, lost, { limit: 1 })
      if (waiting) await inTransaction(call, (unit) => keepTelling(call, unit, OVERDUE, clock()))
    },
  }
  return job
}
