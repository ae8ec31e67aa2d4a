import type { RecordColumn, RecordTable } from '../../contracts/records.ts'

const text = (name: string, nullable = false): RecordColumn => ({ name, type: 'text', nullable })
const number = (name: string): RecordColumn => ({ name, type: 'integer', nullable: false })

/** Whose a record is: users are known by collection and id, so that equal ids in two collections share nothing. */
const USER = [text('collection'), text('userId')]
const NAMES = [{ column: 'collection', holds: 'collection' }] as const
const BY_USER = { columns: ['collection', 'userId'], unique: false }

/** A user document never holds a secret; these do, as hashes. Verified is an address, not a user: another one is not, until it is. */
export const CREDENTIALS: RecordTable = {
  name: 'credentials',
  columns: [...USER, text('passwordHash'), text('verifiedAddress', true)],
  names: NAMES,
  key: ['collection', 'userId'],
  indexes: [],
  goesAlong: { column: 'collection', secret: true },
}

export const SESSIONS: RecordTable = {
  name: 'sessions',
  columns: [
    text('id'),
    ...USER,
    text('tokenHash'),
    text('createdAt'),
    text('lastUsedAt'),
    text('expiresAt'),
    text('endsAt'),
    text('userAgent', true),
    text('ip', true),
  ],
  names: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['tokenHash'], unique: true }, { columns: ['expiresAt'], unique: false }],
}

export const API_KEYS: RecordTable = {
  name: 'api-keys',
  columns: [
    text('id'),
    ...USER,
    text('keyHash'),
    text('name'),
    text('prefix'),
    text('createdAt'),
    text('expiresAt', true),
    text('lastUsedAt', true),
  ],
  names: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['keyHash'], unique: true }],
  goesAlong: { column: 'collection', secret: true },
}

/**
 * Tokens that were sent by mail, for recovery and verification, and that other mails were sent; `userId` is empty where the token is
 * nobody's.
 */
export const MAILED_TOKENS: RecordTable = {
  name: 'mailed-tokens',
  columns: [text('tokenHash'), text('purpose'), ...USER, text('addressHash'), text('expiresAt')],
  names: NAMES,
  key: ['tokenHash'],
  indexes: [
    BY_USER,
    { columns: ['collection', 'addressHash'], unique: false },
    { columns: ['expiresAt'], unique: false },
  ],
}

/**
 * Mails that are to go out, for as long as they wait. No secret is in them: a token is made when its mail is sent, and `tokenHash` tells
 * which one the last attempt made. `details` is what a notice says, as JSON.
 */
export const MAILS: RecordTable = {
  name: 'mails',
  columns: [
    text('id'),
    text('collection'),
    text('kind'),
    text('address'),
    text('details', true),
    text('tokenHash', true),
    text('createdAt'),
  ],
  names: NAMES,
  key: ['id'],
  indexes: [],
}

/** Users of private registrations who are not stored yet, for the moments until they are. */
export const REGISTRATIONS: RecordTable = {
  name: 'registrations',
  columns: [text('id'), text('collection'), text('passwordHash'), text('details'), text('createdAt')],
  names: NAMES,
  key: ['id'],
  indexes: [],
}

/** Whoever counts the mails that wait, and adds one, does so alone. */
export const MAIL_GATE: RecordTable = {
  name: 'mail-gate',
  columns: [text('id')],
  key: ['id'],
  indexes: [],
}

/** Failed sign-ins by address, whether or not there is such a user, and those from browsers that are known there. */
export const ATTEMPTS: RecordTable = {
  name: 'login-attempts',
  columns: [text('collection'), text('addressHash'), number('failures'), text('lockedUntil', true), text('updatedAt')],
  names: NAMES,
  key: ['collection', 'addressHash'],
  indexes: [{ columns: ['updatedAt'], unique: false }],
}

/** Browsers that users have signed in with, and that have attempts of their own. */
export const DEVICES: RecordTable = {
  name: 'known-devices',
  columns: [text('tokenHash'), ...USER, text('addressHash'), text('lastUsedAt'), text('expiresAt')],
  names: NAMES,
  key: ['tokenHash'],
  indexes: [BY_USER, { columns: ['expiresAt'], unique: false }],
}

/** Auth collections that have had a user: bootstrap never opens again. */
export const BOOTSTRAPS: RecordTable = {
  name: 'bootstraps',
  columns: [text('collection'), text('at')],
  names: NAMES,
  key: ['collection'],
  indexes: [],
  goesAlong: { column: 'collection' },
}

export const AUTH_TABLES = [
  CREDENTIALS,
  SESSIONS,
  API_KEYS,
  MAILED_TOKENS,
  MAILS,
  MAIL_GATE,
  REGISTRATIONS,
  ATTEMPTS,
  DEVICES,
  BOOTSTRAPS,
]
