import {
  described,
  type DescribedOperations,
  type OperationMethods,
  answersObject,
  takesObject,
} from '@quirecms/core/feature'
import { LONGEST_TOKEN } from '../sign-in-api.ts'
import { SESSION_SCHEMA } from '../session-api.ts'
import { ASSERTION } from './passkey-schemas.ts'

const CODE = { type: 'string', minLength: 6, maxLength: 6, pattern: '^[0-9]+$' } as const
const TOKEN = { type: 'string', minLength: 1, maxLength: LONGEST_TOKEN } as const

export const SECOND_FACTOR_API = {
  /** Completes a sign-in that `login` has answered with `second_factor`. */
  secondFactor: {
    name: 'secondFactor',
    summary: 'Sign in with a second factor',
    description:
      'The second step after `login` answered `second_factor`. Send the `token` of its challenge and one of `totp`, `recoveryCode` and `passkey`. Five failures lock this step for ten minutes or longer.',
    endpoint: { method: 'POST', path: '/second-factor', base: 'auth' },
    local: { method: 'secondFactor', args: ['body'] },
    parameters: [],
    body: {
      kind: 'schema',
      schema: {
        type: 'object',
        required: ['token'],
        minProperties: 2,
        maxProperties: 2,
        additionalProperties: false,
        examples: [{ token: 'k0uXUVHWLgY5mB0pS0lJ4vRzZ1r6dTnWq2cF8xE7aQs', totp: '287082' }],
        properties: {
          token: TOKEN,
          totp: { ...CODE, description: 'The code that the authenticator app shows.' },
          recoveryCode: { type: 'string', minLength: 16, maxLength: 64, pattern: '^[A-Za-z0-9 -]+$' },
          passkey: ASSERTION,
        },
      },
    },
    ifMatch: false,
    answer: answersObject({
      user: described('user', { type: 'object' }),
      token: { type: 'string' },
      session: SESSION_SCHEMA,
    }),
  },
} as const satisfies DescribedOperations

const FACTORS = {
  passkeys: { type: 'integer', minimum: 0 },
  totp: { type: 'boolean' },
  recoveryCodes: { type: 'integer', minimum: 0 },
} as const

export const USERS_FACTORS_API = {
  userFactors: {
    name: 'userFactors',
    summary: 'Find out which second factors a user has',
    endpoint: { method: 'GET', path: '/{id}/factors', base: 'auth' },
    local: { method: 'userFactors', args: ['id'] },
    parameters: [],
    ifMatch: false,
    answer: {
      kind: 'value',
      status: 200,
      schema: { type: 'object', required: ['passkeys', 'totp', 'recoveryCodes'], properties: FACTORS },
    },
  },
  /**
   * Removes the second factors of a user who has lost them. The user gets a mail, and all sessions of the user end.
   */
  resetFactors: {
    name: 'resetFactors',
    summary: 'Remove the second factors of a user',
    description:
      'For a user who has lost them. Removes passkeys, one-time codes and recovery codes. The user gets a mail, and all sessions of the user end.',
    endpoint: { method: 'POST', path: '/{id}/reset-factors', base: 'auth' },
    local: { method: 'resetFactors', args: ['id'] },
    parameters: [],
    ifMatch: false,
    answer: answersObject({ reset: { const: true } }),
  },
} as const satisfies DescribedOperations

export const OWN_FACTORS_API = {
  /** Returns the second factors that the user has and may have. `isFresh`: whether this session may change them. */
  factors: {
    name: 'ownFactors',
    summary: 'Find out which second factors the user has',
    description:
      'Existing factors, and factors that may be set up. `isFresh`: whether this session may change them; otherwise, the user must sign in again first.',
    endpoint: { method: 'GET', path: '/auth/factors' },
    local: { method: 'factors', args: [] },
    whileHeldBack: true,
    answer: {
      kind: 'value',
      status: 200,
      schema: {
        type: 'object',
        required: ['passkeys', 'totp', 'recoveryCodes', 'isFresh', 'offers'],
        properties: {
          ...FACTORS,
          isFresh: { type: 'boolean' },
          offers: { type: 'array', items: { enum: ['passkeys', 'totp'] } },
        },
      },
    },
  },
} as const satisfies DescribedOperations

export const TOTP_API = {
  /** Returns the secret for an authenticator app. Inactive until the user confirms it with a code. */
  setUpTotp: {
    name: 'setUpTotp',
    summary: 'Set up one-time codes',
    description:
      'Returns the secret for the authenticator app as a text to type, and as a link to show as a QR code. Sign-ins require codes only after a first code has confirmed this. Requires a fresh session.',
    endpoint: { method: 'POST', path: '/auth/totp' },
    local: { method: 'setUpTotp', args: [] },
    whileHeldBack: true,
    answer: answersObject({ secret: { type: 'string' }, uri: { type: 'string' } }),
  },
  /** Confirms with a code of the app: from now on, signing in takes one. All other sessions of the user end. */
  confirmTotp: {
    name: 'confirmTotp',
    summary: 'Confirm one-time codes',
    description: 'Takes a code of the app. From now on, sign-ins require a code. All other sessions of the user end.',
    endpoint: { method: 'POST', path: '/auth/totp/confirm' },
    local: { method: 'confirmTotp', args: ['body'] },
    whileHeldBack: true,
    body: takesObject({ code: CODE }),
    answer: answersObject({ confirmed: { const: true } }),
  },
  /** From now on, signing in takes no codes. All other sessions of the user end. */
  removeTotp: {
    name: 'removeTotp',
    summary: 'Remove one-time codes',
    description: 'Sign-ins no longer require codes. All other sessions of the user end. Requires a fresh session.',
    endpoint: { method: 'DELETE', path: '/auth/totp' },
    local: { method: 'removeTotp', args: [] },
    whileHeldBack: true,
    answer: answersObject({ removed: { const: true } }),
  },
} as const satisfies DescribedOperations

export const RECOVERY_CODE_API = {
  /**
   * Recovery codes replace a lost factor, each of them once. The answer shows them only once; earlier codes stop
   * working.
   */
  createRecoveryCodes: {
    name: 'createRecoveryCodes',
    summary: 'Create recovery codes',
    description:
      'Each code replaces a lost factor once. The codes are returned only here, and earlier ones stop working. Requires a fresh session.',
    endpoint: { method: 'POST', path: '/auth/recovery-codes' },
    local: { method: 'createRecoveryCodes', args: [] },
    whileHeldBack: true,
    answer: answersObject({ codes: { type: 'array', items: { type: 'string' } } }),
  },
} as const satisfies DescribedOperations

export type SecondFactorApi<Options, User> = OperationMethods<
  typeof SECOND_FACTOR_API,
  Options,
  { readonly user: User }
> &
  OperationMethods<typeof USERS_FACTORS_API, Options>

export type OwnFactorsApi<Options> = OperationMethods<typeof OWN_FACTORS_API & typeof RECOVERY_CODE_API, Options>

export type TotpApi<Options> = OperationMethods<typeof TOTP_API, Options>
