import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { RecordWriter } from '../../contracts/records.ts'
import type { Call } from '../../engine/call.ts'
import type { RecordOwner } from '../../engine/identity/signed-in.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { CREDENTIALS } from './auth-tables.ts'
import { factorsOfUser } from './factors/factors-of-user.ts'
import { IDENTITIES, type IdentityRow } from './identities-table.ts'
import { passwordOf } from './passwords.ts'
import { authOf } from './users.ts'

/** What lets a user in, as the application is now: a provider that the configuration has no longer lets nobody in. */
export interface WaysIn {
  readonly hasPassword: boolean
  readonly passkeys: number
  /** Whether one of them is enough for sure: where they need not make sure who uses them, each may be good for the second step alone. */
  readonly hasPasskeyAlone: boolean
  readonly identities: readonly IdentityRow[]
}

/**
 * Asked before one of them is removed: the last one stays, or nobody would come in. Both the credentials and the identities are held until the
 * transaction ends, in this order, so that of two who each remove one, the second sees what the first has left.
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
