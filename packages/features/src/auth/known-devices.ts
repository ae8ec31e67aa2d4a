import {
  type AuthOptions,
  type Call,
  type CookieChange,
  hashOfToken,
  newToken,
  readerOf,
  type RecordReader,
  type RecordWriter,
} from '@quirecms/core/feature'
import { ATTEMPTS, DEVICES } from './auth-tables.ts'
import { hashOfAddress } from './users.ts'

/** Maximum per user; evicts the least recently used. */
const MOST_DEVICES = 50

const MOST_USERS = 4

const LIFETIME = 180 * 86_400_000

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The counter for failed attempts: of an address from anywhere, or of a known browser for that address. */
export interface Guesser {
  readonly collection: string
  readonly addressHash: string
  /** Token of the known browser; null for other clients. */
  readonly device: string | null
}

/**
 * Finds the counter of the client. A browser that has signed in to this account before has its own, so that strangers
 * who use up the attempts of the address don't lock out its owner. The token of a browser gives no other right.
 */
export async function guesserOf(call: Call, { lockout }: AuthOptions, address: string): Promise<Guesser> {
  const anybody = { collection: call.entity.slug, addressHash: hashOfAddress(address), device: null }
  const tokens = shownBy(call)
  if (!lockout || tokens.length === 0) return anybody
  const found = await findDevice(readerOf(call).records, call, anybody.addressHash, tokens)
  if (found === undefined) return anybody
  return { ...anybody, addressHash: countedFor(hashOfToken(found)), device: found }
}

/** Key of a known browser's counter. It cannot collide: hashes of addresses have no colon. */
function countedFor(tokenHash: string): string {
  return `device:${tokenHash}`
}

/**
 * After a sign-in: remembers the browser, or renews its record. Returns its cookie; null for calls without a browser.
 */
export async function rememberDevice(
  call: Call,
  records: RecordWriter,
  auth: AuthOptions,
  user: { readonly id: string; readonly address: string },
  { device }: Guesser,
): Promise<CookieChange | null> {
  if (!auth.lockout || !call.caller.client) return null
  const now = call.runtime.clock()
  const owner = { collection: call.entity.slug, userId: user.id }
  const times = {
    lastUsedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + LIFETIME).toISOString(),
  }
  const known = { ...owner, tokenHash: device === null ? '' : hashOfToken(device) }
  // The record may have been removed since `guesserOf`.
  const isKnown = device !== null && (await records.update(DEVICES.name, known, times)) > 0
  const token = isKnown ? device : newToken()
  if (!isKnown) {
    const addressHash = hashOfAddress(user.address)
    await records.insert(DEVICES.name, { tokenHash: hashOfToken(token), ...owner, addressHash, ...times })
    await forgetOldest(records, owner)
  }
  const others = shownBy(call).filter((one) => one !== token && one !== device)
  const value = [token, ...others].slice(0, MOST_USERS).join('.')
  return { name: 'device', token: value, expiresAt: times.expiresAt, secure: auth.secureCookie }
}

async function forgetOldest(records: RecordWriter, owner: Owner): Promise<void> {
  const surplus = await records.find(DEVICES.name, owner, {
    sort: { column: 'lastUsedAt', descending: true },
    offset: MOST_DEVICES,
    limit: MOST_DEVICES,
  })
  await remove(
    records,
    owner,
    surplus.map(({ tokenHash }) => tokenHash),
  )
}

type Owner = { readonly collection: string; readonly userId: string }

/** A change of password or address removes all known browsers of the user. */
export async function forgetDevices(records: RecordWriter, owner: Owner): Promise<void> {
  const all = await records.find(DEVICES.name, owner)
  await remove(
    records,
    owner,
    all.map(({ tokenHash }) => tokenHash),
  )
}

async function remove(records: RecordWriter, owner: Owner, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await forgetGuesses(records, owner.collection, hashes)
  await records.remove(DEVICES.name, { ...owner, tokenHash: { oneOf: hashes } })
}

/** After an unlock: resets the attempts of known browsers. */
export async function unlockDevices(records: RecordWriter, owner: Owner): Promise<void> {
  const all = await records.find(DEVICES.name, owner)
  if (all.length > 0)
    await forgetGuesses(
      records,
      owner.collection,
      all.map(({ tokenHash }) => tokenHash),
    )
}

async function forgetGuesses(records: RecordWriter, collection: string, hashes: readonly string[]): Promise<void> {
  await records.remove(ATTEMPTS.name, { collection, addressHash: { oneOf: hashes.map(countedFor) } })
}

/** Tokens in the device cookie, newest first. Ignores everything else in it. */
function shownBy({ caller: { client } }: Call): readonly string[] {
  const parts = client?.devices?.slice(0, MOST_USERS * 44).split('.') ?? []
  return parts.filter((part) => TOKEN.test(part)).slice(0, MOST_USERS)
}

async function findDevice(
  records: RecordReader,
  { runtime, entity }: Call,
  addressHash: string,
  tokens: readonly string[],
): Promise<string | undefined> {
  const [found] = await records.find(
    DEVICES.name,
    {
      tokenHash: { oneOf: tokens.map(hashOfToken) },
      collection: entity.slug,
      addressHash,
      expiresAt: { above: runtime.clock().toISOString() },
    },
    { limit: 1 },
  )
  return found && tokens.find((token) => hashOfToken(token) === found.tokenHash)
}
