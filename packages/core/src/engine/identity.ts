import type { Actor, CallKey, KeyScopes, KeyState } from '../contracts/access.ts'
import type { Credential } from '../contracts/auth.ts'
import { QuireError } from '../contracts/errors.ts'
import { type Call, type Runtime, systemCall } from './call.ts'
import type { CredentialScheme, PresentedCredential } from '../contracts/credential-scheme.ts'
import type { Caller } from '../contracts/operation.ts'
import type { StorageTransaction } from '../contracts/document-storage.ts'
import { createHash, randomBytes } from 'node:crypto'

/** The signed-in user, with any credential. Throws `unauthenticated` without one. */
export function signedIn({ caller }: Call): { actor: Actor; credential: Credential | undefined } {
  if (!caller.actor) throw new QuireError('unauthenticated', 'Sign in to do this.')
  return { actor: caller.actor, credential: caller.credential }
}

export type RecordOwner = {
  readonly collection: string
  readonly userId: string
}

export function recordOwner({ collection, id }: Actor): RecordOwner {
  return { collection, userId: id }
}

/** Admits all callers: for operations whose request itself proves enough, by a password or a token. */
export function anyCaller(): void {}

/** The result of verifying a credential. */
export interface Recognised {
  readonly actor: Actor
  readonly credential: Credential
  readonly key?: CallKey
  readonly scopes?: KeyScopes | undefined
  /** What the user must do first. */
  readonly heldBack?: string | undefined
}

/** Longer than any token or signature. */
const LONGEST_SECRET = 8_192

/** The present owner of a feature's own credential; null if it is invalid or the user is gone. */
export async function recogniseByScheme(
  runtime: Runtime,
  { name, recognise }: CredentialScheme<Call>,
  given: PresentedCredential,
): Promise<Recognised | null> {
  if (given.secret === '' || given.secret.length > LONGEST_SECRET) return null
  const owner = await recognise(systemCall(runtime, runtime.manifest.service, name), given)
  const actor = owner && (await currentActor(runtime, owner.collection, owner.id))
  if (!actor) return null
  return { actor, credential: { kind: 'scheme', scheme: name, id: owner.credential ?? null } }
}

/**
 * The user's current actor, for deferred work and for tokens. Null if the user was deleted or moved to the trash since
 * then, or if documents of this collection cannot act.
 */
export async function currentActor(runtime: Runtime, collection: string, id: string): Promise<Actor | null> {
  const entity = runtime.manifest.collections[collection]
  if (!entity?.loadActor) return null
  return entity.loadActor(systemCall(runtime, entity, 'actorNow'), id)
}

/** The user who requested deferred work, and the API key if one was used. */
export interface Maker {
  readonly collection: string
  readonly id: string
  readonly key: string | null
}

/**
 * The maker of something, with its current rights. What was made with an API key loses its rights with the key:
 * revoking a leaked key also stops its deferred work. Null if the user or the key is gone.
 */
export async function currentCreator(
  runtime: Runtime,
  { collection, id, key }: Maker,
): Promise<(Pick<Caller, 'key' | 'scopes'> & { readonly actor: NonNullable<Caller['actor']> }) | null> {
  const actor = await currentActor(runtime, collection, id)
  if (!actor) return null
  if (key === null) return { actor }
  const now = await currentKey(runtime, { collection, id, key })
  return now && { actor, key: now.key, scopes: now.scopes }
}

/** The current state of the key; null if it was revoked or has expired. */
export async function currentKey(runtime: Runtime, { collection, id, key }: Maker): Promise<KeyState | null> {
  const entity = runtime.manifest.collections[collection]
  if (key === null || !entity?.loadKey) return null
  return entity.loadKey(systemCall(runtime, entity, 'keyNow'), id, key)
}

/**
 * Locks the user row until the transaction ends, so that concurrent transactions cannot both count what the user has
 * and then add to it. New references to the user do not wait for this lock.
 */
export async function holdUser(
  { manifest }: Runtime,
  tx: StorageTransaction,
  { collection, userId }: RecordOwner,
): Promise<void> {
  const users = manifest.collections[collection]
  if (users) await tx.get(users.table.name, userId, undefined, { lock: 'change' })
}

/** 256 bits of randomness. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/**
 * The stored hash of a token. Tokens are looked up by hash, so that comparing reveals nothing by timing, and a reader
 * of the database cannot use it.
 */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
