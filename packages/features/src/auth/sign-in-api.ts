import {
  described,
  type DescribedOperations,
  type OperationMethods,
  takesObject,
  answersObject,
} from '@quirecms/core/feature'
import { SESSION_SCHEMA } from './session-api.ts'

/** Longer texts are never tokens of Quire. */
export const LONGEST_TOKEN = 256

/** Longer texts are never valid passwords, and are not hashed. */
const LONGEST_ATTEMPT = 4096

const ADDRESS = { type: 'string', minLength: 1, maxLength: 320 } as const

/** Requests a mail. The answer is the same whether or not there is a user with this address. */
const MAIL = {
  description: 'The response is the same whether or not a user with this address exists.',
  body: takesObject({ email: ADDRESS }),
  answer: answersObject({ requested: { const: true } }),
} as const

const TOKEN = { type: 'string', minLength: 1, maxLength: LONGEST_TOKEN } as const

export const SIGN_IN_API = {
  /** Whether the first user can still be created without credentials. */
  bootstrap: {
    name: 'bootstrap',
    summary: 'Find out whether the first user can be created',
    description: 'If the collection has no users, every caller may create the first one, who has all rights.',
    endpoint: { method: 'GET', path: '/bootstrap', base: 'auth' },
    local: { method: 'bootstrap', args: [] },
    answer: answersObject({ available: { type: 'boolean' } }),
  },
  login: {
    name: 'login',
    summary: 'Sign in',
    description: 'Sets the session cookie. The response also contains the session token, for clients without cookies.',
    endpoint: { method: 'POST', path: '/login', base: 'auth' },
    local: { method: 'login', args: ['body'] },
    parameters: [],
    body: takesObject({ email: ADDRESS, password: { type: 'string', minLength: 1, maxLength: LONGEST_ATTEMPT } }),
    ifMatch: false,
    answer: answersObject({
      user: described('user', { type: 'object' }),
      token: { type: 'string' },
      session: SESSION_SCHEMA,
    }),
  },
} as const satisfies DescribedOperations

export const RECOVERY_API = {
  /** Requests a mail for setting a new password. */
  forgotPassword: {
    ...MAIL,
    name: 'forgotPassword',
    summary: 'Request a mail to set a new password',
    endpoint: { method: 'POST', path: '/forgot-password', base: 'auth' },
    local: { method: 'forgotPassword', args: ['body'] },
  },
  /** Sets a new password with the token from the mail. All sessions of the user end. */
  resetPassword: {
    name: 'resetPassword',
    summary: 'Set a new password with a token',
    description: 'The token comes from the mail. All sessions of the user end.',
    endpoint: { method: 'POST', path: '/reset-password', base: 'auth' },
    local: { method: 'resetPassword', args: ['body'] },
    body: takesObject({ token: TOKEN, password: described('password', { type: 'string' }) }),
    answer: answersObject({ reset: { const: true } }),
  },
} as const satisfies DescribedOperations

export const VERIFICATION_API = {
  /** Requests a mail for confirming an address. */
  requestVerification: {
    ...MAIL,
    name: 'requestVerification',
    summary: 'Request a mail to confirm an email address',
    endpoint: { method: 'POST', path: '/request-verification', base: 'auth' },
    local: { method: 'requestVerification', args: ['body'] },
  },
  /** Confirms an address with the token from the mail. Then the user can sign in. */
  verify: {
    name: 'verify',
    summary: 'Confirm an address with a token',
    description: 'The token comes from the mail. The user can sign in afterwards.',
    endpoint: { method: 'POST', path: '/verify', base: 'auth' },
    local: { method: 'verify', args: ['body'] },
    body: takesObject({ token: TOKEN }),
    answer: answersObject({ verified: { const: true } }),
  },
} as const satisfies DescribedOperations

export const LOCKOUT_API = {
  /** Resets the failed attempts that have locked the user. */
  unlock: {
    name: 'unlock',
    summary: 'Unlock a user',
    description: 'Resets the failed attempts that locked the user.',
    endpoint: { method: 'POST', path: '/{id}/unlock', base: 'auth' },
    local: { method: 'unlock', args: ['id'] },
    parameters: [],
    ifMatch: false,
    answer: answersObject({ unlocked: { const: true } }),
  },
} as const satisfies DescribedOperations

export type SignInApi<Options, User> = OperationMethods<typeof SIGN_IN_API, Options, { readonly user: User }>

export type RecoveryApi<Options> = OperationMethods<typeof RECOVERY_API, Options>

export type VerificationApi<Options> = OperationMethods<typeof VERIFICATION_API, Options>

export type LockoutApi<Options> = OperationMethods<typeof LOCKOUT_API, Options>
