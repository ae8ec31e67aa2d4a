import type { RecordTable } from '../../contracts/records.ts'

/** One record for each collection with a tree. Whoever moves something writes it, and so waits for whoever moves something else. */
export const TREES: RecordTable = {
  name: 'trees',
  columns: [
    { name: 'collection', type: 'text', nullable: false },
    { name: 'lastMoved', type: 'text', nullable: false },
  ],
  names: [{ column: 'collection', holds: 'collection' }],
  key: ['collection'],
  indexes: [],
}
