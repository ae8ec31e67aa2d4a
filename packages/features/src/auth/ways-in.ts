import {
  type Call,
  forApplication,
  type RecordOwner,
  type RecordWriter,
  type StoredDocument,
} from '@quirecms/core/feature'
import { CREDENTIALS, IDENTITIES, type IdentityRow } from './auth-tables.ts'
import { factorsOfUser } from './factors/factors-of-user.ts'
import { passwordOf } from './passwords.ts'
import { authOf } from './users.ts'

/** Ways of a user to sign in. Providers removed from the configuration don't count. */
export interface WaysIn {
  readonly hasPassword: boolean
  readonly passkeys: number
  /**
   * Whether a passkey alone is certainly enough. Without required user verification, it may only be good as a second
   * step.
   */
  readonly hasPasskeyAlone: boolean
  readonly identities: readonly IdentityRow[]
}

/**
 * Ask before removing one of them: the last one must stay. Locks the credentials, then the identities, until the
 * transaction ends: of two concurrent removals, the second sees what the first has left.
 */
export async function waysIn(
  call: Call,
  records: RecordWriter,
  owner: RecordOwner,
  stored: StoredDocument,
): Promise<WaysIn> {
  const { passwords, factors, providers } = authOf(call)
  const [credentials] = await records.find(CREDENTIALS.name, owner, { lock: true })
  const hasProviders = Object.keys(providers).length > 0
  const identities = hasProviders ? await records.find(IDENTITIES.name, owner, { lock: true }) : []
  const mayUsePassword = async () =>
    typeof passwords === 'boolean' ? passwords : passwords({ user: forApplication(call, stored) })
  const passkeys = factors ? (await factorsOfUser(records, factors, owner)).passkeys : 0
  return {
    hasPassword: passwordOf(credentials) !== null && (await mayUsePassword()),
    passkeys,
    hasPasskeyAlone: passkeys > 0 && factors?.passkeys?.userVerification === 'required',
    identities: identities.filter(({ provider }) => Object.hasOwn(providers, provider)),
  }
}
