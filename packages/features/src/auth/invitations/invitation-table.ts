import { column, recordTable, type RowOf } from '@quirecms/core/feature'
import { CREDENTIALS } from '../auth-tables.ts'

/**
 * Users who were invited and have not accepted yet. While there is a record, its user has no credentials. Holds the
 * hash of the mailed link's token, and the id of the mail that carries it: links of earlier mails don't work. A copied
 * link has a token of its own, so neither a queued mail nor a copy voids the other.
 */
export const INVITATIONS = recordTable({
  name: 'invitations',
  columns: {
    collection: column.text(),
    userId: column.text(),
    addressHash: column.text(),
    tokenHash: { ...column.textOrNull(), isLocal: true },
    mailId: { ...column.textOrNull(), isLocal: true },
    createdAt: column.text(),
    // When a mail was last requested, and when it was sent.
    askedAt: column.text(),
    sentAt: column.textOrNull(),
    expiresAt: column.text(),
    // The newest copied link: hash of its token, address of the user at the time, and when it expires.
    linkHash: { ...column.textOrNull(), isLocal: true },
    linkAddressHash: { ...column.textOrNull(), isLocal: true },
    linkExpiresAt: { ...column.textOrNull(), isLocal: true },
    creatorCollection: column.textOrNull(),
    creatorId: column.textOrNull(),
  },
  namingColumns: [
    { column: 'collection', holds: 'collection' },
    { column: 'creatorCollection', holds: 'collection' },
  ],
  key: ['collection', 'userId'],
  indexes: [
    { columns: ['tokenHash'], unique: false },
    { columns: ['linkHash'], unique: false },
  ],
  // Exported with the users: without this record, an invited user of the export would be an ordinary user, who could
  // set a password by mail without an expiry, and after a withdrawal. Not imported for users who have credentials: an
  // older export must not turn an active account into an invitation that can be withdrawn.
  exportedWith: { column: 'collection', unless: { table: CREDENTIALS.name, columns: ['collection', 'userId'] } },
})

export type InvitationRow = RowOf<typeof INVITATIONS>
