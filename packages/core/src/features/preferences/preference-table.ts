import { column, recordTable } from '../../contracts/record-table.ts'

export const PREFERENCES = recordTable({
  name: 'preferences',
  columns: {
    collection: column.text(),
    userId: column.text(),
    key: column.text(),
    value: column.text(),
  },
  names: [{ column: 'collection', holds: 'collection' }],
  key: ['collection', 'userId', 'key'],
  goesAlong: { column: 'collection' },
})
