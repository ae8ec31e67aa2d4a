import type { Actor } from '../../contracts/access.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { RecordReader, RecordRow } from '../../contracts/records.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { newId } from '../../engine/new-id.ts'
import { paginate, requestedPage } from '../../engine/read/read-request.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { parseInstant } from '../../query/instant.ts'
import { API_KEYS } from './auth-tables.ts'
import { listOf, recordOf } from '../../engine/read/record-list-schema.ts'
import { signedIn } from '../../engine/identity/signed-in.ts'
import { ownSession } from './own-session.ts'
import { hashOfToken, newToken } from '../../engine/identity/tokens.ts'

const PREFIX = 'qk_'
const SHOWN_CHARACTERS = 8
/** Of one user. */
const MOST_KEYS = 100

const SHOWN = {
  id: 'string',
  name: 'string',
  prefix: 'string',
  createdAt: 'string',
  expiresAt: ['string', 'null'],
  lastUsedAt: ['string', 'null'],
} as const

/** Only users of collections with API keys have this; for all others the routes do not exist. */
async function keyOwner(call: Call): Promise<Actor> {
  const { actor } = await ownSession(call)
  if (!call.runtime.manifest.collections[actor.collection]?.auth?.apiKeys) {
    throw new QuireError('not_found', 'There is nothing at this path.')
  }
  return actor
}

export const listApiKeys = defineOperation({
  name: 'listApiKeys',
  summary: 'List the API keys of the user, without their secrets',
  description: 'The prefix of each key tells you which one it is. Keys are listed newest first.',
  endpoint: { method: 'GET', path: '/auth/api-keys' },
  local: { method: 'apiKeys', args: [] },
  parameters: ['page', 'limit'],
  body: { kind: 'none' },
  ifMatch: false,
  answer: { kind: 'value', status: 200, schema: listOf(SHOWN) },
  async run(call) {
    const actor = await keyOwner(call)
    const request = requestedPage(call)
    const match = { collection: actor.collection, userId: actor.id }
    const { records } = readerOf(call)
    const rows = await records.find(API_KEYS.name, match, {
      sort: { column: 'createdAt', descending: true },
      limit: request.limit,
      offset: (request.page - 1) * request.limit,
    })
    const pagination = { ...paginate(request, await records.count(API_KEYS.name, match)) }
    return { kind: 'value', value: { docs: rows.map(shown), pagination } }
  },
})

export const createApiKey = defineOperation({
  name: 'createApiKey',
  summary: 'Create an API key, whose secret is shown only once',
  description:
    'Only with the session cookie, so that neither a key nor a leaked token can make more keys. Keep the secret: nobody can read it again.',
  endpoint: { method: 'POST', path: '/auth/api-keys' },
  local: { method: 'createApiKey', args: ['body'] },
  parameters: [],
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
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 201,
    schema: {
      type: 'object',
      required: ['doc', 'key'],
      properties: { doc: recordOf(SHOWN), key: { type: 'string', pattern: '^qk_' } },
    },
  },
  async run(call) {
    // A session token or key that leaked must not become a key that outlives it (docs/contract/authentication.md#api-keys).
    const { credential } = signedIn(call)
    const isByCookie = credential?.kind === 'session' && credential.via === 'cookie'
    if (!isByCookie)
      throw new QuireError(
        'cookie_required',
        'API keys can be created only with the session cookie. Sign in, and send the cookie instead of a token.',
      )
    const actor = await keyOwner(call)
    const { name } = call.input.body as { name: string }
    const now = call.runtime.clock()
    const key = newToken(PREFIX)
    const row = {
      id: newId(now.getTime()),
      collection: actor.collection,
      userId: actor.id,
      keyHash: hashOfToken(key),
      name,
      prefix: key.slice(0, PREFIX.length + SHOWN_CHARACTERS),
      createdAt: now.toISOString(),
      expiresAt: requestedExpiry(call, now),
      lastUsedAt: null,
    }
    await inTransaction(call, async ({ tx: { records } }) => {
      const owner = { collection: actor.collection, userId: actor.id }
      if ((await records.count(API_KEYS.name, owner)) >= MOST_KEYS) {
        throw new QuireError('conflict', `You have ${MOST_KEYS} API keys already. Revoke some of them first.`)
      }
      await records.insert(API_KEYS.name, row)
    })
    return { kind: 'value', value: { doc: shown(row), key } }
  },
})

function requestedExpiry({ input }: Call, now: Date): string | null {
  const { expiresAt } = input.body as { expiresAt?: string | null }
  if (expiresAt === undefined || expiresAt === null) return null
  const instant = parseInstant(expiresAt)
  if (instant !== undefined && instant > now.toISOString()) return instant
  const code = instant === undefined ? 'format' : 'min'
  const issues = [{ code, path: 'expiresAt', message: 'Must be a date in the future.' } as const]
  throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
}

export const deleteApiKey = defineOperation({
  name: 'deleteApiKey',
  summary: 'Revoke an API key',
  description: 'The key stops working at once.',
  endpoint: { method: 'DELETE', path: '/auth/api-keys/{id}' },
  local: { method: 'deleteApiKey', args: ['id'] },
  parameters: [],
  body: { kind: 'none' },
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['id', 'deleted'],
      properties: { id: { type: 'string' }, deleted: { const: true } },
    },
  },
  async run(call) {
    const actor = await keyOwner(call)
    const id = call.input.id ?? ''
    const match = { id, collection: actor.collection, userId: actor.id }
    const removed = await inTransaction(call, ({ tx }) => tx.records.remove(API_KEYS.name, match))
    if (removed === 0) throw new QuireError('not_found', 'There is no such API key.')
    return { kind: 'value', value: { id, deleted: true } }
  },
})

/** How many keys of a user work. */
export async function countKeys({ entity, runtime }: Call, records: RecordReader, userId: string): Promise<number> {
  if (!entity.auth?.apiKeys) return 0
  const own = { collection: entity.slug, userId }
  const lasting = await records.count(API_KEYS.name, { ...own, expiresAt: null })
  return lasting + (await records.count(API_KEYS.name, { ...own, expiresAt: { above: runtime.clock().toISOString() } }))
}

function shown({ id, name, prefix, createdAt, expiresAt, lastUsedAt }: RecordRow): JsonObject {
  const value = { id, name, prefix, createdAt, expiresAt, lastUsedAt }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, one ?? null]))
}
