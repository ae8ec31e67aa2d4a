import {
  type Call,
  defineOperation,
  inTransaction,
  type JsonObject,
  type JsonSchema,
  newId,
  type Operation,
  paginate,
  type Parameter,
  type PresentedDocument,
  QuireError,
  readerOf,
  type RecordRow,
  requestedPage,
} from '@quire/core'
import { DELIVERIES, deliveryOf, STATUSES } from './delivery-table.ts'
import type { Endpoint, Settings } from './options.ts'
import { enqueue, sameAgain, tryNow } from './outbox.ts'
import { type Sight, sightOf } from './who-may-see.ts'

const BASE = 'plugins/webhooks'

const text: JsonSchema = { type: 'string' }
const textOrNull: JsonSchema = { type: ['string', 'null'] }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const instantOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' }
const integerOrNull: JsonSchema = { type: ['integer', 'null'], minimum: 0 }

const DELIVERY_PROPERTIES: Readonly<Record<string, JsonSchema>> = {
  id: uuid,
  endpoint: text,
  eventId: { ...uuid, description: 'What receivers know the event by: the same in all attempts and redeliveries.' },
  event: text,
  collection: textOrNull,
  global: textOrNull,
  documentId: textOrNull,
  revision: integerOrNull,
  status: { type: 'string', enum: [...STATUSES] },
  createdAt: { type: 'string', format: 'date-time' },
  attempts: { type: 'integer', minimum: 0 },
  lastAttemptAt: instantOrNull,
  nextAttemptAt: instantOrNull,
  finishedAt: instantOrNull,
  responseStatus: integerOrNull,
  duration: { ...integerOrNull, description: 'Of the last attempt, in milliseconds.' },
  error: textOrNull,
  redeliveryOf: textOrNull,
}

const DELIVERY: JsonSchema = {
  type: 'object',
  required: Object.keys(DELIVERY_PROPERTIES),
  properties: DELIVERY_PROPERTIES,
}

const DELIVERY_WITH_BODY: JsonSchema = {
  type: 'object',
  required: [...Object.keys(DELIVERY_PROPERTIES), 'body'],
  properties: {
    ...DELIVERY_PROPERTIES,
    body: {
      type: ['string', 'null'],
      description:
        'What is sent, exactly; null for those who may not read all of the collection or global that it is of.',
    },
  },
}

const ENDPOINT: JsonSchema = {
  type: 'object',
  required: ['name', 'host', 'events', 'collections', 'globals', 'pending', 'failed'],
  properties: {
    name: text,
    host: { type: 'string', description: 'The rest of the address may be a secret.' },
    events: { type: 'array', items: text },
    collections: { type: ['array', 'null'], items: text },
    globals: { type: ['array', 'null'], items: text },
    pending: { type: 'integer', minimum: 0 },
    failed: { type: 'integer', minimum: 0 },
  },
}

/** What the log can be searched by. */
export const LOG_PARAMETERS: readonly Parameter[] = [
  parameter('endpoint', 'Only deliveries to this endpoint.', text),
  parameter('status', 'Only deliveries with this status.', { type: 'string', enum: [...STATUSES] }),
  parameter('documentId', 'Only deliveries about this document.', text),
]

function parameter(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, spellings: [name], description, encoding: 'text', schema }
}

/** The log of deliveries, for those who may see it. Nothing here tells a secret. */
export function logOperations(settings: Settings): readonly Operation<Call>[] {
  const { endpoints } = settings
  /** Of those that the caller may not see, the answer is that of those which are not there. */
  async function endpointOf(call: Call): Promise<Endpoint> {
    const sight = await sightOf(call, settings)
    const endpoint = endpoints.find(({ name }) => name === call.input.params['name'])
    if (!endpoint || !sight.mayUse(endpoint)) throw new QuireError('not_found', 'There is no such endpoint.')
    return endpoint
  }
  const READS = { parameters: [], body: { kind: 'none' }, ifMatch: false } as const

  const listEndpoints = defineOperation({
    ...READS,
    name: 'webhookEndpoints',
    summary: 'List the endpoints of webhooks',
    endpoint: { method: 'GET', path: '/endpoints', base: BASE },
    local: { method: 'endpoints', args: [] },
    answer: {
      kind: 'value',
      status: 200,
      schema: {
        type: 'object',
        required: ['endpoints'],
        properties: { endpoints: { type: 'array', items: ENDPOINT } },
      },
    },
    async run(call) {
      const sight = await sightOf(call, settings)
      const { records } = readerOf(call)
      const listed: JsonObject[] = []
      for (const { name, url, events, collections, globals } of endpoints.filter((one) => sight.mayUse(one))) {
        const count = (status: string) => records.count(DELIVERIES.name, { endpoint: name, status })
        listed.push({
          name,
          host: url.host,
          events: [...events],
          collections: collections && [...collections],
          globals: globals && [...globals],
          pending: await count('pending'),
          failed: await count('failed'),
        })
      }
      return { kind: 'value', value: { endpoints: listed } }
    },
  })

  const testEndpoint = defineOperation({
    ...READS,
    name: 'testWebhookEndpoint',
    summary: 'Send a test to an endpoint',
    endpoint: { method: 'POST', path: '/endpoints/{name}/test', base: BASE },
    local: { method: 'test', args: ['params.name'] },
    answer: { kind: 'doc', status: 201, of: DELIVERY },
    async run(call) {
      const { name } = await endpointOf(call)
      const at = call.runtime.clock()
      const eventId = newId(at.getTime())
      const body = JSON.stringify({ id: eventId, type: 'test', timestamp: at.toISOString(), data: {} })
      const message = {
        endpoint: name,
        eventId,
        event: 'test',
        entity: 'none',
        documentId: '',
        revision: 0,
        body,
      } as const
      return { kind: 'doc', doc: await inOne(call, (unit) => enqueue(call, unit, message)) }
    },
  })

  const retryEndpoint = defineOperation({
    ...READS,
    name: 'retryWebhookEndpoint',
    summary: 'Try again now what waits for an endpoint',
    description:
      'For an endpoint that is back: what waits for its next attempt is tried at once, and keeps its attempts.',
    endpoint: { method: 'POST', path: '/endpoints/{name}/retry', base: BASE },
    local: { method: 'retry', args: ['params.name'] },
    answer: {
      kind: 'value',
      status: 200,
      schema: {
        type: 'object',
        required: ['retried'],
        properties: {
          retried: { type: 'integer', minimum: 0, description: 'Of how many documents something waited.' },
        },
      },
    },
    async run(call) {
      const { name } = await endpointOf(call)
      const retried = await inTransaction(call, (unit) => tryNow(call, unit, name))
      return { kind: 'value', value: { retried } }
    },
  })

  const listDeliveries = defineOperation({
    ...READS,
    name: 'webhookDeliveries',
    summary: 'List deliveries of webhooks, newest first',
    endpoint: { method: 'GET', path: '/deliveries', base: BASE },
    local: { method: 'deliveries', args: [] },
    parameters: ['page', 'limit', ...LOG_PARAMETERS.map(({ name }) => name)],
    answer: { kind: 'list', status: 200, of: DELIVERY },
    async run(call) {
      const { entities } = await sightOf(call, settings)
      const { page, limit } = requestedPage(call)
      const match = { ...matchOf(call), ...(entities && { entity: { oneOf: entities } }) }
      const { records } = readerOf(call)
      const newestFirst = { sort: { column: 'createdAt', descending: true }, limit, offset: (page - 1) * limit }
      const rows = await records.find(DELIVERIES.name, match, newestFirst)
      const total = await records.count(DELIVERIES.name, match)
      return { kind: 'list', docs: rows.map((row) => present(row)), pagination: paginate({ page, limit }, total) }
    },
  })

  const readDelivery = defineOperation({
    ...READS,
    name: 'webhookDelivery',
    summary: 'Read a delivery, with what is sent',
    endpoint: { method: 'GET', path: '/deliveries/{id}', base: BASE },
    local: { method: 'delivery', args: ['id'] },
    answer: { kind: 'doc', status: 200, of: DELIVERY_WITH_BODY },
    async run(call) {
      const sight = await sightOf(call, settings)
      const row = await rowOf(call, sight)
      const body = (await sight.mayReadBody(row)) ? String(row['body']) : null
      return { kind: 'doc', doc: present(row, { body }) }
    },
  })

  const redeliver = defineOperation({
    ...READS,
    name: 'redeliverWebhook',
    summary: 'Send once more what was delivered, or what failed',
    endpoint: { method: 'POST', path: '/deliveries/{id}/redeliver', base: BASE },
    local: { method: 'redeliver', args: ['id'] },
    answer: { kind: 'doc', status: 201, of: DELIVERY },
    async run(call) {
      const row = await rowOf(call, await sightOf(call, settings))
      const { endpoint, status } = deliveryOf(row)
      if (status === 'pending')
        throw new QuireError('invalid_state', 'This has not been delivered yet. Wait until it has.')
      if (!endpoints.some(({ name }) => name === endpoint))
        throw new QuireError('invalid_state', 'Its endpoint no longer exists.')
      return { kind: 'doc', doc: await inOne(call, (unit) => enqueue(call, unit, sameAgain(row))) }
    },
  })

  return [listEndpoints, testEndpoint, retryEndpoint, listDeliveries, readDelivery, redeliver]
}

function inOne(call: Call, write: Parameters<typeof inTransaction<RecordRow>>[1]): Promise<PresentedDocument> {
  return inTransaction(call, write).then((row) => present(row))
}

function matchOf({ input: { query } }: Call): Record<string, string> {
  const match: Record<string, string> = {}
  for (const { name } of LOG_PARAMETERS) {
    const value = query[name]
    if (value === undefined) continue
    if (typeof value !== 'string') throw wrongQuery('type', name, `"${name}" must be a text.`)
    match[name] = value
  }
  const { status } = match
  if (status !== undefined && !STATUSES.some((one) => one === status))
    throw wrongQuery('option', 'status', `"status" must be one of: ${STATUSES.join(', ')}.`)
  return match
}

function wrongQuery(code: 'type' | 'option', path: string, message: string): QuireError {
  return new QuireError('invalid_query', 'The query is not valid. The issues say why.', {
    issues: [{ code, path, message }],
  })
}

async function rowOf(call: Call, sight: Sight): Promise<RecordRow> {
  const [row] = await readerOf(call).records.find(DELIVERIES.name, { id: call.input.id ?? '' })
  if (!row || !sight.maySee(row)) throw new QuireError('not_found', 'There is no such delivery.')
  return row
}

function present(row: RecordRow, more: JsonObject = {}): PresentedDocument {
  const delivery = deliveryOf(row)
  const value: JsonObject = { ...delivery, ...more }
  return { id: delivery.id, revision: delivery.attempts + 1, value, text: JSON.stringify(value), isPlain: false }
}
