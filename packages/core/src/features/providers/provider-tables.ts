import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'

const NAMES = [{ column: 'collection', holds: 'collection' }] as const

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
    // Since when the person must have shown the provider who they are, if the provider was to ask again.
    againSince: column.textOrNull(),
    expiresAt: column.text(),
  },
  names: NAMES,
  key: ['stateHash'],
  indexes: [{ columns: ['expiresAt'], unique: false }],
})

export type SignInRow = RowOf<typeof SIGN_INS>
