import { column, recordTable } from '../../contracts/record-table.ts'

/** Who has which document open. What was not seen lately counts for nothing, and is forgotten within a minute. */
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
  names: [
    { column: 'owner', holds: 'owner', document: 'documentId' },
    { column: 'userCollection', holds: 'collection' },
  ],
  key: ['owner', 'documentId', 'userCollection', 'userId'],
  indexes: [
    { columns: ['userCollection', 'userId'], unique: false },
    { columns: ['seenAt'], unique: false },
  ],
})
