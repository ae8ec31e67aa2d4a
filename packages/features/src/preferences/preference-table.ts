import { column, recordTable } from '@quirecms/core/feature'

export const PREFERENCES = recordTable({
  name: 'preferences',
  columns: {
    collection: column.text(),
    userId: column.text(),
    key: column.text(),
    value: column.text(),
  },
  namingColumns: [{ column: 'collection', holds: 'collection' }],
  key: ['collection', 'userId', 'key'],
  exportedWith: { column: 'collection' },
})
