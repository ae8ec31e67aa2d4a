import {
  type Call,
  type CheckedBody,
  forApplication,
  inTransaction,
  type JsonObject,
  QuireError,
  readerOf,
  type RecordOwner,
  type Unit,
} from '@quirecms/core/feature'
import { noticeMail } from '../mail-queue.ts'
import { addressOf, findUser } from '../users.ts'
import { type PasskeyRow, PASSKEYS } from './factor-tables.ts'
import type { PASSKEY_SIGN_IN_API } from './passkey-api.ts'
import { handleOf } from './passkey-options.ts'
import { expectedOrigin, relyingParty } from './relying-party.ts'
import { type ExpectedOfPasskey, passkeyChecks, type UsedPasskey } from '../services.ts'

export type Assertion = CheckedBody<typeof PASSKEY_SIGN_IN_API.passkeyLogin>['response']

interface PasskeyChallenge {
  readonly challenge: string
  readonly userVerification: boolean
  /** Required owner, if the user is known. */
  readonly owner?: RecordOwner
}

export interface ProvenPasskey {
  readonly row: PasskeyRow
  useUp(unit: Unit): Promise<void>
}

/** One message for all causes: it doesn't show whether the passkey exists. */
export function wrongPasskey(): QuireError {
  return new QuireError('invalid_credentials', 'This passkey was not accepted. Try again, or sign in another way.')
}

export async function checkPasskey(call: Call, response: Assertion, asked: PasskeyChallenge): Promise<ProvenPasskey> {
  const { records } = readerOf(call)
  const match = asked.owner ?? { collection: call.entity.slug }
  const [row] = await records.find(PASSKEYS.name, { ...match, credentialId: response.id })
  if (!row) throw wrongPasskey()
  const { collection, userId, credentialId, publicKey } = row
  const { userHandle } = response.response
  if (userHandle && userHandle !== handleOf({ collection, userId })) throw wrongPasskey()
  const expected = expectedOf(call, asked, response.response.clientDataJSON)
  const shown = response as unknown as JsonObject
  const used = await call.runtime.services.get(passkeyChecks).used(shown, expected, { credentialId, publicKey })
  if (!used) throw wrongPasskey()
  if (wentBack(row, used)) {
    await tellOwner(call, row)
    throw wrongPasskey()
  }
  return { row, useUp: (unit) => noteUse(call, unit, row, used) }
}

export function expectedOf(
  { runtime }: Call,
  { challenge, userVerification }: PasskeyChallenge,
  clientDataJson: string,
): ExpectedOfPasskey {
  const party = relyingParty(runtime)
  return { challenge, userVerification, rpId: party.id, origin: expectedOrigin(party, clientDataJson) }
}

/**
 * The counter of a passkey grows with each use. If it didn't, the passkey may be a clone. Passkeys that don't count
 * always have 0.
 */
function wentBack({ counter }: PasskeyRow, used: UsedPasskey): boolean {
  return (used.counter > 0 || counter > 0) && used.counter <= counter
}

/** Notifies the owner of the rejected login (signature counter went back: cloned key?). */
async function tellOwner(call: Call, { userId, name }: PasskeyRow): Promise<void> {
  await inTransaction(call, async (unit) => {
    const stored = await findUser(call.runtime, unit.tx, call.entity, userId)
    if (!stored) return
    await noticeMail(call, unit, 'passkeyRefused', addressOf(stored), { user: forApplication(call, stored), name })
  })
}

/**
 * Runs in the transaction that starts the session, and locks the row: a concurrent sign-in with the same passkey may
 * have raised the counter.
 */
async function noteUse(
  { runtime }: Call,
  { tx: { records } }: Unit,
  { id }: PasskeyRow,
  used: UsedPasskey,
): Promise<void> {
  const [now] = await records.find(PASSKEYS.name, { id }, { lock: true })
  if (!now || wentBack(now, used)) throw wrongPasskey()
  await records.update(
    PASSKEYS.name,
    { id },
    {
      counter: used.counter,
      isBackedUp: used.isBackedUp ? 1 : 0,
      lastUsedAt: runtime.clock().toISOString(),
    },
  )
}
