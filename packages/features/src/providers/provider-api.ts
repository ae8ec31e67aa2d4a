import {
  type Answered,
  described,
  type DescribedOperations,
  type OperationMethods,
  schemas,
  answersObject,
  takesObject,
} from '@quirecms/core/feature'

const INSTANT = { type: 'string', format: 'date-time' } as const
const TEXT = { type: 'string' } as const

export const LONGEST_RETURN = 2_000

const KEY_SCHEMA = {
  type: 'string',
  maxLength: 40,
  description: 'The key of the provider.',
  examples: ['company'],
} as const
const IN_PATH = { key: KEY_SCHEMA } as const

const RETURN_TO_SCHEMA = {
  type: 'string',
  maxLength: LONGEST_RETURN,
  description: 'Where the browser continues: a path of this service, with its query.',
  examples: ['/admin'],
} as const

/** Session in the answer, as after `login`; named like its schema. */
const SESSION_SCHEMA = {
  type: 'object',
  required: ['id', 'expiresAt'],
  properties: { id: TEXT, expiresAt: INSTANT },
} as const

export const PROVIDER_API = {
  /** Lists the ways to sign in. */
  providers: {
    name: 'providers',
    summary: 'List the ways to sign in',
    description: 'The providers that users can sign in with, and whether passwords are enabled.',
    endpoint: { method: 'GET', path: '/providers', base: 'auth' },
    local: { method: 'providers', args: [] },
    answer: answersObject({
      providers: {
        type: 'array',
        items: { type: 'object', required: ['key', 'label'], properties: { key: TEXT, label: TEXT } },
      },
      passwords: { type: 'boolean' },
    }),
  },
  /** For native apps that handle the provider's pages themselves: they exchange the code, and keep no secret. */
  signInWithCode: {
    name: 'signInWithCode',
    summary: 'Sign in with an authorization code of a provider',
    description:
      "For native apps, which open the provider's pages themselves, with PKCE and without a nonce. Answers like `login`.",
    endpoint: { method: 'POST', path: '/providers/{key}/token', base: 'auth' },
    pathSchemas: IN_PATH,
    local: { method: 'signInWithCode', args: ['params.key', 'body'] },
    parameters: [],
    body: takesObject({
      code: { type: 'string', minLength: 1, maxLength: 4_096 },
      codeVerifier: { type: 'string', minLength: 43, maxLength: 128, examples: ['a'.repeat(43)] },
      redirectUri: {
        type: 'string',
        minLength: 1,
        maxLength: LONGEST_RETURN,
        examples: ['com.example.app:/signed-in'],
      },
    }),
    ifMatch: false,
    answer: answersObject({ user: described('user', { type: 'object' }), token: TEXT, session: SESSION_SCHEMA }),
  },
} as const satisfies DescribedOperations

/** Pages for browsers; clients don't call them. */
export const BROWSER_API = {
  startSignIn: {
    name: 'startSignIn',
    summary: 'Start a sign-in with a provider',
    description:
      'Open this URL in a browser. It redirects to the provider, which redirects back to the callback. With `again=true`, the provider asks for credentials again, for actions that require a fresh session.',
    endpoint: { method: 'GET', path: '/providers/{key}/start', base: 'auth' },
    pathSchemas: IN_PATH,
    local: { method: 'startSignIn', args: ['params.key'], on: 'nothing' },
    parameters: ['returnTo', 'again'],
    answer: { kind: 'redirect', status: 302 },
  },
  finishSignIn: {
    name: 'finishSignIn',
    summary: 'Finish a sign-in with a provider',
    description:
      'The provider redirects the browser here. Sets the session cookie and redirects to `returnTo`, or to the sign-in page with the error code in `error`.',
    endpoint: { method: 'GET', path: '/providers/{key}/callback', base: 'auth' },
    pathSchemas: IN_PATH,
    local: { method: 'finishSignIn', args: ['params.key'], on: 'nothing' },
    parameters: ['code', 'state', 'iss', 'error'],
    answer: { kind: 'redirect', status: 303 },
  },
} as const satisfies DescribedOperations

/** Requests of the provider itself. */
export const BACK_CHANNEL_API = {
  endedAtProvider: {
    name: 'endedAtProvider',
    summary: 'Report the end of a session at a provider',
    description:
      'Called by the provider (OpenID Connect Back-Channel Logout). Ends the sessions that started from the ended session of the provider.',
    endpoint: { method: 'POST', path: '/providers/{key}/backchannel', base: 'auth' },
    pathSchemas: IN_PATH,
    local: { method: 'endedAtProvider', args: ['params.key', 'body'], on: 'nothing' },
    body: {
      kind: 'schema',
      form: true,
      schema: {
        type: 'object',
        required: ['logout_token'],
        properties: { logout_token: { type: 'string', minLength: 1, maxLength: 16_000 } },
      },
    },
    answer: answersObject({ loggedOut: { const: true } }),
  },
} as const satisfies DescribedOperations

const IDENTITY_SCHEMA = {
  type: 'object',
  required: ['id', 'provider', 'label', 'email', 'createdAt', 'lastUsedAt'],
  properties: {
    id: TEXT,
    provider: TEXT,
    label: TEXT,
    email: { type: ['string', 'null'] },
    createdAt: INSTANT,
    lastUsedAt: INSTANT,
  },
} as const

export const IDENTITY_API = {
  identities: {
    name: 'listIdentities',
    summary: 'List the providers of the user',
    description: 'The accounts at providers that the user can sign in with.',
    endpoint: { method: 'GET', path: '/auth/identities' },
    local: { method: 'identities', args: [] },
    of: IDENTITY_SCHEMA,
  },
  /** Returns the URL that the browser has to open. The provider is added when the browser comes back. */
  addIdentity: {
    name: 'addIdentity',
    summary: 'Start to add a provider',
    description:
      'Requires a fresh session. Open the `url` of the response in the same browser. When it returns, the provider is added.',
    endpoint: { method: 'POST', path: '/auth/identities' },
    local: { method: 'addIdentity', args: ['body'] },
    body: takesObject({ provider: KEY_SCHEMA }, { returnTo: RETURN_TO_SCHEMA }),
    answer: answersObject({ url: TEXT }),
  },
  /** From now on, the user can't sign in with this provider. */
  removeIdentity: {
    name: 'removeIdentity',
    summary: 'Remove a provider of the user',
    description: 'The user can no longer sign in with it. The last way to sign in cannot be removed (409).',
    endpoint: { method: 'DELETE', path: '/auth/identities/{id}' },
    local: { method: 'removeIdentity', args: ['id'] },
    answer: { kind: 'value', status: 200, schema: schemas.deleted },
  },
} as const satisfies DescribedOperations

export const USERS_IDENTITY_API = {
  userIdentities: {
    name: 'listUserIdentities',
    summary: 'List the providers of a user',
    description: 'The accounts at providers that the user can sign in with. Requires a session; API keys are refused.',
    endpoint: { method: 'GET', path: '/{id}/identities', base: 'auth' },
    local: { method: 'userIdentities', args: ['id'] },
    parameters: ['page', 'limit'],
    ifMatch: false,
    of: IDENTITY_SCHEMA,
  },
  /**
   * From now on, the user can't sign in with this provider. The user gets a mail, and all sessions of the user end.
   */
  removeUserIdentity: {
    name: 'removeUserIdentity',
    summary: 'Remove a provider of a user',
    description:
      'The user can no longer sign in with it, gets a mail, and all sessions of the user end. The last way to sign in cannot be removed (409): to keep a user out, delete the account. Requires a session; API keys are refused.',
    endpoint: { method: 'DELETE', path: '/{id}/identities/{identity}', base: 'auth' },
    local: { method: 'removeUserIdentity', args: ['id', 'params.identity'] },
    ifMatch: false,
    answer: { kind: 'value', status: 200, schema: schemas.deleted },
  },
} as const satisfies DescribedOperations

export type ProviderApi<Options, User> = OperationMethods<typeof PROVIDER_API, Options, { readonly user: User }> &
  OperationMethods<typeof USERS_IDENTITY_API, Options>

export type IdentityApi<Options> = OperationMethods<typeof IDENTITY_API, Options>

export type OwnIdentity = Answered<typeof IDENTITY_SCHEMA>
