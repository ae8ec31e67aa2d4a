import type { AuthOptions } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonSchema } from '../../contracts/json.ts'
import type { RecordRow, RecordWriter } from '../../contracts/records.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { runHooks } from '../../engine/hooks.ts'
import { forApplication, presentWritten } from '../../engine/read/present.ts'
import { inTransaction } from '../../engine/unit-of-work.ts'
import { forgetAttempts, giveBackAttempt, takeAttempt } from './attempts.ts'
import { CREDENTIALS } from './auth-tables.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { cookieOf, type StartedSession, startSession } from './sessions.ts'
import { actorOf, addressOf, authOf, findUserByAddress, hashOfAddress } from './users.ts'

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
  credentials: 'none',
  limitedAsAuth: true,
  async run(call) {
    const auth = authOf(call)
    const { email, password } = call.input.body as { email: string; password: string }
    const user = await checkPassword(call, auth, email, password)
    await admit(call, auth, user, email)
    const actor = actorOf(call.runtime, call.entity, user.stored)
    const own: Call = { ...call, caller: { ...call.caller, actor } }
    const started = await start(own, auth, user, password)
    const { value } = await presentWritten(own, user.stored, { selection: null, population: null })
    const { token, session } = started
    return { kind: 'value', value: { user: value, token, session: { ...session } }, cookie: cookieOf(started, auth) }
  },
})

/** Whose address and password these are, as far as the first look tells. */
interface CheckedUser {
  readonly stored: StoredDocument
  readonly doc: JsonObject
  readonly passwordHash: string
  readonly isOutdated: boolean
  readonly isVerified: boolean
}

function wrongCredentials(): QuireError {
  return new QuireError('invalid_credentials', 'The address or the password is wrong.')
}

async function checkPassword(call: Call, auth: AuthOptions, email: string, password: string): Promise<CheckedUser> {
  await takeAttempt(call, auth, email)
  const stored = await findUserByAddress(call.runtime, readerOf(call), call.entity, email)
  const owner = { collection: call.entity.slug, userId: stored?.id ?? '' }
  const [credentials] = await readerOf(call).records.find(CREDENTIALS.name, owner)
  const hash = credentials?.['passwordHash']
  const passwordHash = typeof hash === 'string' ? hash : null
  const { matches, isOutdated } = await verifyPassword(password, passwordHash).catch(async (error: unknown) => {
    await giveBackAttempt(call, auth, email)
    throw error
  })
  if (!stored || passwordHash === null || !matches) throw wrongCredentials()
  const isVerified = credentials?.['verifiedAddress'] === hashOfAddress(addressOf(stored))
  return { stored, doc: forApplication(call, stored), passwordHash, isOutdated, isVerified }
}

/** Whether a user with the right password may come in. If not, that was no guess, and counts as none. */
async function admit(call: Call, auth: AuthOptions, user: CheckedUser, email: string): Promise<void> {
  try {
    if (auth.verification && !user.isVerified) {
      throw new QuireError('unverified', 'The address has not been confirmed yet.')
    }
    await runHooks(call, 'beforeLogin', { id: user.stored.id, doc: user.doc })
  } catch (error) {
    await inTransaction(call.runtime.storage, call.caller.context, ({ tx }) => forgetAttempts(call, tx.records, email))
    throw error
  }
}

async function start(call: Call, auth: AuthOptions, user: CheckedUser, password: string): Promise<StartedSession> {
  const { stored, doc } = user
  const rehashed = user.isOutdated ? await hashPassword(password) : null
  const owner = { collection: call.entity.slug, userId: stored.id }
  return inTransaction(call.runtime.storage, call.caller.context, async ({ tx, afterCommit }) => {
    await checkAgain(tx.records, owner, user.passwordHash, password)
    const old = { ...owner, passwordHash: user.passwordHash }
    if (rehashed !== null) await tx.records.update(CREDENTIALS.name, old, { passwordHash: rehashed })
    await forgetAttempts(call, tx.records, addressOf(stored))
    const started = await startSession(tx.records, owner, auth, call.runtime.clock(), call.caller.client)
    await runHooks(call, 'afterLogin', { id: stored.id, doc })
    afterCommit.push(() => tell(call, 'login', stored, doc))
    return started
  })
}

/**
 * The password was compared outside of any transaction. If the user is gone since then, or has another password, a session that
 * started now would outlive the end of all its sessions.
 */
async function checkAgain(records: RecordWriter, owner: RecordRow, hash: string, password: string): Promise<void> {
  const [credentials] = await records.find(CREDENTIALS.name, owner, { lock: true })
  const now = credentials?.['passwordHash']
  if (now === hash) return
  // Somebody else may just have had the same password hashed anew.
  if (typeof now !== 'string' || !(await verifyPassword(password, now)).matches) throw wrongCredentials()
}

/** `auth.login` and `auth.logout` (contract 11). */
export async function tell(
  { runtime, entity, caller }: Call,
  what: 'login' | 'logout',
  { id, revision }: StoredDocument,
  doc: JsonObject,
): Promise<void> {
  const at = runtime.clock().toISOString()
  const event = { event: `auth.${what}`, collection: entity.slug, id, revision, doc, actor: caller.actor, at }
  await runtime.events.emit(event, (error) => runtime.reportError(`a listener of ${event.event}`, error))
}
