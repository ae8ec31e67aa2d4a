import type { RecordMatch, RecordRow, RecordTable } from '../../contracts/records.ts'
import { type DocumentReader, type StoredDocument, TooLongTogether } from '../../contracts/document-storage.ts'
import { TimeSlice } from '../../content/time-slice.ts'
import { ALWAYS } from '../../query/conditions.ts'

/** Documents or records in memory at a time. */
const AT_ONCE = 200

/** Iterates in the order of ids, in time slices. */
export async function* everyDocument(reader: DocumentReader, table: string): AsyncGenerator<StoredDocument> {
  const path = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const
  const slice = new TimeSlice()
  const pages = new SmallerPages(AT_ONCE)
  for (let last: string | undefined; ; ) {
    const where = last === undefined ? ALWAYS : ({ kind: 'compare', path, test: { op: 'gt', value: last } } as const)
    const sort = [{ path, descending: false }]
    const page = await pages.read((limit) => reader.find(table, { where, sort, limit, offset: 0 }))
    for (const document of page) {
      if (slice.isOver) await slice.letOthersIn()
      yield document
    }
    last = page.at(-1)?.id
    if (page.length < pages.size) return
  }
}

/** Iterates in the order of the key: pages by its first free column, and all records of each value. */
export async function* everyRecord<Row extends RecordRow>(
  reader: DocumentReader,
  { name, key }: RecordTable<Row>,
  match: RecordMatch<NoInfer<Row>>,
): AsyncGenerator<Row> {
  const [column, ...rest] = key.filter((one) => match[one] === undefined)
  if (column === undefined) {
    yield* await reader.records.find(name, match)
    return
  }
  const slice = new TimeSlice()
  for (let after: RecordMatch = {}; ; ) {
    const query = { sort: { column, descending: false }, limit: AT_ONCE }
    const page = await reader.records.find(name, { ...match, ...after }, query)
    const last = page.at(-1)?.[column]
    const isWhole = page.length < AT_ONCE || rest.length === 0
    if (slice.isOver) await slice.letOthersIn()
    yield* isWhole ? page : page.filter((row) => row[column] !== last)
    if (last === undefined || last === null) return
    if (!isWhole) yield* await reader.records.find(name, { ...match, [column]: last })
    if (page.length < AT_ONCE) return
    after = { [column]: { above: last } }
  }
}

/** Page size for iterating: pages that are too long are read again with fewer documents, and so are later ones. */
export class SmallerPages {
  #size: number

  constructor(most: number) {
    this.#size = most
  }

  get size(): number {
    return this.#size
  }

  async read<T>(read: (limit: number) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await read(this.#size)
      } catch (error) {
        if (!(error instanceof TooLongTogether) || this.#size === 1) throw error
        this.#size = Math.ceil(this.#size / 2)
      }
    }
  }
}
