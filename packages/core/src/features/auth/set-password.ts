import { QuireError } from '../../contracts/errors.ts'
import type { Runtime } from '../../engine/call.ts'
import { systemCall } from '../../engine/system-call.ts'
import { tellDone } from '../../engine/tell-access.ts'
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
  /** Also removes passkeys, one-time codes and recovery codes: for whoever has lost them, and nobody is left who could. */
  readonly resetFactors?: boolean
}

/**
 * Gives a user another password, for whoever has the machine: no rule is asked and no mail is sent. Whoever is signed in with the old one
 * is so no longer, and a lockout is over. Resolves to the user's id.
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
    // Somebody lets this user in: it is nobody's any more to take back.
    if (entity.auth?.invitations) await endInvitation(tx.records, owner, true)
    await revokeAll(tx.records, collection, user.id, 'sessions')
    const { factors } = entity.auth ?? {}
    if (resetFactors && factors) await removeFactors(tx, factors, owner)
    const call = systemCall(runtime, entity, 'setPassword')
    await forgetAttempts(call, tx.records, email)
    const unit = { tx, afterCommit: [], afterRollback: [] }
    await tellDone(call, unit, { action: 'auth.passwordChanged', documentId: user.id })
    if (resetFactors && factors) await tellDone(call, unit, { action: 'auth.factorsReset', documentId: user.id })
    return user.id
  })
}
