import type { PluginApi } from 'quirecms'
import type { PluginAnswer } from 'quirecms/plugin'

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const status = { type: 'string', enum: ['pending', 'purged', 'failed'] } as const

const purge = {
  type: 'object',
  required: ['id', 'collection', 'global', 'documentId', 'status', 'createdAt', 'attempts', 'finishedAt', 'error'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    collection: textOrNull,
    global: textOrNull,
    documentId: text,
    status,
    createdAt: { type: 'string', format: 'date-time' },
    attempts: { type: 'integer', minimum: 0 },
    finishedAt: { type: ['string', 'null'], format: 'date-time' },
    error: textOrNull,
  },
} as const

/**
 * The API of the purge log, for the server, the client library and the local API. Browsers load this module, so it
 * imports nothing.
 *
 * @example
 * const { docs } = await client.plugin(purgeApi).purges({ status: 'failed' })
 */
export const purgeApi = {
  key: 'purge',
  methods: {
    purges: {
      method: 'GET',
      path: '/purges',
      summary: 'List purges of the cache, newest first',
      input: {
        type: 'object',
        properties: {
          page: { type: 'integer' },
          limit: { type: 'integer' },
          status: { ...status, description: 'Returns only purges with this status.' },
        },
      },
      answer: 'list',
      output: purge,
    },
    retry: {
      method: 'POST',
      path: '/retry',
      summary: 'Retry failed purges now',
      description: 'Retries purges that wait for their next attempt, and failed ones.',
      output: {
        type: 'object',
        required: ['retried'],
        properties: { retried: { type: 'integer', minimum: 0, description: 'Number of changes.' } },
      },
    },
  },
} as const satisfies PluginApi

export type Purge = Readonly<PluginAnswer<(typeof purgeApi)['methods']['purges']>['docs'][number]>

export type PurgeStatus = Purge['status']
