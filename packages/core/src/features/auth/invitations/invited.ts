import { QuireError } from '../../../contracts/errors.ts'
import type { JsonObject } from '../../../contracts/json.ts'
import type { StoredDocument } from '../../../contracts/document-storage.ts'
import type { RecordReader, RecordWriter } from '../../../contracts/records.ts'
import type { Unit } from '../../../contracts/unit-of-work.ts'
import { ask, refuse } from '../../../engine/access.ts'
import { type Call, readerOf } from '../../../engine/call.ts'
import { findReadable, matches } from '../../../engine/read/find-document.ts'
import { forApplication } from '../../../engine/read/for-application.ts'
import { putOffMail } from '../mail-queue.ts'
import { addressOf, authOf, hashOfAddress } from '../users.ts'
import { type InvitationRow, INVITATIONS } from './invitation-table.ts'

/** The auth options of invitations; the operations here exist only where there are some. */
function invitationsOf(call: Call) {
  const { invitations } = authOf(call)
  if (!invitations) throw new QuireError('internal', `"${call.entity.slug}" has no invitations.`)
  return invitations
}

/** Nobody invites who is nobody, whatever the rule for new users says: an open door needs no invitations. */
export function refuseStrangers({ caller: { actor, system } }: Call): void {
  if (!actor && !system) throw new QuireError('unauthenticated', 'Sign in to do this.')
}

/** Whether the caller could have invited this user: the rule for new users is asked about what has become of it. */
export async function couldInvite(call: Call, stored: StoredDocument): Promise<boolean> {
  const doc = forApplication(call, stored)
  const allowed = await ask(call, 'create', { id: stored.id, data: doc, doc })
  return matches(call, stored.id, allowed)
}

export interface Invited {
  readonly stored: StoredDocument
  readonly row: InvitationRow
}

/** The invitation that the call names, for whoever may read its user and could invite it; nobody else learns that there is one. */
export async function invitedUser(call: Call): Promise<Invited> {
  refuseStrangers(call)
  const stored = await findReadable(call)
  if (!(await couldInvite(call, stored))) throw refuse(call, 'create')
  const [row] = await readerOf(call).records.find(INVITATIONS.name, ownerOf(call, stored.id))
  if (!row) throw noInvitation()
  return { stored, row }
}

export function noInvitation(): QuireError {
  return new QuireError('not_found', 'This user is not invited, or has come already.')
}

export function ownerOf({ entity }: Call, userId: string) {
  return { collection: entity.slug, userId }
}

/** Queues the mail of an invitation. From here on, links of earlier mails are dead. */
export async function mailInvitation(call: Call, unit: Unit, stored: StoredDocument): Promise<void> {
  const now = call.runtime.clock()
  const mailId = await putOffMail(call, unit, 'invitation', addressOf(stored), JSON.stringify({ userId: stored.id }))
  await unit.tx.records.update(INVITATIONS.name, ownerOf(call, stored.id), {
    mailId,
    addressHash: hashOfAddress(addressOf(stored)),
    tokenHash: null,
    sentAt: null,
    askedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + invitationsOf(call).lifetime).toISOString(),
  })
}

export function shownInvitation(call: Call, { stored, row }: Invited): JsonObject {
  const { createdAt, sentAt, expiresAt, creatorCollection, creatorId } = row
  const isOver = expiresAt <= call.runtime.clock().toISOString()
  const invitedBy =
    creatorCollection === null || creatorId === null ? null : { collection: creatorCollection, id: creatorId }
  const status = isOver ? 'expired' : 'waiting'
  return { id: stored.id, email: addressOf(stored), status, createdAt, sentAt, expiresAt, invitedBy }
}

/** Whether a user is invited and has not come yet. */
export async function isInvited(records: RecordReader, collection: string, userId: string): Promise<boolean> {
  return (await records.count(INVITATIONS.name, { collection, userId })) > 0
}

/** What is left of an invitation whose user is removed: nothing, or, for a user in the trash, that it can be sent again. */
export async function endInvitation(
  records: RecordWriter,
  owner: { readonly collection: string; readonly userId: string },
  forGood: boolean,
): Promise<void> {
  if (forGood) await records.remove(INVITATIONS.name, owner)
  else await records.update(INVITATIONS.name, owner, { tokenHash: null, mailId: null })
}
