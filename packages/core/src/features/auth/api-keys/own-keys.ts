import { QuireError } from '../../../contracts/errors.ts'
import type { RecordReader } from '../../../contracts/records.ts'
import type { Unit } from '../../../contracts/unit-of-work.ts'
import type { Call } from '../../../engine/call.ts'
import { type RecordOwner, signedIn } from '../../../engine/identity/signed-in.ts'
import { listsRecords } from '../../../engine/kinds/answers-value.ts'
import { changesRecords } from '../../../engine/kinds/changes-records.ts'
import { tellDone } from '../../../engine/tell-access.ts'
import { newId } from '../../../engine/new-id.ts'
import { API_KEYS, type ApiKeyRow } from '../auth-tables.ts'
import { ownSession } from '../own-session.ts'
import { API_KEY_API } from './api-key-api.ts'
import { addressesOf, asColumn, scopesOfKey, shownKey } from './key-answer.ts'
import { expiresSooner, hasNarrowerAddresses, hasNarrowerScopes } from './narrower.ts'
import { newSecret } from './new-secret.ts'
import { type KeyDetails, requestedDetails } from './requested-limits.ts'

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
export async function keyOwnerByCookie(call: Call): Promise<RecordOwner> {
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
  shows: shownKey,
})

export const createApiKey = changesRecords({
  ...API_KEY_API.createApiKey,
  tells: null,
  admits: keyOwnerByCookie,
  begin: ({ call }) => requestedDetails(call),
  async run({ call, unit, who: owner, begun: { name = '', note, expiresAt, scopes, addresses } }) {
    const { tx } = unit
    const { key, kept } = newSecret()
    const now = call.runtime.clock()
    const row: ApiKeyRow = {
      id: newId(now.getTime()),
      ...owner,
      ...kept,
      name,
      note: note ?? null,
      createdAt: now.toISOString(),
      expiresAt: expiresAt ?? null,
      lastUsedAt: null,
      lastUsedAddress: null,
      scopes: asColumn(scopes ?? null),
      addresses: asColumn(addresses ?? null),
      formerHash: null,
      formerUntil: null,
    }
    if ((await tx.records.count(API_KEYS.name, owner)) >= MOST_KEYS) {
      throw new QuireError('conflict', `You have ${MOST_KEYS} API keys already. Revoke some of them first.`)
    }
    await tx.records.insert(API_KEYS.name, row)
    await tellDone(call, unit, { action: 'auth.keyCreated', changes: [{ path: row.id, from: null, to: name }] })
    return { kind: 'value', value: { doc: shownKey(row), key } }
  },
})

export const updateApiKey = changesRecords({
  ...API_KEY_API.updateApiKey,
  tells: null,
  admits: keyOwner,
  begin: ({ call }) => requestedDetails(call),
  async run({ call, unit, who: owner, begun }) {
    const { records } = unit.tx
    const row = await findKey(records, call, owner)
    refuseWider(row, begun)
    const { name = row.name, note = row.note, expiresAt = row.expiresAt, scopes, addresses } = begun
    const changes = {
      name,
      note,
      expiresAt,
      scopes: scopes === undefined ? row.scopes : asColumn(scopes),
      addresses: addresses === undefined ? row.addresses : asColumn(addresses),
    }
    await records.update(API_KEYS.name, { id: row.id }, changes)
    await tellDone(call, unit, { action: 'auth.keyNarrowed', changes: [{ path: row.id, from: row.name, to: name }] })
    return { kind: 'value', value: { doc: shownKey({ ...row, ...changes }) } }
  },
})

/** Whoever gave a key away knows for good what it can do at most. */
function refuseWider(row: ApiKeyRow, { scopes, addresses, expiresAt }: KeyDetails): void {
  const isNarrower =
    (scopes === undefined || hasNarrowerScopes(scopes, scopesOfKey(row))) &&
    (addresses === undefined || hasNarrowerAddresses(addresses, addressesOf(row))) &&
    (expiresAt === undefined || expiresSooner(expiresAt, row.expiresAt))
  if (isNarrower) return
  const message =
    'A key can only be narrowed: to fewer actions, fewer addresses, an earlier end. Create a new key instead.'
  throw new QuireError('invalid_state', message)
}

export const deleteApiKey = changesRecords({
  ...API_KEY_API.deleteApiKey,
  tells: null,
  admits: keyOwner,
  async run({ call, unit, who: owner }) {
    return { kind: 'value', value: await revokeKey(call, unit, { id: call.input.id ?? '', ...owner }) }
  },
})

/** The key that a call names, of this user, so that nobody else changes it. */
export async function findKey(records: RecordReader, { input }: Call, owner: RecordOwner): Promise<ApiKeyRow> {
  return keyFor(records, { id: input.id ?? '', ...owner })
}

/** Ends a key of this user. */
export async function revokeKey(call: Call, unit: Unit, key: RecordOwner & { readonly id: string }) {
  const { records } = unit.tx
  const { id, name } = await keyFor(records, key)
  await records.remove(API_KEYS.name, { id })
  await tellDone(call, unit, { action: 'auth.keyRevoked', changes: [{ path: id, from: name, to: null }] })
  return { id, deleted: true }
}

async function keyFor(records: RecordReader, key: RecordOwner & { readonly id: string }): Promise<ApiKeyRow> {
  const [found] = await records.find(API_KEYS.name, key, { limit: 1, lock: true })
  if (!found) throw new QuireError('not_found', 'There is no such API key.')
  return found
}

/** How many keys of a user work. */
export async function countKeys({ entity, runtime }: Call, records: RecordReader, userId: string): Promise<number> {
  if (!entity.auth?.apiKeys) return 0
  const own = { collection: entity.slug, userId }
  const lasting = await records.count(API_KEYS.name, { ...own, expiresAt: null })
  return lasting + (await records.count(API_KEYS.name, { ...own, expiresAt: { above: runtime.clock().toISOString() } }))
}
