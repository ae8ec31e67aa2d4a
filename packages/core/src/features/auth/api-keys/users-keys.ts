import { actsOnDocument } from '../../../engine/kinds/changes-document.ts'
import { looksAtDocument } from '../../../engine/kinds/looks-at-document.ts'
import { requestedPage } from '../../../engine/read/read-request.ts'
import { pageOf } from '../../../engine/read/record-list-schema.ts'
import { recordPage } from '../../../engine/read/record-page.ts'
import { API_KEYS } from '../auth-tables.ts'
import { USERS_KEY_API } from './api-key-api.ts'
import { shownKey } from './key-answer.ts'
import { revokeKey } from './own-keys.ts'

const { of, ...LIST } = USERS_KEY_API.userApiKeys

export const listUserApiKeys = looksAtDocument({
  ...LIST,
  answer: { kind: 'value', status: 200, schema: pageOf(of) },
  rule: 'manageKeys',
  capability: { name: 'manageKeys' },
  request: (call) => void requestedPage(call),
  async answers({ call, document }) {
    const owner = { collection: call.entity.slug, userId: document.id }
    const { rows, pagination } = await recordPage(call, API_KEYS, owner, { column: 'createdAt', descending: true })
    return { kind: 'value', value: { docs: rows.map(shownKey), pagination: { ...pagination } } }
  },
})

export const deleteUserApiKey = actsOnDocument({
  ...USERS_KEY_API.deleteUserApiKey,
  rule: 'manageKeys',
  tells: null,
  leavesContent: true,
  async run({ call, unit, before }) {
    const key = { id: call.input.params['key'] ?? '', collection: call.entity.slug, userId: before.id }
    return { kind: 'value', value: await revokeKey(call, unit, key) }
  },
})
