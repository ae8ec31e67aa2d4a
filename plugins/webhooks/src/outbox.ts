import { type Call, hashedId, makeDueNow, ensureQueued, newId, type RecordWriter, type Unit } from 'quirecms/plugin'
import { DELIVERIES, type DeliveryRow, type EntityName } from './delivery-table.ts'

export interface Message {
  readonly endpoint: string
  /** The same for all endpoints, attempts and redeliveries, so that receivers can detect duplicates. */
  readonly eventId: string
  readonly event: string
  readonly entity: EntityName
  readonly documentId: string
  readonly revision: number
  readonly body: string
  readonly redeliveryOf?: string
}

export function sameAgain(row: DeliveryRow): Message {
  const { id, endpoint, eventId, event, entity, documentId, revision, body } = row
  return { endpoint, eventId, event, entity, documentId, revision, body, redeliveryOf: id }
}

/** Name of the endpoint's queued job. It belongs to the service, which exists even if a collection is removed. */
export function jobOf(endpoint: string): string {
  return `webhook ${endpoint}`
}

/**
 * Appends a message to its stream, in the transaction of the change. A stream with pending messages has exactly one
 * unit of work, which sends them one by one: this keeps the order across all instances.
 */
export async function enqueue(call: Call, unit: Unit, message: Message): Promise<DeliveryRow> {
  const { runtime } = call
  const stream = streamOf(message)
  const { records, gathers } = unit.tx
  // A new document has no earlier deliveries, unless an earlier one had the same id: then the database refuses the
  // records, and the transaction is repeated without gathering.
  const isFirst = gathers && message.revision === 1 && message.event === 'document.created'
  await keepGoing(call, unit, stream, message, { isNew: isFirst })
  const now = runtime.clock()
  const row: DeliveryRow = {
    id: newId(now.getTime()),
    stream,
    sequence: isFirst ? 1 : (await lastOf(records, stream)) + 1,
    redeliveryOf: null,
    ...message,
    status: 'pending',
    createdAt: now.toISOString(),
    attempts: 0,
    lastAttemptAt: null,
    nextAttemptAt: now.toISOString(),
    finishedAt: null,
    responseStatus: null,
    duration: null,
    error: null,
    traceparent: runtime.trace?.outgoing()['traceparent'] ?? null,
  }
  await (gathers ? records.add(DELIVERIES.name, row) : records.insert(DELIVERIES.name, row))
  return row
}

/** Queues the stream's unit of work if needed, and locks it until the end of the transaction. */
export async function keepGoing(
  call: Call,
  unit: Unit,
  stream: string,
  { endpoint, documentId, revision }: Pick<Message, 'endpoint' | 'documentId' | 'revision'>,
  { isNew = false } = {},
): Promise<void> {
  const { runtime } = call
  const forService = { ...call, entity: runtime.manifest.service }
  const runAt = runtime.clock().toISOString()
  await ensureQueued(forService, unit, stream, { job: jobOf(endpoint), documentId, revision, runAt }, { isNew })
}

/** Makes all pending deliveries of an endpoint due now. Returns for how many documents. */
export async function tryNow(call: Call, unit: Unit, endpoint: string): Promise<number> {
  const { runtime } = call
  const now = runtime.clock().toISOString()
  const waiting = { endpoint, status: 'pending', nextAttemptAt: { above: now } } as const
  await unit.tx.records.update(DELIVERIES.name, waiting, { nextAttemptAt: now })
  return makeDueNow({ ...call, entity: runtime.manifest.service }, unit, jobOf(endpoint))
}

export async function headOf(records: Pick<RecordWriter, 'find'>, stream: string): Promise<DeliveryRow | undefined> {
  const oldestFirst = { sort: { column: 'sequence', descending: false }, limit: 1 } as const
  const [head] = await records.find(DELIVERIES.name, { stream, status: 'pending' }, oldestFirst)
  return head
}

async function lastOf(records: RecordWriter, stream: string): Promise<number> {
  const newestFirst = { sort: { column: 'sequence', descending: true }, limit: 1 } as const
  const [last] = await records.find(DELIVERIES.name, { stream }, newestFirst)
  return last?.sequence ?? 0
}

/** Derives the id of the stream's unit of work; the same on every instance. */
function streamOf({ endpoint, entity, documentId }: Message): string {
  return hashedId(JSON.stringify([endpoint, entity, documentId]))
}
