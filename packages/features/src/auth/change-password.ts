import { type Call, changesRecords, type CheckedBody, QuireError, readerOf } from '@quirecms/core/feature'
import { forgetGuessesOf, takeAttempt } from './attempts.ts'
import { guesserOf } from './known-devices.ts'
import { CREDENTIALS } from './auth-tables.ts'
import { hashPassword, inHashQueue, passwordIssues, passwordOf, verifyPassword } from './passwords.ts'
import { asUser, ownSession } from './own-session.ts'
import { SESSION_API } from './session-api.ts'
import { addressOf, authOf } from './users.ts'
import { revokeAll } from './revoke-all.ts'

/**
 * Requires the current password, so that an open session is not enough to take over the account. Ends every session.
 */
export const changePassword = changesRecords({
  ...SESSION_API.changePassword,
  accessAction: 'auth.passwordChanged',
  limitedAsAuth: true,
  authorize: ownUser,
  async begin({ call, principal: { owner, userCall, stored: user } }) {
    const auth = authOf(userCall)
    const { currentPassword, newPassword } = call.input.body as CheckedBody<typeof SESSION_API.changePassword>
    const issues = passwordIssues(newPassword, auth, 'newPassword')
    if (issues.length > 0)
      throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
    const guesser = await guesserOf(userCall, auth, addressOf(user))
    return inHashQueue(async (place) => {
      // Guesses at the current password count as failed sign-ins.
      await takeAttempt(userCall, auth, guesser)
      const [credentials] = await readerOf(call).records.find(CREDENTIALS.name, owner)
      const current = passwordOf(credentials)
      const { matches } = await verifyPassword(currentPassword, current, place)
      if (!matches || current === null) throw wrongPassword()
      return { guesser, current, passwordHash: await hashPassword(newPassword, place) }
    })
  },
  async run({ unit: { tx }, principal: { owner }, begun: { guesser, current, passwordHash } }) {
    // Match the checked hash: refuse if the password was changed concurrently.
    const match = { ...owner, passwordHash: current }
    if ((await tx.records.update(CREDENTIALS.name, match, { passwordHash })) === 0) throw wrongPassword()
    await forgetGuessesOf(tx.records, guesser)
    await revokeAll(tx.records, owner.collection, owner.userId, 'sessions')
    return { kind: 'value', value: { changed: true }, cookies: ['clear'] }
  },
})

async function ownUser(call: Call) {
  const { actor, owner } = await ownSession(call)
  const own = await asUser(call, actor)
  // In collections without passwords, the route does not exist.
  if (authOf(own.userCall).passwords === false) throw new QuireError('not_found', 'There is nothing at this path.')
  return { owner, ...own }
}

function wrongPassword(): QuireError {
  return new QuireError('invalid_credentials', 'The current password is wrong.')
}
