import { type Call, inTransaction, QUEUE, type QueuedJob } from 'quirecms/plugin'
import { type DeliveryOutcome, post } from './post.ts'
import { DELIVERIES, type DeliveryRow } from './delivery-table.ts'
import type { Endpoint, WebhookSettings } from './options.ts'
import { headOf, jobOf } from './outbox.ts'

/** Delays after a database error. The outcome cannot be recorded then, so the delivery is repeated. */
const AFTER_TROUBLE = [1_000, 5_000, 30_000, 60_000, 300_000, 300_000, 300_000, 300_000]

/** Upper limit in milliseconds for the `Retry-After` of an endpoint. */
const LONGEST_WISH = 3_600_000

/** Sends the next delivery of a stream, records the outcome, and reschedules itself if there are more. */
export function sendDeliveries(endpoint: Endpoint, settings: WebhookSettings): QueuedJob<Call> {
  return {
    name: jobOf(endpoint.name),
    retryAfter: AFTER_TROUBLE,
    concurrency: settings.concurrency,
    async run(call, { id: stream }, complete, stop) {
      const { storage, clock } = call.runtime
      const head = await headOf(storage.reader.records, stream)
      const startedAt = clock().toISOString()
      const outcome =
        head &&
        (await inItsTrace(call, head, () => post(call.runtime, head, endpoint, { timeout: settings.timeout, stop })))
      const wait = head && outcome ? waitAfter(head, outcome, settings) : null
      const later = (milliseconds: number) => new Date(clock().getTime() + milliseconds).toISOString()
      await inTransaction(call, async (unit) => {
        const { records } = unit.tx
        // Locks the unit of work until commit, so that no transaction adds to the stream meanwhile. Later ones queue
        // new work, or see that this one continues.
        await records.find(QUEUE.name, { id: stream }, { lock: true })
        if (head && outcome) {
          const { isDelivered, responseStatus, duration, error } = outcome
          await records.update(
            DELIVERIES.name,
            { id: head.id },
            {
              status: isDelivered ? 'delivered' : wait === null ? 'failed' : 'pending',
              attempts: head.attempts + 1,
              lastAttemptAt: startedAt,
              nextAttemptAt: wait === null ? null : later(wait),
              finishedAt: wait === null ? later(0) : null,
              responseStatus,
              duration,
              error,
            },
          )
        }
        const next = await headOf(records, stream)
        await complete(unit, next ? { repeatAt: later(wait ?? 0) } : 'forget')
      })
      if (head && outcome && !outcome.isDelivered && wait === null) reportFailure(call, head, outcome)
    },
  }
}

/** Continues the trace of the change, however much later the delivery is sent. */
function inItsTrace<T>({ runtime: { trace } }: Call, { traceparent }: DeliveryRow, send: () => Promise<T>): Promise<T> {
  return trace && traceparent !== null ? trace.continue({ traceparent }, send) : send()
}

/**
 * Returns the delay in milliseconds, or null for no further attempt. Attempts count per delivery, so waiting behind
 * others uses up none.
 */
function waitAfter(head: DeliveryRow, outcome: DeliveryOutcome, { retryAfter }: WebhookSettings): number | null {
  const { isDelivered, isFinal, wish } = outcome
  const planned = retryAfter[head.attempts]
  if (isDelivered || isFinal || planned === undefined) return null
  return Math.max(planned, Math.min(wish, LONGEST_WISH))
}

function reportFailure({ runtime }: Call, head: DeliveryRow, { error }: DeliveryOutcome): void {
  const what = `the webhook "${head.endpoint}" gave up on the delivery ${head.id}`
  runtime.reportError(what, new Error(error ?? 'unknown reason'))
}
