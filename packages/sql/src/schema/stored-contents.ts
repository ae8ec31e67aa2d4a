import type { ColumnSpec, DocumentReader, RecordTable, StoredDocument } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session, SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { compileStatement } from '../documents/statement.ts'
import { tableName } from '../documents/table-layout.ts'
import { columnName, nameInDatabase } from './database-names.ts'

/** Large enough that round trips hardly count, and small enough for memory, whatever the content. */
const AT_ONCE = 100

/** Columns of a table that store content. */
export interface ContentColumns {
  readonly table: string
  readonly key: readonly { readonly column: string; readonly type: ColumnSpec['type'] }[]
  readonly json: { readonly column: string; readonly isJson: boolean }
  readonly shape: string
  /** Filter for rows; all of them if absent. */
  readonly only?: Fragment
}

export interface StoredContent {
  readonly key: readonly SqlValue[]
  readonly json: string
  readonly shape: string
}

export function contentOfDocuments(table: string): ContentColumns {
  return {
    table: tableName(table),
    key: [{ column: 'id', type: 'text' }],
    json: { column: 'data', isJson: true },
    shape: 'shape',
  }
}

export function contentOfRecords({ key, columns, contents }: RecordTable, name: string): ContentColumns | undefined {
  if (!contents) return undefined
  const types = new Map(columns.map((column) => [column.name, column.type]))
  return {
    table: nameInDatabase('rec', name),
    key: key.map((column) => ({ column: columnName(column), type: types.get(column) ?? 'text' })),
    json: { column: columnName(contents.json), isJson: false },
    shape: columnName(contents.shape),
  }
}

/**
 * Reads and writes only content, a few rows at a time. Migrations change it while other columns may not exist yet, and
 * in tables that are no longer configured.
 */
export class StoredContents {
  readonly #session: Session
  readonly #dialect: SqlDialect
  readonly #at: ContentColumns

  constructor(session: Session, dialect: SqlDialect, at: ContentColumns) {
    this.#session = session
    this.#dialect = dialect
    this.#at = at
  }

  async count(): Promise<number> {
    const [[count] = []] = await this.#rows(sql`select count(*) from ${sql.id(this.#at.table)}`)
    return Number(count)
  }

  async *batches(): AsyncGenerator<readonly StoredContent[]> {
    const { table, key, json, shape, only = sql`1 = 1` } = this.#at
    const keys = sql.join(key.map(({ column }) => sql.id(column)))
    const content = json.isJson ? this.#dialect.jsonAsText(sql.id(json.column)) : sql.id(json.column)
    for (let last: readonly SqlValue[] | undefined; ; ) {
      const above = last ? sql`and (${keys}) > (${sql.join(last)})` : sql``
      const rows = await this.#rows(
        sql`select ${keys}, ${sql.id(shape)}, ${content} from ${sql.id(table)} where ${only} ${above} order by ${keys} limit ${sql.lit(AT_ONCE)}`,
      )
      const batch = rows.map((row) => ({
        key: row.slice(0, key.length) as SqlValue[],
        shape: String(row[key.length]),
        json: String(row[key.length + 1]),
      }))
      yield batch
      last = batch.at(-1)?.key
      if (!last || batch.length < AT_ONCE) return
    }
  }

  /** Writes changed contents in one statement. */
  async write(changed: readonly StoredContent[]): Promise<void> {
    if (changed.length === 0) return
    const { table, key, json, shape } = this.#at
    const columns = [...key.map(({ column }) => column), shape, json.column]
    const listed = changed.map((one) => {
      const values = [...one.key.map(String), one.shape, one.json]
      return Object.fromEntries(columns.map((column, index) => [column, values[index]]))
    })
    const { types } = this.#dialect
    // The rows are bound as one JSON parameter, whose members are all texts.
    const given = (column: string, type: keyof SqlDialect['types']) =>
      type === 'text' ? sql.id('given', column) : sql`cast(${sql.id('given', column)} as ${types[type]})`
    const isSame = key.map(({ column, type }) => sql`${sql.id(table, column)} = ${given(column, type)}`)
    const statement = sql`update ${sql.id(table)} set
      ${sql.id(json.column)} = ${given(json.column, json.isJson ? 'json' : 'text')},
      ${sql.id(shape)} = ${given(shape, 'text')}
      from ${this.#dialect.recordsFrom(JSON.stringify(listed), columns)} as "given" where ${sql.join(isSame, sql` and `)}`
    const { text, parameters } = compileStatement(statement, this.#dialect)([])
    await this.#session.change(text, parameters)
  }

  async #rows(fragment: Fragment) {
    const { text, parameters } = compileStatement(fragment, this.#dialect)([])
    return this.#session.rows(text, parameters)
  }
}

const id = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const

/** All documents of a table, by their ids, a few at a time. */
export async function* everyDocument(reader: DocumentReader, table: string): AsyncGenerator<StoredDocument> {
  for (let last = ''; ; ) {
    const found = await reader.find(table, {
      where: { kind: 'compare', path: id, test: { op: 'gt', value: last } },
      sort: [{ path: id, descending: false }],
      limit: AT_ONCE,
      offset: 0,
    })
    yield* found
    const end = found.at(-1)
    if (!end || found.length < AT_ONCE) return
    last = end.id
  }
}
