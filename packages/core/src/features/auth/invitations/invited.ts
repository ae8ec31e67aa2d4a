import { QuireError } from '../../../contracts/errors.ts'
import type { JsonObject } from '../../../contracts/json.ts'
import type { StoredDocument } from '../../../contracts/document-storage.ts'
import type { RecordReader, RecordWriter } from '../../../contracts/records.ts'
import type { Unit } from '../../../contracts/unit-of-work.ts'
import { refuse } from '../../../engine/access.ts'
import { type Call, readerOf } from '../../../engine/call.ts'
import type { RecordOwner } from '../../../engine/identity/signed-in.ts'
import { findReadable } from '../../../engine/read/find-document.ts'
import { CREDENTIALS } from '../auth-tables.ts'
import { passGate, putOffMail } from '../mail-queue.ts'
import { addressOf, authOf, hashOfAddress } from '../users.ts'
import { couldInvite, type Invited } from './could-invite.ts'
import { INVITATIONS } from './invitation-table.ts'

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

/** Of one collection: an account that nobody has come to yet is an open promise, and somebody looks at all of them. */
const MOST_INVITATIONS = 500

/** With those of users in the trash, which are listed once those come back: whoever lists them waits for all that there are. */
const MOST_WITH_TRASH = 5_000

/** Those of users in the trash are no promises: they have no mail, and count again once they are sent again (`endInvitation`). */
export async function refuseToPromiseMore({ entity }: Call, unit: Unit): Promise<void> {
  const { records } = unit.tx
  await passGate(unit, `invitations of ${entity.slug}`)
  if ((await records.count(INVITATIONS.name, { collection: entity.slug, mailId: { above: '' } })) >= MOST_INVITATIONS)
    throw new QuireError(
      'conflict',
      `There are ${MOST_INVITATIONS} invitations already that nobody has accepted. Withdraw some of them first.`,
    )
}

/** Asked of new ones alone, which are counted one after the other: what is sent again is among them already. */
export async function refuseToKeepMore({ entity }: Call, records: RecordReader): Promise<void> {
  if ((await records.count(INVITATIONS.name, { collection: entity.slug })) >= MOST_WITH_TRASH)
    throw new QuireError(
      'conflict',
      'Too many users in the trash were never there. Delete some of them for good first.',
    )
}

/** Asked of a user who is not invited as of one whom nobody knows to have invited: what is answered tells no difference. */
const NOBODYS = { creatorCollection: null, creatorId: null }

/** The invitation that the call names, for whoever may read its user and could invite it; nobody else learns that there is one. */
export async function invitedUser(call: Call): Promise<Invited> {
  refuseStrangers(call)
  const stored = await findReadable(call)
  const [row] = await readerOf(call).records.find(INVITATIONS.name, ownerOf(call, stored.id))
  if (!(await couldInvite(call, { stored, row: row ?? NOBODYS }))) throw refuse(call, 'create')
  if (!row || (await hasCome(readerOf(call).records, ownerOf(call, stored.id)))) throw noInvitation()
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
  const { createdAt, sentAt, expiresAt, mailId, creatorCollection, creatorId } = row
  // One that was in the trash, or comes from an export, has no mail with a link that works, however new it is.
  const isOver = mailId === null || expiresAt <= call.runtime.clock().toISOString()
  const invitedBy =
    creatorCollection === null || creatorId === null ? null : { collection: creatorCollection, id: creatorId }
  const status = isOver ? 'expired' : 'waiting'
  return { id: stored.id, email: addressOf(stored), status, createdAt, sentAt, expiresAt, invitedBy }
}

/** Whether a user is invited and has not come yet. */
export async function isInvited(records: RecordReader, owner: RecordOwner): Promise<boolean> {
  return (await records.count(INVITATIONS.name, owner)) > 0 && !(await hasCome(records, owner))
}

/** Whoever is invited has no credentials before they come, whichever way; an import may bring an invitation along that is over. */
async function hasCome(records: RecordReader, owner: RecordOwner): Promise<boolean> {
  return (await records.count(CREDENTIALS.name, owner)) > 0
}

/** What is left of an invitation whose user is removed: nothing, or, for a user in the trash, that it can be sent again. */
export async function endInvitation(records: RecordWriter, owner: RecordOwner, forGood: boolean): Promise<void> {
  if (forGood) await records.remove(INVITATIONS.name, owner)
  else await records.update(INVITATIONS.name, owner, { tokenHash: null, mailId: null })
}
