import {
  answersValue,
  type Call,
  changesRecords,
  execute,
  findManyInSource,
  type JsonObject,
  paginate,
  QuireError,
  readerOf,
  refusalOf,
  reportDone,
  requestedPage,
  requireScope,
  schemas,
  sourceOf,
} from '@quirecms/core/feature'
import { MAILS } from '../auth-tables.ts'
import { INVITATION_API } from './invitation-api.ts'
import { INVITATIONS } from './invitation-table.ts'
import { couldInvite } from './could-invite.ts'
import {
  hasLink,
  invitedUser,
  mailInvitation,
  noInvitation,
  ownerOf,
  refuseStrangers,
  refuseToPromiseMore,
  shownInvitation,
} from './invited.ts'

/** Least time between two mails of an invitation. */
const LEAST_WAIT = 60_000

const { of, ...LIST } = INVITATION_API.invitations

/** These operations check the rules for reading and creating users themselves, and so the scopes of a key. */
const RULED = { inEveryScope: true } as const

export const listInvitations = answersValue({
  ...LIST,
  ...RULED,
  answer: { kind: 'value', status: 200, schema: schemas.pageOf(of) },
  authorize: refuseStrangers,
  request: (call) => requestedPage(call),
  async answers({ call, request }) {
    const shown = await shownTo(call)
    const first = (request.page - 1) * request.limit
    const docs = shown.slice(first, first + request.limit)
    return { docs, pagination: { ...paginate(request, shown.length) } }
  },
})

/** All invitations that the caller may see; their number is limited. */
async function shownTo(call: Call): Promise<JsonObject[]> {
  requireScope(call, 'create')
  const source = await sourceOf(call)
  if (source.where.kind === 'never') throw refusalOf(call, 'read')
  const rows = await readerOf(call).records.find(
    INVITATIONS.name,
    { collection: call.entity.slug },
    { sort: { column: 'createdAt', descending: true } },
  )
  const ids = rows.map(({ userId }) => userId)
  const users = new Map((await findManyInSource(call, source, ids)).map((stored) => [stored.id, stored]))
  const shown: JsonObject[] = []
  for (const row of rows) {
    const stored = users.get(row.userId)
    if (stored && (await couldInvite(call, { stored, row }))) shown.push(shownInvitation(call, { stored, row }))
  }
  return shown
}

export const resendInvitation = changesRecords({
  ...INVITATION_API.resendInvitation,
  ...RULED,
  limitedAsAuth: true,
  accessAction: null,
  authorize: invitedUser,
  async run({ call, unit, principal: { stored } }) {
    const owner = ownerOf(call, stored.id)
    const [row] = await unit.tx.records.find(INVITATIONS.name, owner, { lock: true })
    if (!row) throw noInvitation()
    const wait = Date.parse(row.askedAt) + LEAST_WAIT - call.runtime.clock().getTime()
    if (wait > 0)
      throw new QuireError(
        'too_many_attempts',
        'A mail was sent less than a minute ago. Wait a minute, and try again.',
        {
          retryAfter: Math.ceil(wait / 1_000),
        },
      )
    if (!hasLink(row)) await refuseToPromiseMore(call, unit)
    if (row.mailId !== null) await unit.tx.records.remove(MAILS.name, { id: row.mailId })
    await mailInvitation(call, unit, stored)
    await reportDone(call, unit, { action: 'auth.invitationResent', documentId: stored.id })
    return { kind: 'value', value: { resent: true } }
  },
})

export const withdrawInvitation = changesRecords({
  ...INVITATION_API.withdrawInvitation,
  ...RULED,
  // Deleting the user reports it.
  accessAction: null,
  authorize: invitedUser,
  async run({ call, unit, principal: { stored } }) {
    const owner = ownerOf(call, stored.id)
    const [row] = await unit.tx.records.find(INVITATIONS.name, owner, { lock: true })
    // Accepted concurrently: the user stays.
    if (!row) throw noInvitation()
    if (row.mailId !== null) await unit.tx.records.remove(MAILS.name, { id: row.mailId })
    await unit.tx.records.remove(INVITATIONS.name, owner)
    await removeForGood(call, stored.id)
    return { kind: 'value', value: { id: stored.id, withdrawn: true } }
  },
})

/**
 * Runs with the rights of the system: an actor who could create the account may withdraw it before it is accepted.
 * The right to delete users is for accepted ones.
 */
async function removeForGood({ runtime, entity, caller }: Call, id: string): Promise<void> {
  const input = { id, query: {}, params: {} }
  const trusted = { ...caller, system: true, scopes: undefined }
  await execute(runtime, entity, 'delete', input, trusted)
  if (entity.operations['deletePermanent']) await execute(runtime, entity, 'deletePermanent', input, trusted)
}
