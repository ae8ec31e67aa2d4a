import {
  type Call,
  findReadable,
  type JsonObject,
  QuireError,
  readerOf,
  type RecordOwner,
  type RecordReader,
  type RecordWriter,
  refusalOf,
  type StoredDocument,
  type Unit,
} from '@quirecms/core/feature'
import { CREDENTIALS } from '../auth-tables.ts'
import { passGate, putOffMail } from '../mail-queue.ts'
import { addressOf, authOf, hashOfAddress } from '../users.ts'
import { couldInvite, type Invited } from './could-invite.ts'
import { type InvitationRow, INVITATIONS } from './invitation-table.ts'

export function invitationsOf(call: Call) {
  const { invitations } = authOf(call)
  if (!invitations) throw new QuireError('internal', `"${call.entity.slug}" has no invitations.`)
  return invitations
}

/** Inviting needs an actor, even if the rule allows all clients to create users. */
export function refuseStrangers({ caller: { actor, system } }: Call): void {
  if (!actor && !system) throw new QuireError('unauthenticated', 'Sign in to do this.')
}

const MOST_INVITATIONS = 500

/** Maximum including users in the trash: listing reads all records. */
const MOST_WITH_TRASH = 5_000

/**
 * Refuses if the limit is reached. The lock is held until commit. Users in the trash have no link and don't count;
 * they count again after a resend or with a copied link (`endInvitation`).
 */
export async function refuseToPromiseMore({ entity }: Call, unit: Unit): Promise<void> {
  const { records } = unit.tx
  await passGate(unit, `invitations of ${entity.slug}`)
  const { slug: collection } = entity
  const mailed = await records.count(INVITATIONS.name, { collection, mailId: { above: '' } })
  const copied = await records.count(INVITATIONS.name, { collection, mailId: null, linkHash: { above: '' } })
  if (mailed + copied >= MOST_INVITATIONS)
    throw new QuireError(
      'conflict',
      `There are ${MOST_INVITATIONS} pending invitations already. Withdraw some of them first.`,
    )
}

/**
 * Only for new invitations, which are serialized by the lock of `refuseToPromiseMore`. A resent one is counted
 * already.
 */
export async function refuseToKeepMore({ entity }: Call, records: RecordReader): Promise<void> {
  if ((await records.count(INVITATIONS.name, { collection: entity.slug })) >= MOST_WITH_TRASH)
    throw new QuireError(
      'conflict',
      'Too many users in the trash never accepted their invitation. Delete some of them for good first.',
    )
}

/**
 * For users without an invitation, ask as for an invitation with an unknown creator: the answer doesn't show the
 * difference.
 */
const NOBODYS = { creatorCollection: null, creatorId: null }

/**
 * The invitation that the call names, for actors who may read its user and could have invited the user. For others,
 * the answer doesn't show whether there is one.
 */
export async function invitedUser(call: Call): Promise<Invited> {
  refuseStrangers(call)
  const { stored } = await findReadable(call)
  const [row] = await readerOf(call).records.find(INVITATIONS.name, ownerOf(call, stored.id))
  if (!(await couldInvite(call, { stored, row: row ?? NOBODYS }))) throw refusalOf(call, 'create')
  if (!row || (await hasCome(readerOf(call).records, ownerOf(call, stored.id)))) throw noInvitation()
  return { stored, row }
}

export function noInvitation(): QuireError {
  return new QuireError('not_found', 'This user has no pending invitation.')
}

export function ownerOf({ entity }: Call, userId: string) {
  return { collection: entity.slug, userId }
}

/** Queues the mail of an invitation. The links of earlier mails stop working. */
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

/** Whether one of the links works: its owner has counted towards the limit. */
export function hasLink({ mailId, linkHash }: InvitationRow): boolean {
  return mailId !== null || linkHash !== null
}

/**
 * When the last of the links expires. An invitation from the trash or an import has none; a copied link is void once
 * the user has another address.
 */
function lastExpiry(stored: StoredDocument, row: InvitationRow): string | null {
  const { mailId, expiresAt, linkAddressHash, linkExpiresAt } = row
  const mailed = mailId === null ? null : expiresAt
  const copied = linkAddressHash === hashOfAddress(addressOf(stored)) ? linkExpiresAt : null
  return mailed === null || (copied !== null && copied > mailed) ? copied : mailed
}

export function shownInvitation(call: Call, { stored, row }: Invited): JsonObject {
  const { createdAt, sentAt, creatorCollection, creatorId } = row
  const last = lastExpiry(stored, row)
  const expiresAt = last ?? row.expiresAt
  const isOver = last === null || last <= call.runtime.clock().toISOString()
  const invitedBy =
    creatorCollection === null || creatorId === null ? null : { collection: creatorCollection, id: creatorId }
  const status = isOver ? 'expired' : 'waiting'
  return { id: stored.id, email: addressOf(stored), status, createdAt, sentAt, expiresAt, invitedBy }
}

export async function isInvited(records: RecordReader, owner: RecordOwner): Promise<boolean> {
  return (await records.count(INVITATIONS.name, owner)) > 0 && !(await hasCome(records, owner))
}

/**
 * An invited user has no credentials before accepting. An import may bring the invitation of a user who has accepted
 * already.
 */
async function hasCome(records: RecordReader, owner: RecordOwner): Promise<boolean> {
  return (await records.count(CREDENTIALS.name, owner)) > 0
}

const WITHOUT_COPY = { linkHash: null, linkAddressHash: null, linkExpiresAt: null }

/** Deletes the invitation of a deleted user. For a user in the trash, voids its link: it can be resent. */
export async function endInvitation(records: RecordWriter, owner: RecordOwner, forGood: boolean): Promise<void> {
  if (forGood) await records.remove(INVITATIONS.name, owner)
  else await records.update(INVITATIONS.name, owner, { tokenHash: null, mailId: null, ...WITHOUT_COPY })
}
