import type { Actor } from '../../contracts/access.ts'
import type { Credential } from '../../contracts/auth.ts'
import type { RecordReader, RecordRow } from '../../contracts/records.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { actorNow } from '../../engine/identity/actor-now.ts'
import { API_KEYS, CREDENTIALS, SESSIONS } from './auth-tables.ts'
import { hashOfToken, LONGEST_TOKEN } from '../../engine/identity/tokens.ts'
import { actorOf, findUser, hasConfirmed } from './users.ts'

/** `lastUsedAt` is kept without a write on each request. */
const TOUCH_EVERY = 60_000

export interface Recognised {
  readonly actor: Actor
  readonly credential: Credential
}

/** Whose session a token is; null for one that is unknown, expired or revoked, or whose user is gone. */
export async function recogniseSession(
  runtime: Runtime,
  token: string,
  via: 'cookie' | 'header',
): Promise<Recognised | null> {
  const [session] = await look(runtime, SESSIONS.name, 'tokenHash', token)
  if (!session || isOver(runtime, session)) return null
  const actor = await ownerOf(runtime, session)
  if (!actor) return null
  touch(runtime, SESSIONS.name, session)
  const { id, tokenHash } = session
  return { actor, credential: { kind: 'session', id: String(id), tokenHash: String(tokenHash), via } }
}

/** The same for an API key. */
export async function recogniseApiKey(runtime: Runtime, key: string): Promise<Recognised | null> {
  const [found] = await look(runtime, API_KEYS.name, 'keyHash', key)
  if (!found || isOver(runtime, found)) return null
  const actor = await ownerOf(runtime, found)
  if (!actor || !runtime.manifest.collections[actor.collection]?.auth?.apiKeys) return null
  touch(runtime, API_KEYS.name, found)
  return { actor, credential: { kind: 'apiKey', id: String(found['id']) } }
}

/** By its hash alone: the secret itself is never compared. */
async function look(runtime: Runtime, table: string, column: string, secret: string): Promise<RecordRow[]> {
  if (secret.length > LONGEST_TOKEN || !hasTable(runtime, table)) return []
  const records: RecordReader = runtime.storage.reader.records
  return records.find(table, { [column]: hashOfToken(secret) }, { limit: 1 })
}

function hasTable({ manifest }: Runtime, name: string): boolean {
  return manifest.records.some((table) => table.name === name)
}

function isOver(runtime: Runtime, { expiresAt }: RecordRow): boolean {
  return typeof expiresAt === 'string' && expiresAt <= runtime.clock().toISOString()
}

/** The user as it is now, to `actorNow` of the engine. */
export async function userNow({ runtime, entity }: Call, userId: string): Promise<Actor | null> {
  if (!entity.auth) return null
  const { reader } = runtime.storage
  const stored = await findUser(runtime, reader, entity, userId)
  if (!stored) return null
  const owner = { collection: entity.slug, userId: stored.id }
  const [credentials] = entity.auth.verification ? await reader.records.find(CREDENTIALS.name, owner) : []
  return actorOf(runtime, entity, stored, hasConfirmed(entity, stored, credentials))
}

function ownerOf(runtime: Runtime, { collection, userId }: RecordRow): Promise<Actor | null> {
  return actorNow(runtime, String(collection), String(userId))
}

/** Credentials whose last use is being written. */
const touching = new WeakMap<Runtime, Set<string>>()

function touch(runtime: Runtime, table: string, { id, lastUsedAt = null }: RecordRow): void {
  const now = runtime.clock()
  if (typeof lastUsedAt === 'string' && now.getTime() - Date.parse(lastUsedAt) < TOUCH_EVERY) return
  const key = String(id)
  const busy = touching.get(runtime) ?? new Set()
  touching.set(runtime, busy)
  // Of many requests at once, and of many instances, one writes.
  if (busy.has(key)) return
  busy.add(key)
  runtime.background('last use of a credential', async () => {
    try {
      await runtime.storage.transaction(async ({ records }) => {
        await records.update(table, { id: key, lastUsedAt }, { lastUsedAt: now.toISOString() })
      })
    } finally {
      busy.delete(key)
    }
  })
}
