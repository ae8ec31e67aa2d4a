import type { RecordTable } from '../../contracts/records.ts'

export const PREFERENCES: RecordTable = {
  name: 'preferences',
  columns: [
    { name: 'collection', type: 'text', nullable: false },
    { name: 'userId', type: 'text', nullable: false },
    { name: 'key', type: 'text', nullable: false },
    { name: 'value', type: 'text', nullable: false },
  ],
  names: [{ column: 'collection', holds: 'collection' }],
  key: ['collection', 'userId', 'key'],
  indexes: [],
  goesAlong: { column: 'collection' },
}
