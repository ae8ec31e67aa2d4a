import {
  type Call,
  changesRecords,
  listsRecords,
  QuireError,
  readerOf,
  type RecordOwner,
  type RecordReader,
  signedIn,
} from '@quirecms/core/feature'
import { API_KEYS } from '../auth-tables.ts'
import { ownSession } from '../own-session.ts'
import { API_KEY_API } from './api-key-api.ts'
import { scopesOfKey, shownKey } from './key-answer.ts'
import { makeKey, narrowKey, revokeKey, rotateKey } from './key-changes.ts'
import { requestedDetails, requestedOverlap } from './requested-limits.ts'

/** Requires a user of a collection with API keys; for all others the routes do not exist. */
async function keyOwner(call: Call): Promise<RecordOwner> {
  const { owner } = await ownSession(call)
  if (!call.runtime.manifest.collections[owner.collection]?.auth?.apiKeys) {
    throw new QuireError('not_found', 'There is nothing at this path.')
  }
  return owner
}

/**
 * Requires the session cookie: a leaked session token or key must not create a key that outlives it
 * (docs/contract/authentication.md#api-keys).
 */
async function keyOwnerByCookie(call: Call): Promise<RecordOwner> {
  signedIn(call)
  refuseWithoutCookie(call)
  return keyOwner(call)
}

export function refuseWithoutCookie({ caller: { credential } }: Call): void {
  if (credential?.kind === 'session' && credential.via === 'cookie') return
  throw new QuireError(
    'cookie_required',
    'API keys can be created only with the session cookie. Sign in, and send the cookie instead of a token.',
  )
}

export const listApiKeys = listsRecords({
  ...API_KEY_API.apiKeys,
  authorize: keyOwner,
  table: API_KEYS,
  match: ({ principal: owner }) => owner,
  order: { column: 'createdAt', descending: true },
  shows: shownKey,
})

export const createApiKey = changesRecords({
  ...API_KEY_API.createApiKey,
  accessAction: null,
  authorize: keyOwnerByCookie,
  begin: ({ call }) => requestedDetails(call, call),
  run: async ({ call, unit, principal: owner, begun }) => ({
    kind: 'value',
    value: await makeKey(call, unit, owner, begun),
  }),
})

export const updateApiKey = changesRecords({
  ...API_KEY_API.updateApiKey,
  accessAction: null,
  authorize: keyOwner,
  async begin({ call, principal }) {
    const [row] = await readerOf(call).records.find(API_KEYS.name, ownKeyMatch(call, principal))
    return requestedDetails(call, call, row && scopesOfKey(row))
  },
  run: async ({ call, unit, principal, begun }) => ({
    kind: 'value',
    value: await narrowKey(call, unit, ownKeyMatch(call, principal), begun),
  }),
})

/** Gives the key a new secret. During the overlap both work, so that clients change over without a gap. */
export const rotateApiKey = changesRecords({
  ...API_KEY_API.rotateApiKey,
  accessAction: null,
  authorize: keyOwnerByCookie,
  request: requestedOverlap,
  run: async ({ call, unit, principal, request: overlap }) => ({
    kind: 'value',
    value: await rotateKey(call, unit, ownKeyMatch(call, principal), overlap),
  }),
})

export const deleteApiKey = changesRecords({
  ...API_KEY_API.deleteApiKey,
  accessAction: null,
  authorize: keyOwner,
  run: async ({ call, unit, principal }) => ({
    kind: 'value',
    value: await revokeKey(call, unit, ownKeyMatch(call, principal)),
  }),
})

/** Restricts the key that the call names to this user's keys. */
function ownKeyMatch({ input }: Call, owner: RecordOwner) {
  return { id: input.id ?? '', ...owner }
}

export async function countKeys({ entity, runtime }: Call, records: RecordReader, userId: string): Promise<number> {
  if (!entity.auth?.apiKeys) return 0
  const own = { collection: entity.slug, userId }
  const lasting = await records.count(API_KEYS.name, { ...own, expiresAt: null })
  return lasting + (await records.count(API_KEYS.name, { ...own, expiresAt: { above: runtime.clock().toISOString() } }))
}
