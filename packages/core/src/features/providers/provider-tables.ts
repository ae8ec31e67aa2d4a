import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'

const NAMES = [{ column: 'collection', holds: 'collection' }] as const

/** Who users are at providers. An address is only what the provider called it last: people are known by issuer and subject. */
export const IDENTITIES = recordTable({
  name: 'identities',
  columns: {
    id: column.text(),
    collection: column.text(),
    userId: column.text(),
    provider: column.text(),
    issuer: column.text(),
    subject: column.text(),
    email: column.textOrNull(),
    createdAt: column.text(),
    lastUsedAt: column.text(),
  },
  names: NAMES,
  key: ['id'],
  indexes: [
    { columns: ['collection', 'userId'], unique: false },
    { columns: ['collection', 'issuer', 'subject'], unique: true },
  ],
  goesAlong: { column: 'collection', secret: true },
})

export type IdentityRow = RowOf<typeof IDENTITIES>

/**
 * Sign-ins that have begun, for ten minutes, each good for one callback. Of what the browser and the address hold, only hashes are kept.
 * `userId` and `sessionId` are those of a user who adds a provider to an account.
 */
export const SIGN_INS = recordTable({
  name: 'sign-ins',
  columns: {
    stateHash: column.text(),
    collection: column.text(),
    provider: column.text(),
    browserHash: column.text(),
    nonce: column.text(),
    codeVerifier: column.text(),
    returnTo: column.text(),
    userId: column.textOrNull(),
    sessionId: column.textOrNull(),
    expiresAt: column.text(),
  },
  names: NAMES,
  key: ['stateHash'],
  indexes: [{ columns: ['expiresAt'], unique: false }],
})

export type SignInRow = RowOf<typeof SIGN_INS>
