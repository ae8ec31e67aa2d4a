import {
  answersValue,
  type Call,
  changesRecords,
  type CheckedBody,
  holdUser,
  type JsonObject,
  listsRecords,
  parseJson,
  QuireError,
  readerOf,
  type RecordOwner,
  recordOwner,
  type RowOf,
  signedIn,
  column,
  recordTable,
  isLanguageTag,
  type RecordReader,
} from '@quirecms/core/feature'
import { PREFERENCE_API, PREFERENCE_KEY } from './preference-api.ts'

export const PREFERENCES = recordTable({
  name: 'preferences',
  columns: {
    collection: column.text(),
    userId: column.text(),
    key: column.text(),
    value: column.text(),
  },
  namingColumns: [{ column: 'collection', holds: 'collection' }],
  key: ['collection', 'userId', 'key'],
  exportedWith: { column: 'collection' },
})

const MOST_BYTES = 64 * 1024
const MOST_PREFERENCES = 250

/** Not reported: preferences are private to the user. */
const UNTOLD = { accessAction: null } as const

function ownerOf(call: Call): RecordOwner {
  return recordOwner(signedIn(call).actor)
}

function requestedPreferenceKey({ input }: Call): string {
  const key = input.params['key'] ?? ''
  if (PREFERENCE_KEY.test(key)) return key
  throw new QuireError(
    'invalid_request',
    'A preference key must have 1 to 128 letters, digits, or the characters . _ : -',
  )
}

export const readPreference = answersValue({
  ...PREFERENCE_API.readPreference,
  authorize: ownerOf,
  request: requestedPreferenceKey,
  async answers({ call, principal: owner, request: key }) {
    const [found] = await readerOf(call).records.find(PREFERENCES.name, { ...owner, key })
    if (!found) throw new QuireError('not_found', 'There is no such preference.')
    return shownPreference(found)
  },
})

/** Lists all preferences, so that a client needs one request and gets no errors for missing keys. */
export const listPreferences = listsRecords({
  ...PREFERENCE_API.preferences,
  authorize: ownerOf,
  table: PREFERENCES,
  match: ({ principal: owner }) => owner,
  order: { column: 'key', descending: false },
  shows: shownPreference,
})

function shownPreference({ key, value }: RowOf<typeof PREFERENCES>): JsonObject {
  return { key, value: parseJson(value) }
}

export const writePreference = changesRecords({
  ...PREFERENCE_API.writePreference,
  ...UNTOLD,
  authorize: ownerOf,
  request(call) {
    const key = requestedPreferenceKey(call)
    const { value } = call.input.body as CheckedBody<typeof PREFERENCE_API.writePreference>
    const text = JSON.stringify(value)
    if (Buffer.byteLength(text) > MOST_BYTES) {
      throw new QuireError('payload_too_large', `A preference may have at most ${MOST_BYTES} bytes.`)
    }
    return { key, value, text }
  },
  async run({ call, unit: { tx }, principal: owner, request: { key, value, text } }) {
    const isNew = await tx.records.insert(PREFERENCES.name, { ...owner, key, value: text })
    if (!isNew) await tx.records.update(PREFERENCES.name, { ...owner, key }, { value: text })
    else {
      await holdUser(call.runtime, tx, owner)
      if ((await tx.records.count(PREFERENCES.name, owner)) > MOST_PREFERENCES) throw tooMany()
    }
    return { kind: 'value', value: { key, value } }
  },
})

function tooMany(): QuireError {
  return new QuireError('conflict', `You have ${MOST_PREFERENCES} preferences already. Delete some of them first.`)
}

export const deletePreference = changesRecords({
  ...PREFERENCE_API.deletePreference,
  ...UNTOLD,
  authorize: ownerOf,
  request: requestedPreferenceKey,
  async run({ unit, principal: owner, request: key }) {
    const removed = await unit.tx.records.remove(PREFERENCES.name, { ...owner, key })
    if (removed === 0) throw new QuireError('not_found', 'There is no such preference.')
    return { kind: 'value', value: { key, deleted: true } }
  },
})

export const resetPreferences = changesRecords({
  ...PREFERENCE_API.resetPreferences,
  ...UNTOLD,
  authorize: ownerOf,
  async run({ unit, principal: owner }) {
    return { kind: 'value', value: { deleted: await unit.tx.records.remove(PREFERENCES.name, owner) } }
  },
})

/** The only preference that the service reads: the admin app stores the chosen language in it. */
const LANGUAGE = 'language'

/** Language that a user has chosen; null if there is none, or the value is not a language tag. */
export async function languageOfUser(records: RecordReader, owner: RecordOwner): Promise<string | null> {
  const [found] = await records.find(PREFERENCES.name, { ...owner, key: LANGUAGE })
  const value = found && parseJson(found.value)
  return typeof value === 'string' && isLanguageTag(value) ? value : null
}
