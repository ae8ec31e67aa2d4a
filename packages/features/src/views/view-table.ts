import { column, recordTable } from '@quirecms/core/feature'

export const VIEWS = recordTable({
  name: 'views',
  columns: {
    collection: column.text(),
    key: column.text(),
    name: column.text(),
    value: column.text(),
    roles: column.text(),
    updatedAt: column.text(),
  },
  namingColumns: [{ column: 'collection', holds: 'collection' }],
  key: ['collection', 'key'],
  exportedWith: { column: 'collection' },
})
