import { type Call, inTransaction, ensureQueued, QUEUE, type RepeatedJob } from 'quirecms/plugin'
import { SEAL, UNSEALED } from './chain.ts'
import { firstIdAt } from './entry-columns.ts'
import { ENTRIES, OUTBOX, REFUSALS, SEGMENTS } from './entry-table.ts'
import type { AuditSettings } from './options.ts'
import { settleEntries } from './settling.ts'

const EVERY = 30_000
const AT_ONCE = 1_000
/** Most batches per run; the next run goes on. */
const MOST_ROUNDS = 100
const DAY = 86_400_000

/** Fixed id, so that the work is queued at most once. */
const SEAL_WORK = 'a0d17000-0000-7000-8000-000000000001'

/** Settles and seals waiting entries, and removes days past the retention. */
export function upkeep(settings: AuditSettings): RepeatedJob<Call> {
  return {
    name: 'audit upkeep',
    every: EVERY,
    async run(call, stop) {
      await forgetRefusals(call)
      await settleEntries(call, settings, stop)
      await removeOldDays(call, settings, stop)
      if (settings.isChained) await queueSeal(call)
    },
  }
}

async function forgetRefusals({ runtime: { storage, clock } }: Call): Promise<void> {
  const old = { at: { below: new Date(clock().getTime() - DAY).toISOString() } }
  if ((await storage.reader.records.find(REFUSALS.name, old, { limit: 1 })).length === 0) return
  await storage.transaction(({ records }) => records.remove(REFUSALS.name, old))
}

async function queueSeal(call: Call): Promise<void> {
  const { storage, clock } = call.runtime
  const { records } = storage.reader
  if ((await records.find(ENTRIES.name, UNSEALED, { limit: 1 })).length === 0) return
  const [work] = await records.find(QUEUE.name, { id: SEAL_WORK })
  if (work && work.dueAt !== null) return
  await inTransaction(call, (unit) =>
    ensureQueued(call, unit, SEAL_WORK, { job: SEAL, documentId: '', revision: 0, runAt: clock().toISOString() }),
  )
}

/** Removes old days. Each keeps its number of entries and its last hash, so that the chain after it still verifies. */
async function removeOldDays(
  call: Call,
  { retention, isChained, sinks }: AuditSettings,
  stop: AbortSignal,
): Promise<void> {
  const { storage, clock } = call.runtime
  const oldest = new Date(clock().getTime() - retention).toISOString().slice(0, 10)
  for (let round = 0; round < MOST_ROUNDS && !stop.aborted; round += 1) {
    const { records } = storage.reader
    const [first] = await records.find(ENTRIES.name, {}, { limit: 1 })
    if (!first) return
    const day = isChained && first.segment !== '' ? first.segment : first.at.slice(0, 10)
    // Unsealed entries are sealed before they are removed.
    if (day >= oldest || (isChained && first.segment === '')) return
    const end = firstIdAt(Date.parse(`${day}T00:00:00Z`) + DAY)
    const match = isChained ? ({ segment: day } as const) : ({ id: { below: end } } as const)
    const [last] = await records.find(ENTRIES.name, match, { limit: 1, offset: AT_ONCE })
    const removedAt = clock().toISOString()
    await storage.transaction(async ({ records: written }) => {
      // Comes first, so that a concurrent verification does not report the removed entries as missing.
      await written.insert(SEGMENTS.name, { day, entries: 0, lastHash: null, removedAt })
      const some = last ? { ...(isChained && { segment: day }), id: { below: last.id } } : match
      const removed = await written.remove(ENTRIES.name, some)
      const [segment] = await written.find(SEGMENTS.name, { day }, { lock: true })
      const entries = isChained ? (segment?.entries ?? 0) : (segment?.entries ?? 0) + removed
      await written.update(SEGMENTS.name, { day }, { removedAt, entries })
      for (const { name: sink } of sinks) await written.remove(OUTBOX.name, { sink, id: { below: last?.id ?? end } })
    })
  }
}
