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
  eventId: { ...uuid, description: 'What receivers know the event by: the same in all attempts and redeliveries.' },
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
  duration: { ...integerOrNull, description: 'Of the last attempt, in milliseconds.' },
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
    host: { type: 'string', description: 'The rest of the address may be a secret.' },
    events: { type: 'array', items: text },
    collections: { type: ['array', 'null'], items: text },
    globals: { type: ['array', 'null'], items: text },
    pending: integer,
    failed: { ...integer, description: 'How many were given up, as far as the log goes back.' },
    waitingSince: { ...instantOrNull, description: 'Since when the oldest delivery waits.' },
    error: { ...textOrNull, description: 'Why that one has not arrived yet; null if it was not tried.' },
    responseStatus: { type: ['integer', 'null'], description: 'What the endpoint answered to it, if it did.' },
    nextAttemptAt: { ...instantOrNull, description: 'When that one is tried next.' },
    deliveredAt: { ...instantOrNull, description: 'When something arrived last, as far as the log goes back.' },
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
      summary: 'Try again now what waits for an endpoint',
      description:
        'For an endpoint that is back: what waits for its next attempt is tried at once, and keeps its attempts.',
      output: {
        type: 'object',
        required: ['retried'],
        properties: { retried: { ...integer, description: 'Of how many documents something waited.' } },
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
          endpoint: { ...text, description: 'Only deliveries to this endpoint.' },
          status: { ...status, description: 'Only deliveries with this status.' },
          documentId: { ...text, description: 'Only deliveries about this document.' },
        },
      },
      answer: 'list',
      output: delivery,
    },
    delivery: {
      method: 'GET',
      path: '/deliveries/:id',
      summary: 'Read a delivery, with what is sent',
      answer: 'doc',
      output: {
        type: 'object',
        required: [...required, 'body'],
        properties: {
          ...properties,
          body: {
            ...textOrNull,
            description:
              'What is sent, exactly; null for those who may not read all of the collection or global that it is of.',
          },
        },
      },
    },
    redeliver: {
      method: 'POST',
      path: '/deliveries/:id/redeliver',
      summary: 'Send once more what was delivered, or what failed',
      answer: 'doc',
      status: 201,
      output: delivery,
    },
  },
} as const satisfies PluginApi

export type Delivery = Readonly<PluginAnswer<(typeof webhooksApi)['methods']['redeliver']>>

export type DeliveryStatus = Delivery['status']
