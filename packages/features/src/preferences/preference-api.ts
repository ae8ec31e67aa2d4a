import { takesObject, answersObject, type DescribedOperations, type OperationMethods } from '@quirecms/core/feature'

export const PREFERENCE_KEY = /^[A-Za-z0-9._:-]{1,128}$/

const PREFERENCE = {
  type: 'object',
  required: ['key', 'value'],
  properties: { key: { type: 'string' }, value: {} },
} as const

const PATH = { pathSchemas: { key: { type: 'string', pattern: PREFERENCE_KEY.source } } } as const

export const PREFERENCE_API = {
  /** Lists the preferences, sorted by key. */
  preferences: {
    name: 'listPreferences',
    summary: 'List the preferences of the user',
    description: 'In the order of their keys.',
    endpoint: { method: 'GET', path: '/auth/preferences' },
    local: { method: 'preferences', args: [] },
    of: PREFERENCE,
  },
  readPreference: {
    ...PATH,
    name: 'readPreference',
    summary: 'Read a preference',
    description: 'Preferences are values that each user stores by key, such as the columns of a list.',
    endpoint: { method: 'GET', path: '/preferences/{key}' },
    local: { method: 'readPreference', args: ['params.key'] },
    answer: { kind: 'value', status: 200, schema: PREFERENCE },
  },
  /** Stores any JSON of up to 64 KiB, which replaces the previous value. */
  writePreference: {
    ...PATH,
    name: 'writePreference',
    summary: 'Store a preference',
    description: 'Any JSON of up to 64 KiB. Replaces the previous value.',
    endpoint: { method: 'PUT', path: '/preferences/{key}' },
    local: { method: 'writePreference', args: ['params.key', 'body'] },
    body: takesObject({ value: {} }),
    answer: { kind: 'value', status: 200, schema: PREFERENCE },
  },
  deletePreference: {
    ...PATH,
    name: 'deletePreference',
    summary: 'Delete a preference',
    description: 'Deletes the value of this key.',
    endpoint: { method: 'DELETE', path: '/preferences/{key}' },
    local: { method: 'deletePreference', args: ['params.key'] },
    answer: answersObject({ key: { type: 'string' }, deleted: { const: true } }),
  },
  /** Deletes all preferences of the user. */
  resetPreferences: {
    name: 'resetPreferences',
    summary: 'Delete all preferences of the user',
    description: 'Deletes all values that the user has stored.',
    endpoint: { method: 'DELETE', path: '/preferences' },
    local: { method: 'resetPreferences', args: [] },
    answer: answersObject({ deleted: { type: 'integer', minimum: 0 } }),
  },
} as const satisfies DescribedOperations

export type PreferenceApi<Options> = OperationMethods<typeof PREFERENCE_API, Options>
