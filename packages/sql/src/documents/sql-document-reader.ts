import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Condition,
  type CountedValue,
  type DistinctQuery,
  type DocumentPage,
  type DocumentQuery,
  type DocumentReader,
  type Inverse,
  type InverseQuery,
  type LockOptions,
  LONGEST_READ,
  type FilteredTable,
  type RecordReader,
  type StoredDocument,
  type Reference,
  type ReferenceSource,
  type StoredReference,
  TooLongTogether,
  isStorableText,
} from '@quirecms/core'
import type { Session, SqlRow } from '../dialect/database.ts'
import { SqlRecordReader } from '../records/sql-record-reader.ts'
import { scalarKindOf } from '../where/target.ts'
import { countedValue } from './list-statements.ts'
import { documentOf } from './document-row.ts'
import type { DocumentTables } from './document-tables.ts'
import type { BoundStatement } from './statement.ts'

/** Most documents that one statement looks up: population requests thousands, which would take a while. */
const MOST_AT_ONCE = 1_000

const ALWAYS: Condition = { kind: 'always' }

/** Reads with the given session: committed state or a transaction. */
export class SqlDocumentReader implements DocumentReader {
  readonly records: RecordReader
  protected readonly tables: DocumentTables
  protected readonly session: Session

  constructor(tables: DocumentTables, session: Session) {
    this.tables = tables
    this.session = session
    this.records = new SqlRecordReader(tables.records, session)
  }

  async get(table: string, id: string, condition?: Condition, options?: LockOptions): Promise<StoredDocument | null> {
    const statements = this.tables.statements(table)
    if (!isStorableText(id)) return null
    const [row] = await this.rows(statements.get(id, condition, options?.lock))
    return row ? documentOf(row, statements.layout) : null
  }

  async getMany(
    table: string,
    ids: readonly string[],
    condition: Condition = ALWAYS,
    options?: LockOptions,
  ): Promise<StoredDocument[]> {
    const statements = this.tables.statements(table)
    // A list of one takes twice as long.
    if (ids.length === 1) {
      const only = await this.get(table, ids[0] ?? '', condition, options)
      return only ? [only] : []
    }
    const found: StoredDocument[] = []
    for await (const some of inPortions(ids)) {
      const rows = await this.rows(statements.getMany(some, condition, options?.lock))
      for (const row of rows) found.push(documentOf(row, statements.layout))
    }
    return found
  }

  async idsAmong(table: string, ids: readonly string[], condition: Condition = ALWAYS): Promise<string[]> {
    const statements = this.tables.statements(table)
    const found: string[] = []
    for await (const some of inPortions(ids))
      for (const [id] of await this.rows(statements.idsAmong(some, condition))) found.push(String(id))
    return found
  }

  async find(table: string, query: DocumentQuery): Promise<StoredDocument[]> {
    const statements = this.tables.statements(table)
    const rows = await this.rows(statements.lists.find(query))
    const documents = rows.map((row) => documentOf(row, statements.layout))
    if (documents.reduce((sum, { json }) => sum + json.length, 0) > LONGEST_READ) throw new TooLongTogether()
    return documents
  }

  async findIds(table: string, query: DocumentQuery): Promise<string[]> {
    const rows = await this.rows(this.tables.statements(table).lists.find(query, 'ids'))
    return rows.map(([id]) => String(id))
  }

  async count(table: string, where: Condition, union?: readonly FilteredTable[]): Promise<number> {
    return this.countAnew(this.tables.statements(table).totals.total(where, union).asked())
  }

  async page(table: string, query: DocumentQuery): Promise<DocumentPage> {
    const documents = await this.find(table, query)
    const { length } = documents
    // A page that is neither full nor empty is the last one, so the total follows from it.
    const isLast = length < query.limit && (length > 0 || query.offset === 0)
    return { documents, total: isLast ? query.offset + length : await this.count(table, query.where, query.union) }
  }

  async distinct(table: string, query: DistinctQuery): Promise<CountedValue[]> {
    const rows = await this.rows(this.tables.statements(table).lists.distinct(query))
    const kind = scalarKindOf(query.path)
    return rows.map((row) => countedValue(row, kind))
  }

  async findInverse(query: InverseQuery): Promise<Inverse[]> {
    const ids = [...new Set(query.ids)].filter(isStorableText)
    if (ids.length === 0) return []
    const rows = await this.rows(this.tables.statements(query.table).inverses.first({ ...query, ids }))
    return rows.flatMap(([id, gathered, counted]) => {
      const total = Number(counted)
      const sources = typeof gathered === 'string' ? (JSON.parse(gathered) as string[]) : []
      return total === 0 ? [] : [{ id: String(id), total, sources: sources.slice(0, query.limit) }]
    })
  }

  async referencesTo(collection: string, id: string, limit: number): Promise<StoredReference[]> {
    return isStorableText(id) ? this.tables.references.to(this.session, collection, id, limit) : []
  }

  async referencesOf(table: string, id: string): Promise<Reference[]> {
    return this.tables.references.of(this.session, table, id)
  }

  async sourcesAfter(after: ReferenceSource | null, limit: number): Promise<ReferenceSource[]> {
    return this.tables.references.sourcesAfter(this.session, after, limit)
  }

  async knowsWords(table: string, { id, json }: StoredDocument): Promise<boolean> {
    const { layout } = this.tables.statements(table)
    const { search } = layout.spec
    return !search || this.tables.search.isKept(this.session, layout, search, id, json)
  }

  async indexedAfter(table: string, after: string, limit: number): Promise<string[]> {
    const { layout } = this.tables.statements(table)
    return layout.spec.search ? this.tables.search.idsAfter(this.session, layout, after, limit) : []
  }

  protected async countAnew(statement: BoundStatement): Promise<number> {
    const [row] = await this.rows(statement)
    return Number(row?.[0])
  }

  protected rows(statement: BoundStatement): Promise<readonly SqlRow[]> {
    return this.session.rows(statement.text, statement.parameters, statement)
  }
}

/** Yields the storable ids in portions; other requests run in between. */
async function* inPortions(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  const storable = ids.filter(isStorableText)
  for (let first = 0; first < storable.length; first += MOST_AT_ONCE) {
    if (first > 0) await nextTurn()
    yield storable.slice(first, first + MOST_AT_ONCE)
  }
}
