import { column, recordTable, type RowOf } from '@quirecms/core/feature'
import { BY_USER, NAMES, USER } from '../auth-tables.ts'

/** Passkeys hold no secret: only the public key and a name. */
export const PASSKEYS = recordTable({
  name: 'passkeys',
  columns: {
    id: column.text(),
    ...USER,
    credentialId: column.text(),
    publicKey: column.text(),
    // Signature counter of the authenticator; always 0 for passkeys that are synced between devices.
    counter: column.integer(),
    // Transports of the authenticator, as JSON.
    transports: column.text(),
    isBackedUp: column.integer<0 | 1>(),
    name: column.text(),
    createdAt: column.text(),
    lastUsedAt: column.textOrNull(),
  },
  namingColumns: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['credentialId'], unique: true }],
  exportedWith: { column: 'collection', secret: true },
})

export type PasskeyRow = RowOf<typeof PASSKEYS>

/** Encrypted TOTP secret of a user. Inactive until the user confirms it with a first code. */
export const TOTP = recordTable({
  name: 'one-time-codes',
  columns: {
    ...USER,
    secret: column.text(),
    createdAt: column.text(),
    confirmedAt: column.textOrNull(),
    // Newest time step of an accepted code. Codes of this and all earlier steps are used up.
    lastStep: column.integer(),
  },
  namingColumns: NAMES,
  key: ['collection', 'userId'],
  exportedWith: { column: 'collection', secret: true },
})

export type TotpRow = RowOf<typeof TOTP>

export const RECOVERY_CODES = recordTable({
  name: 'recovery-codes',
  columns: { ...USER, codeHash: column.text(), createdAt: column.text() },
  namingColumns: NAMES,
  key: ['collection', 'userId', 'codeHash'],
  exportedWith: { column: 'collection', secret: true },
})

/** Purpose of a challenge. A challenge is not valid for any other purpose. */
export type ChallengePurpose = 'secondFactor' | 'passkeyLogin' | 'passkeyAdded'

/** Challenges that wait for their second step. `userId` is empty if the user is not known yet. */
export const CHALLENGES = recordTable({
  name: 'sign-in-challenges',
  columns: {
    tokenHash: column.text(),
    purpose: column.text<ChallengePurpose>(),
    ...USER,
    // Random text that the passkey signs.
    challenge: column.text(),
    // Fingerprint of the password and the address at the first step. If either changes, the challenge is void.
    standing: column.text(),
    expiresAt: column.text(),
  },
  namingColumns: NAMES,
  expires: { column: 'expiresAt' },
  key: ['tokenHash'],
  indexes: [BY_USER, { columns: ['expiresAt'], unique: false }],
})

export type ChallengeRow = RowOf<typeof CHALLENGES>
