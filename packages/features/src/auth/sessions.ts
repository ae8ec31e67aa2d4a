import {
  type AuthOptions,
  type ClientOrigin,
  type CookieChange,
  type Credential,
  hashOfToken,
  newId,
  newToken,
  type RecordWriter,
  type SessionFactor,
  type Call,
} from '@quirecms/core/feature'
import { type SessionRow, SESSIONS, LAST_SIGN_INS } from './auth-tables.ts'
import { INVITATIONS } from './invitations/invitation-table.ts'

const MOST_SESSIONS = 100

export interface StartedSession {
  readonly token: string
  readonly session: { readonly id: string; readonly expiresAt: string }
}

/** Provider of the sign-in; empty without one. */
export type SignedInBy = Partial<
  Pick<SessionRow, 'provider' | 'providerSession' | 'idToken' | 'authenticatedAt' | 'refreshToken' | 'recheckedAt'>
>

interface SessionOwner {
  readonly collection: string
  readonly userId: string
}

/**
 * Always creates a new session with a new token: a token that the client sends is never adopted
 * (docs/contract/authentication.md#sessions).
 */
export async function startSession(
  records: RecordWriter,
  { collection, userId }: SessionOwner,
  auth: AuthOptions,
  now: Date,
  client: ClientOrigin | undefined,
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
  await noteSignIn(records, { collection, userId }, now.toISOString())
  // A sign-in accepts a pending invitation.
  if (auth.invitations) await records.remove(INVITATIONS.name, { collection, userId })
  return { token, session: { id, expiresAt } }
}

async function noteSignIn(records: RecordWriter, owner: SessionOwner, at: string): Promise<void> {
  const isKnown = (await records.update(LAST_SIGN_INS.name, owner, { at })) > 0
  if (!isKnown) await records.insert(LAST_SIGN_INS.name, { ...owner, at })
}

/** Factors that the session began with. Sessions from before they were stored began with a password. */
export function factorsOf({ factors }: Pick<SessionRow, 'factors'>): readonly SessionFactor[] {
  return (factors ?? 'password').split(' ').filter(Boolean) as SessionFactor[]
}

async function endOldest(records: RecordWriter, { collection, userId }: SessionOwner, newest: string): Promise<void> {
  const surplus = await records.find(
    SESSIONS.name,
    { collection, userId },
    { sort: { column: 'createdAt', descending: true }, offset: MOST_SESSIONS, limit: MOST_SESSIONS },
  )
  // If the clock was set back, the new session may sort as the oldest; keep it.
  for (const { id } of surplus) if (id !== newest) await records.remove(SESSIONS.name, { id })
}

/** Gives the session a new token; the old one stops working at once. Null if a concurrent refresh was faster. */
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

/** The count stops here. */
const MOST_COUNTED = 100_000

export function measureSessions({ runtime: { metrics, storage, clock } }: Call): void {
  metrics.readGauge({
    name: 'sessions',
    help: `Sessions that have not expired, up to ${MOST_COUNTED}.`,
    isShared: true,
    read: async () => {
      const now = clock().toISOString()
      return [
        {
          labels: {},
          value: await storage.reader.records.count(
            SESSIONS.name,
            { expiresAt: { above: now } },
            undefined,
            MOST_COUNTED,
          ),
        },
      ]
    },
  })
}
