import {
  type Call,
  holdUser,
  type JsonObject,
  newId,
  QuireError,
  type RecordOwner,
  type RecordReader,
  reportDone,
  type Unit,
  type KeyScopes,
  scopeActions,
  hashOfToken,
  newToken,
} from '@quirecms/core/feature'
import { API_KEYS, type ApiKeyRow } from '../auth-tables.ts'
import { addressesOf, asColumn, scopesOfKey, shownKey } from './key-answer.ts'
import { type KeyDetails, areNarrower } from './requested-limits.ts'

const MOST_KEYS = 100

/** Identifies a key together with its owner: a call never changes a key of another user. */
export type KeyOfUser = RecordOwner & { readonly id: string }

export async function makeKey(call: Call, unit: Unit, owner: RecordOwner, details: KeyDetails): Promise<JsonObject> {
  const { records } = unit.tx
  const { name = '', note, expiresAt, scopes, addresses } = details
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
  await holdUser(call.runtime, unit.tx, owner)
  if ((await records.count(API_KEYS.name, owner)) >= MOST_KEYS)
    throw new QuireError('conflict', `There are ${MOST_KEYS} API keys already. Revoke some of them first.`)
  await records.insert(API_KEYS.name, row)
  await reportDone(call, unit, { action: 'auth.keyCreated', changes: [{ path: row.id, from: null, to: name }] })
  return { doc: shownKey(row), key }
}

export async function narrowKey(call: Call, unit: Unit, key: KeyOfUser, details: KeyDetails): Promise<JsonObject> {
  const { records } = unit.tx
  const row = await keyFor(records, key)
  refuseWider(row, details)
  const { name = row.name, note = row.note, expiresAt = row.expiresAt, scopes, addresses } = details
  const changes = {
    name,
    note,
    expiresAt,
    scopes: scopes === undefined ? row.scopes : asColumn(scopes),
    addresses: addresses === undefined ? row.addresses : asColumn(addresses),
  }
  await records.update(API_KEYS.name, { id: row.id }, changes)
  await reportDone(call, unit, { action: 'auth.keyNarrowed', changes: [{ path: row.id, from: row.name, to: name }] })
  return { doc: shownKey({ ...row, ...changes }) }
}

/** Refuses wider rights: a key never gains rights after it was given away. */
function refuseWider(row: ApiKeyRow, { scopes, addresses, expiresAt }: KeyDetails): void {
  const isNarrower =
    (scopes === undefined || hasNarrowerScopes(scopes, scopesOfKey(row))) &&
    (addresses === undefined || hasNarrowerAddresses(addresses, addressesOf(row))) &&
    (expiresAt === undefined || expiresSooner(expiresAt, row.expiresAt))
  if (isNarrower) return
  const message =
    'You can only restrict a key: to fewer actions, fewer addresses, an earlier expiry. Create a new key instead.'
  throw new QuireError('invalid_state', message)
}

/** Gives the key a new secret. The former one stays valid for `overlap` milliseconds. */
export async function rotateKey(call: Call, unit: Unit, key: KeyOfUser, overlap: number): Promise<JsonObject> {
  const { records } = unit.tx
  const row = await keyFor(records, key)
  const { key: secret, kept } = newSecret()
  const until = new Date(call.runtime.clock().getTime() + overlap).toISOString()
  // Keeps only one former secret: no rotation extends an older one.
  const former = overlap > 0 ? { formerHash: row.keyHash, formerUntil: until } : { formerHash: null, formerUntil: null }
  const changes = { ...kept, ...former }
  await records.update(API_KEYS.name, { id: row.id }, changes)
  await reportDone(call, unit, { action: 'auth.keyRotated', changes: [{ path: row.id, from: row.name, to: row.name }] })
  return { doc: shownKey({ ...row, ...changes }), key: secret }
}

export async function revokeKey(call: Call, unit: Unit, key: KeyOfUser): Promise<JsonObject> {
  const { records } = unit.tx
  const { id, name } = await keyFor(records, key)
  await records.remove(API_KEYS.name, { id })
  await reportDone(call, unit, { action: 'auth.keyRevoked', changes: [{ path: id, from: name, to: null }] })
  return { id, deleted: true }
}

async function keyFor(records: RecordReader, key: KeyOfUser): Promise<ApiKeyRow> {
  const [found] = await records.find(API_KEYS.name, key, { limit: 1, lock: true })
  if (!found) throw new QuireError('not_found', 'There is no such API key.')
  return found
}

/** Whether `scopes` allow nothing that `former` doesn't. Null allows everything. */
export function hasNarrowerScopes(scopes: KeyScopes | null, former: KeyScopes | null): boolean {
  if (former === null) return true
  if (scopes === null) return false
  const parts = ['collections', 'globals', 'plugins'] as const
  return (
    (former.drafts !== false || scopes.drafts === false) &&
    parts.every((part) => hasFewerActions(scopes[part] ?? {}, former[part] ?? {}))
  )
}

type ScopePart = NonNullable<KeyScopes['collections']>

/** `*` stands for all names that neither part mentions. */
function hasFewerActions(part: ScopePart, former: ScopePart): boolean {
  const names = new Set([scopeActions.every, ...Object.keys(part), ...Object.keys(former)])
  return [...names].every((name) => {
    const before = scopeActions.of(former, name)
    return scopeActions.of(part, name).every((action) => scopeActions.include(before, action))
  })
}

export function hasNarrowerAddresses(addresses: readonly string[] | null, former: readonly string[] | null): boolean {
  return former === null || (addresses !== null && areNarrower(addresses, former))
}

export function expiresSooner(expiresAt: string | null, former: string | null): boolean {
  return former === null || (expiresAt !== null && expiresAt <= former)
}

const PREFIX = 'qk_'
const SHOWN_CHARACTERS = 8

/** Creates a secret and its stored form: the hash, and a prefix by which users recognize the key. */
function newSecret() {
  const key = newToken(PREFIX)
  return { key, kept: { keyHash: hashOfToken(key), prefix: key.slice(0, PREFIX.length + SHOWN_CHARACTERS) } }
}
