import { column, recordTable, type RowOf, type Notices } from '@quirecms/core/feature'
import type { MailLinkPurpose } from './mail-link.ts'

/** Mails and registrations whose sending crashed the process each time are given up after this time. */
export const DAY = 86_400_000
/** Expired tokens stay for this time, because their number also limits the mails to an address. */
export const MAIL_WINDOW = 900_000

/**
 * Owner of a record: users are identified by collection and id, so that equal ids in two collections share nothing.
 */
export const USER = { collection: column.text(), userId: column.text() }
export const NAMES = [{ column: 'collection', holds: 'collection' }] as const
export const BY_USER = { columns: ['collection', 'userId'], unique: false } as const

/**
 * Password hashes; a user document never holds a secret. The hash is empty for users without a password. We verify
 * addresses, not users; changing the address resets verification.
 */
export const CREDENTIALS = recordTable({
  name: 'credentials',
  columns: { ...USER, passwordHash: column.text(), verifiedAddress: column.textOrNull() },
  namingColumns: NAMES,
  key: ['collection', 'userId'],
  exportedWith: { column: 'collection', secret: true },
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
    // Factors that the user signed in with, such as `password totp`; null for sessions of earlier versions.
    factors: column.textOrNull(),
    // Provider of the sign-in, and its identifier of the session there.
    provider: column.textOrNull(),
    providerSession: column.textOrNull(),
    idToken: column.textOrNull(),
    // Time of the last authentication at the provider; null if the provider doesn't report it.
    authenticatedAt: column.textOrNull(),
    // Encrypted refresh token for rechecking the session at the provider, and the time of the last recheck.
    refreshToken: column.textOrNull(),
    recheckedAt: column.textOrNull(),
  },
  namingColumns: NAMES,
  expires: { column: 'expiresAt' },
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
    // Scopes that limit the user's rights, as JSON; null for no limits.
    scopes: column.textOrNull(),
    // Address ranges that the key works from, as JSON; null for any address.
    addresses: column.textOrNull(),
    // Hash of the secret before the last rotation, and when it stops working.
    formerHash: column.textOrNull(),
    formerUntil: column.textOrNull(),
  },
  namingColumns: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['keyHash'], unique: true }, { columns: ['formerHash'], unique: false }],
  exportedWith: { column: 'collection', secret: true },
})

export type ApiKeyRow = RowOf<typeof API_KEYS>

/**
 * Hashes of mailed tokens for recovery and verification, and a record of each notice; both limit the mails to an
 * address. `userId` is empty if the token belongs to no user.
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
  namingColumns: NAMES,
  expires: { column: 'expiresAt', after: MAIL_WINDOW },
  key: ['tokenHash'],
  indexes: [
    BY_USER,
    { columns: ['collection', 'addressHash'], unique: false },
    { columns: ['expiresAt'], unique: false },
  ],
})

/**
 * Mails that wait to be sent. They hold no secret: each attempt creates a new token, and `tokenHash` is that of the
 * last one. `details` is the content of a notice, as JSON.
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
  namingColumns: NAMES,
  expires: { column: 'createdAt', after: DAY },
  key: ['id'],
})

export type MailRow = RowOf<typeof MAILS>

/** Private registrations that the job queue has not stored yet. */
export const REGISTRATIONS = recordTable({
  name: 'registrations',
  columns: {
    id: column.text(),
    collection: column.text(),
    passwordHash: column.text(),
    details: column.text(),
    createdAt: column.text(),
  },
  namingColumns: NAMES,
  expires: { column: 'createdAt', after: DAY },
  key: ['id'],
})

export type RegistrationRow = RowOf<typeof REGISTRATIONS>

/**
 * Lock records. Transactions that count waiting mails or the invitations of a collection, and then add one, hold the
 * lock of theirs.
 */
export const MAIL_GATE = recordTable({
  name: 'mail-gate',
  columns: { id: column.text() },
  key: ['id'],
})

export const ATTEMPTS = recordTable({
  name: 'login-attempts',
  columns: {
    collection: column.text(),
    addressHash: column.text(),
    failures: column.integer(),
    lockedUntil: column.textOrNull(),
    updatedAt: column.text(),
  },
  namingColumns: NAMES,
  key: ['collection', 'addressHash'],
  indexes: [{ columns: ['updatedAt'], unique: false }],
})

export type AttemptsRow = RowOf<typeof ATTEMPTS>

/** Browsers that users have signed in with. They have their own count of attempts. */
export const DEVICES = recordTable({
  name: 'known-devices',
  columns: {
    tokenHash: column.text(),
    ...USER,
    addressHash: column.text(),
    lastUsedAt: column.text(),
    expiresAt: column.text(),
  },
  namingColumns: NAMES,
  expires: { column: 'expiresAt' },
  key: ['tokenHash'],
  indexes: [BY_USER, { columns: ['expiresAt'], unique: false }],
})

/** Auth collections that have had a user: their bootstrap never opens again. */
export const BOOTSTRAPS = recordTable({
  name: 'bootstraps',
  columns: { collection: column.text(), at: column.text() },
  namingColumns: NAMES,
  key: ['collection'],
  exportedWith: { column: 'collection' },
})

/** When each user last signed in. Unlike sessions, it stays after a sign-out. */
export const LAST_SIGN_INS = recordTable({
  name: 'last-sign-ins',
  columns: { ...USER, at: column.text() },
  namingColumns: NAMES,
  key: ['collection', 'userId'],
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
  LAST_SIGN_INS,
]

/**
 * Identities of users at providers, by issuer and subject; the address is only the last one that the provider
 * reported. Written by `features/providers`; declared here for operations that need to know how a user can sign in.
 */
export const IDENTITIES = recordTable({
  name: 'identities',
  columns: {
    id: column.text(),
    ...USER,
    provider: column.text(),
    issuer: column.text(),
    subject: column.text(),
    email: column.textOrNull(),
    createdAt: column.text(),
    lastUsedAt: column.text(),
  },
  namingColumns: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['collection', 'issuer', 'subject'], unique: true }],
  exportedWith: { column: 'collection', secret: true },
})

export type IdentityRow = RowOf<typeof IDENTITIES>

export type NoticeKind = keyof Notices

/**
 * Kind of a mail. `welcome` confirms the address of a new user, and is sent however many mails strangers have
 * requested for the address.
 */
export type MailKind = MailLinkPurpose | 'welcome' | 'invitation' | NoticeKind
