import type { AuthOptions } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { SecondFactorChallenge } from '../../contracts/factors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { CheckedBody } from '../../config/infer/operation-methods.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { storesDocument } from '../../engine/kinds/stores-document.ts'
import { runHooks } from '../../engine/hooks.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { tellRefused } from '../../engine/tell-access.ts'
import { countLogin } from './count-logins.ts'
import { asNoGuess, forgetGuessesOf, takeAttempt } from './attempts.ts'
import { CREDENTIALS } from './auth-tables.ts'
import type { Place } from './bounded-queue.ts'
import { beginSecondStep, methodsDue, secondFactorDue } from './factors/second-step-due.ts'
import { type Guesser, guesserOf } from './known-devices.ts'
import { hashPassword, inHashQueue, passwordOf, verifyPassword } from './passwords.ts'
import { SIGN_IN_API } from './sign-in-api.ts'
import { type SignedIn, signedInAnswer, startSignedIn } from './signed-in-session.ts'
import { actorOf, addressOf, authOf, findUser, findUserByAddress, hasConfirmed } from './users.ts'

/**
 * An unknown user, a wrong password and a locked address cost the same work and tell the same little
 * (docs/contract/authentication.md#passwords).
 */
export const login = storesDocument({
  ...SIGN_IN_API.login,
  credentials: 'none',
  limitedAsAuth: true,
  tells: null,
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
    // Whoever has a second step before them comes in with that, or not at all.
    const isAll = (await methodsDue(call, readerOf(call).records, owner)).length === 0
    if (isAll) await askHooks()
    return start(own, { ...user, guesser, askHooks: isAll ? null : askHooks }, password)
  })
  if ('methods' in started) throw secondFactorDue(started)
  return { document: user.stored, call: own, beside: { auth, started } }
}

/** Somebody who is kept out. Known and unknown addresses are looked up alike, so that neither takes longer than the other. */
async function tellFailure(call: Call, error: unknown): Promise<void> {
  if (!(error instanceof QuireError) || call.entity.onAccess.length === 0 || !KEPT_OUT.has(error.code)) return
  const { code } = error
  const { email: address } = call.input.body as CheckedBody<typeof SIGN_IN_API.login>
  const known = await findUserByAddress(call.runtime, readerOf(call), call.entity, address)
  const action = code === 'too_many_attempts' ? 'auth.lockedOut' : 'auth.loginFailed'
  await tellRefused(call, { action, code, documentId: known?.id ?? null, address })
}

/** Anything else is a trouble of the service, or a mistake in the request. */
const KEPT_OUT: ReadonlySet<string> = new Set(['invalid_credentials', 'too_many_attempts', 'unverified', 'forbidden'])

/** Whose address and password these are, as far as the first look tells. */
interface CheckedUser {
  readonly stored: StoredDocument
  readonly doc: JsonObject
  readonly passwordHash: string
  /** The hash to store instead; null where the stored one is made as new ones are. */
  readonly rehashed: string | null
  readonly isConfirmed: boolean
}

interface AdmittedUser extends CheckedUser {
  readonly guesser: Guesser
  /** Asks the hooks whether the user may come in; null where they have been asked. */
  readonly askHooks: (() => Promise<void>) | null
}

function wrongCredentials(): QuireError {
  return new QuireError('invalid_credentials', 'The e-mail address or the password is wrong.')
}

/** The place comes before the attempt: whoever is sent away for want of one has guessed nothing, and nothing is counted. */
async function checkPassword(
  call: Call,
  auth: AuthOptions,
  guesser: Guesser,
  { email, password }: { readonly email: string; readonly password: string },
  place: Place,
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

/** Whether a user with the right password may come in. */
function refuseUnconfirmed(call: Call, isConfirmed: boolean): void {
  if (isConfirmed) return
  // Whoever has just registered knows the password. That it is the right one would tell that nobody had the address before.
  if (authOf(call).registration === 'private') throw wrongCredentials()
  throw new QuireError(
    'unverified',
    'The e-mail address is not confirmed yet. Use the token in the mail, or ask for a new mail.',
  )
}

/** Said to whoever knows the password, or has an invitation to choose one, and so to nobody else. */
export async function refuseWithoutPassword({ passwords }: AuthOptions, user: JsonObject): Promise<void> {
  if (typeof passwords === 'function' && !(await passwords({ user })))
    throw new QuireError('forbidden', 'You cannot sign in with a password. Sign in with your provider.')
}

/**
 * The password was compared outside of any transaction. If the user is gone since then, or has another password or address, a
 * session that started now would outlive the end of all its sessions; so that is looked at once more. Somebody whose second factors are gone since
 * then has no second step that would ask the hooks, so that they are asked here, and outside of the transaction as well.
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
  // Somebody else may just have had the same password hashed anew. No transaction waits in the queue for it: all who write would wait too.
  const { matches } = await inHashQueue((place) => verifyPassword(password, changedTo, place))
  if (!matches) throw wrongCredentials()
  return start(call, { ...user, passwordHash: changedTo, rehashed: null }, password)
}
