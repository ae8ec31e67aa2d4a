import type { Actor } from '../../contracts/access.ts'
import type { Credential } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { type SessionRow, SESSIONS } from './auth-tables.ts'
import { type RecordOwner, recordOwner, signedIn } from '../../engine/identity/signed-in.ts'
import { findUser } from './users.ts'

export interface OwnSession {
  readonly actor: Actor
  readonly session: SessionRow
  /** What the records of the user are found by. */
  readonly owner: RecordOwner
  readonly credential: Extract<Credential, { kind: 'session' }>
}

/** The session that the call came with. An API key may do what its user may, but not this (docs/contract/authentication.md#api-keys). */
export async function ownSession(call: Call): Promise<OwnSession> {
  const { actor, credential } = signedIn(call)
  if (credential?.kind !== 'session')
    throw new QuireError('forbidden', 'This needs a session. Sign in with your password.')
  // A hook that acts for somebody else brings along the session of whoever called.
  const own = { id: credential.id, collection: actor.collection, userId: actor.id }
  const [session] = await readerOf(call).records.find(SESSIONS.name, own)
  if (!session) throw new QuireError('invalid_token', 'The session is no longer valid. Sign in again.')
  return { actor, session, credential, owner: recordOwner(actor) }
}

/** For what takes away or shows how others come in: a key that leaked must not be enough for that, whatever its user may do. */
export function refuseKeys({ caller: { credential } }: Call): void {
  if (credential && credential.kind !== 'session')
    throw new QuireError('forbidden', 'This needs a session. Sign in with your password.')
}

/**
 * Whether the user has just shown who it is: what somebody finds open must not be enough to take an account over. A provider lets whoever is signed
 * in there pass without a word, so that with it the moment counts when it last asked; where it doesn't say, nobody knows of one.
 */
export function isFresh({ entity, runtime }: Call, { createdAt, provider, authenticatedAt }: SessionRow): boolean {
  const shownAt = provider === null ? createdAt : authenticatedAt
  if (entity.auth === null || shownAt === null) return false
  return Date.parse(shownAt) > runtime.clock().getTime() - entity.auth.freshFor
}

/** The call as one about the user's own document, in the user's collection. */
export async function asUser(call: Call, actor: Actor): Promise<{ userCall: Call; stored: StoredDocument }> {
  const entity = call.runtime.manifest.collections[actor.collection]
  const stored = entity && (await findUser(call.runtime, readerOf(call), entity, actor.id))
  if (!entity || !stored) throw new QuireError('unauthenticated', 'Sign in to do this.')
  return { userCall: { ...call, entity }, stored }
}
