import { described } from '../../contracts/described-value.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import type { Operation, OperationDescription } from '../../contracts/operation.ts'
import type { Call } from '../../engine/call.ts'
import { anybody } from '../../engine/identity/signed-in.ts'
import { actsOnDocument } from '../../engine/kinds/changes-document.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { changesRecords } from '../../engine/kinds/changes-records.ts'
import { countKeys } from './api-keys.ts'
import { forgetAttempts } from './attempts.ts'
import { unlockDevices } from './known-devices.ts'
import { CREDENTIALS, MAILED_TOKENS } from './auth-tables.ts'
import type { Purpose } from './mail-link.ts'
import { noticeMail, requestedMail } from './mail-queue.ts'
import { checkToken, redeemToken } from './mailed-tokens.ts'
import { hashPassword, inHashQueue, passwordIssues } from './passwords.ts'
import { LONGEST_TOKEN } from '../../engine/identity/tokens.ts'
import { addressOf, authOf } from './users.ts'
import { revokeAll } from './revoke-all.ts'
import { confirmAddress } from './verified-field.ts'

const ADDRESS: JsonSchema = {
  type: 'object',
  required: ['email'],
  additionalProperties: false,
  properties: { email: { type: 'string', minLength: 1, maxLength: 320 } },
}

const REQUESTED: JsonSchema = { type: 'object', required: ['requested'], properties: { requested: { const: true } } }

const TOKEN: JsonSchema = { type: 'string', minLength: 1, maxLength: LONGEST_TOKEN }

/** What all of these share: nobody is signed in yet, and they are limited as sign-ins are. */
const ANONYMOUS = { admits: anybody, credentials: 'none', limitedAsAuth: true } as const

export const forgotPassword = requestsMail('recovery', {
  name: 'forgotPassword',
  summary: 'Ask for a mail to set a new password',
  endpoint: { method: 'POST', path: '/forgot-password', base: 'auth' },
})

export const requestVerification = requestsMail('verification', {
  name: 'requestVerification',
  summary: 'Ask for a mail to confirm an address',
  endpoint: { method: 'POST', path: '/request-verification', base: 'auth' },
})

/**
 * The same answer in the same time, whether or not there is such a user: a mail is queued either way, and everything that depends on
 * it happens when that is sent.
 */
function requestsMail(
  purpose: Purpose,
  description: Pick<OperationDescription, 'name' | 'summary' | 'endpoint'>,
): Operation<Call> {
  return changesRecords({
    ...ANONYMOUS,
    ...description,
    description: 'The answer is the same whether or not there is a user with this address.',
    local: { method: description.name, args: ['body'] },
    body: { kind: 'schema', schema: ADDRESS },
    answer: { kind: 'value', status: 200, schema: REQUESTED },
    runsNoHooks: true,
    async run({ call, unit }) {
      const { email } = call.input.body as { email: string }
      await requestedMail(call, unit, purpose, email)
      return { kind: 'value', value: { requested: true } }
    },
  })
}

export const resetPassword = changesRecords({
  ...ANONYMOUS,
  name: 'resetPassword',
  summary: 'Set a new password with a token',
  description: 'The token comes from the mail. All sessions of the user end.',
  endpoint: { method: 'POST', path: '/reset-password', base: 'auth' },
  local: { method: 'resetPassword', args: ['body'] },
  body: {
    kind: 'schema',
    schema: {
      type: 'object',
      required: ['token', 'password'],
      additionalProperties: false,
      properties: { token: TOKEN, password: described('password', { type: 'string' }) },
    },
  },
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['reset'], properties: { reset: { const: true } } },
  },
  request(call) {
    const { token, password } = call.input.body as { token: string; password: string }
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
    // A document that was there before its collection had users gets its first password this way.
    if (!isKnown) await tx.records.insert(CREDENTIALS.name, { ...owner, passwordHash, verifiedAddress: null })
    // Whoever reads the mail has the address: a reset also verifies and unlocks (docs/contract/authentication.md#recovery).
    await confirmAddress(call, tx, user)
    const apiKeys = await countKeys(call, tx.records, user.id)
    const apiKeysEnded = authOf(call).apiKeys?.endOnReset ?? false
    await revokeAll(tx.records, call.entity.slug, user.id, apiKeysEnded ? 'sessionsAndKeys' : 'sessions')
    await forgetAttempts(call, tx.records, addressOf(user))
    const details = { user: forApplication(call, user), apiKeys, apiKeysEnded }
    await noticeMail(call, unit, 'passwordReset', addressOf(user), details)
    return { kind: 'value', value: { reset: true } }
  },
})

export const verify = changesRecords({
  ...ANONYMOUS,
  name: 'verify',
  summary: 'Confirm an address with a token',
  description: 'The token comes from the mail. The user can sign in afterwards.',
  endpoint: { method: 'POST', path: '/verify', base: 'auth' },
  local: { method: 'verify', args: ['body'] },
  body: {
    kind: 'schema',
    schema: { type: 'object', required: ['token'], additionalProperties: false, properties: { token: TOKEN } },
  },
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['verified'], properties: { verified: { const: true } } },
  },
  async run({ call, unit: { tx } }) {
    const { token } = call.input.body as { token: string }
    const user = await redeemToken(call, tx, 'verification', token)
    const owner = { collection: call.entity.slug, userId: user.id }
    await confirmAddress(call, tx, user)
    await tx.records.remove(MAILED_TOKENS.name, { ...owner, purpose: 'verification' })
    return { kind: 'value', value: { verified: true } }
  },
})

export const unlock = actsOnDocument({
  name: 'unlock',
  summary: 'Let a locked user sign in again',
  description: 'Forgets the failed attempts after which the user was locked.',
  endpoint: { method: 'POST', path: '/{id}/unlock', base: 'auth' },
  local: { method: 'unlock', args: ['id'] },
  body: { kind: 'none' },
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['unlocked'], properties: { unlocked: { const: true } } },
  },
  rule: 'unlock',
  capability: { name: 'unlock' },
  leavesContent: true,
  async run({ call, unit, before }) {
    await forgetAttempts(call, unit.tx.records, addressOf(before))
    await unlockDevices(unit.tx.records, { collection: call.entity.slug, userId: before.id })
    return { kind: 'value', value: { unlocked: true } }
  },
})
