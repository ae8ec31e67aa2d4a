import { column, recordTable, type RowOf } from '@quirecms/core/feature'

const NAMES = [{ column: 'collection', holds: 'collection' }] as const

/**
 * Pending sign-ins: ten minutes, one callback each. Only hashes of the state and of the cookie are stored. `userId`
 * and `sessionId` are set if a signed-in user adds a provider.
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
    // Earliest time of authentication that the provider must confirm, if it was asked to authenticate again.
    againSince: column.textOrNull(),
    expiresAt: column.text(),
  },
  namingColumns: NAMES,
  key: ['stateHash'],
  expires: { column: 'expiresAt' },
  indexes: [{ columns: ['expiresAt'], unique: false }],
})

export type SignInRow = RowOf<typeof SIGN_INS>
