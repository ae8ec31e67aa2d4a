import { described } from '../../contracts/described-value.ts'
import type { Actor } from '../../contracts/access.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonSchema } from '../../contracts/json.ts'
import type { RecordRow } from '../../contracts/records.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { runHooks } from '../../engine/hooks.ts'
import { forApplication, presentOne } from '../../engine/read/present.ts'
import { paginate, requestedPage } from '../../engine/read/read-request.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { SESSIONS } from './auth-tables.ts'
import { SESSION_SCHEMA, tell } from './login.ts'
import { cookieOf, rotateSession } from './sessions.ts'
import { listOf } from '../../engine/read/record-list-schema.ts'
import { signedIn } from '../../engine/identity/signed-in.ts'
import { asUser, ownSession } from './own-session.ts'

const LOGGED_OUT: JsonSchema = {
  type: 'object',
  required: ['loggedOut'],
  properties: { loggedOut: { const: true }, revoked: { type: 'integer', minimum: 0 } },
}

/** What all of these share: they are about whoever is signed in. */
const OWN = { parameters: [], ifMatch: false, body: { kind: 'none' } } as const

export const me = defineOperation({
  ...OWN,
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
  async run(call) {
    const { actor, credential } = signedIn(call)
    const { userCall, stored } = await asUser(call, actor)
    const user = await presentOne(userCall, stored, { selection: null, population: null })
    const session = credential?.kind === 'session' ? await sessionInfo(call, actor, credential.id) : null
    return { kind: 'value', value: { user: user.value, collection: actor.collection, session } }
  },
})

async function sessionInfo(call: Call, { collection, id: userId }: Actor, id: string): Promise<JsonObject | null> {
  const [session] = await readerOf(call).records.find(SESSIONS.name, { id, collection, userId })
  return session ? { id, expiresAt: session['expiresAt'] ?? null } : null
}

export const refresh = defineOperation({
  ...OWN,
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
  async run(call) {
    const { actor, session, credential } = await ownSession(call)
    const auth = call.runtime.manifest.collections[actor.collection]?.auth
    const rotated =
      auth &&
      (await inTransaction(call, ({ tx }) =>
        rotateSession(tx.records, session, credential.tokenHash, auth, call.runtime.clock()),
      ))
    if (!auth || !rotated) throw new QuireError('invalid_token', 'The session is no longer valid. Sign in again.')
    const value = { token: rotated.token, session: { ...rotated.session } }
    return { kind: 'value', value, cookies: [cookieOf(rotated, auth)] }
  },
})

export const logout = defineOperation({
  ...OWN,
  name: 'logout',
  summary: 'End the session',
  description: 'The token and the cookie of this session stop working.',
  endpoint: { method: 'POST', path: '/auth/logout' },
  local: { method: 'logout', args: [] },
  answer: { kind: 'value', status: 200, schema: LOGGED_OUT },
  async run(call) {
    const { session } = await ownSession(call)
    await endSessions(call, { id: session['id'] ?? null })
    return { kind: 'value', value: { loggedOut: true }, cookies: ['clear'] }
  },
})

export const logoutAll = defineOperation({
  ...OWN,
  name: 'logoutAll',
  summary: 'End all sessions of the user',
  description: 'Signs the user out everywhere. API keys stay.',
  endpoint: { method: 'POST', path: '/auth/logout-all' },
  local: { method: 'logoutAll', args: [] },
  answer: { kind: 'value', status: 200, schema: LOGGED_OUT },
  async run(call) {
    const { actor } = await ownSession(call)
    const revoked = await endSessions(call, { collection: actor.collection, userId: actor.id })
    return { kind: 'value', value: { loggedOut: true, revoked }, cookies: ['clear'] }
  },
})

async function endSessions(call: Call, match: RecordRow): Promise<number> {
  const { actor } = signedIn(call)
  const { userCall, stored } = await asUser(call, actor)
  return inTransaction(call, async ({ tx, afterCommit }) => {
    const ended = await tx.records.remove(SESSIONS.name, match)
    afterCommit.push(async () => {
      const doc = forApplication(userCall, stored)
      try {
        await runHooks(userCall, 'afterLogout', { id: stored.id, doc })
      } catch (error) {
        // The session is over, whatever a hook says to it.
        call.runtime.reportError(`afterLogout in "${actor.collection}"`, error)
      }
      await tell(userCall, 'logout', stored, doc)
    })
    return ended
  })
}

export const listSessions = defineOperation({
  ...OWN,
  name: 'listSessions',
  summary: 'List the sessions of the user',
  description: 'Newest first. `current` marks the one that this request belongs to.',
  endpoint: { method: 'GET', path: '/auth/sessions' },
  local: { method: 'sessions', args: [] },
  parameters: ['page', 'limit'],
  answer: {
    kind: 'value',
    status: 200,
    schema: listOf({
      id: 'string',
      createdAt: 'string',
      lastUsedAt: 'string',
      expiresAt: 'string',
      userAgent: ['string', 'null'],
      ip: ['string', 'null'],
      current: 'boolean',
    }),
  },
  async run(call) {
    const { actor, session } = await ownSession(call)
    const request = requestedPage(call)
    const now = call.runtime.clock().toISOString()
    const match = { collection: actor.collection, userId: actor.id, expiresAt: { above: now } }
    const { records } = readerOf(call)
    const rows = await records.find(SESSIONS.name, match, {
      sort: { column: 'createdAt', descending: true },
      limit: request.limit,
      offset: (request.page - 1) * request.limit,
    })
    const docs = rows.map((row) => ({ ...shown(row), current: row['id'] === session['id'] }))
    const pagination = { ...paginate(request, await records.count(SESSIONS.name, match)) }
    return { kind: 'value', value: { docs, pagination } }
  },
})

function shown({ id, createdAt, lastUsedAt, expiresAt, userAgent, ip }: RecordRow): JsonObject {
  const value = { id, createdAt, lastUsedAt, expiresAt, userAgent, ip }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, one ?? null]))
}

export const endSession = defineOperation({
  ...OWN,
  name: 'endSession',
  summary: 'End one session of the user',
  description: 'Its token and its cookie stop working at once.',
  endpoint: { method: 'DELETE', path: '/auth/sessions/{id}' },
  local: { method: 'endSession', args: ['id'] },
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['id', 'deleted'],
      properties: { id: { type: 'string' }, deleted: { const: true } },
    },
  },
  async run(call) {
    const { actor, session } = await ownSession(call)
    const id = call.input.id ?? ''
    const ended = await inTransaction(call, ({ tx }) =>
      tx.records.remove(SESSIONS.name, { id, collection: actor.collection, userId: actor.id }),
    )
    if (ended === 0) throw new QuireError('not_found', 'There is no such session.')
    const value = { id, deleted: true }
    return id === session['id'] ? { kind: 'value', value, cookies: ['clear'] } : { kind: 'value', value }
  },
})
