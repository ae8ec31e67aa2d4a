import {
  type Actor,
  type Call,
  type Credential,
  currentActor,
  hashOfToken,
  type KeyState,
  type Recognised,
  type RecordMatch,
  type RecordRow,
  type RecordTable,
  type RecordWriter,
  type Runtime,
  QuireError,
  onceFor,
} from '@quirecms/core/feature'
import { LONGEST_TOKEN } from './sign-in-api.ts'
import { API_KEYS, type ApiKeyRow, CREDENTIALS, type SessionRow, SESSIONS } from './auth-tables.ts'
import { isWithinRanges } from './api-keys/requested-limits.ts'
import { addressesOf, scopesOfKey } from './api-keys/key-answer.ts'
import { mustSetUp } from './factors/must-set-up.ts'
import { factorsOf } from './sessions.ts'
import { actorOf, findUser, hasConfirmed, isAccount } from './users.ts'
import { keyring, providerClient } from './services.ts'

/** A user who must have a second factor, but has none yet, can only set one up, read the own account, and sign out. */
const SET_UP_FIRST = 'Set up a second factor first: a passkey, or one-time codes.'

/** Least time between two writes of `lastUsedAt`. */
const NOTE_EVERY = 60_000

/** Resolves a session token to its user; null if the token is unknown, expired or revoked, or the user is gone. */
export async function recogniseSession(
  runtime: Runtime,
  token: string,
  via: 'cookie' | 'header',
): Promise<Recognised | null> {
  return ownerOfSession(runtime, await findBySecret(runtime, SESSIONS, token, (tokenHash) => ({ tokenHash })), via)
}

/** Resolves the session of an open connection again. Finds it by id, since a refresh may have changed its token. */
export async function recogniseAgain(
  runtime: Runtime,
  { id, via }: Extract<Credential, { readonly kind: 'session' }>,
): Promise<Recognised | null> {
  const [session] = await runtime.storage.reader.records.find(SESSIONS.name, { id }, { limit: 1 })
  return ownerOfSession(runtime, session, via)
}

async function ownerOfSession(
  runtime: Runtime,
  session: SessionRow | undefined,
  via: 'cookie' | 'header',
): Promise<Recognised | null> {
  if (!session || isExpired(runtime, session) || !(await passesRecheck(runtime, session))) return null
  const actor = await ownerOf(runtime, session)
  if (!actor) return null
  const { id, tokenHash, lastUsedAt } = session
  noteLastUse(runtime, session, (records, now) =>
    records.update(SESSIONS.name, { id, lastUsedAt }, { lastUsedAt: now }),
  )
  const credential = { kind: 'session', id, tokenHash, via } as const
  const factors = runtime.manifest.collections[actor.collection]?.auth?.factors
  if (!factors) return { actor, credential }
  const shown = factorsOf(session)
  const seen: Actor = { ...actor, session: { factors: shown } }
  return { actor: seen, credential, ...((await mustSetUp(factors, shown, seen)) && { heldBack: SET_UP_FIRST }) }
}

/** Resolves an API key to its user, if the client's address is within the key's ranges. */
export async function recogniseApiKey(runtime: Runtime, key: string, address: string): Promise<Recognised | null> {
  const isGood = (row: ApiKeyRow) => !isExpired(runtime, row) && isGoodFrom(row, address)
  const current = await findBySecret(runtime, API_KEYS, key, (keyHash) => ({ keyHash }))
  // Constant time: a key that is not valid here takes as many lookups as an unknown one, so that the time doesn't
  // reveal that it exists.
  const found =
    current && isGood(current)
      ? current
      : await findBySecret(runtime, API_KEYS, key, (formerHash) => ({
          formerHash,
          formerUntil: { above: runtime.clock().toISOString() },
        }))
  if (!found || !isGood(found)) return null
  const actor = await ownerOf(runtime, found)
  if (!actor || !runtime.manifest.collections[actor.collection]?.auth?.apiKeys) return null
  const { id, name, lastUsedAt } = found
  noteLastUse(runtime, found, (records, now) =>
    records.update(API_KEYS.name, { id, lastUsedAt }, { lastUsedAt: now, lastUsedAddress: address }),
  )
  return { actor, credential: { kind: 'apiKey', id }, key: { id, name }, scopes: scopesOfKey(found) ?? undefined }
}

function isGoodFrom(key: ApiKeyRow, address: string): boolean {
  const addresses = addressesOf(key)
  return addresses === null || isWithinRanges(addresses, address)
}

/** Looks up by hash: the secret itself is never compared. */
async function findBySecret<Row extends RecordRow>(
  runtime: Runtime,
  { name }: RecordTable<Row>,
  secret: string,
  by: (hash: string) => RecordMatch<NoInfer<Row>>,
): Promise<Row | undefined> {
  if (secret.length > LONGEST_TOKEN || !hasTable(runtime, name)) return undefined
  const [found] = await runtime.storage.reader.records.find(name, by(hashOfToken(secret)), { limit: 1 })
  return found
}

function hasTable({ manifest }: Runtime, name: string): boolean {
  return manifest.records.some((table) => table.name === name)
}

type CredentialRow = SessionRow | ApiKeyRow

function isExpired(runtime: Runtime, { expiresAt }: CredentialRow): boolean {
  return expiresAt !== null && expiresAt <= runtime.clock().toISOString()
}

/** Current state of a key, for `currentKey` of the engine. */
export async function apiKeyNow({ runtime, entity }: Call, userId: string, id: string): Promise<KeyState | null> {
  if (!entity.auth?.apiKeys) return null
  const own = { id, collection: entity.slug, userId }
  const [found] = await runtime.storage.reader.records.find(API_KEYS.name, own, { limit: 1 })
  if (!found || isExpired(runtime, found)) return null
  const { name, expiresAt } = found
  return { key: { id, name }, scopes: scopesOfKey(found) ?? undefined, expiresAt }
}

/** Current state of the user, for `currentActor` of the engine. */
export async function userNow({ runtime, entity }: Call, userId: string): Promise<Actor | null> {
  if (!entity.auth) return null
  const { reader } = runtime.storage
  const stored = await findUser(runtime, reader, entity, userId)
  if (!stored || !isAccount(entity, stored)) return null
  const owner = { collection: entity.slug, userId: stored.id }
  const [credentials] = entity.auth.verification ? await reader.records.find(CREDENTIALS.name, owner) : []
  return actorOf(runtime, entity, stored, hasConfirmed(entity, stored, credentials))
}

function ownerOf(runtime: Runtime, { collection, userId }: CredentialRow): Promise<Actor | null> {
  return currentActor(runtime, collection, userId)
}

/** Credentials whose last use is being written. */
const beingNoted = onceFor((_: Runtime) => new Set<string>())

/** Stores the time of the last use, in the background and at intervals. */
function noteLastUse(
  runtime: Runtime,
  { id, lastUsedAt }: CredentialRow,
  note: (records: RecordWriter, now: string) => Promise<number>,
): void {
  const now = runtime.clock()
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < NOTE_EVERY) return
  const busy = beingNoted(runtime)
  // One request of this process writes. Across instances, the match on the old `lastUsedAt` lets one write.
  if (busy.has(id)) return
  busy.add(id)
  runtime.runInBackground('last use of a credential', async () => {
    try {
      await runtime.storage.transaction(async ({ records }) => {
        await note(records, now.toISOString())
      })
    } finally {
      busy.delete(id)
    }
  })
}

/** Delay of the next recheck if the provider is unavailable. */
const RETRY_AFTER = 60_000

/** Additional authenticated data: the token of another user doesn't decrypt. */
function sealedFor({ collection, userId }: Pick<SessionRow, 'collection' | 'userId'>): string {
  return `refresh token of ${collection}/${userId}`
}

/** Encrypts a refresh token; null if there is none, or no keyring. */
export function sealedToken(
  { services }: Runtime,
  owner: Pick<SessionRow, 'collection' | 'userId'>,
  token: string | null,
): string | null {
  const ring = services.get(keyring)
  return token === null || !ring ? null : ring.seal(token, sealedFor(owner))
}

/** Whether the provider that the user signed in with still knows the user; asked at intervals (`recheck`). */
async function passesRecheck(runtime: Runtime, session: SessionRow): Promise<boolean> {
  const { id, collection, provider: key, refreshToken, createdAt, recheckedAt } = session
  const auth = runtime.manifest.collections[collection]?.auth
  const now = runtime.clock()
  if (!auth?.session.recheck || key === null) return true
  // Sessions from before `recheck` was enabled have no refresh token; they end when the first recheck is due.
  if (now.getTime() - Date.parse(recheckedAt ?? createdAt) < auth.session.recheck) return true
  const provider = Object.hasOwn(auth.providers, key) ? auth.providers[key] : undefined
  const change = (to: Partial<SessionRow>, match: Partial<SessionRow> = {}) =>
    runtime.storage.transaction(({ records }) => records.update(SESSIONS.name, { id, ...match }, to))
  const end = async () => {
    await runtime.storage.transaction(({ records }) => records.remove(SESSIONS.name, { id }))
    return false
  }
  const ring = runtime.services.get(keyring)
  if (!provider || refreshToken === null || !ring) return end()
  // Compare and set: of concurrent requests on all instances one rechecks, since most refresh tokens work once.
  if ((await change({ recheckedAt: now.toISOString() }, { recheckedAt })) === 0) return true
  try {
    const { refreshToken: next } = await runtime.services
      .get(providerClient)
      .refresh(provider, ring.open(refreshToken, sealedFor(session)))
    if (next !== null) await change({ refreshToken: sealedToken(runtime, session, next) })
    return true
  } catch (error) {
    runtime.reportError(`rechecking a session of "${collection}" with the provider "${key}"`, error)
    if (!(error instanceof QuireError) || error.code !== 'unavailable') return end()
    const before = new Date(now.getTime() - auth.session.recheck + RETRY_AFTER)
    await change({ recheckedAt: before.toISOString() })
    return true
  }
}
