import { column, recordTable } from '@quirecms/core/feature'

/** One record for each collection with a tree. Each move updates it, so that moves are serialized by its lock. */
export const TREES = recordTable({
  name: 'trees',
  columns: {
    collection: column.text(),
    lastMoved: column.text(),
  },
  namingColumns: [{ column: 'collection', holds: 'collection' }],
  key: ['collection'],
})
