import {
  described,
  type DescribedOperations,
  type OperationMethods,
  schemas,
  takesObject,
  answersObject,
} from '@quirecms/core/feature'
import { LONGEST_TOKEN } from '../sign-in-api.ts'
import { SESSION_SCHEMA } from '../session-api.ts'
import { ASSERTION, ATTESTATION, CREATION_OPTIONS, REQUEST_OPTIONS } from './passkey-schemas.ts'

const TOKEN = { type: 'string', minLength: 1, maxLength: LONGEST_TOKEN } as const
const INSTANT = { type: 'string', format: 'date-time' } as const
const NAME = { type: 'string', minLength: 1, maxLength: 64 } as const

/** Options for the browser, and the token to send back with its answer. */
const asked = <const Options>(options: Options) =>
  ({
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['options', 'token', 'expiresAt'],
      properties: { options, token: { type: 'string' }, expiresAt: INSTANT },
    },
  }) as const

const PASSKEY = {
  type: 'object',
  required: ['id', 'name', 'createdAt', 'lastUsedAt', 'isBackedUp'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    createdAt: INSTANT,
    lastUsedAt: { oneOf: [INSTANT, { type: 'null' }] },
    isBackedUp: { type: 'boolean', description: 'Whether it is synced between devices.' },
  },
} as const

export const PASSKEY_SIGN_IN_API = {
  /** Options for signing in with a passkey. With the token of a second step: only for passkeys of that user. */
  passkeyOptions: {
    name: 'passkeyOptions',
    summary: 'Begin to sign in with a passkey',
    description:
      "Options for `navigator.credentials.get`: for any passkey of this service, or, with the `token` of a second step, for one of that user. The response doesn't reveal whether the user exists.",
    endpoint: { method: 'POST', path: '/passkeys/options', base: 'auth' },
    local: { method: 'passkeyOptions', args: ['body'] },
    body: {
      kind: 'schema',
      optional: true,
      schema: { type: 'object', additionalProperties: false, properties: { token: TOKEN } },
    },
    answer: asked(REQUEST_OPTIONS),
  },
  /** Signs in without a password: the passkey identifies the user. */
  passkeyLogin: {
    name: 'passkeyLogin',
    summary: 'Sign in with a passkey',
    description:
      'Sign-in without a password: the passkey identifies the user, and must have verified the person. Answers like `login`.',
    endpoint: { method: 'POST', path: '/passkeys/login', base: 'auth' },
    local: { method: 'passkeyLogin', args: ['body'] },
    parameters: [],
    body: takesObject({ token: TOKEN, response: ASSERTION }),
    ifMatch: false,
    answer: answersObject({
      user: described('user', { type: 'object' }),
      token: { type: 'string' },
      session: SESSION_SCHEMA,
    }),
  },
} as const satisfies DescribedOperations

/** Keyed by method name below `account.passkeys`. */
export const PASSKEY_API = {
  /** Lists the passkeys, newest first. */
  list: {
    name: 'listPasskeys',
    summary: 'List the passkeys of the user',
    description: 'Newest first. Requires a fresh session.',
    endpoint: { method: 'GET', path: '/auth/passkeys' },
    local: { method: 'passkeys.list', args: [] },
    whileHeldBack: true,
    of: PASSKEY,
  },
  /** Options for creating a passkey in the browser. */
  options: {
    name: 'newPasskeyOptions',
    summary: 'Begin to add a passkey',
    description: 'Options for `navigator.credentials.create`. Requires a fresh session.',
    endpoint: { method: 'POST', path: '/auth/passkeys/options' },
    local: { method: 'passkeys.options', args: [] },
    whileHeldBack: true,
    answer: asked(CREATION_OPTIONS),
  },
  /** Sends the passkey that the browser created. All other sessions of the user end. */
  create: {
    name: 'createPasskey',
    summary: 'Add a passkey',
    description:
      'Takes the passkey that the browser created. All other sessions of the user end. A user can have 20 passkeys.',
    endpoint: { method: 'POST', path: '/auth/passkeys' },
    local: { method: 'passkeys.create', args: ['body'] },
    whileHeldBack: true,
    body: takesObject({ token: TOKEN, response: ATTESTATION }, { name: NAME }),
    answer: { kind: 'value', status: 201, schema: PASSKEY },
  },
  /** Renames the passkey. */
  update: {
    name: 'updatePasskey',
    summary: 'Rename a passkey',
    endpoint: { method: 'PATCH', path: '/auth/passkeys/{id}' },
    local: { method: 'passkeys.update', args: ['id', 'body'] },
    whileHeldBack: true,
    body: takesObject({ name: NAME }),
    answer: { kind: 'value', status: 200, schema: PASSKEY },
  },
  /** Removes the passkey. All other sessions of the user end. */
  delete: {
    name: 'deletePasskey',
    summary: 'Remove a passkey',
    description:
      'It can no longer be used to sign in. All other sessions of the user end. The last way to sign in cannot be removed (409). Requires a fresh session.',
    endpoint: { method: 'DELETE', path: '/auth/passkeys/{id}' },
    local: { method: 'passkeys.delete', args: ['id'] },
    whileHeldBack: true,
    answer: { kind: 'value', status: 200, schema: schemas.deleted },
  },
} as const satisfies DescribedOperations

export type PasskeySignInApi<Options, User> = OperationMethods<
  typeof PASSKEY_SIGN_IN_API,
  Options,
  { readonly user: User }
>

export interface PasskeyApi<Options> {
  readonly passkeys: OperationMethods<typeof PASSKEY_API, Options>
}
