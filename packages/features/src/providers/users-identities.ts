import { actsOnDocument, inspectsDocument, recordPage, requestedPage, schemas } from '@quirecms/core/feature'
import { IDENTITIES, refuseKeys } from '../auth/offers.ts'
import { shownIdentity, unlink } from './identities.ts'
import { USERS_IDENTITY_API } from './provider-api.ts'

/** Actors who unlock users may see how they sign in, and remove providers that no longer belong to them. */
const OF_OTHERS = { rule: 'unlock', capability: { name: 'identities' } } as const

const { of, ...LIST } = USERS_IDENTITY_API.userIdentities

export const listUserIdentities = inspectsDocument({
  ...LIST,
  ...OF_OTHERS,
  answer: { kind: 'value', status: 200, schema: schemas.pageOf(of) },
  request(call) {
    refuseKeys(call)
    requestedPage(call)
  },
  async answers({ call, document }) {
    const owner = { collection: call.entity.slug, userId: document.id }
    const { rows, pagination } = await recordPage(call, IDENTITIES, owner, { column: 'createdAt', descending: true })
    return {
      kind: 'value',
      value: { docs: rows.map((row) => shownIdentity(call, row)), pagination: { ...pagination } },
    }
  },
})

export const removeUserIdentity = actsOnDocument({
  ...USERS_IDENTITY_API.removeUserIdentity,
  ...OF_OTHERS,
  // `unlink` reports the change with the provider's name.
  accessAction: null,
  leavesContent: true,
  request: refuseKeys,
  async run({ call, unit, before }) {
    const { actor, credential } = call.caller
    const isOwn = actor?.id === before.id && actor.collection === call.entity.slug
    const asked = { id: call.input.params['identity'] ?? '', keeps: isOwn ? credential : undefined }
    return { kind: 'value', value: await unlink(call, unit, before, asked) }
  },
})
