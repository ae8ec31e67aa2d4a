import type { RecordWriter, Storage } from '@quirecms/core'
import { TOKENS, token } from './records-sample.ts'

const NAME = TOKENS.name

const by = (column: string) => ({ column, descending: false })

/**
 * Programming errors that the compiler can't detect. They are no errors of the client, so they have no code.
 */
export const MISTAKES: readonly (readonly [string, (storage: Storage) => Promise<unknown>])[] = [
  ['an unknown table', ({ reader }) => reader.records.find('nothing', {})],
  ['an unknown column', ({ reader }) => reader.records.find(NAME, { nothing: 1 })],
  ['the name of a column in the database', ({ reader }) => reader.records.count(NAME, { token_hash: 'x' })],
  ['a sort by an unknown column', ({ reader }) => reader.records.find(NAME, {}, { sort: by('nothing') })],
  ['a number for a text', ({ reader }) => reader.records.find(NAME, { id: 1 })],
  ['a text for a number', ({ reader }) => reader.records.find(NAME, { uses: '1' })],
  ['a fraction', ({ reader }) => reader.records.find(NAME, { uses: { above: 1.5 } })],
  ['a match that is undefined', ({ reader }) => reader.records.find(NAME, { id: undefined })],
  ['a range without a bound', ({ reader }) => reader.records.count(NAME, { id: {} } as never)],
  ['a negative limit', ({ reader }) => reader.records.find(NAME, {}, { limit: -1 })],
  ['an unknown column in a record', writing((records) => records.insert(NAME, token('a', { nothing: 1 })))],
  ['a record without what it needs', writing((records) => records.insert(NAME, { id: 'a', uses: 1 }))],
  ['null where it may not be', writing((records) => records.insert(NAME, token('a', { uses: null })))],
  ['an update to null where it may not be', writing((records) => records.update(NAME, {}, { uses: null }))],
  ['an update of nothing', writing((records) => records.update(NAME, {}, {}))],
  ['a removal by an unknown column', writing((records) => records.remove(NAME, { nothing: null }))],
  ['a removal by what is undefined', writing((records) => records.remove(NAME, { id: undefined }))],
]

function writing(work: (records: RecordWriter) => Promise<unknown>): (storage: Storage) => Promise<unknown> {
  return (storage) => storage.transaction(({ records }) => work(records))
}
