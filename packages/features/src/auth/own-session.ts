import {
  type Actor,
  type Call,
  type Credential,
  QuireError,
  readerOf,
  type RecordOwner,
  recordOwner,
  signedIn,
  type StoredDocument,
} from '@quirecms/core/feature'
import { type SessionRow, SESSIONS } from './auth-tables.ts'
import { findUser } from './users.ts'

export interface SessionOfCaller {
  readonly actor: Actor
  readonly session: SessionRow
  /** Key of the user's records. */
  readonly owner: RecordOwner
  readonly credential: Extract<Credential, { kind: 'session' }>
}

/**
 * Requires a session. An API key has the rights of its user, but not these
 * (docs/contract/authentication.md#api-keys).
 */
export async function ownSession(call: Call): Promise<SessionOfCaller> {
  const { actor, credential } = signedIn(call)
  if (credential?.kind !== 'session')
    throw new QuireError('forbidden', 'This needs a session. Sign in with your password.')
  // In a hook that acts as another user, the credential is still that of the original caller.
  const own = { id: credential.id, collection: actor.collection, userId: actor.id }
  const [session] = await readerOf(call).records.find(SESSIONS.name, own)
  if (!session) throw new QuireError('invalid_token', 'The session is no longer valid. Sign in again.')
  return { actor, session, credential, owner: recordOwner(actor) }
}

/**
 * Refuses API keys in operations that remove or show how others sign in: a leaked key must not be enough, whatever
 * its user may do.
 */
export function refuseKeys({ caller: { credential } }: Call): void {
  if (credential && credential.kind !== 'session')
    throw new QuireError('forbidden', 'This needs a session. Sign in with your password.')
}

/**
 * Whether the user has authenticated recently: an open session is not enough to take over an account. A provider may
 * let users pass without asking, so its own time of authentication counts. If it reports none, the session is never
 * fresh.
 */
export function isFresh({ entity, runtime }: Call, { createdAt, provider, authenticatedAt }: SessionRow): boolean {
  const shownAt = provider === null ? createdAt : authenticatedAt
  if (entity.auth === null || shownAt === null) return false
  return Date.parse(shownAt) > runtime.clock().getTime() - entity.auth.freshFor
}

export async function asUser(call: Call, actor: Actor): Promise<{ userCall: Call; stored: StoredDocument }> {
  const entity = call.runtime.manifest.collections[actor.collection]
  const stored = entity && (await findUser(call.runtime, readerOf(call), entity, actor.id))
  if (!entity || !stored) throw new QuireError('unauthenticated', 'Sign in to do this.')
  return { userCall: { ...call, entity }, stored }
}
