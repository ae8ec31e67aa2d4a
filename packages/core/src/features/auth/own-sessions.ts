import { described } from '../../contracts/described-value.ts'
import type { Actor } from '../../contracts/access.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonSchema } from '../../contracts/json.ts'
import type { RecordMatch } from '../../contracts/record-rows.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { runHooks } from '../../engine/hooks.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { presentOne } from '../../engine/read/present.ts'
import { answersValue, listsRecords } from '../../engine/kinds/answers-value.ts'
import { changesRecords } from '../../engine/kinds/changes-records.ts'
import { type SessionRow, SESSIONS } from './auth-tables.ts'
import { SESSION_SCHEMA, tell } from './login.ts'
import { cookieOf, rotateSession } from './sessions.ts'
import { deletedBy, recordOf } from '../../engine/read/record-list-schema.ts'
import { signedIn } from '../../engine/identity/signed-in.ts'
import { asUser, type OwnSession, ownSession } from './own-session.ts'

const LOGGED_OUT: JsonSchema = {
  type: 'object',
  required: ['loggedOut'],
  properties: { loggedOut: { const: true }, revoked: { type: 'integer', minimum: 0 } },
}

const NO_BODY = { body: { kind: 'none' } } as const

export const me = answersValue({
  name: 'me',
  summary: 'Find out who is signed in',
  description: 'The user behind the credential of this request, and its session, if it has one.',
  endpoint: { method: 'GET', path: '/auth/me' },
  local: { method: 'me', args: [] },
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['user', 'collection', 'session'],
      properties: {
        user: described('user', { type: 'object' }),
        collection: { type: 'string' },
        session: { oneOf: [SESSION_SCHEMA, { type: 'null' }] },
      },
    },
  },
  admits: signedIn,
  async answers({ call, who: { actor, credential } }) {
    const { userCall, stored } = await asUser(call, actor)
    const user = await presentOne(userCall, stored, { selection: null, population: null })
    const session = credential?.kind === 'session' ? await sessionInfo(call, actor, credential.id) : null
    return { user: user.value, collection: actor.collection, session }
  },
})

async function sessionInfo(call: Call, { collection, id: userId }: Actor, id: string): Promise<JsonObject | null> {
  const [session] = await readerOf(call).records.find(SESSIONS.name, { id, collection, userId })
  return session ? { id, expiresAt: session.expiresAt } : null
}

export const refresh = changesRecords({
  ...NO_BODY,
  name: 'refresh',
  summary: 'Give the session a new token',
  description: 'The session goes on with another token, and lives longer. The old token stops working.',
  endpoint: { method: 'POST', path: '/auth/refresh' },
  local: { method: 'refresh', args: [] },
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['token', 'session'],
      properties: { token: { type: 'string' }, session: SESSION_SCHEMA },
    },
  },
  admits: ownSession,
  async run({ call, unit: { tx }, who: { actor, session, credential } }) {
    const auth = call.runtime.manifest.collections[actor.collection]?.auth
    const now = call.runtime.clock()
    const rotated = auth && (await rotateSession(tx.records, session, credential.tokenHash, auth, now))
    if (!auth || !rotated) throw new QuireError('invalid_token', 'The session is no longer valid. Sign in again.')
    const value = { token: rotated.token, session: { ...rotated.session } }
    return { kind: 'value', value, cookies: [cookieOf(rotated, auth)] }
  },
})

export const logout = changesRecords({
  ...NO_BODY,
  name: 'logout',
  summary: 'End the session',
  description: 'The token and the cookie of this session stop working.',
  endpoint: { method: 'POST', path: '/auth/logout' },
  local: { method: 'logout', args: [] },
  answer: { kind: 'value', status: 200, schema: LOGGED_OUT },
  admits: ownSession,
  begin: userToTell,
  async run({ unit, who: { session }, begun }) {
    await endSessions(unit, { id: session.id }, begun)
    return { kind: 'value', value: { loggedOut: true }, cookies: ['clear'] }
  },
})

export const logoutAll = changesRecords({
  ...NO_BODY,
  name: 'logoutAll',
  summary: 'End all sessions of the user',
  description: 'Signs the user out everywhere. API keys stay.',
  endpoint: { method: 'POST', path: '/auth/logout-all' },
  local: { method: 'logoutAll', args: [] },
  answer: { kind: 'value', status: 200, schema: LOGGED_OUT },
  admits: ownSession,
  begin: userToTell,
  async run({ unit, who: { owner }, begun }) {
    const revoked = await endSessions(unit, owner, begun)
    return { kind: 'value', value: { loggedOut: true, revoked }, cookies: ['clear'] }
  },
})

type OwnUser = Awaited<ReturnType<typeof asUser>>

/** Whoever hears of the end of a session is told whose it was. */
function userToTell({ call, who }: { readonly call: Call; readonly who: OwnSession }): Promise<OwnUser> {
  return asUser(call, who.actor)
}

async function endSessions(
  { tx, afterCommit }: Unit,
  match: RecordMatch<SessionRow>,
  { userCall, stored }: OwnUser,
): Promise<number> {
  const ended = await tx.records.remove(SESSIONS.name, match)
  afterCommit.push(async () => {
    const doc = forApplication(userCall, stored)
    try {
      await runHooks(userCall, 'afterLogout', { id: stored.id, doc })
    } catch (error) {
      // The session is over, whatever a hook says to it.
      userCall.runtime.reportError(`afterLogout in "${userCall.entity.slug}"`, error)
    }
    await tell(userCall, 'logout', stored, doc)
  })
  return ended
}

export const listSessions = listsRecords({
  name: 'listSessions',
  summary: 'List the sessions of the user',
  description: 'Newest first. `current` marks the one that this request belongs to.',
  endpoint: { method: 'GET', path: '/auth/sessions' },
  local: { method: 'sessions', args: [] },
  admits: ownSession,
  table: SESSIONS,
  match: ({ call, who: { owner } }) => ({ ...owner, expiresAt: { above: call.runtime.clock().toISOString() } }),
  order: { column: 'createdAt', descending: true },
  shows: (row, { who: { session } }) => ({ ...shown(row), current: row.id === session.id }),
  of: recordOf({
    id: 'string',
    createdAt: 'string',
    lastUsedAt: 'string',
    expiresAt: 'string',
    userAgent: ['string', 'null'],
    ip: ['string', 'null'],
    current: 'boolean',
  }),
})

function shown({ id, createdAt, lastUsedAt, expiresAt, userAgent, ip }: SessionRow): JsonObject {
  return { id, createdAt, lastUsedAt, expiresAt, userAgent, ip }
}

export const endSession = changesRecords({
  ...NO_BODY,
  name: 'endSession',
  summary: 'End one session of the user',
  description: 'Its token and its cookie stop working at once.',
  endpoint: { method: 'DELETE', path: '/auth/sessions/{id}' },
  local: { method: 'endSession', args: ['id'] },
  answer: { kind: 'value', status: 200, schema: deletedBy('id') },
  admits: ownSession,
  async run({ call, unit: { tx }, who: { owner, session } }) {
    const id = call.input.id ?? ''
    const ended = await tx.records.remove(SESSIONS.name, { id, ...owner })
    if (ended === 0) throw new QuireError('not_found', 'There is no such session.')
    const value = { id, deleted: true }
    return id === session.id ? { kind: 'value', value, cookies: ['clear'] } : { kind: 'value', value }
  },
})
