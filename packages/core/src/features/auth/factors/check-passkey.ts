import { QuireError } from '../../../contracts/errors.ts'
import type { JsonObject } from '../../../contracts/json.ts'
import type { ExpectedOfPasskey, UsedPasskey } from '../../../contracts/passkeys.ts'
import type { Unit } from '../../../contracts/unit-of-work.ts'
import type { CheckedBody } from '../../../config/infer/operation-methods.ts'
import { type Call, readerOf } from '../../../engine/call.ts'
import { inTransaction } from '../../../engine/in-transaction.ts'
import type { RecordOwner } from '../../../engine/identity/signed-in.ts'
import { forApplication } from '../../../engine/read/for-application.ts'
import { noticeMail } from '../mail-queue.ts'
import { addressOf, findUser } from '../users.ts'
import { type PasskeyRow, PASSKEYS } from './factor-tables.ts'
import type { PASSKEY_SIGN_IN_API } from './passkey-api.ts'
import { handleOf } from './passkey-options.ts'
import { expectedOrigin, relyingParty } from './relying-party.ts'

/** What a passkey has signed. */
export type Assertion = CheckedBody<typeof PASSKEY_SIGN_IN_API.passkeyLogin>['response']

interface Asked {
  readonly challenge: string
  readonly userVerification: boolean
  /** Whose it must be, where that is known. */
  readonly owner?: RecordOwner
}

/** A passkey that has answered as it should. */
export interface ProvenPasskey {
  readonly row: PasskeyRow
  useUp(unit: Unit): Promise<void>
}

/** The same words whatever is wrong: that there is no such passkey, or that it has not signed this. */
export function wrongPasskey(): QuireError {
  return new QuireError('invalid_credentials', 'This passkey was not accepted. Try again, or sign in another way.')
}

export async function checkPasskey(call: Call, response: Assertion, asked: Asked): Promise<ProvenPasskey> {
  const { records } = readerOf(call)
  const match = asked.owner ?? { collection: call.entity.slug }
  const [row] = await records.find(PASSKEYS.name, { ...match, credentialId: response.id })
  if (!row) throw wrongPasskey()
  const { collection, userId, credentialId, publicKey } = row
  const { userHandle } = response.response
  if (userHandle && userHandle !== handleOf({ collection, userId })) throw wrongPasskey()
  const expected = expectedOf(call, asked, response.response.clientDataJSON)
  const shown = response as unknown as JsonObject
  const used = await call.runtime.passkeys.used(shown, expected, { credentialId, publicKey })
  if (!used) throw wrongPasskey()
  if (wentBack(row, used)) {
    await tellOwner(call, row)
    throw wrongPasskey()
  }
  return { row, useUp: (unit) => noteUse(call, unit, row, used) }
}

export function expectedOf(
  { runtime }: Call,
  { challenge, userVerification }: Asked,
  clientDataJson: string,
): ExpectedOfPasskey {
  const party = relyingParty(runtime)
  return { challenge, userVerification, rpId: party.id, origin: expectedOrigin(party, clientDataJson) }
}

/** Each use counts one further. Whoever has counted less is a copy, from before the others were used. */
function wentBack({ counter }: PasskeyRow, used: UsedPasskey): boolean {
  return (used.counter > 0 || counter > 0) && used.counter <= counter
}

/** Nobody comes in, but the owner should know. */
async function tellOwner(call: Call, { userId, name }: PasskeyRow): Promise<void> {
  await inTransaction(call, async (unit) => {
    const stored = await findUser(call.runtime, unit.tx, call.entity, userId)
    if (!stored) return
    await noticeMail(call, unit, 'passkeyRefused', addressOf(stored), { user: forApplication(call, stored), name })
  })
}

/** In the transaction that starts the session: whoever was faster with the same passkey has counted further by now. */
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
