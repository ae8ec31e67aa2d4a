import { column, recordTable, type RowOf } from '../../../contracts/record-table.ts'
import { BY_USER, NAMES, USER } from '../auth-tables.ts'

/** Of a passkey, the service has only what others may know: the public key, and what it is called. */
export const PASSKEYS = recordTable({
  name: 'passkeys',
  columns: {
    id: column.text(),
    ...USER,
    credentialId: column.text(),
    publicKey: column.text(),
    // How often the authenticator says that it was used: always 0 for those that are kept on several devices.
    counter: column.integer(),
    // How browsers reach it, as JSON.
    transports: column.text(),
    isBackedUp: column.integer<0 | 1>(),
    name: column.text(),
    createdAt: column.text(),
    lastUsedAt: column.textOrNull(),
  },
  names: NAMES,
  key: ['id'],
  indexes: [BY_USER, { columns: ['credentialId'], unique: true }],
  goesAlong: { column: 'collection', secret: true },
})

export type PasskeyRow = RowOf<typeof PASSKEYS>

/** The secret of a user's one-time codes, sealed. It asks nobody for anything until a first code has shown that the user has it, too. */
export const TOTP = recordTable({
  name: 'one-time-codes',
  columns: {
    ...USER,
    secret: column.text(),
    createdAt: column.text(),
    confirmedAt: column.textOrNull(),
    // The newest step that a code was taken of: that one, and all before it, are used up.
    lastStep: column.integer(),
  },
  names: NAMES,
  key: ['collection', 'userId'],
  goesAlong: { column: 'collection', secret: true },
})

export type TotpRow = RowOf<typeof TOTP>

/** Hashes of recovery codes that nobody has used yet. */
export const RECOVERY_CODES = recordTable({
  name: 'recovery-codes',
  columns: { ...USER, codeHash: column.text(), createdAt: column.text() },
  names: NAMES,
  key: ['collection', 'userId', 'codeHash'],
  goesAlong: { column: 'collection', secret: true },
})

/** What a challenge is for: one that was made for something else is none. */
export type ChallengePurpose = 'secondFactor' | 'passkeyLogin' | 'passkeyAdded'

/** What was begun, and waits for its second step. `userId` is empty where nobody knows yet who it will be. */
export const CHALLENGES = recordTable({
  name: 'sign-in-challenges',
  columns: {
    tokenHash: column.text(),
    purpose: column.text<ChallengePurpose>(),
    ...USER,
    // What a passkey signs.
    challenge: column.text(),
    // What the password and the address were: whoever gets others begins anew.
    standing: column.text(),
    expiresAt: column.text(),
  },
  names: NAMES,
  key: ['tokenHash'],
  indexes: [BY_USER, { columns: ['expiresAt'], unique: false }],
})

export type ChallengeRow = RowOf<typeof CHALLENGES>
