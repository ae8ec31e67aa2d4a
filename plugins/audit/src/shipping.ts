import { createHash, createHmac } from 'node:crypto'
import { type Call, inTransaction, ensureQueued, QUEUE, type QueuedJob, type RepeatedJob } from 'quirecms/plugin'
import type { AuditEntry } from './client.ts'
import { ENTRIES, OUTBOX } from './entry-table.ts'
import { entryOf, EVERYTHING } from './entry.ts'
import type { AuditSettings } from './options.ts'
import { settleEntries } from './settling.ts'
import type { Sink } from './sinks.ts'

const EVERY = 2_000
const AT_ONCE = 100
const TIMEOUT = 10_000
const RETRY_AFTER = [1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000]

/**
 * Queues a delivery for every sink that has entries waiting. Writers never wait for it: settled entries stay in the
 * outbox.
 */
export function lookForShipments(settings: AuditSettings): RepeatedJob<Call> {
  return {
    name: 'audit shipments',
    every: EVERY,
    async run(call) {
      const { storage, clock } = call.runtime
      const { records } = storage.reader
      await settleEntries(call, settings)
      for (const sink of settings.sinks) {
        if ((await records.find(OUTBOX.name, { sink: sink.name }, { limit: 1 })).length === 0) continue
        const [work] = await records.find(QUEUE.name, { id: workOf(sink) })
        if (work && work.dueAt !== null) continue
        const plan = { job: jobOf(sink), documentId: '', revision: 0, runAt: clock().toISOString() }
        await inTransaction(call, (unit) => ensureQueued(call, unit, workOf(sink), plan))
      }
    },
  }
}

/**
 * Delivers the entries of one sink, oldest first, at least once. Undelivered entries are retried for as long as the log
 * keeps them.
 */
export function ship(sink: Sink): QueuedJob<Call> {
  return {
    name: jobOf(sink),
    retryAfter: RETRY_AFTER,
    concurrency: 1,
    async run(call, _work, complete, stop) {
      const { storage, clock } = call.runtime
      const { records } = storage.reader
      const waiting = await records.find(OUTBOX.name, { sink: sink.name }, { limit: AT_ONCE })
      const ids = waiting.map(({ id }) => id)
      const rows = await records.find(ENTRIES.name, { id: { oneOf: ids } })
      if (rows.length > 0)
        await send(
          call,
          sink,
          rows.map((row) => entryOf(row, EVERYTHING)),
          stop,
        )
      await inTransaction(call, async (unit) => {
        await unit.tx.records.remove(OUTBOX.name, { sink: sink.name, id: { oneOf: ids } })
        await complete(unit, ids.length < AT_ONCE ? 'forget' : { repeatAt: clock().toISOString() })
      })
    },
  }
}

function jobOf({ name }: Sink): string {
  return `audit ship ${name}`.slice(0, 200)
}

function workOf(sink: Sink): string {
  const hex = createHash('sha256').update(jobOf(sink)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

async function send({ runtime }: Call, { to }: Sink, entries: readonly AuditEntry[], stop: AbortSignal): Promise<void> {
  const body = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  if (to.kind === 'stdout') {
    process.stdout.write(body)
    return
  }
  stop.throwIfAborted()
  const id = `audit_${createHash('sha256')
    .update(entries.map((entry) => entry.id).join())
    .digest('base64url')}`
  const timestamp = String(Math.floor(runtime.clock().getTime() / 1000))
  const signature = createHmac('sha256', to.key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  const { status } = await runtime.send({
    url: to.url,
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT)]),
    isPrivate: to.isPrivate,
  })
  if (status < 200 || status > 299) throw new Error(`the destination of the log answered with status ${status}`)
}
