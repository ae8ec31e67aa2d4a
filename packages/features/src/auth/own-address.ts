import {
  type Call,
  type ContentChange,
  forApplication,
  QuireError,
  type StoredDocument,
  type Unit,
} from '@quirecms/core/feature'
import { CREDENTIALS, SESSIONS } from './auth-tables.ts'
import { forgetDevices } from './known-devices.ts'
import { confirmationMail, noticeMail } from './mail-queue.ts'
import { isFresh } from './own-session.ts'
import { endOtherSessions } from './sessions.ts'
import { addressOf, hasConfirmed } from './users.ts'

/** Refuses before any other check, so that the error never shows whether the new address is taken. */
export async function guardAddress(call: Call, unit: Unit, document: StoredDocument): Promise<void> {
  const asked = call.input.body?.['email']
  if (asked === undefined) return
  const isSame = (typeof asked === 'string' ? asked.toLowerCase() : (asked ?? '')) === addressOf(document)
  if (!isSame) await refuseUnlessFresh(call, unit, document)
}

/**
 * The owner of the address can reset the password, so a new address means a new owner
 * (docs/contract/authentication.md#a-users-own-address). Applies to changes by the request and by hooks: notifies the
 * old address, and ends all other sessions.
 */
export async function onAddressChange(call: Call, unit: Unit, { before, json }: ContentChange): Promise<void> {
  const old = addressOf(before)
  if (addressOf({ json }) === old) return
  await refuseUnlessFresh(call, unit, before)
  const owner = { collection: call.entity.slug, userId: before.id }
  // Lock the credentials: a concurrent login with the old address commits its session before the others end, or finds
  // the new address.
  const [credentials] = await unit.tx.records.find(CREDENTIALS.name, owner, { lock: true })
  await endOtherSessions(unit.tx.records, owner, call.caller.credential)
  await forgetDevices(unit.tx.records, owner)
  const after: StoredDocument = { ...before, json }
  await noticeMail(call, unit, 'addressChanged', old, { user: forApplication(call, before) })
  if (!hasConfirmed(call.entity, after, credentials)) await confirmationMail(call, unit, 'verification', after)
}

/**
 * Changing the own address needs a fresh session: an open session or a key is not enough to take over the account.
 * Actors who change other users don't need one.
 */
async function refuseUnlessFresh(call: Call, { tx }: Unit, { id }: StoredDocument): Promise<void> {
  const { caller, entity } = call
  const { actor, system, credential } = caller
  if (system || actor?.collection !== entity.slug || actor.id !== id) return
  if (credential?.kind === 'session' && entity.auth) {
    const own = { id: credential.id, collection: entity.slug, userId: id }
    const [session] = await tx.records.find(SESSIONS.name, own)
    if (session && isFresh(call, session)) return
  }
  throw new QuireError('forbidden', 'Sign in again to change your address.')
}
