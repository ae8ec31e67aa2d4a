import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'
import type { MailKind } from './mail-kind.ts'

/** Whose a record is: users are known by collection and id, so that equal ids in two collections share nothing. */
export const USER = { collection: column.text(), userId: column.text() }
export const NAMES = [{ column: 'collection', holds: 'collection' }] as const
export const BY_USER = { columns: ['collection', 'userId'], unique: false } as const

/** A user document never holds a secret; these do, as hashes. Whoever has no password has an empty one. Verified is an address, not a user: another one is not, until it is. */
export const CREDENTIALS = recordTable({
  name: 'credentials',
  columns: { ...USER, passwordHash: column.text(), verifiedAddress: column.textOrNull() },
  names: NAMES,
  key: ['collection', 'userId'],
  goesAlong: { column: 'collection', secret: true },
})

export type CredentialsRow = RowOf<typeof CREDENTIALS>

export const SESSIONS = recordTable({
  name: 'sessions',
  columns: {
    id: column.text(),
    ...USER,
    tokenHash: column.text(),
    createdAt: column.text(),
    lastUsedAt: column.text(),
    expiresAt: column.text(),
    endsAt: column.text(),
    userAgent: column.textOrNull(),
    ip: column.textOrNull(),
    // What its user has shown to sign in, such as `password totp`; null for sessions of earlier versions.
    factors: column.textOrNull(),
    // The provider that the user has signed in with, and what its session there is known by.
    provider: column.textOrNull(),
    providerSession: column.textOrNull(),
    idToken: column.textOrNull(),
    // When the user last showed the provider who it is; null where the provider doesn't say.
    authenticatedAt: column.textOrNull(),
    // What the provider is asked with whether the session still stands, sealed, and when it was asked last.
    refreshToken: column.textOrNull(),
    recheckedAt: column.textOrNull(),
  },
  names: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['tokenHash'], unique: true }, { columns: ['expiresAt'], unique: false }],
})

export type SessionRow = RowOf<typeof SESSIONS>

export const API_KEYS = recordTable({
  name: 'api-keys',
  columns: {
    id: column.text(),
    ...USER,
    keyHash: column.text(),
    name: column.text(),
    note: column.textOrNull(),
    prefix: column.text(),
    createdAt: column.text(),
    expiresAt: column.textOrNull(),
    lastUsedAt: column.textOrNull(),
    lastUsedAddress: column.textOrNull(),
    // Of the user's rights, those that the key has; null for all of them. As JSON.
    scopes: column.textOrNull(),
    // Ranges of addresses that it is good for; null for all of them. As JSON.
    addresses: column.textOrNull(),
    // The secret before the last rotation, for as long as both are good.
    formerHash: column.textOrNull(),
    formerUntil: column.textOrNull(),
  },
  names: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['keyHash'], unique: true }, { columns: ['formerHash'], unique: false }],
  goesAlong: { column: 'collection', secret: true },
})

export type ApiKeyRow = RowOf<typeof API_KEYS>

/**
 * Tokens that were sent by mail, for recovery and verification, and that other mails were sent; `userId` is empty where the token is
 * nobody's.
 */
export const MAILED_TOKENS = recordTable({
  name: 'mailed-tokens',
  columns: {
    tokenHash: column.text(),
    purpose: column.text(),
    ...USER,
    addressHash: column.text(),
    expiresAt: column.text(),
  },
  names: NAMES,
  key: ['tokenHash'],
  indexes: [
    BY_USER,
    { columns: ['collection', 'addressHash'], unique: false },
    { columns: ['expiresAt'], unique: false },
  ],
})

/**
 * Mails that are to go out, for as long as they wait. No secret is in them: a token is made when its mail is sent, and `tokenHash` tells
 * which one the last attempt made. `details` is what a notice says, as JSON.
 */
export const MAILS = recordTable({
  name: 'mails',
  columns: {
    id: column.text(),
    collection: column.text(),
    kind: column.text<MailKind>(),
    address: column.text(),
    details: column.textOrNull(),
    tokenHash: column.textOrNull(),
    createdAt: column.text(),
  },
  names: NAMES,
  key: ['id'],
})

export type MailRow = RowOf<typeof MAILS>

/** Users of private registrations who are not stored yet, for the moments until they are. */
export const REGISTRATIONS = recordTable({
  name: 'registrations',
  columns: {
    id: column.text(),
    collection: column.text(),
    passwordHash: column.text(),
    details: column.text(),
    createdAt: column.text(),
  },
  names: NAMES,
  key: ['id'],
})

export type RegistrationRow = RowOf<typeof REGISTRATIONS>

/** Whoever counts the mails that wait, or the invitations of a collection, and adds one, does so alone: a record for each. */
export const MAIL_GATE = recordTable({
  name: 'mail-gate',
  columns: { id: column.text() },
  key: ['id'],
})

/** Failed sign-ins by address, whether or not there is such a user, and those from browsers that are known there. */
export const ATTEMPTS = recordTable({
  name: 'login-attempts',
  columns: {
    collection: column.text(),
    addressHash: column.text(),
    failures: column.integer(),
    lockedUntil: column.textOrNull(),
    updatedAt: column.text(),
  },
  names: NAMES,
  key: ['collection', 'addressHash'],
  indexes: [{ columns: ['updatedAt'], unique: false }],
})

export type AttemptsRow = RowOf<typeof ATTEMPTS>

/** Browsers that users have signed in with, and that have attempts of their own. */
export const DEVICES = recordTable({
  name: 'known-devices',
  columns: {
    tokenHash: column.text(),
    ...USER,
    addressHash: column.text(),
    lastUsedAt: column.text(),
    expiresAt: column.text(),
  },
  names: NAMES,
  key: ['tokenHash'],
  indexes: [BY_USER, { columns: ['expiresAt'], unique: false }],
})

/** Auth collections that have had a user: bootstrap never opens again. */
export const BOOTSTRAPS = recordTable({
  name: 'bootstraps',
  columns: { collection: column.text(), at: column.text() },
  names: NAMES,
  key: ['collection'],
  goesAlong: { column: 'collection' },
})

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
