import type {
  CommittedQuery,
  CommittedRecords,
  Condition,
  RecordMatch,
  RecordName,
  RecordQuery,
  RecordReader,
  RecordRow,
} from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import { type RecordTables, recordOf } from './record-statements.ts'
import type { LaidOutColumn } from './record-layout.ts'
import { parseMatch } from './record-match.ts'

export class SqlRecordReader implements RecordReader {
  protected readonly tables: RecordTables
  readonly #session: Session

  constructor(tables: RecordTables, session: Session) {
    this.tables = tables
    this.#session = session
  }

  /** Writes gathered records of the table, so that the transaction's own reads see them. */
  protected flush(_table: string): Promise<void> | undefined {
    return undefined
  }

  async find<Row extends RecordRow>(
    table: RecordName<Row>,
    match: RecordMatch,
    query: RecordQuery = {},
  ): Promise<Row[]> {
    const { columns } = this.tables.statements(table).layout
    // Migrations guarantee that the table is as described, so its rows have that type.
    return (await this.#find(table, columns, match, query)) as Row[]
  }

  async findColumns<Row extends RecordRow, Name extends keyof Row & string>(
    table: RecordName<Row>,
    columns: readonly Name[],
    match: RecordMatch,
    query: RecordQuery = {},
  ): Promise<Pick<Row, Name>[]> {
    const { layout } = this.tables.statements(table)
    const chosen = columns.map((name) => layout.column(name))
    return (await this.#find(table, chosen, match, query)) as Pick<Row, Name>[]
  }

  async #find(
    table: string,
    columns: readonly LaidOutColumn[],
    match: RecordMatch,
    query: RecordQuery,
  ): Promise<RecordRow[]> {
    const statements = this.tables.statements(table)
    const parsed = parseMatch(match, statements.layout)
    const { text, parameters } = statements.find(columns, parsed, query)
    if (!parsed.isPossible) return []
    await this.flush(table)
    const { layout } = statements
    const rows = await this.#session.rows(text, parameters, {
      many:
        query.limit === 1
          ? undefined
          : {
              table: layout.table,
              most: query.limit ?? Number.POSITIVE_INFINITY,
              isPartial: columns.length < layout.columns.length,
            },
    })
    return rows.map((row) => recordOf(row, columns))
  }

  async readAppended<Row extends RecordRow>(
    table: RecordName<Row>,
    match: RecordMatch,
    query: CommittedQuery,
  ): Promise<CommittedRecords<Row>> {
    const statements = this.tables.statements(table)
    const { columns } = statements.layout
    const parsed = parseMatch(match, statements.layout)
    if (!parsed.isPossible) return { rows: [], isHeld: false }
    const { text, parameters } = statements.appended(parsed, query)
    const many = { table: statements.layout.table, most: query.limit }
    await this.flush(table)
    const found = await this.#session.rows(text, parameters, { many, committedOnly: true })
    const final = found.filter((row) => Boolean(row[columns.length]))
    return {
      rows: final.map((row) => recordOf(row, columns) as Row),
      isHeld: final.length < found.length,
    }
  }

  async readLastAppended<Row extends RecordRow>(table: RecordName<Row>): Promise<Row | null> {
    const statements = this.tables.statements(table)
    const { text, parameters } = statements.lastAppended()
    await this.flush(table)
    const [row] = await this.#session.rows(text, parameters, { committedOnly: true })
    return row ? (recordOf(row, statements.layout.columns) as Row) : null
  }

  async count(table: string, match: RecordMatch, where?: Condition, upTo?: number): Promise<number> {
    const statements = this.tables.statements(table)
    const parsed = parseMatch(match, statements.layout)
    if (!parsed.isPossible) return 0
    const { text, parameters } = statements.count(parsed, where, upTo)
    await this.flush(table)
    const [row] = await this.#session.rows(text, parameters)
    return Number(row?.[0])
  }

  async sum(table: string, column: string, match: RecordMatch): Promise<number> {
    const statements = this.tables.statements(table)
    const parsed = parseMatch(match, statements.layout)
    if (!parsed.isPossible) return 0
    const { text, parameters } = statements.sum(column, parsed)
    await this.flush(table)
    const [row] = await this.#session.rows(text, parameters)
    return Number(row?.[0])
  }
}
