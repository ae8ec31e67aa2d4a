import { column, recordTable } from '../../contracts/record-table.ts'

/** One record for each collection with a tree. Whoever moves something writes it, and so waits for whoever moves something else. */
export const TREES = recordTable({
  name: 'trees',
  columns: {
    collection: column.text(),
    lastMoved: column.text(),
  },
  names: [{ column: 'collection', holds: 'collection' }],
  key: ['collection'],
})
