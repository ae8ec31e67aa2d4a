import {
  type Answer,
  type AuthOptions,
  type Call,
  type CookieChange,
  type JsonObject,
  type PresentedDocument,
  QuireError,
  runHooks,
  type SessionFactor,
  type StoredDocument,
  reportDone,
  type Unit,
} from '@quirecms/core/feature'
import { type Guesser, rememberDevice } from './known-devices.ts'
import { isServiceAccount } from './user-fields.ts'
import { cookieOf, type StartedSession, startSession } from './sessions.ts'
import { addressOf, authOf } from './users.ts'

/** A new session, and the cookie that makes its browser a known one. */
export interface SignedIn extends StartedSession {
  readonly device: CookieChange | null
}

export interface ProvenUser {
  readonly stored: StoredDocument
  /** The document as hooks see it. */
  readonly doc: JsonObject
  readonly factors: readonly SessionFactor[]
  readonly guesser: Guesser
  /** Action that is reported to features; `auth.login` unless given. */
  readonly accessAction?: string
}

/**
 * Last step of a sign-in with a password, a passkey, a second factor or an invitation: starts the session, runs
 * `afterLogin`, and reports the sign-in.
 */
export async function startSignedIn(call: Call, unit: Unit, user: ProvenUser): Promise<SignedIn> {
  const { stored, doc, factors, guesser, accessAction = 'auth.login' } = user
  const { tx, afterCommit } = unit
  // A service account has nothing to sign in with. Refuse it here as well, whatever the way to sign in.
  if (isServiceAccount(doc))
    throw new QuireError('forbidden', 'A service account cannot sign in. Use one of its API keys.')
  const auth = authOf(call)
  const owner = { collection: call.entity.slug, userId: stored.id }
  const started = await startSession(tx.records, owner, auth, call.runtime.clock(), call.caller.client, factors)
  const signedIn = { id: stored.id, address: addressOf(stored) }
  const device = await rememberDevice(call, tx.records, auth, signedIn, guesser)
  await runHooks(call, 'afterLogin', { id: stored.id, doc })
  await reportDone(call, unit, { action: accessAction, documentId: stored.id })
  afterCommit.push(() => reportSignIn(call, 'login', stored, doc))
  return { ...started, device }
}

export function signedInAnswer(
  { value: user }: PresentedDocument,
  { auth, started }: { readonly auth: AuthOptions; readonly started: SignedIn },
): Answer {
  const { token, session, device } = started
  const cookies = [cookieOf(started, auth), ...(device ? [device] : [])]
  return { kind: 'value', value: { user, token, session: { ...session } }, cookies }
}

export async function reportSignIn(
  { runtime, entity, caller }: Call,
  what: 'login' | 'logout',
  { id, revision }: StoredDocument,
  doc: JsonObject,
): Promise<void> {
  const at = runtime.clock().toISOString()
  const event = { event: `auth.${what}` as const, collection: entity.slug, id, revision, doc, actor: caller.actor, at }
  await runtime.events.emit(event, (error) => runtime.reportError(`a listener of ${event.event}`, error))
}
