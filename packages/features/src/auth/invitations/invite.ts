import {
  ask,
  askWithoutDocument,
  type Call,
  inTransaction,
  type JsonObject,
  PRESENTATION,
  refusalOf,
  refuseInput,
  storesDocument,
} from '@quirecms/core/feature'
import { prepareUser, storeUser } from '../create-user.ts'
import { addressOf, authOf, hashOfAddress } from '../users.ts'
import { INVITE_SCHEMA } from './invitation-api.ts'
import { INVITATIONS } from './invitation-table.ts'
import { mailInvitation, ownerOf, refuseStrangers, refuseToKeepMore, refuseToPromiseMore } from './invited.ts'

/**
 * Creates a user without a password, and mails a link to choose one. Until the user accepts, signing in and every
 * other way to set a password are refused (docs/adr/0077).
 */
export const invite = storesDocument({
  name: 'invite',
  summary: 'Invite a user by address',
  description:
    'Creates a user without a password, and sends a link to choose one. The link can be used once, within a week unless configured otherwise. Until then, the user cannot sign in.',
  endpoint: { method: 'POST', path: '/invite', base: 'auth' },
  local: { method: 'invite', args: ['body'] },
  parameters: PRESENTATION,
  body: { kind: 'schema', schema: INVITE_SCHEMA },
  ifMatch: false,
  answer: { kind: 'doc', status: 201 },
  limitedAsAuth: true,
  rule: 'create',
  // An invited user is a document of the collection: inviting has the capability of creating.
  capability: { name: 'create', makes: 'document' },
  async stores(call) {
    const { data } = call.input.body as { data: JsonObject }
    refuseStrangers(call)
    const allowed = call.caller.system ? null : await ask(call, 'create', { data })
    if (allowed?.kind === 'never') throw refusalOf(call)
    await refuseToTell(call)
    await refuseInput(call, data, 'create', () => prepareUser(call, data, false, []))
    const document = await inTransaction(call, async (unit) => {
      const { records } = unit.tx
      await refuseToPromiseMore(call, unit)
      await refuseToKeepMore(call, records)
      const content = await prepareUser(call, data, false, [])
      const user = await storeUser(call, { content, passwordHash: null, isFirst: false, allowed })
      const createdAt = call.runtime.clock().toISOString()
      const { actor } = call.caller
      await records.insert(INVITATIONS.name, {
        ...ownerOf(call, user.id),
        addressHash: hashOfAddress(addressOf(user)),
        tokenHash: null,
        mailId: null,
        createdAt,
        askedAt: createdAt,
        sentAt: null,
        expiresAt: createdAt,
        creatorCollection: actor?.collection ?? null,
        creatorId: actor?.id ?? null,
      })
      await mailInvitation(call, unit, user)
      return user
    })
    return { document, beside: undefined }
  },
  answers: (doc) => ({ kind: 'doc', doc }),
})

/**
 * With private registration, an invitation would reveal whether an address is known: only actors who may read all
 * users can invite.
 */
async function refuseToTell(call: Call): Promise<void> {
  if (authOf(call).registration !== 'private' || call.caller.system) return
  if ((await askWithoutDocument(call, 'read')).kind !== 'always') throw refusalOf(call)
}
