import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../../contracts/json.ts'
import type { RowOf } from '../../contracts/record-table.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { type RecordOwner, recordOwner, signedIn } from '../../engine/identity/signed-in.ts'
import { answersValue, listsRecords } from '../../engine/kinds/answers-value.ts'
import { changesRecords } from '../../engine/kinds/changes-records.ts'
import { deletedBy } from '../../engine/read/record-list-schema.ts'
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

const PATH = { pathSchemas: { key: { type: 'string', pattern: KEY.source } } } as const

function ownerOf(call: Call): RecordOwner {
  return recordOwner(signedIn(call).actor)
}

function keyOf({ input }: Call): string {
  const key = input.params['key'] ?? ''
  if (KEY.test(key)) return key
  throw new QuireError(
    'invalid_request',
    'A preference key must have 1 to 128 letters, digits, or the characters . _ : -',
  )
}

export const readPreference = answersValue({
  name: 'readPreference',
  summary: 'Read a preference',
  description: 'Preferences are values that each user keeps under keys, such as the columns of a list.',
  ...PATH,
  endpoint: { method: 'GET', path: '/preferences/{key}' },
  local: { method: 'readPreference', args: ['params.key'] },
  answer: { kind: 'value', status: 200, schema: PREFERENCE },
  admits: ownerOf,
  request: keyOf,
  async answers({ call, who: owner, request: key }) {
    const [found] = await readerOf(call).records.find(PREFERENCES.name, { ...owner, key })
    if (!found) throw new QuireError('not_found', 'There is no such preference.')
    return shown(found)
  },
})

/** Whoever needs several asks once, and is not told of each that is missing. */
export const listPreferences = listsRecords({
  name: 'listPreferences',
  summary: 'List the preferences of the user',
  description: 'In the order of their keys.',
  endpoint: { method: 'GET', path: '/auth/preferences' },
  local: { method: 'preferences', args: [] },
  admits: ownerOf,
  table: PREFERENCES,
  match: ({ who: owner }) => owner,
  order: { column: 'key', descending: false },
  shows: shown,
  of: PREFERENCE,
})

function shown({ key, value }: RowOf<typeof PREFERENCES>): JsonObject {
  return { key, value: parseJson(value) }
}

export const writePreference = changesRecords({
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
  admits: ownerOf,
  request(call) {
    const key = keyOf(call)
    const { value } = call.input.body as { value: JsonValue }
    const text = JSON.stringify(value)
    if (Buffer.byteLength(text) > MOST_BYTES) {
      throw new QuireError('payload_too_large', `A preference may have at most ${MOST_BYTES} bytes.`)
    }
    return { key, value, text }
  },
  async run({ unit: { tx }, who: owner, request: { key, value, text } }) {
    const isNew = await tx.records.insert(PREFERENCES.name, { ...owner, key, value: text })
    if (!isNew) await tx.records.update(PREFERENCES.name, { ...owner, key }, { value: text })
    else if ((await tx.records.count(PREFERENCES.name, owner)) > MOST_PREFERENCES) throw tooMany()
    return { kind: 'value', value: { key, value } }
  },
})

function tooMany(): QuireError {
  return new QuireError('conflict', `You keep ${MOST_PREFERENCES} preferences already. Delete some of them first.`)
}

export const deletePreference = changesRecords({
  name: 'deletePreference',
  summary: 'Delete a preference',
  description: 'Forgets the value of this key.',
  ...PATH,
  endpoint: { method: 'DELETE', path: '/preferences/{key}' },
  local: { method: 'deletePreference', args: ['params.key'] },
  body: { kind: 'none' },
  answer: { kind: 'value', status: 200, schema: deletedBy('key') },
  admits: ownerOf,
  request: keyOf,
  async run({ unit, who: owner, request: key }) {
    const removed = await unit.tx.records.remove(PREFERENCES.name, { ...owner, key })
    if (removed === 0) throw new QuireError('not_found', 'There is no such preference.')
    return { kind: 'value', value: { key, deleted: true } }
  },
})

export const resetPreferences = changesRecords({
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
  admits: ownerOf,
  async run({ unit, who: owner }) {
    return { kind: 'value', value: { deleted: await unit.tx.records.remove(PREFERENCES.name, owner) } }
  },
})
