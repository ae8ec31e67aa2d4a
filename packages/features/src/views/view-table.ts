import { column, recordTable } from '@quirecms/core/feature'

export const VIEWS = recordTable({
  name: 'views',
  columns: {
    collection: column.text(),
    key: column.text(),
    name: column.text(),
    /** JSON. */
    value: column.text(),
    /** JSON: roles that may use it; an empty list for all. */
    roles: column.text(),
    updatedAt: column.text(),
  },
  names: [{ column: 'collection', holds: 'collection' }],
  key: ['collection', 'key'],
  goesAlong: { column: 'collection' },
})
