import { type Call, hashedId, hurry, keepQueued, newId, type RecordWriter, type Unit } from 'quirecms/plugin'
import { DELIVERIES, type DeliveryRow, type EntityName } from './delivery-table.ts'

/** What is to be told to an endpoint. */
export interface Message {
  readonly endpoint: string
  /** The same for all endpoints, attempts and redeliveries: receivers know by it what they have seen. */
  readonly eventId: string
  readonly event: string
  readonly entity: EntityName
  readonly documentId: string
  readonly revision: number
  readonly body: string
  readonly redeliveryOf?: string
}

/** What a delivery told, to be told once more. */
export function sameAgain(row: DeliveryRow): Message {
  const { id, endpoint, eventId, event, entity, documentId, revision, body } = row
  return { endpoint, eventId, event, entity, documentId, revision, body, redeliveryOf: id }
}

/** The queued job of an endpoint. It belongs to the service, which is there whatever becomes of collections. */
export function jobOf(endpoint: string): string {
  return `webhook ${endpoint}`
}

/**
 * Puts a message at the end of its stream, in the transaction of what it tells of. There is one piece of work for a stream that has
 * something to send, and whoever runs it sends one after another: that is what keeps the order, on however many instances.
 */
export async function enqueue(call: Call, unit: Unit, message: Message): Promise<DeliveryRow> {
  const { runtime } = call
  const stream = streamOf(message)
  const { records, gathers } = unit.tx
  // Nothing was told of a new document before, unless another one had its id: then the records are refused, and the transaction begins again without gathering.
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

/** Sees to it that the stream is worked on. From here to the end of the transaction, it is ours alone. */
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
  await keepQueued(forService, unit, stream, { job: jobOf(endpoint), documentId, revision, runAt }, { isNew })
}

/** Lets everything that waits for an endpoint be tried at once. Returns for how many documents something waited. */
export async function tryNow(call: Call, unit: Unit, endpoint: string): Promise<number> {
  const { runtime } = call
  const now = runtime.clock().toISOString()
  const waiting = { endpoint, status: 'pending', nextAttemptAt: { above: now } } as const
  await unit.tx.records.update(DELIVERIES.name, waiting, { nextAttemptAt: now })
  return hurry({ ...call, entity: runtime.manifest.service }, unit, jobOf(endpoint))
}

/** The next of a stream that is to be sent. */
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

/** The id of the stream's work: the same for whoever asks. */
function streamOf({ endpoint, entity, documentId }: Message): string {
  return hashedId(JSON.stringify([endpoint, entity, documentId]))
}
