import { column, recordTable, type RowOf } from '../../../contracts/record-table.ts'
import { CREDENTIALS } from '../auth-tables.ts'

/**
 * Users who are invited and have not come yet: for as long as there is such a record, its user has nothing to sign in with. Of the link, the
 * hash of its token is kept, and which mail it goes out with: an older mail has none that works.
 */
export const INVITATIONS = recordTable({
  name: 'invitations',
  columns: {
    collection: column.text(),
    userId: column.text(),
    addressHash: column.text(),
    tokenHash: { ...column.textOrNull(), stays: true },
    mailId: { ...column.textOrNull(), stays: true },
    createdAt: column.text(),
    // When a mail was last asked for, and when it went out.
    askedAt: column.text(),
    sentAt: column.textOrNull(),
    expiresAt: column.text(),
    creatorCollection: column.textOrNull(),
    creatorId: column.textOrNull(),
  },
  names: [
    { column: 'collection', holds: 'collection' },
    { column: 'creatorCollection', holds: 'collection' },
  ],
  key: ['collection', 'userId'],
  indexes: [{ columns: ['tokenHash'], unique: false }],
  // Without it, whoever is invited would be a user like others elsewhere, who sets a password by mail: without an end, and after a withdrawal.
  // Somebody who has come meanwhile stays: an older export must not make an account of theirs one that others take back.
  goesAlong: { column: 'collection', unless: { table: CREDENTIALS.name, columns: ['collection', 'userId'] } },
})

export type InvitationRow = RowOf<typeof INVITATIONS>
