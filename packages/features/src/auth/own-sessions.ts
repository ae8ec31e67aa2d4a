import {
  type Actor,
  answersValue,
  type Call,
  changesRecords,
  forApplication,
  type JsonObject,
  listsRecords,
  presentOne,
  QuireError,
  readerOf,
  type RecordMatch,
  requireScope,
  runHooks,
  signedIn,
  type Unit,
} from '@quirecms/core/feature'
import { type SessionRow, SESSIONS } from './auth-tables.ts'
import { reportSignIn } from './signed-in-session.ts'
import { ME_API, SESSION_API } from './session-api.ts'
import { cookieOf, factorsOf, rotateSession } from './sessions.ts'
import { asUser, type SessionOfCaller, ownSession } from './own-session.ts'

export const me = answersValue({
  ...ME_API.me,
  authorize: signedIn,
  inEveryScope: true,
  async answers({ call, principal: { actor, credential } }) {
    const { userCall, stored } = await asUser(call, actor)
    // `me` reads a document of the user's collection, which the key's scopes may exclude.
    requireScope(userCall, 'read')
    const user = await presentOne(userCall, stored, { selection: null, population: null })
    const session = credential?.kind === 'session' ? await sessionInfo(call, actor, credential.id) : null
    return { user: user.value, collection: actor.collection, session }
  },
})

async function sessionInfo(call: Call, { collection, id: userId }: Actor, id: string): Promise<JsonObject | null> {
  const [session] = await readerOf(call).records.find(SESSIONS.name, { id, collection, userId })
  if (!session) return null
  const info = { id, expiresAt: session.expiresAt }
  if (!call.runtime.manifest.collections[collection]?.auth?.factors) return info
  return { ...info, factors: [...factorsOf(session)], mustSetUpFactor: call.caller.heldBack !== undefined }
}

export const refresh = changesRecords({
  ...SESSION_API.refresh,
  // Not reported: browsers refresh often, and a refresh starts no session.
  accessAction: null,
  authorize: ownSession,
  async run({ call, unit: { tx }, principal: { actor, session, credential } }) {
    const auth = call.runtime.manifest.collections[actor.collection]?.auth
    const now = call.runtime.clock()
    const rotated = auth && (await rotateSession(tx.records, session, credential.tokenHash, auth, now))
    if (!auth || !rotated) throw new QuireError('invalid_token', 'The session is no longer valid. Sign in again.')
    const value = { token: rotated.token, session: { ...rotated.session } }
    return { kind: 'value', value, cookies: [cookieOf(rotated, auth)] }
  },
})

export const logout = changesRecords({
  ...SESSION_API.logout,
  accessAction: 'auth.logout',
  authorize: ownSession,
  begin: userToTell,
  async run({ unit, principal: { session }, begun }) {
    await endSessions(unit, { id: session.id }, begun)
    return { kind: 'value', value: { loggedOut: true }, cookies: ['clear'] }
  },
})

export const logoutAll = changesRecords({
  ...SESSION_API.logoutAll,
  accessAction: 'auth.logoutAll',
  authorize: ownSession,
  begin: userToTell,
  async run({ unit, principal: { owner }, begun }) {
    const revoked = await endSessions(unit, owner, begun)
    return { kind: 'value', value: { loggedOut: true, revoked }, cookies: ['clear'] }
  },
})

type OwnUser = Awaited<ReturnType<typeof asUser>>

function userToTell({
  call,
  principal,
}: {
  readonly call: Call
  readonly principal: SessionOfCaller
}): Promise<OwnUser> {
  return asUser(call, principal.actor)
}

/** Ends sessions of a user. If there were any, runs `afterLogout` and notifies listeners after commit. */
export async function endSessions(
  { tx, afterCommit }: Unit,
  match: RecordMatch<SessionRow>,
  { userCall, stored }: OwnUser,
): Promise<number> {
  const ended = await tx.records.remove(SESSIONS.name, match)
  if (ended === 0) return 0
  afterCommit.push(async () => {
    const doc = forApplication(userCall, stored)
    try {
      await runHooks(userCall, 'afterLogout', { id: stored.id, doc })
    } catch (error) {
      // The session has ended already; an error of a hook is only reported.
      userCall.runtime.reportError(`afterLogout in "${userCall.entity.slug}"`, error)
    }
    await reportSignIn(userCall, 'logout', stored, doc)
  })
  return ended
}

export const listSessions = listsRecords({
  ...SESSION_API.sessions,
  authorize: ownSession,
  table: SESSIONS,
  match: ({ call, principal: { owner } }) => ({ ...owner, expiresAt: { above: call.runtime.clock().toISOString() } }),
  order: { column: 'createdAt', descending: true },
  shows: (row, { principal: { session } }) => ({ ...shownSession(row), current: row.id === session.id }),
})

function shownSession({ id, createdAt, lastUsedAt, expiresAt, userAgent, ip }: SessionRow): JsonObject {
  return { id, createdAt, lastUsedAt, expiresAt, userAgent, ip }
}

export const endSession = changesRecords({
  ...SESSION_API.endSession,
  accessAction: 'auth.sessionRevoked',
  authorize: ownSession,
  async run({ call, unit: { tx }, principal: { owner, session } }) {
    const id = call.input.id ?? ''
    const ended = await tx.records.remove(SESSIONS.name, { id, ...owner })
    if (ended === 0) throw new QuireError('not_found', 'There is no such session.')
    const value = { id, deleted: true }
    return id === session.id ? { kind: 'value', value, cookies: ['clear'] } : { kind: 'value', value }
  },
})
