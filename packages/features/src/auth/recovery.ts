import {
  actsOnDocument,
  anyCaller,
  type Call,
  changesRecords,
  type CheckedBody,
  forApplication,
  type Operation,
  QuireError,
  type RecordOwner,
  type RecordReader,
  reportDone,
} from '@quirecms/core/feature'
import { countKeys } from './api-keys/own-keys.ts'
import { forgetAttempts } from './attempts.ts'
import { factorsOfUser } from './factors/factors-of-user.ts'
import { forgetSecondSteps } from './factors/second-step-attempts.ts'
import { endInvitation } from './invitations/invited.ts'
import { unlockDevices } from './known-devices.ts'
import { CREDENTIALS, MAILED_TOKENS } from './auth-tables.ts'
import type { MailLinkPurpose } from './mail-link.ts'
import { noticeMail, requestedMail } from './mail-queue.ts'
import { checkToken, redeemToken } from './mailed-tokens.ts'
import { hashPassword, inHashQueue, passwordIssues } from './passwords.ts'
import { LOCKOUT_API, RECOVERY_API, VERIFICATION_API } from './sign-in-api.ts'
import { addressOf, authOf } from './users.ts'
import { revokeAll } from './revoke-all.ts'
import { confirmAddress } from './user-fields.ts'

/** Operations without credentials, limited as sign-ins are. They report what they did themselves (`reportDone`). */
const ANONYMOUS = { authorize: anyCaller, credentials: 'none', limitedAsAuth: true, accessAction: null } as const

export const forgotPassword = requestsMail('recovery', RECOVERY_API.forgotPassword)

export const requestVerification = requestsMail('verification', VERIFICATION_API.requestVerification)

/**
 * The same answer in the same time, whether or not the user exists: a mail is queued either way, and the user is
 * looked up when it is sent.
 */
function requestsMail(
  purpose: MailLinkPurpose,
  description: typeof RECOVERY_API.forgotPassword | typeof VERIFICATION_API.requestVerification,
): Operation<Call> {
  return changesRecords({
    ...ANONYMOUS,
    ...description,
    runsNoHooks: true,
    async run({ call, unit }) {
      const { email } = call.input.body as CheckedBody<typeof description>
      await requestedMail(call, unit, purpose, email)
      const action = purpose === 'recovery' ? 'auth.resetRequested' : 'auth.verificationRequested'
      // No lookup of the user: its time would reveal whether there is one.
      await reportDone(call, unit, { action, documentId: null, address: email })
      return { kind: 'value', value: { requested: true } }
    },
  })
}

export const resetPassword = changesRecords({
  ...ANONYMOUS,
  ...RECOVERY_API.resetPassword,
  request(call) {
    const { token, password } = call.input.body as CheckedBody<typeof RECOVERY_API.resetPassword>
    const issues = passwordIssues(password, authOf(call), 'password')
    if (issues.length > 0)
      throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
    return { token, password }
  },
  async begin({ call, request: { token, password } }) {
    await checkToken(call, 'recovery', token)
    return inHashQueue((place) => hashPassword(password, place))
  },
  async run({ call, unit, request: { token }, begun: passwordHash }) {
    const { tx } = unit
    const user = await redeemToken(call, tx, 'recovery', token)
    const owner = { collection: call.entity.slug, userId: user.id }
    const isKnown = (await tx.records.update(CREDENTIALS.name, owner, { passwordHash })) > 0
    // A document from before its collection had users gets its first password here.
    if (!isKnown) await tx.records.insert(CREDENTIALS.name, { ...owner, passwordHash, verifiedAddress: null })
    // The token proves that the client reads the mail of the address: a reset also verifies and unlocks
    // (docs/contract/authentication.md#recovery).
    await confirmAddress(call, tx, user)
    if (authOf(call).invitations) await endInvitation(tx.records, owner, true)
    const apiKeys = await countKeys(call, tx.records, user.id)
    const apiKeysEnded = authOf(call).apiKeys?.endOnReset ?? false
    await revokeAll(tx.records, call.entity.slug, user.id, apiKeysEnded ? 'sessionsAndKeys' : 'sessions')
    await forgetAttempts(call, tx.records, addressOf(user))
    const details = {
      user: forApplication(call, user),
      apiKeys,
      apiKeysEnded,
      ...(await otherWays(call, tx.records, owner)),
    }
    await noticeMail(call, unit, 'passwordReset', addressOf(user), details)
    await reportDone(call, unit, { action: 'auth.passwordReset', documentId: user.id })
    return { kind: 'value', value: { reset: true } }
  },
})

/**
 * Other ways to sign in, which a new password doesn't revoke: an earlier holder of the account may have left them.
 */
async function otherWays(call: Call, records: RecordReader, owner: RecordOwner) {
  const { factors, providers } = authOf(call)
  return {
    passkeys: factors ? (await factorsOfUser(records, factors, owner)).passkeys : 0,
    providers: Object.keys(providers).length > 0 ? await records.count('identities', owner) : 0,
  }
}

export const verify = changesRecords({
  ...ANONYMOUS,
  ...VERIFICATION_API.verify,
  async run({ call, unit }) {
    const { tx } = unit
    const { token } = call.input.body as CheckedBody<typeof VERIFICATION_API.verify>
    const user = await redeemToken(call, tx, 'verification', token)
    const owner = { collection: call.entity.slug, userId: user.id }
    await confirmAddress(call, tx, user)
    await tx.records.remove(MAILED_TOKENS.name, { ...owner, purpose: 'verification' })
    await reportDone(call, unit, { action: 'auth.addressVerified', documentId: user.id })
    return { kind: 'value', value: { verified: true } }
  },
})

export const unlock = actsOnDocument({
  ...LOCKOUT_API.unlock,
  accessAction: 'auth.unlocked',
  rule: 'unlock',
  capability: { name: 'unlock' },
  leavesContent: true,
  async run({ call, unit, before }) {
    await forgetAttempts(call, unit.tx.records, addressOf(before))
    const owner = { collection: call.entity.slug, userId: before.id }
    await unlockDevices(unit.tx.records, owner)
    await forgetSecondSteps(unit.tx.records, owner)
    return { kind: 'value', value: { unlocked: true } }
  },
})
