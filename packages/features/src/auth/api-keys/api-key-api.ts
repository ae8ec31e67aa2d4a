import {
  described,
  type DescribedOperations,
  type KeyScopes,
  type OperationMethods,
  schemas,
} from '@quirecms/core/feature'

/** Limits of one key: actions in all scopes, and address ranges. */
export const MOST_ACTIONS = 200
const MOST_RANGES = 20

const INSTANT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const
const TEXT_OR_NULL = { type: ['string', 'null'] } as const

const ACTIONS = {
  type: 'object',
  maxProperties: MOST_ACTIONS,
  additionalProperties: {
    type: 'array',
    maxItems: MOST_ACTIONS,
    uniqueItems: true,
    items: { type: 'string', maxLength: 100 },
  },
} as const

const SCOPES = described('keyScopes', {
  type: ['object', 'null'],
  description:
    'What the key may do, within the rights of its user: actions by collection, global and plugin; `*` stands for all others; null for everything. With `drafts: false`, it reads only live content.',
  additionalProperties: false,
  properties: { collections: ACTIONS, globals: ACTIONS, drafts: { type: 'boolean' }, plugins: ACTIONS },
} as const)

const ADDRESSES = {
  type: ['array', 'null'],
  description: 'The IP addresses and ranges that may use the key, such as `203.0.113.0/24`; null for any.',
  minItems: 1,
  maxItems: MOST_RANGES,
  items: { type: 'string', maxLength: 50, examples: ['203.0.113.0/24'] },
} as const

const API_KEY = {
  type: 'object',
  required: [
    'id',
    'name',
    'note',
    'prefix',
    'scopes',
    'addresses',
    'createdAt',
    'expiresAt',
    'lastUsedAt',
    'lastUsedAddress',
    'formerUntil',
  ],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    note: TEXT_OR_NULL,
    prefix: { type: 'string' },
    scopes: SCOPES,
    addresses: ADDRESSES,
    createdAt: { type: 'string', format: 'date-time' },
    expiresAt: INSTANT_OR_NULL,
    lastUsedAt: INSTANT_OR_NULL,
    lastUsedAddress: TEXT_OR_NULL,
    /** The secret from before the last rotation works until then. */
    formerUntil: INSTANT_OR_NULL,
  },
} as const

const NAME = { type: 'string', minLength: 1, maxLength: 100 } as const
const EXPIRY = { type: ['string', 'null'], maxLength: 40, examples: ['2100-01-01T00:00:00.000Z'] } as const
const NOTE = { type: ['string', 'null'], maxLength: 1000 } as const
const DETAILS = { note: NOTE, expiresAt: EXPIRY, scopes: SCOPES, addresses: ADDRESSES } as const

const WITH_SECRET = {
  type: 'object',
  required: ['doc', 'key'],
  properties: { doc: API_KEY, key: { type: 'string', pattern: '^qk_' } },
} as const

const NEW_KEY = {
  kind: 'schema',
  schema: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: { name: NAME, ...DETAILS },
  },
} as const

const CHANGED_KEY = {
  kind: 'schema',
  schema: { type: 'object', additionalProperties: false, properties: { name: NAME, ...DETAILS } },
} as const

const WITHOUT_SECRET = { type: 'object', required: ['doc'], properties: { doc: API_KEY } } as const

const OVERLAP = {
  kind: 'schema',
  optional: true,
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: { overlap: { type: ['integer', 'string'], maxLength: 20, minimum: 0 } },
  },
} as const

const NARROWER =
  'Scopes, addresses and the expiry can only become narrower: for a key that may do more, create a new one. Members that you leave out stay as they are.'

export const API_KEY_API = {
  /** Lists keys without their secrets, newest first. */
  apiKeys: {
    name: 'listApiKeys',
    summary: 'List the API keys of the user, without their secrets',
    description: 'Newest first. You recognize a key by its prefix.',
    endpoint: { method: 'GET', path: '/auth/api-keys' },
    local: { method: 'apiKeys', args: [] },
    of: API_KEY,
  },
  /** The answer shows the secret only once. Needs the session cookie. */
  createApiKey: {
    name: 'createApiKey',
    summary: 'Create an API key, whose secret is shown only once',
    description:
      'Requires the session cookie, so that neither a key nor a leaked token can create keys. Store the secret: it cannot be read again.',
    endpoint: { method: 'POST', path: '/auth/api-keys' },
    local: { method: 'createApiKey', args: ['body'] },
    body: NEW_KEY,
    answer: { kind: 'value', status: 201, schema: WITH_SECRET },
  },
  /** Renames the key, or narrows its rights. */
  updateApiKey: {
    name: 'updateApiKey',
    summary: 'Rename an API key, or restrict it',
    description: NARROWER,
    endpoint: { method: 'PATCH', path: '/auth/api-keys/{id}' },
    local: { method: 'updateApiKey', args: ['id', 'body'] },
    body: CHANGED_KEY,
    answer: { kind: 'value', status: 200, schema: WITHOUT_SECRET },
  },
  /** The answer shows the new secret only once. Needs the session cookie. */
  rotateApiKey: {
    name: 'rotateApiKey',
    summary: 'Give an API key a new secret',
    description:
      'Requires the session cookie. The old secret stops working at once or, with `overlap`, after that time: seconds, or a text such as `10m`; at most 24 hours.',
    endpoint: { method: 'POST', path: '/auth/api-keys/{id}/rotate' },
    local: { method: 'rotateApiKey', args: ['id', 'body'] },
    body: OVERLAP,
    answer: { kind: 'value', status: 200, schema: WITH_SECRET },
  },
  /** The key stops working at once. */
  deleteApiKey: {
    name: 'deleteApiKey',
    summary: 'Revoke an API key',
    description: 'The key stops working at once.',
    endpoint: { method: 'DELETE', path: '/auth/api-keys/{id}' },
    local: { method: 'deleteApiKey', args: ['id'] },
    answer: { kind: 'value', status: 200, schema: schemas.deleted },
  },
} as const satisfies DescribedOperations

/** API keys of other users, for actors with the right `manageKeys`. */
export const USERS_KEY_API = {
  /** Lists keys without their secrets, newest first. */
  userApiKeys: {
    name: 'listUserApiKeys',
    summary: 'List the API keys of a user, without their secrets',
    endpoint: { method: 'GET', path: '/{id}/api-keys', base: 'auth' },
    local: { method: 'userApiKeys', args: ['id'] },
    parameters: ['page', 'limit'],
    ifMatch: false,
    of: API_KEY,
  },
  /** Renames the key, or narrows its rights. */
  updateUserApiKey: {
    name: 'updateUserApiKey',
    summary: 'Rename an API key of a user, or restrict it',
    description: NARROWER,
    endpoint: { method: 'PATCH', path: '/{id}/api-keys/{key}', base: 'auth' },
    local: { method: 'updateUserApiKey', args: ['id', 'params.key', 'body'] },
    body: CHANGED_KEY,
    ifMatch: false,
    answer: { kind: 'value', status: 200, schema: WITHOUT_SECRET },
  },
  /** The key stops working at once. */
  deleteUserApiKey: {
    name: 'deleteUserApiKey',
    summary: 'Revoke an API key of a user',
    description: 'The key stops working at once.',
    endpoint: { method: 'DELETE', path: '/{id}/api-keys/{key}', base: 'auth' },
    local: { method: 'deleteUserApiKey', args: ['id', 'params.key'] },
    ifMatch: false,
    answer: { kind: 'value', status: 200, schema: schemas.deleted },
  },
} as const satisfies DescribedOperations

/** Keys of service accounts, which cannot sign in to create their own. */
export const SERVICE_KEY_API = {
  /** The answer shows the secret only once. Needs the session cookie. */
  createUserApiKey: {
    name: 'createUserApiKey',
    summary: 'Create an API key of a service account, whose secret is shown only once',
    description:
      'Requires the session cookie, and works only for service accounts: other users create their own keys. A client with the secret acts as the account, so you also need the right to update it. Store the secret: it cannot be read again.',
    endpoint: { method: 'POST', path: '/{id}/api-keys', base: 'auth' },
    local: { method: 'createUserApiKey', args: ['id', 'body'] },
    body: NEW_KEY,
    ifMatch: false,
    answer: { kind: 'value', status: 201, schema: WITH_SECRET },
  },
  /** The answer shows the new secret only once. Needs the session cookie. */
  rotateUserApiKey: {
    name: 'rotateUserApiKey',
    summary: 'Give an API key of a service account a new secret',
    description:
      'Requires the session cookie, and works only for service accounts. The old secret stops working at once or, with `overlap`, after that time: seconds, or a text such as `10m`; at most 24 hours.',
    endpoint: { method: 'POST', path: '/{id}/api-keys/{key}/rotate', base: 'auth' },
    local: { method: 'rotateUserApiKey', args: ['id', 'params.key', 'body'] },
    body: OVERLAP,
    ifMatch: false,
    answer: { kind: 'value', status: 200, schema: WITH_SECRET },
  },
} as const satisfies DescribedOperations

export type ApiKeyApi<Options, Scopes = KeyScopes> = OperationMethods<
  typeof API_KEY_API,
  Options,
  { keyScopes: Scopes | null }
>

export type UsersKeyApi<Options, Scopes = KeyScopes> = OperationMethods<
  typeof USERS_KEY_API,
  Options,
  { keyScopes: Scopes | null }
>

export type ServiceKeyApi<Options, Scopes = KeyScopes> = OperationMethods<
  typeof SERVICE_KEY_API,
  Options,
  { keyScopes: Scopes | null }
>
