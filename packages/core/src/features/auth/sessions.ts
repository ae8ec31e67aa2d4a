import type { AuthOptions, Client, CookieChange, Credential } from '../../contracts/auth.ts'
import type { SessionFactor } from '../../contracts/factors.ts'
import type { RecordWriter } from '../../contracts/records.ts'
import { newId } from '../../engine/new-id.ts'
import { type SessionRow, SESSIONS } from './auth-tables.ts'
import { INVITATIONS } from './invitations/invitation-table.ts'
import { hashOfToken, newToken } from '../../engine/identity/tokens.ts'

/** Of one user: whoever signs in once more ends the oldest. */
const MOST_SESSIONS = 100

/** A session as it is answered with: who holds the token knows the rest. */
export interface StartedSession {
  readonly token: string
  readonly session: { readonly id: string; readonly expiresAt: string }
}

/** The provider that a session was started with, if it was. */
export type SignedInBy = Partial<
  Pick<SessionRow, 'provider' | 'providerSession' | 'idToken' | 'authenticatedAt' | 'refreshToken' | 'recheckedAt'>
>

interface SessionOwner {
  readonly collection: string
  readonly userId: string
}

/** Always a new session with a new token: one that the client brought along is never adopted (docs/contract/authentication.md#sessions). */
export async function startSession(
  records: RecordWriter,
  { collection, userId }: SessionOwner,
  auth: AuthOptions,
  now: Date,
  client: Client | undefined,
  factors: readonly SessionFactor[] = ['password'],
  by: SignedInBy = {},
): Promise<StartedSession> {
  const token = newToken()
  const id = newId(now.getTime())
  const endsAt = now.getTime() + auth.session.maximum
  const expiresAt = new Date(Math.min(now.getTime() + auth.session.lifetime, endsAt)).toISOString()
  await records.insert(SESSIONS.name, {
    id,
    collection,
    userId,
    tokenHash: hashOfToken(token),
    createdAt: now.toISOString(),
    lastUsedAt: now.toISOString(),
    expiresAt,
    endsAt: new Date(endsAt).toISOString(),
    userAgent: client?.userAgent?.slice(0, 256) ?? null,
    ip: client?.address ?? null,
    factors: factors.join(' '),
    ...by,
  })
  await endOldest(records, { collection, userId }, id)
  // Whoever was invited has come, whichever way.
  if (auth.invitations) await records.remove(INVITATIONS.name, { collection, userId })
  return { token, session: { id, expiresAt } }
}

/** What the user has shown to start a session: of those from before it was written down, a password. */
export function factorsOf({ factors }: Pick<SessionRow, 'factors'>): readonly SessionFactor[] {
  return (factors ?? 'password').split(' ').filter(Boolean) as SessionFactor[]
}

async function endOldest(records: RecordWriter, { collection, userId }: SessionOwner, newest: string): Promise<void> {
  const surplus = await records.find(
    SESSIONS.name,
    { collection, userId },
    { sort: { column: 'createdAt', descending: true }, offset: MOST_SESSIONS, limit: MOST_SESSIONS },
  )
  // The clock may have been set back: the session that was just started is none of the oldest.
  for (const { id } of surplus) if (id !== newest) await records.remove(SESSIONS.name, { id })
}

/** The same session under a new token; the one that it was known by is dead at once. Null where somebody else was faster. */
export async function rotateSession(
  records: RecordWriter,
  session: SessionRow,
  knownBy: string,
  auth: AuthOptions,
  now: Date,
): Promise<StartedSession | null> {
  const token = newToken()
  const endsAt = Date.parse(session.endsAt)
  const expiresAt = new Date(Math.min(now.getTime() + auth.session.lifetime, endsAt)).toISOString()
  const match = { id: session.id, tokenHash: knownBy }
  const changes = { tokenHash: hashOfToken(token), expiresAt, lastUsedAt: now.toISOString() }
  if ((await records.update(SESSIONS.name, match, changes)) === 0) return null
  return { token, session: { id: session.id, expiresAt } }
}

/** Ends the sessions of a user, but for the one that the caller came with, if it is one of them. */
export async function endOtherSessions(
  records: RecordWriter,
  { collection, userId }: SessionOwner,
  credential: Credential | undefined,
): Promise<void> {
  const user = { collection, userId }
  if (credential?.kind !== 'session') await records.remove(SESSIONS.name, user)
  else {
    await records.remove(SESSIONS.name, { ...user, id: { below: credential.id } })
    await records.remove(SESSIONS.name, { ...user, id: { above: credential.id } })
  }
}

export function cookieOf({ token, session }: StartedSession, auth: AuthOptions): CookieChange {
  return { token, expiresAt: session.expiresAt, secure: auth.secureCookie }
}
