import type { PluginApi } from 'quirecms'
import type { PluginAnswer } from 'quirecms/plugin'

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const uuid = { type: 'string', format: 'uuid' } as const
const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const
const integerOrNull = { type: ['integer', 'null'], minimum: 0 } as const
const integer = { type: 'integer', minimum: 0 } as const

const status = { type: 'string', enum: ['pending', 'delivered', 'failed'] } as const

const properties = {
  id: uuid,
  endpoint: text,
  eventId: { ...uuid, description: 'The id that receivers get: the same in all attempts and redeliveries.' },
  event: text,
  collection: textOrNull,
  global: textOrNull,
  documentId: textOrNull,
  revision: integerOrNull,
  status,
  createdAt: { type: 'string', format: 'date-time' },
  attempts: integer,
  lastAttemptAt: instantOrNull,
  nextAttemptAt: instantOrNull,
  finishedAt: instantOrNull,
  responseStatus: integerOrNull,
  duration: { ...integerOrNull, description: 'Duration of the last attempt in milliseconds.' },
  error: textOrNull,
  redeliveryOf: textOrNull,
} as const

const required = [
  'id',
  'endpoint',
  'eventId',
  'event',
  'collection',
  'global',
  'documentId',
  'revision',
  'status',
  'createdAt',
  'attempts',
  'lastAttemptAt',
  'nextAttemptAt',
  'finishedAt',
  'responseStatus',
  'duration',
  'error',
  'redeliveryOf',
] as const

const delivery = { type: 'object', required, properties } as const

const endpoint = {
  type: 'object',
  required: [
    'name',
    'host',
    'events',
    'collections',
    'globals',
    'pending',
    'failed',
    'waitingSince',
    'error',
    'responseStatus',
    'nextAttemptAt',
    'deliveredAt',
  ],
  properties: {
    name: text,
    host: { type: 'string', description: 'The host of the URL, whose other parts may be secret.' },
    events: { type: 'array', items: text },
    collections: { type: ['array', 'null'], items: text },
    globals: { type: ['array', 'null'], items: text },
    pending: integer,
    failed: { ...integer, description: 'Number of failed deliveries in the log.' },
    waitingSince: { ...instantOrNull, description: 'When the oldest waiting delivery was queued.' },
    error: { ...textOrNull, description: 'The error of its last attempt; null if there was none.' },
    responseStatus: { type: ['integer', 'null'], description: "The status of the endpoint's answer, if any." },
    nextAttemptAt: { ...instantOrNull, description: 'When its next attempt is due.' },
    deliveredAt: { ...instantOrNull, description: 'When the last delivery in the log succeeded.' },
  },
} as const

/**
 * The API of the delivery log, for the server, the client library and the local API. Browsers load this module, so it
 * imports nothing.
 *
 * @example
 * const { docs } = await client.plugin(webhooksApi).deliveries({ status: 'failed' })
 */
export const webhooksApi = {
  key: 'webhooks',
  methods: {
    endpoints: {
      method: 'GET',
      path: '/endpoints',
      summary: 'List the endpoints of webhooks',
      output: {
        type: 'object',
        required: ['endpoints'],
        properties: { endpoints: { type: 'array', items: endpoint } },
      },
    },
    test: {
      method: 'POST',
      path: '/endpoints/:name/test',
      summary: 'Send a test to an endpoint',
      answer: 'doc',
      status: 201,
      output: delivery,
    },
    retry: {
      method: 'POST',
      path: '/endpoints/:name/retry',
      summary: 'Retry the waiting deliveries of an endpoint now',
      description:
        'For an endpoint that works again: waiting deliveries are tried at once, and keep their number of attempts.',
      output: {
        type: 'object',
        required: ['retried'],
        properties: { retried: { ...integer, description: 'Number of documents with waiting deliveries.' } },
      },
    },
    deliveries: {
      method: 'GET',
      path: '/deliveries',
      summary: 'List deliveries of webhooks, newest first',
      input: {
        type: 'object',
        properties: {
          page: { type: 'integer' },
          limit: { type: 'integer' },
          endpoint: { ...text, description: 'Returns only deliveries to this endpoint.' },
          status: { ...status, description: 'Returns only deliveries with this status.' },
          documentId: { ...text, description: 'Returns only deliveries about this document.' },
        },
      },
      answer: 'list',
      output: delivery,
    },
    delivery: {
      method: 'GET',
      path: '/deliveries/:id',
      summary: 'Read a delivery with its payload',
      answer: 'doc',
      output: {
        type: 'object',
        required: [...required, 'body'],
        properties: {
          ...properties,
          body: {
            ...textOrNull,
            description: 'The exact payload; null for callers who may not read all of the collection or global.',
          },
        },
      },
    },
    redeliver: {
      method: 'POST',
      path: '/deliveries/:id/redeliver',
      summary: 'Redeliver a delivered or failed event',
      answer: 'doc',
      status: 201,
      output: delivery,
    },
  },
} as const satisfies PluginApi

export type Delivery = Readonly<PluginAnswer<(typeof webhooksApi)['methods']['redeliver']>>

export type DeliveryStatus = Delivery['status']
