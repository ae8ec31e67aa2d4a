import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonSchema } from '../../contracts/json.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { runHooks } from '../../engine/hooks.ts'
import { forApplication, presentOne } from '../../engine/read/present.ts'
import { inTransaction } from '../../engine/unit-of-work.ts'
import { forgetAttempts, takeAttempt } from './attempts.ts'
import { CREDENTIALS } from './auth-tables.ts'
import { cleanUp } from './clean-up.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { cookieOf, startSession } from './sessions.ts'
import { actorOf, authOf, findUserByAddress } from './users.ts'

/** Longer texts were never accepted as passwords, and are not worth the work of hashing. */
const LONGEST_ATTEMPT = 4096

const BODY: JsonSchema = {
  type: 'object',
  required: ['email', 'password'],
  additionalProperties: false,
  properties: {
    email: { type: 'string', minLength: 1, maxLength: 320 },
    password: { type: 'string', minLength: 1, maxLength: LONGEST_ATTEMPT },
  },
}

export const SESSION_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['id', 'expiresAt'],
  properties: { id: { type: 'string' }, expiresAt: { type: 'string', format: 'date-time' } },
}

/** An unknown user, a wrong password and a locked address cost the same work and tell the same little (contract 8). */
export const login = defineOperation({
  name: 'login',
  summary: 'Sign in',
  endpoint: { method: 'POST', path: '/login', base: 'auth' },
  local: { method: 'login', args: ['body'] },
  parameters: [],
  body: { kind: 'schema', schema: BODY },
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['user', 'token', 'session'],
      properties: { user: { type: 'object' }, token: { type: 'string' }, session: SESSION_SCHEMA },
    },
  },
  ignoresCredentials: true,
  limitedAsAuth: true,
  async run(call) {
    const auth = authOf(call)
    const { email, password } = call.input.body as { email: string; password: string }
    await takeAttempt(call, auth, email)
    const stored = await findUserByAddress(readerOf(call), call.entity, email)
    const userId = stored?.id ?? ''
    const [credentials] = await readerOf(call).records.find(CREDENTIALS.name, { collection: call.entity.slug, userId })
    const hash = credentials?.['passwordHash']
    const verdict = await verifyPassword(password, typeof hash === 'string' ? hash : null)
    if (!stored || !verdict.matches)
      throw new QuireError('invalid_credentials', 'The address or the password is wrong.')
    if (auth.verification && credentials?.['verifiedAt'] === null) {
      throw new QuireError('unverified', 'The address has not been confirmed yet.')
    }
    const doc = forApplication(call, stored)
    await runHooks(call, 'beforeLogin', { id: stored.id, doc })
    const rehashed = verdict.isOutdated ? await hashPassword(password) : null

    const actor = actorOf(call.runtime, call.entity, stored)
    const started = await inTransaction(call.runtime.storage, call.caller.context, async ({ tx, afterCommit }) => {
      const owner = { collection: call.entity.slug, userId: stored.id }
      if (rehashed !== null) await tx.records.update(CREDENTIALS.name, owner, { passwordHash: rehashed })
      await forgetAttempts(call, tx.records, email)
      afterCommit.push(() => tell(call, 'login', actor.id, doc, stored.revision))
      return startSession(tx.records, owner, auth, call.runtime.clock(), call.caller.client)
    })
    cleanUp(call)
    await runHooks(call, 'afterLogin', { id: stored.id, doc })
    const user = await presentOne({ ...call, caller: { ...call.caller, actor } }, stored, {
      selection: null,
      population: null,
    })
    const { token, session } = started
    return {
      kind: 'value',
      value: { user: user.value, token, session: { ...session } },
      cookie: cookieOf(started, auth),
    }
  },
})

/** `auth.login` and `auth.logout` (contract 11). */
export async function tell(
  call: Call,
  what: 'login' | 'logout',
  id: string,
  doc: JsonObject,
  revision: number,
): Promise<void> {
  const { runtime, entity, caller } = call
  const at = runtime.clock().toISOString()
  const event = { event: `auth.${what}`, collection: entity.slug, id, revision, doc, actor: caller.actor, at }
  await runtime.events.emit(event, (error) => runtime.reportError(`a listener of ${event.event}`, error))
}
