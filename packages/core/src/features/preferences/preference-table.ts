import type { RecordTable } from '../../contracts/records.ts'

export const PREFERENCES: RecordTable = {
  name: 'preferences',
  columns: [
    { name: 'collection', type: 'text', nullable: false },
    { name: 'userId', type: 'text', nullable: false },
    { name: 'key', type: 'text', nullable: false },
    { name: 'value', type: 'text', nullable: false },
  ],
  key: ['collection', 'userId', 'key'],
  indexes: [],
  goesAlong: { column: 'collection' },
}
