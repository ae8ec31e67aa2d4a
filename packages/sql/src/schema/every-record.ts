import type { RecordReader, RecordRow, RecordTable } from '@quire/core'

const AT_ONCE = 100

/** All records of a table, by its key, a few at a time; those that share the first part of the key come together. */
export async function* everyRecord(reader: RecordReader, { name, key }: RecordTable): AsyncGenerator<RecordRow> {
  const [first = ''] = key
  for (let last: string | number = ''; ; ) {
    const found: RecordRow[] = await reader.find(name, { [first]: { above: last } }, { limit: AT_ONCE })
    const end = found.at(-1)?.[first]
    if (found.length < AT_ONCE || end === undefined || end === null) {
      yield* found
      return
    }
    yield* found.filter((row) => row[first] !== end)
    yield* await reader.find(name, { [first]: end })
    last = end
  }
}
