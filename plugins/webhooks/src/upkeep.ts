import { type Call, inTransaction, type Job, QUEUE, type RepeatedJob } from 'quirecms/plugin'
import { DELIVERIES, STATUSES } from './delivery-table.ts'
import type { WebhookSettings } from './options.ts'
import { keepGoing } from './outbox.ts'

const EVERY = 60_000

/** Most rows of one run; the next run goes on. */
const AT_ONCE = 500

const GONE = 'There is no such endpoint any more.'

/** A delivery that has been due for this long has lost its unit of work. */
const OVERDUE = 120_000

/**
 * Removes old finished deliveries, gives up deliveries without an endpoint or over the limit, and queues streams that
 * have lost their unit of work.
 */
export function upkeep(settings: WebhookSettings): Job<Call> {
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

async function forget({ runtime: { storage, clock } }: Call, { retention, mostKept }: WebhookSettings): Promise<void> {
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

/**
 * Gives up old deliveries of removed endpoints. Newer ones wait: the endpoint may come back, or belong to an instance
 * with a newer configuration.
 */
async function giveUp({ runtime: { storage, clock } }: Call, { endpoints, retention }: WebhookSettings): Promise<void> {
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

/** Limits the disk space that an unreachable endpoint uses: gives up the oldest deliveries. */
async function giveUpSurplus({ runtime }: Call, endpoint: string, { mostWaiting }: WebhookSettings): Promise<void> {
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
 * Queues streams that have pending deliveries but no unit of work. The queue gives up work if the endpoint is not
 * configured for a while, or if instances crash repeatedly.
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
