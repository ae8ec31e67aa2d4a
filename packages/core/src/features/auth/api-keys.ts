import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { RecordReader } from '../../contracts/records.ts'
import type { CheckedBody } from '../../config/infer/operation-methods.ts'
import type { Call } from '../../engine/call.ts'
import { newId } from '../../engine/new-id.ts'
import { listsRecords } from '../../engine/kinds/answers-value.ts'
import { changesRecords } from '../../engine/kinds/changes-records.ts'
import { parseInstant } from '../../query/instant.ts'
import { API_KEY_API } from './api-key-api.ts'
import { API_KEYS, type ApiKeyRow } from './auth-tables.ts'
import { type RecordOwner, signedIn } from '../../engine/identity/signed-in.ts'
import { ownSession } from './own-session.ts'
import { hashOfToken, newToken } from '../../engine/identity/tokens.ts'

const PREFIX = 'qk_'
const SHOWN_CHARACTERS = 8
/** Of one user. */
const MOST_KEYS = 100

/** Only users of collections with API keys have this; for all others the routes do not exist. */
async function keyOwner(call: Call): Promise<RecordOwner> {
  const { owner } = await ownSession(call)
  if (!call.runtime.manifest.collections[owner.collection]?.auth?.apiKeys) {
    throw new QuireError('not_found', 'There is nothing at this path.')
  }
  return owner
}

/** A session token or key that leaked must not become a key that outlives it (docs/contract/authentication.md#api-keys). */
async function keyOwnerByCookie(call: Call): Promise<RecordOwner> {
  const { credential } = signedIn(call)
  if (credential?.kind !== 'session' || credential.via !== 'cookie')
    throw new QuireError(
      'cookie_required',
      'API keys can be created only with the session cookie. Sign in, and send the cookie instead of a token.',
    )
  return keyOwner(call)
}

export const listApiKeys = listsRecords({
  ...API_KEY_API.apiKeys,
  admits: keyOwner,
  table: API_KEYS,
  match: ({ who: owner }) => owner,
  order: { column: 'createdAt', descending: true },
  shows: shown,
})

export const createApiKey = changesRecords({
  ...API_KEY_API.createApiKey,
  admits: keyOwnerByCookie,
  request(call) {
    const { name } = call.input.body as CheckedBody<typeof API_KEY_API.createApiKey>
    const now = call.runtime.clock()
    return { name, now, expiresAt: requestedExpiry(call, now) }
  },
  async run({ unit: { tx }, who: owner, request: { name, now, expiresAt } }) {
    const key = newToken(PREFIX)
    const row = {
      id: newId(now.getTime()),
      ...owner,
      keyHash: hashOfToken(key),
      name,
      prefix: key.slice(0, PREFIX.length + SHOWN_CHARACTERS),
      createdAt: now.toISOString(),
      expiresAt,
      lastUsedAt: null,
    }
    if ((await tx.records.count(API_KEYS.name, owner)) >= MOST_KEYS) {
      throw new QuireError('conflict', `You have ${MOST_KEYS} API keys already. Revoke some of them first.`)
    }
    await tx.records.insert(API_KEYS.name, row)
    return { kind: 'value', value: { doc: shown(row), key } }
  },
})

function requestedExpiry({ input }: Call, now: Date): string | null {
  const { expiresAt } = input.body as CheckedBody<typeof API_KEY_API.createApiKey>
  if (expiresAt === undefined || expiresAt === null) return null
  const instant = parseInstant(expiresAt)
  if (instant !== undefined && instant > now.toISOString()) return instant
  const code = instant === undefined ? 'format' : 'min'
  const issues = [{ code, path: 'expiresAt', message: 'Must be a date in the future.' } as const]
  throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
}

export const deleteApiKey = changesRecords({
  ...API_KEY_API.deleteApiKey,
  admits: keyOwner,
  async run({ call, unit, who: owner }) {
    const id = call.input.id ?? ''
    const removed = await unit.tx.records.remove(API_KEYS.name, { id, ...owner })
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

function shown({ id, name, prefix, createdAt, expiresAt, lastUsedAt }: ApiKeyRow): JsonObject {
  return { id, name, prefix, createdAt, expiresAt, lastUsedAt }
}
