import { QuireError } from '../../contracts/errors.ts'
import type { JsonSchema, JsonValue } from '../../contracts/json.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { paginate, requestedPage } from '../../engine/read/read-request.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { pageOf } from '../../engine/read/record-list-schema.ts'
import { signedIn } from '../../engine/identity/signed-in.ts'
import { PREFERENCES } from './preference-table.ts'
import { parseJson } from '../../content/parse-json.ts'

const KEY = /^[A-Za-z0-9._:-]{1,128}$/
const MOST_BYTES = 64 * 1024
/** Of one user; together with the bytes of each, what a user can fill the database with. */
const MOST_PREFERENCES = 250

const PREFERENCE: JsonSchema = {
  type: 'object',
  required: ['key', 'value'],
  properties: { key: { type: 'string' }, value: {} },
}

const OWN = { parameters: [], ifMatch: false } as const
const PATH = { pathSchemas: { key: { type: 'string', pattern: KEY.source } } } as const

function ownerOf(call: Call): { collection: string; userId: string } {
  const { actor } = signedIn(call)
  return { collection: actor.collection, userId: actor.id }
}

function keyOf({ input }: Call): string {
  const key = input.params['key'] ?? ''
  if (KEY.test(key)) return key
  throw new QuireError(
    'invalid_request',
    'A preference key must have 1 to 128 letters, digits, or the characters . _ : -',
  )
}

export const readPreference = defineOperation({
  ...OWN,
  name: 'readPreference',
  summary: 'Read a preference',
  description: 'Preferences are values that each user keeps under keys, such as the columns of a list.',
  ...PATH,
  endpoint: { method: 'GET', path: '/preferences/{key}' },
  local: { method: 'readPreference', args: ['params.key'] },
  body: { kind: 'none' },
  answer: { kind: 'value', status: 200, schema: PREFERENCE },
  async run(call) {
    const owner = ownerOf(call)
    const key = keyOf(call)
    const [found] = await readerOf(call).records.find(PREFERENCES.name, { ...owner, key })
    if (!found) throw new QuireError('not_found', 'There is no such preference.')
    return { kind: 'value', value: { key, value: parseJson(String(found['value'])) } }
  },
})

/** Whoever needs several asks once, and is not told of each that is missing. */
export const listPreferences = defineOperation({
  ...OWN,
  name: 'listPreferences',
  summary: 'List the preferences of the user',
  description: 'In the order of their keys.',
  endpoint: { method: 'GET', path: '/auth/preferences' },
  local: { method: 'preferences', args: [] },
  parameters: ['page', 'limit'],
  body: { kind: 'none' },
  answer: {
    kind: 'value',
    status: 200,
    schema: pageOf(PREFERENCE),
  },
  async run(call) {
    const owner = ownerOf(call)
    const request = requestedPage(call)
    const { records } = readerOf(call)
    const rows = await records.find(PREFERENCES.name, owner, {
      sort: { column: 'key', descending: false },
      limit: request.limit,
      offset: (request.page - 1) * request.limit,
    })
    const docs = rows.map(({ key, value }) => ({ key: String(key), value: parseJson(String(value)) }))
    const pagination = { ...paginate(request, await records.count(PREFERENCES.name, owner)) }
    return { kind: 'value', value: { docs, pagination } }
  },
})

export const writePreference = defineOperation({
  ...OWN,
  name: 'writePreference',
  summary: 'Store a preference',
  description: 'Any JSON of up to 64 KiB. It replaces the previous value.',
  ...PATH,
  endpoint: { method: 'PUT', path: '/preferences/{key}' },
  local: { method: 'writePreference', args: ['params.key', 'body'] },
  body: {
    kind: 'schema',
    schema: { type: 'object', required: ['value'], additionalProperties: false, properties: { value: {} } },
  },
  answer: { kind: 'value', status: 200, schema: PREFERENCE },
  async run(call) {
    const owner = ownerOf(call)
    const key = keyOf(call)
    const { value } = call.input.body as { value: JsonValue }
    const text = JSON.stringify(value)
    if (Buffer.byteLength(text) > MOST_BYTES) {
      throw new QuireError('payload_too_large', `A preference may have at most ${MOST_BYTES} bytes.`)
    }
    await inTransaction(call, async ({ tx: { records } }) => {
      const isNew = await records.insert(PREFERENCES.name, { ...owner, key, value: text })
      if (!isNew) await records.update(PREFERENCES.name, { ...owner, key }, { value: text })
      else if ((await records.count(PREFERENCES.name, owner)) > MOST_PREFERENCES) throw tooMany()
    })
    return { kind: 'value', value: { key, value } }
  },
})

function tooMany(): QuireError {
  return new QuireError('conflict', `You keep ${MOST_PREFERENCES} preferences already. Delete some of them first.`)
}

export const deletePreference = defineOperation({
  ...OWN,
  name: 'deletePreference',
  summary: 'Delete a preference',
  description: 'Forgets the value of this key.',
  ...PATH,
  endpoint: { method: 'DELETE', path: '/preferences/{key}' },
  local: { method: 'deletePreference', args: ['params.key'] },
  body: { kind: 'none' },
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['key', 'deleted'],
      properties: { key: { type: 'string' }, deleted: { const: true } },
    },
  },
  async run(call) {
    const owner = ownerOf(call)
    const key = keyOf(call)
    const removed = await remove(call, { ...owner, key })
    if (removed === 0) throw new QuireError('not_found', 'There is no such preference.')
    return { kind: 'value', value: { key, deleted: true } }
  },
})

export const resetPreferences = defineOperation({
  ...OWN,
  name: 'resetPreferences',
  summary: 'Delete all preferences of the user',
  description: 'Forgets all values that the user has stored.',
  endpoint: { method: 'DELETE', path: '/preferences' },
  local: { method: 'resetPreferences', args: [] },
  body: { kind: 'none' },
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['deleted'], properties: { deleted: { type: 'integer', minimum: 0 } } },
  },
  async run(call) {
    return { kind: 'value', value: { deleted: await remove(call, ownerOf(call)) } }
  },
})

function remove(call: Call, match: Readonly<Record<string, string>>): Promise<number> {
  return inTransaction(call, ({ tx }) => tx.records.remove(PREFERENCES.name, match))
}
