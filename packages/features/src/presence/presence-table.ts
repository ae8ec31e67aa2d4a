import { column, recordTable } from '@quirecms/core/feature'

/** Tolerates two lost heartbeats. With the interval of deletions, rows are deleted in less than a minute. */
export const LASTS = 45_000

/** Documents that users have open. Rows expire without a heartbeat, and are deleted within a minute. */
export const PRESENCE = recordTable({
  name: 'presence',
  columns: {
    owner: column.text(),
    documentId: column.text(),
    userCollection: column.text(),
    userId: column.text(),
    since: column.text(),
    seenAt: column.text(),
  },
  namingColumns: [
    { column: 'owner', holds: 'owner', document: 'documentId' },
    { column: 'userCollection', holds: 'collection' },
  ],
  key: ['owner', 'documentId', 'userCollection', 'userId'],
  expires: { column: 'seenAt', after: LASTS },
  indexes: [
    { columns: ['userCollection', 'userId'], unique: false },
    { columns: ['seenAt'], unique: false },
  ],
})
