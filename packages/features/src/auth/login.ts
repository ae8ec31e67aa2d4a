import {
  type AuthOptions,
  type Call,
  type CheckedBody,
  forApplication,
  inTransaction,
  type JsonObject,
  QuireError,
  readerOf,
  runHooks,
  type SecondFactorChallenge,
  type StoredDocument,
  storesDocument,
  reportRefused,
} from '@quirecms/core/feature'
import { countLogin } from './count-logins.ts'
import { asNoGuess, forgetGuessesOf, takeAttempt } from './attempts.ts'
import { CREDENTIALS } from './auth-tables.ts'
import type { QueueSlot } from './bounded-queue.ts'
import { beginSecondStep, methodsDue, secondFactorDue } from './factors/second-step-due.ts'
import { type Guesser, guesserOf } from './known-devices.ts'
import { hashPassword, inHashQueue, passwordOf, verifyPassword } from './passwords.ts'
import { SIGN_IN_API } from './sign-in-api.ts'
import { type SignedIn, signedInAnswer, startSignedIn } from './signed-in-session.ts'
import { actorOf, addressOf, authOf, findUser, findUserByAddress, hasConfirmed } from './users.ts'

/**
 * An unknown user, a wrong password and a locked address take the same work and give the same answer
 * (docs/contract/authentication.md#passwords).
 */
export const login = storesDocument({
  ...SIGN_IN_API.login,
  credentials: 'none',
  limitedAsAuth: true,
  accessAction: null,
  async stores(call) {
    try {
      return await countLogin(call.runtime, () => checkAndStart(call))
    } catch (error) {
      await tellFailure(call, error)
      throw error
    }
  },
  answers: signedInAnswer,
})

async function checkAndStart(call: Call) {
  const auth = authOf(call)
  const { email, password } = call.input.body as CheckedBody<typeof SIGN_IN_API.login>
  const guesser = await guesserOf(call, auth, email)
  const user = await inHashQueue((place) => checkPassword(call, auth, guesser, { email, password }, place))
  const actor = actorOf(call.runtime, call.entity, user.stored, user.isConfirmed)
  const own: Call = { ...call, caller: { ...call.caller, actor } }
  const started = await asNoGuess(call, guesser, async () => {
    const owner = { collection: call.entity.slug, userId: user.stored.id }
    refuseUnconfirmed(call, user.isConfirmed)
    await refuseWithoutPassword(auth, user.doc)
    const askHooks = () => runHooks(call, 'beforeLogin', { id: user.stored.id, doc: user.doc })
    // If a second step is due, the hooks are asked after it.
    const isAll = (await methodsDue(call, readerOf(call).records, owner)).length === 0
    if (isAll) await askHooks()
    return start(own, { ...user, guesser, askHooks: isAll ? null : askHooks }, password)
  })
  if ('methods' in started) throw secondFactorDue(started)
  return { document: user.stored, call: own, beside: { auth, started } }
}

/** Reports a refused sign-in. Known and unknown addresses are looked up alike, so that the time doesn't differ. */
async function tellFailure(call: Call, error: unknown): Promise<void> {
  if (!(error instanceof QuireError) || call.entity.onAccess.length === 0 || !KEPT_OUT.has(error.code)) return
  const { code } = error
  const { email: address } = call.input.body as CheckedBody<typeof SIGN_IN_API.login>
  const known = await findUserByAddress(call.runtime, readerOf(call), call.entity, address)
  const action = code === 'too_many_attempts' ? 'auth.lockedOut' : 'auth.loginFailed'
  await reportRefused(call, { action, code, documentId: known?.id ?? null, address })
}

/** Refused sign-ins. Other codes are failures of the service, or mistakes in the request. */
const KEPT_OUT: ReadonlySet<string> = new Set(['invalid_credentials', 'too_many_attempts', 'unverified', 'forbidden'])

interface CheckedUser {
  readonly stored: StoredDocument
  readonly doc: JsonObject
  readonly passwordHash: string
  /** Hash with the current parameters to store instead; null if the stored one has them. */
  readonly rehashed: string | null
  readonly isConfirmed: boolean
}

interface AdmittedUser extends CheckedUser {
  readonly guesser: Guesser
  /** Asks the `beforeLogin` hooks; null if they were asked already. */
  readonly askHooks: (() => Promise<void>) | null
}

function wrongCredentials(): QuireError {
  return new QuireError('invalid_credentials', 'The email address or the password is wrong.')
}

/** Runs in a place of the hash queue: a client that is refused for lack of one has not used an attempt. */
async function checkPassword(
  call: Call,
  auth: AuthOptions,
  guesser: Guesser,
  { email, password }: { readonly email: string; readonly password: string },
  place: QueueSlot,
): Promise<CheckedUser> {
  await takeAttempt(call, auth, guesser)
  const stored = await findUserByAddress(call.runtime, readerOf(call), call.entity, email)
  const owner = { collection: call.entity.slug, userId: stored?.id ?? '' }
  const [credentials] = await readerOf(call).records.find(CREDENTIALS.name, owner)
  const passwordHash = passwordOf(credentials)
  const { matches, isOutdated } = await verifyPassword(password, passwordHash, place)
  if (!stored || passwordHash === null || !matches) throw wrongCredentials()
  const rehashed = isOutdated ? await hashPassword(password, place) : null
  const isConfirmed = hasConfirmed(call.entity, stored, credentials)
  return { stored, doc: forApplication(call, stored), passwordHash, rehashed, isConfirmed }
}

function refuseUnconfirmed(call: Call, isConfirmed: boolean): void {
  if (isConfirmed) return
  // After a private registration, the client knows the password. A different error would reveal that the address was
  // not known before.
  if (authOf(call).registration === 'private') throw wrongCredentials()
  throw new QuireError(
    'unverified',
    'The email address is not confirmed yet. Use the token in the mail, or ask for a new mail.',
  )
}

/** Only shown to clients that know the password, or have an invitation to choose one. */
export async function refuseWithoutPassword({ passwords }: AuthOptions, user: JsonObject): Promise<void> {
  if (typeof passwords === 'function' && !(await passwords({ user })))
    throw new QuireError('forbidden', 'You cannot sign in with a password. Sign in with your provider.')
}

/**
 * The password was verified outside of the transaction. Check again under the lock of the credentials: if the user
 * was deleted, or changed the password or the address since then, a new session would outlive the revocation of all
 * sessions. If the second factors were removed since then, no second step asks the hooks: ask them here, outside of
 * the transaction, and start again.
 */
async function start(call: Call, user: AdmittedUser, password: string): Promise<SignedIn | SecondFactorChallenge> {
  const { stored, doc, passwordHash, rehashed, guesser, askHooks } = user
  const owner = { collection: call.entity.slug, userId: stored.id }
  const outcome = await inTransaction(call, async (unit) => {
    const { tx } = unit
    const [credentials] = await tx.records.find(CREDENTIALS.name, owner, { lock: true })
    const current = passwordOf(credentials)
    if (current !== passwordHash) return { changedTo: current }
    const now = await findUser(call.runtime, tx, call.entity, stored.id)
    if (!now || addressOf(now) !== addressOf(stored)) throw wrongCredentials()
    if (askHooks && (await methodsDue(call, tx.records, owner)).length === 0) return { unasked: askHooks }
    if (rehashed !== null) await tx.records.update(CREDENTIALS.name, owner, { passwordHash: rehashed })
    await forgetGuessesOf(tx.records, guesser)
    const due = await beginSecondStep(call, tx.records, stored, rehashed ?? passwordHash)
    return due ?? (await startSignedIn(call, unit, { stored, doc, factors: ['password'], guesser }))
  })
  if ('token' in outcome) return outcome
  if ('unasked' in outcome) {
    await outcome.unasked()
    return start(call, { ...user, askHooks: null }, password)
  }
  const { changedTo } = outcome
  if (changedTo === null) throw wrongCredentials()
  // A concurrent sign-in may have rehashed the same password. Verify outside of the transaction: waiting in the hash
  // queue must not hold the write lock.
  const { matches } = await inHashQueue((place) => verifyPassword(password, changedTo, place))
  if (!matches) throw wrongCredentials()
  return start(call, { ...user, passwordHash: changedTo, rehashed: null }, password)
}
