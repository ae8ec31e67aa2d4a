import {
  actsOnDocument,
  type Call,
  inspectsDocument,
  type JsonObject,
  parseJson,
  QuireError,
  readerOf,
  recordPage,
  requestedPage,
  schemas,
  type StoredDocument,
} from '@quirecms/core/feature'
import { API_KEYS } from '../auth-tables.ts'
import { isServiceAccount } from '../user-fields.ts'
import { SERVICE_KEY_API, USERS_KEY_API } from './api-key-api.ts'
import { scopesOfKey, shownKey } from './key-answer.ts'
import { makeKey, narrowKey, revokeKey, rotateKey } from './key-changes.ts'
import { refuseWithoutCookie } from './own-keys.ts'
import { requestedDetails, requestedOverlap } from './requested-limits.ts'

/** These operations report what they did themselves (`reportDone`), and leave the user document unchanged. */
const OF_OTHERS = { rule: 'manageKeys', accessAction: null, leavesContent: true } as const

/** A client with the secret acts as the account, so the actor also needs the right to update the account. */
const WITH_SECRET = { ...OF_OTHERS, alsoRequires: ['update'] } as const

const { of, ...LIST } = USERS_KEY_API.userApiKeys

export const listUserApiKeys = inspectsDocument({
  ...LIST,
  answer: { kind: 'value', status: 200, schema: schemas.pageOf(of) },
  rule: 'manageKeys',
  capability: { name: 'manageKeys' },
  request: (call) => void requestedPage(call),
  async answers({ call, document }) {
    const owner = ownerOf(call, document)
    const { rows, pagination } = await recordPage(call, API_KEYS, owner, { column: 'createdAt', descending: true })
    return { kind: 'value', value: { docs: rows.map(shownKey), pagination: { ...pagination } } }
  },
})

export const createUserApiKey = actsOnDocument({
  ...SERVICE_KEY_API.createUserApiKey,
  ...WITH_SECRET,
  async begin({ call, load }) {
    refuseSecret(call, await load())
    return requestedDetails(call, call)
  },
  run: async ({ call, unit, before, begun }) => ({
    kind: 'value',
    value: await makeKey(call, unit, ownerOf(call, before), begun),
  }),
})

export const updateUserApiKey = actsOnDocument({
  ...USERS_KEY_API.updateUserApiKey,
  ...OF_OTHERS,
  async begin({ call, load }) {
    const [row] = await readerOf(call).records.find(API_KEYS.name, userKeyMatch(call, await load()))
    // No `giver`: the actor may leave rights to another user's key that the actor does not have.
    return requestedDetails(call, null, row && scopesOfKey(row))
  },
  run: async ({ call, unit, before, begun }) => ({
    kind: 'value',
    value: await narrowKey(call, unit, userKeyMatch(call, before), begun),
  }),
})

export const rotateUserApiKey = actsOnDocument({
  ...SERVICE_KEY_API.rotateUserApiKey,
  ...WITH_SECRET,
  request: requestedOverlap,
  begin: async ({ call, load }) => refuseSecret(call, await load()),
  run: async ({ call, unit, before, request: overlap }) => ({
    kind: 'value',
    value: await rotateKey(call, unit, userKeyMatch(call, before), overlap),
  }),
})

export const deleteUserApiKey = actsOnDocument({
  ...USERS_KEY_API.deleteUserApiKey,
  ...OF_OTHERS,
  run: async ({ call, unit, before }) => ({
    kind: 'value',
    value: await revokeKey(call, unit, userKeyMatch(call, before)),
  }),
})

/** Refuses to show the secret of a person's key: people create their own keys, so only they ever hold the secrets. */
function refuseSecret(call: Call, { json }: StoredDocument): void {
  if (!call.caller.system) refuseWithoutCookie(call)
  if (isServiceAccount(parseJson(json) as JsonObject)) return
  throw new QuireError('invalid_state', 'You can create keys only for service accounts. Other users create their own.')
}

function ownerOf({ entity }: Call, { id }: Pick<StoredDocument, 'id'>) {
  return { collection: entity.slug, userId: id }
}

function userKeyMatch(call: Call, user: Pick<StoredDocument, 'id'>) {
  return { id: call.input.params['key'] ?? '', ...ownerOf(call, user) }
}
