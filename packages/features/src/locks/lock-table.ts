import { column, recordTable } from '@quirecms/core/feature'

/** Edit locks of documents. Expired ones are not valid. */
export const LOCKS = recordTable({
  name: 'locks',
  columns: {
    collection: column.text(),
    documentId: column.text(),
    actorCollection: column.text(),
    actorId: column.text(),
    acquiredAt: column.text(),
    expiresAt: column.text(),
  },
  namingColumns: [
    { column: 'collection', holds: 'collection' },
    { column: 'actorCollection', holds: 'collection' },
  ],
  key: ['collection', 'documentId'],
  indexes: [
    { columns: ['actorCollection', 'actorId'], unique: false },
    { columns: ['collection', 'expiresAt'], unique: false },
  ],
})
