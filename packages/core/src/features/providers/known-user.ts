import { QuireError } from '../../contracts/errors.ts'
import type { IdentityProvider } from '../../contracts/identity-provider.ts'
import type { StorageTransaction, StoredDocument } from '../../contracts/document-storage.ts'
import type { RecordName } from '../../contracts/record-rows.ts'
import type { Call } from '../../engine/call.ts'
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

/** Whose account a person's is, as it is found within the transaction. */
export interface KnownUser {
  readonly stored: StoredDocument
  /** Null where the account is about to be linked. */
  readonly identity: IdentityRow | null
}

/** The user that a person is here; null for somebody who is new. Refuses an account that only looks like the person's. */
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
    // In the trash perhaps: whoever put the account there keeps its user out.
    if (!stored) throw new QuireError('forbidden', 'This account cannot sign in any more.')
    return { stored, identity }
  }
  // Before anybody is looked up: whether there is such an account is for those to know whose address it is.
  if (address === null || !hasOwnAddress(person, provider)) throw unconfirmed()
  const found = await findUserByAddress(runtime, tx, entity, address)
  // Whoever removes the user meanwhile waits, and takes with it what is kept of it here; or was faster, and there is none any more.
  const stored = found && (await findUser(runtime, tx, entity, found.id, { lock: 'use' }))
  if (!stored) return null
  if (!(await mayLink(call, tx, provider, person, stored))) throw notLinked()
  return { stored, identity: null }
}

/**
 * Whoever has registered with somebody else's address waits for its owner to sign in and to fill the account. So an account is only given to
 * whom its address belongs for sure on both sides: the provider says so and is believed, and the account's own address is confirmed, or
 * nobody has ever been able to sign in to it. An account with a second factor is never given away by its address alone.
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
  // Whoever gets at a mailbox can open an account at a provider with it, which must not stand in for what the user has besides.
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
