import { QuireError, type Runtime, systemCall, reportDone } from '@quirecms/core/feature'
import { forgetAttempts } from './attempts.ts'
import { CREDENTIALS } from './auth-tables.ts'
import { removeFactors } from './factors/users-factors.ts'
import { endInvitation } from './invitations/invited.ts'
import { hashPassword, inHashQueue, passwordIssues } from './passwords.ts'
import { findUserByAddress } from './users.ts'
import { revokeAll } from './revoke-all.ts'

export interface NewPassword {
  readonly collection: string
  readonly email: string
  readonly password: string
  /**
   * Also removes passkeys, one-time codes and recovery codes: for users who have lost them, if no admin can reset
   * them.
   */
  readonly resetFactors?: boolean
}

/**
 * Sets a user's password with access to the server: checks no rules and sends no mail. Ends all sessions of the user,
 * and a lockout. Resolves to the user's id.
 */
export async function setPassword(
  runtime: Runtime,
  { collection, email, password, resetFactors = false }: NewPassword,
): Promise<string> {
  const entity = runtime.manifest.collections[collection]
  if (!entity?.auth) throw new QuireError('not_found', `"${collection}" is not a collection of users.`)
  if (entity.auth.passwords === false)
    throw new QuireError('invalid_state', `Users of "${collection}" have no passwords: they sign in with a provider.`)
  const issues = passwordIssues(password, entity.auth, 'password')
  if (issues[0]) throw new QuireError('validation', `The password is not good enough. ${issues[0].message}`, { issues })
  const passwordHash = await inHashQueue((place) => hashPassword(password, place))
  return runtime.storage.transaction(async (tx) => {
    const user = await findUserByAddress(runtime, tx, entity, email)
    if (!user) throw new QuireError('not_found', `There is no user ${email} in "${collection}".`)
    const owner = { collection, userId: user.id }
    const isKnown = (await tx.records.update(CREDENTIALS.name, owner, { passwordHash })) > 0
    if (!isKnown) await tx.records.insert(CREDENTIALS.name, { ...owner, passwordHash, verifiedAddress: null })
    // An admin set a password, so the pending invitation is void.
    if (entity.auth?.invitations) await endInvitation(tx.records, owner, true)
    await revokeAll(tx.records, collection, user.id, 'sessions')
    const { factors } = entity.auth ?? {}
    if (resetFactors && factors) await removeFactors(tx, factors, owner)
    const call = systemCall(runtime, entity, 'setPassword')
    await forgetAttempts(call, tx.records, email)
    const unit = { tx, afterCommit: [], afterRollback: [] }
    await reportDone(call, unit, { action: 'auth.passwordChanged', documentId: user.id })
    if (resetFactors && factors) await reportDone(call, unit, { action: 'auth.factorsReset', documentId: user.id })
    return user.id
  })
}
