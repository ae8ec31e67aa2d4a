import { DELETED_SCHEMA } from '../../contracts/deleted-schema.ts'
import type { AnswerOf, DescribedOperations, OperationMethods } from '../../config/infer/operation-methods.ts'

const INSTANT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const

/** One of the user's own API keys, without its secret. */
const API_KEY = {
  type: 'object',
  required: ['id', 'name', 'prefix', 'createdAt', 'expiresAt', 'lastUsedAt'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    prefix: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
    expiresAt: INSTANT_OR_NULL,
    lastUsedAt: INSTANT_OR_NULL,
  },
} as const

export const API_KEY_API = {
  /** Without their secrets, newest first. */
  apiKeys: {
    name: 'listApiKeys',
    summary: 'List the API keys of the user, without their secrets',
    description: 'The prefix of each key tells you which one it is. Keys are listed newest first.',
    endpoint: { method: 'GET', path: '/auth/api-keys' },
    local: { method: 'apiKeys', args: [] },
    of: API_KEY,
  },
  /** Keep the secret, which nobody can read again. Needs the session cookie. */
  createApiKey: {
    name: 'createApiKey',
    summary: 'Create an API key, whose secret is shown only once',
    description:
      'Only with the session cookie, so that neither a key nor a leaked token can make more keys. Keep the secret: nobody can read it again.',
    endpoint: { method: 'POST', path: '/auth/api-keys' },
    local: { method: 'createApiKey', args: ['body'] },
    body: {
      kind: 'schema',
      schema: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          expiresAt: { type: ['string', 'null'], maxLength: 40 },
        },
      },
    },
    answer: {
      kind: 'value',
      status: 201,
      schema: {
        type: 'object',
        required: ['doc', 'key'],
        properties: { doc: API_KEY, key: { type: 'string', pattern: '^qk_' } },
      },
    },
  },
  /** The key stops working at once. */
  deleteApiKey: {
    name: 'deleteApiKey',
    summary: 'Revoke an API key',
    description: 'The key stops working at once.',
    endpoint: { method: 'DELETE', path: '/auth/api-keys/{id}' },
    local: { method: 'deleteApiKey', args: ['id'] },
    body: { kind: 'none' },
    answer: { kind: 'value', status: 200, schema: DELETED_SCHEMA },
  },
} as const satisfies DescribedOperations

/** The user's own API keys. */
export type ApiKeyApi<Options> = OperationMethods<typeof API_KEY_API, Options>

export type OwnApiKey = AnswerOf<typeof API_KEY_API.apiKeys>['docs'][number]
