import {
  type Call,
  type CheckedBody,
  forApplication,
  inTransaction,
  QuireError,
  readerOf,
  type RecordOwner,
  runHooks,
  type SecondFactor,
  storesDocument,
  reportRefused,
  type Unit,
} from '@quirecms/core/feature'
import { asNoGuess } from '../attempts.ts'
import { CREDENTIALS } from '../auth-tables.ts'
import { countLogin } from '../count-logins.ts'
import { guesserOf } from '../known-devices.ts'
import { signedInAnswer, startSignedIn } from '../signed-in-session.ts'
import { actorOf, addressOf, authOf, findUser, hasConfirmed } from '../users.ts'
import { findChallenge, standingOf, useUp } from './challenges.ts'
import { type Assertion, checkPasskey, wrongPasskey } from './check-passkey.ts'
import { RECOVERY_CODES, TOTP } from './factor-tables.ts'
import { SECOND_FACTOR_API } from './factors-api.ts'
import { stepOfCode } from './one-time-code.ts'
import { tellUser } from './own-factors.ts'
import { openSecret, resealed, wrongCode } from './own-totp.ts'
import { hasRecoveryCode, takeRecoveryCode } from './recovery-codes.ts'
import { forgetSecondSteps, secondStepOf, takeSecondStep } from './second-step-attempts.ts'

export const secondFactor = storesDocument({
  ...SECOND_FACTOR_API.secondFactor,
  credentials: 'none',
  limitedAsAuth: true,
  accessAction: null,
  stores: (call) => countLogin(call.runtime, () => complete(call)),
  answers: signedInAnswer,
})

type ShownFactor = CheckedBody<typeof SECOND_FACTOR_API.secondFactor>

/**
 * A factor that was valid at the first check. `useUp` checks it again under a lock, in the transaction that starts
 * the session.
 */
export interface Proof {
  readonly factor: SecondFactor
  useUp(unit: Unit): Promise<void>
}

async function complete(call: Call) {
  const auth = authOf(call)
  const shown = call.input.body as ShownFactor
  const { records } = readerOf(call)
  const subject = { purpose: 'secondFactor', collection: call.entity.slug } as const
  const challenge = await findChallenge(call, records, subject, shown.token)
  const owner = { collection: call.entity.slug, userId: challenge.userId }
  const stored = await findUser(call.runtime, readerOf(call), call.entity, owner.userId)
  if (!stored) throw begunAnew()
  const proof = await reportingFailure(call, owner.userId, async () => {
    await takeSecondStep(call, owner)
    return proofOf(call, owner, challenge.challenge, shown)
  })
  const [credentials] = await records.find(CREDENTIALS.name, owner)
  const isConfirmed = hasConfirmed(call.entity, stored, credentials)
  const own: Call = {
    ...call,
    caller: { ...call.caller, actor: actorOf(call.runtime, call.entity, stored, isConfirmed) },
  }
  const doc = forApplication(call, stored)
  const guesser = await guesserOf(call, auth, addressOf(stored))
  const started = await asNoGuess(call, secondStepOf(owner), async () => {
    await runHooks(call, 'beforeLogin', { id: stored.id, doc })
    return inTransaction(own, async (unit) => {
      const { tx } = unit
      const [now] = await tx.records.find(CREDENTIALS.name, owner, { lock: true })
      const current = await findUser(call.runtime, tx, call.entity, stored.id)
      if (!now || !current || standingOf(now.passwordHash, current) !== challenge.standing) throw begunAnew()
      await useUp(tx.records, challenge)
      await proof.useUp(unit)
      await forgetSecondSteps(tx.records, owner)
      return startSignedIn(own, unit, { stored, doc, factors: ['password', proof.factor], guesser })
    })
  })
  return { document: stored, call: own, beside: { auth, started } }
}

async function reportingFailure<T>(call: Call, documentId: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    const code = error instanceof QuireError ? error.code : undefined
    if (code === 'invalid_credentials') await reportRefused(call, { action: 'auth.loginFailed', code, documentId })
    if (code === 'too_many_attempts') await reportRefused(call, { action: 'auth.lockedOut', code, documentId })
    throw error
  }
}

async function proofOf(call: Call, owner: RecordOwner, challenge: string, shown: ShownFactor): Promise<Proof> {
  const { totp, passkey, recoveryCode } = shown
  if (totp !== undefined) return totpProof(call, owner, totp)
  if (passkey !== undefined) return passkeyProof(call, owner, challenge, passkey)
  return recoveryProof(call, owner, recoveryCode ?? '')
}

async function totpProof(call: Call, owner: RecordOwner, code: string): Promise<Proof> {
  const { runtime } = call
  if (!authOf(call).factors?.totp) throw wrongCode()
  const now = runtime.clock()
  const [known] = await readerOf(call).records.find(TOTP.name, owner)
  if (!known || known.confirmedAt === null) throw wrongCode()
  if (stepOfCode(openSecret(runtime, known), code, now, known.lastStep) === null) throw wrongCode()
  return {
    factor: 'totp',
    async useUp({ tx: { records } }) {
      const [row] = await records.find(TOTP.name, owner, { lock: true })
      const step =
        row && row.confirmedAt !== null ? stepOfCode(openSecret(runtime, row), code, now, row.lastStep) : null
      if (!row || step === null) throw wrongCode()
      const secret = resealed(runtime, row)
      await records.update(TOTP.name, owner, { lastStep: step, ...(secret !== undefined && { secret }) })
    },
  }
}

async function passkeyProof(call: Call, owner: RecordOwner, challenge: string, response: Assertion): Promise<Proof> {
  const { passkeys } = authOf(call).factors ?? {}
  if (!passkeys) throw wrongPasskey()
  const userVerification = passkeys.userVerification === 'required'
  const proof = await checkPasskey(call, response, { challenge, userVerification, owner })
  return { factor: 'passkey', useUp: (unit) => proof.useUp(unit) }
}

async function recoveryProof(call: Call, owner: RecordOwner, code: string): Promise<Proof> {
  if (!(await hasRecoveryCode(readerOf(call).records, owner, code))) throw wrongCode()
  return {
    factor: 'recovery',
    async useUp(unit) {
      const { records } = unit.tx
      if (!(await takeRecoveryCode(records, owner, code))) throw wrongCode()
      const stored = await findUser(call.runtime, unit.tx, call.entity, owner.userId)
      const recoveryCodes = await records.count(RECOVERY_CODES.name, owner)
      if (stored) await tellUser(call, unit, stored, { change: 'recoveryCodeUsed', recoveryCodes })
    },
  }
}

function begunAnew(): QuireError {
  return new QuireError('invalid_token', 'Your account was changed in the meantime. Sign in again.')
}
