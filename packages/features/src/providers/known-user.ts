import {
  type Call,
  type IdentityProvider,
  QuireError,
  type RecordName,
  type StorageTransaction,
  type StoredDocument,
} from '@quirecms/core/feature'
import {
  API_KEYS,
  authOf,
  CREDENTIALS,
  factorsOfUser,
  findUser,
  findUserByAddress,
  IDENTITIES,
  type IdentityRow,
  isOwnAddress,
  methodsOf,
  passwordOf,
  SESSIONS,
} from '../auth/offers.ts'
import { hasOwnAddress, type Person, unconfirmed } from './person.ts'

export interface KnownUser {
  readonly stored: StoredDocument
  /** Null if the account is about to be linked. */
  readonly identity: IdentityRow | null
}

/**
 * Finds the user of a provider identity; null for a new one. Refuses accounts that have the same address but must not
 * be linked.
 */
export async function knownUser(
  call: Call,
  tx: StorageTransaction,
  provider: IdentityProvider,
  person: Person,
): Promise<KnownUser | null> {
  const { runtime, entity } = call
  const { issuer, subject, address } = person
  const own = { collection: entity.slug, issuer, subject }
  const [identity] = await tx.records.find(IDENTITIES.name, own, { lock: true })
  if (identity) {
    const stored = await findUser(runtime, tx, entity, identity.userId)
    // The user may be in the trash, and must not sign in.
    if (!stored) throw new QuireError('forbidden', 'This account cannot sign in any more.')
    return { stored, identity }
  }
  // Check this before the lookup: only the owner of the address may learn whether it has an account.
  if (address === null || !hasOwnAddress(person, provider)) throw unconfirmed()
  const found = await findUserByAddress(runtime, tx, entity, address)
  // Lock the user row: a concurrent delete either waits, or has already won.
  const stored = found && (await findUser(runtime, tx, entity, found.id, { lock: 'use' }))
  if (!stored) return null
  if (!(await mayLink(call, tx, provider, person, stored))) throw notLinked()
  return { stored, identity: null }
}

/**
 * An attacker may register with another person's address and wait for the owner to sign in with a provider. So an
 * account is linked only if the address is proven on both sides: a trusted provider says that it is verified; and the
 * account's own address is confirmed, or the account has no password, provider, API key or session. An account with a
 * second factor is never linked by its address alone.
 */
async function mayLink(
  call: Call,
  { records }: StorageTransaction,
  { link = 'verifiedEmail' }: IdentityProvider,
  { isConfirmedThere, isBelieved }: Person,
  stored: StoredDocument,
): Promise<boolean> {
  if (link === 'never' || isConfirmedThere !== true || !isBelieved) return false
  const owner = { collection: call.entity.slug, userId: stored.id }
  const [credentials] = await records.find(CREDENTIALS.name, owner, { lock: true })
  const { factors } = authOf(call)
  // With access to a mailbox, an attacker can open an account at a provider. That must not replace the second factor.
  if (factors && methodsOf(await factorsOfUser(records, factors, owner)).length > 0) return false
  if (isOwnAddress(stored, credentials)) return true
  if (passwordOf(credentials) !== null) return false
  const names: readonly RecordName[] = [IDENTITIES.name, API_KEYS.name, SESSIONS.name]
  for (const name of names) if ((await records.count(name, owner)) > 0) return false
  return true
}

function notLinked(): QuireError {
  return new QuireError(
    'forbidden',
    'There is an account with this address already. Sign in with your password, and add this provider to your account.',
  )
}
