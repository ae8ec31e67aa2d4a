import {
  type Answered,
  type AnswerOf,
  described,
  type DescribedOperations,
  type OperationMethods,
  schemas,
  answersObject,
  takesObject,
} from '@quirecms/core/feature'

const INSTANT = { type: 'string', format: 'date-time' } as const
const TEXT_OR_NULL = { type: ['string', 'null'] } as const

export const SESSION_SCHEMA = {
  type: 'object',
  required: ['id', 'expiresAt'],
  properties: { id: { type: 'string' }, expiresAt: INSTANT },
} as const

const OWN_SESSION_SCHEMA = {
  type: 'object',
  required: ['id', 'expiresAt'],
  properties: {
    id: { type: 'string' },
    expiresAt: INSTANT,
    factors: {
      type: 'array',
      items: { enum: ['password', 'passkey', 'totp', 'recovery', 'provider'] },
      description: 'Factors that the user signed in with.',
    },
    mustSetUpFactor: {
      type: 'boolean',
      description: 'Whether the session permits only to set up a second factor.',
    },
  },
} as const

/** The signed-in user, of any auth collection: the schema can't know the type of its documents. */
export const ME_API = {
  me: {
    name: 'me',
    summary: 'Find out who is signed in',
    description: "The user of the request's credential, and the session, if any.",
    endpoint: { method: 'GET', path: '/auth/me' },
    local: { method: 'me', args: [] },
    whileHeldBack: true,
    answer: answersObject({
      user: described('user', { type: 'object' }),
      collection: { type: 'string' },
      session: { oneOf: [OWN_SESSION_SCHEMA, { type: 'null' }] },
    }),
  },
} as const satisfies DescribedOperations

export const SESSION_API = {
  /** Extends the session and gives it a new token. The old token stops working. */
  refresh: {
    name: 'refresh',
    summary: 'Give the session a new token',
    description: 'Replaces the token and extends the session. The old token stops working.',
    endpoint: { method: 'POST', path: '/auth/refresh' },
    local: { method: 'refresh', args: [] },
    answer: answersObject({ token: { type: 'string' }, session: SESSION_SCHEMA }),
  },
  /** Ends the session: its token and its cookie stop working. */
  logout: {
    name: 'logout',
    summary: 'End the session',
    description: 'The token and the cookie of this session stop working.',
    endpoint: { method: 'POST', path: '/auth/logout' },
    local: { method: 'logout', args: [] },
    whileHeldBack: true,
    answer: answersObject(
      {
        loggedOut: { const: true },
      },
      {
        url: {
          type: 'string',
          description: 'If the session at the provider should end, too: the URL that the browser must open.',
        },
      },
    ),
  },
  /** Signs the user out everywhere. API keys stay. */
  logoutAll: {
    name: 'logoutAll',
    summary: 'End all sessions of the user',
    description: 'Signs the user out on all devices. API keys stay valid.',
    endpoint: { method: 'POST', path: '/auth/logout-all' },
    local: { method: 'logoutAll', args: [] },
    answer: answersObject({ loggedOut: { const: true }, revoked: { type: 'integer', minimum: 0 } }),
  },
  /** Changes the password; needs the current one. All sessions of the user end, including this one. */
  changePassword: {
    name: 'changePassword',
    summary: 'Change the password',
    description: 'Requires the current password. All sessions of the user end, including this one.',
    endpoint: { method: 'POST', path: '/auth/change-password' },
    local: { method: 'changePassword', args: ['body'] },
    body: takesObject({
      currentPassword: { type: 'string', maxLength: 4096 },
      newPassword: described('password', { type: 'string' }),
    }),
    answer: answersObject({ changed: { const: true } }),
  },
  /** Lists the sessions, newest first. `current` marks the one that this call belongs to. */
  sessions: {
    name: 'listSessions',
    summary: 'List the sessions of the user',
    description: 'Newest first. `current` marks the session of this request.',
    endpoint: { method: 'GET', path: '/auth/sessions' },
    local: { method: 'sessions', args: [] },
    of: {
      type: 'object',
      required: ['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'userAgent', 'ip', 'current'],
      properties: {
        id: { type: 'string' },
        createdAt: INSTANT,
        lastUsedAt: INSTANT,
        expiresAt: INSTANT,
        userAgent: TEXT_OR_NULL,
        ip: TEXT_OR_NULL,
        current: { type: 'boolean' },
      },
    },
  },
  /** Ends a session: its token and its cookie stop working at once. */
  endSession: {
    name: 'endSession',
    summary: 'End one session of the user',
    description: 'Its token and its cookie stop working at once.',
    endpoint: { method: 'DELETE', path: '/auth/sessions/{id}' },
    local: { method: 'endSession', args: ['id'] },
    answer: { kind: 'value', status: 200, schema: schemas.deleted },
  },
} as const satisfies DescribedOperations

export type SessionApi<Options> = OperationMethods<typeof SESSION_API, Options>

export type SessionInfo = Answered<typeof OWN_SESSION_SCHEMA>

export type OwnSession = AnswerOf<typeof SESSION_API.sessions>['docs'][number]
