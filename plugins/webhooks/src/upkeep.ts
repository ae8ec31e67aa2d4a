import { type Call, inTransaction, type Job, QUEUE, type RepeatedJob } from 'quirecms/plugin'
import { DELIVERIES, STATUSES } from './delivery-table.ts'
import type { Settings } from './options.ts'
import { keepGoing } from './outbox.ts'

const EVERY = 60_000

/** Of one look; the next one goes on from there. */
const AT_ONCE = 500

const GONE = 'There is no such endpoint any more.'

/** What has waited for so long without anybody working on it was lost sight of. */
const OVERDUE = 120_000

/** Forgets what was delivered long ago, gives up what nobody can send any more or too many wait for, and takes up what nobody works on. */
export function upkeep(settings: Settings): Job<Call> {
  const job: RepeatedJob<Call> = {
    name: 'webhook upkeep',
    every: EVERY,
    async run(call) {
      await forget(call, settings)
      await giveUp(call, settings)
      for (const { name } of settings.endpoints) {
        await giveUpSurplus(call, name, settings)
        await takeUp(call, name)
      }
    },
  }
  return job
}

async function forget({ runtime: { storage, clock } }: Call, { retention, mostKept }: Settings): Promise<void> {
  const { records } = storage.reader
  const newestFirst = { sort: { column: 'createdAt', descending: true }, limit: 1, offset: mostKept - 1 } as const
  const [tooMany] = await records.find(DELIVERIES.name, {}, newestFirst)
  const tooOld = new Date(clock().getTime() - retention).toISOString()
  const below = tooMany && tooMany.createdAt > tooOld ? tooMany.createdAt : tooOld
  const old = STATUSES.filter((status) => status !== 'pending').map((status) => ({ status, createdAt: { below } }))
  const [first] = await records.find(DELIVERIES.name, { createdAt: { below } }, { limit: 1 })
  if (!first) return
  await storage.transaction(async ({ records: written }) => {
    for (const match of old) await written.remove(DELIVERIES.name, match)
  })
}

/** The endpoint was taken out of the configuration. It may come back for a while, or be one of a newer instance. */
async function giveUp({ runtime: { storage, clock } }: Call, { endpoints, retention }: Settings): Promise<void> {
  const known = new Set(endpoints.map(({ name }) => name))
  const below = new Date(clock().getTime() - retention).toISOString()
  const oldestFirst = { sort: { column: 'createdAt', descending: false }, limit: AT_ONCE } as const
  const old = { status: 'pending', createdAt: { below } } as const
  const rows = await storage.reader.records.find(DELIVERIES.name, old, oldestFirst)
  const orphans = rows.filter(({ endpoint }) => !known.has(endpoint))
  if (orphans.length === 0) return
  await storage.transaction(async ({ records }) => {
    const failed = { status: 'failed', finishedAt: clock().toISOString(), nextAttemptAt: null, error: GONE } as const
    for (const { id, stream } of orphans) {
      await records.update(DELIVERIES.name, { id, status: 'pending' }, failed)
      await records.remove(QUEUE.name, { id: stream })
    }
  })
}

/** An endpoint that is away for days must not fill the disk with what it will hardly want to hear any more. The newest are kept. */
async function giveUpSurplus({ runtime }: Call, endpoint: string, { mostWaiting }: Settings): Promise<void> {
  const { storage, clock } = runtime
  const waiting = { endpoint, status: 'pending' } as const
  const newestFirst = { sort: { column: 'createdAt', descending: true }, limit: 1, offset: mostWaiting - 1 } as const
  const [oldestKept] = await storage.reader.records.find(DELIVERIES.name, waiting, newestFirst)
  if (!oldestKept) return
  const error = `More than ${mostWaiting} deliveries waited for this endpoint.`
  const failed = { status: 'failed', finishedAt: clock().toISOString(), nextAttemptAt: null, error } as const
  const surplus = { ...waiting, createdAt: { below: oldestKept.createdAt } }
  const count = await storage.transaction(({ records }) => records.update(DELIVERIES.name, surplus, failed))
  if (count > 0) runtime.reportError(`the webhook "${endpoint}" gave up on ${count} deliveries`, new Error(error))
}

/**
 * Each stream with something to send has its work in the queue. Where an endpoint was not configured for a while, or instances died again
 * and again, that work may have been given up.
 */
async function takeUp(call: Call, endpoint: string): Promise<void> {
  const { storage, clock } = call.runtime
  const before = new Date(clock().getTime() - OVERDUE).toISOString()
  const { records } = storage.reader
  const pending = { endpoint, status: 'pending', createdAt: { below: before } } as const
  const oldestFirst = { sort: { column: 'createdAt', descending: false }, limit: AT_ONCE } as const
  const rows = await records.find(DELIVERIES.name, pending, oldestFirst)
  for (const { stream: id, documentId, revision } of new Map(rows.map((one) => [one.stream, one])).values()) {
    const [work] = await records.find(QUEUE.name, { id })
    if (work && work.dueAt !== null) continue
    await inTransaction(call, (unit) => keepGoing(call, unit, id, { endpoint, documentId, revision }))
  }
}
