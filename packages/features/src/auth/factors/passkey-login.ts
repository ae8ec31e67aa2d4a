import {
  type Call,
  type CheckedBody,
  forApplication,
  inTransaction,
  QuireError,
  readerOf,
  runHooks,
  storesDocument,
  reportRefused,
} from '@quirecms/core/feature'
import { CREDENTIALS } from '../auth-tables.ts'
import { countLogin } from '../count-logins.ts'
import { guesserOf } from '../known-devices.ts'
import { signedInAnswer, startSignedIn } from '../signed-in-session.ts'
import { actorOf, addressOf, authOf, findUser, hasConfirmed } from '../users.ts'
import { findChallenge, useUp } from './challenges.ts'
import { checkPasskey, wrongPasskey } from './check-passkey.ts'
import { PASSKEY_SIGN_IN_API } from './passkey-api.ts'

/** A passkey with user verification is two factors: possession, and a PIN or a biometric. */
export const passkeyLogin = storesDocument({
  ...PASSKEY_SIGN_IN_API.passkeyLogin,
  credentials: 'none',
  limitedAsAuth: true,
  accessAction: null,
  async stores(call) {
    try {
      return await countLogin(call.runtime, () => complete(call))
    } catch (error) {
      if (error instanceof QuireError && KEPT_OUT.has(error.code))
        await reportRefused(call, { action: 'auth.loginFailed', code: error.code, documentId: null })
      throw error
    }
  },
  answers: signedInAnswer,
})

const KEPT_OUT: ReadonlySet<string> = new Set(['invalid_credentials', 'unverified', 'forbidden'])

async function complete(call: Call) {
  const auth = authOf(call)
  const { token, response } = call.input.body as CheckedBody<typeof PASSKEY_SIGN_IN_API.passkeyLogin>
  const subject = { purpose: 'passkeyLogin', collection: call.entity.slug } as const
  const begun = await findChallenge(call, readerOf(call).records, subject, token)
  // Delete the challenge whatever the result: each challenge is checked once.
  await inTransaction(call, ({ tx }) => useUp(tx.records, begun))
  const proof = await checkPasskey(call, response, { challenge: begun.challenge, userVerification: true })
  const owner = { collection: call.entity.slug, userId: proof.row.userId }
  const stored = await findUser(call.runtime, readerOf(call), call.entity, owner.userId)
  if (!stored) throw wrongPasskey()
  const [credentials] = await readerOf(call).records.find(CREDENTIALS.name, owner)
  if (!hasConfirmed(call.entity, stored, credentials))
    throw new QuireError(
      'unverified',
      'The email address is not confirmed yet. Use the token in the mail, or ask for a new mail.',
    )
  const own: Call = { ...call, caller: { ...call.caller, actor: actorOf(call.runtime, call.entity, stored, true) } }
  const doc = forApplication(call, stored)
  const guesser = await guesserOf(call, auth, addressOf(stored))
  await runHooks(call, 'beforeLogin', { id: stored.id, doc })
  const started = await inTransaction(own, async (unit) => {
    // Lock the credentials: a concurrent removal of the passkey ends this session with the others, or prevents it.
    await unit.tx.records.find(CREDENTIALS.name, owner, { lock: true })
    if (!(await findUser(call.runtime, unit.tx, call.entity, stored.id))) throw wrongPasskey()
    await proof.useUp(unit)
    return startSignedIn(own, unit, { stored, doc, factors: ['passkey'], guesser })
  })
  return { document: stored, call: own, beside: { auth, started } }
}
