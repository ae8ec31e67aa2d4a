import {
  type ColumnValue,
  QuireError,
  type RecordChanges,
  type RecordMatch,
  type RecordRow,
  type RecordWriter,
  UnstorableText,
  isStorableText,
} from '@quirecms/core'
import { NotGathered, UniqueViolation } from '../dialect/database.ts'
import type { TransactionSession } from '../documents/transaction-session.ts'
import type { BoundStatement } from '../documents/statement.ts'
import { parseMatch } from './record-match.ts'
import { isPlaced, type RecordStatements, type RecordTables } from './record-statements.ts'
import { type LaidOutColumn, type RecordLayout, refuseOtherType } from './record-layout.ts'
import { SqlRecordReader } from './sql-record-reader.ts'

export class SqlRecordWriter extends SqlRecordReader implements RecordWriter {
  readonly #session: TransactionSession
  /** Whether the transaction starts again without gathering if the database refuses a write. */
  readonly #gathers: boolean
  readonly #gathered = new GatheredRecords()
  /** The last gathered write under way: they run one after another, also for different callers. */
  #lastWrite: Promise<void> | undefined

  constructor(tables: RecordTables, session: TransactionSession, { gathers = false } = {}) {
    super(tables, session)
    this.#session = session
    this.#gathers = gathers
  }

  async insert(table: string, row: RecordRow): Promise<boolean> {
    const statements = this.tables.statements(table)
    const values = valuesOf(row, statements.layout)
    await this.flush(table)
    return (await this.#write(statements.insert(values))) > 0
  }

  async add(table: string, row: RecordRow): Promise<void> {
    const statements = this.tables.statements(table)
    if (this.#gathered.add(statements, valuesOf(row, statements.layout))) await this.flush(table)
  }

  async append(table: string, row: RecordRow): Promise<void> {
    const statements = this.tables.statements(table)
    if (!isPlaced(statements.layout)) throw new Error(`the key of ${table} is not for storage to fill`)
    if (this.#gathered.add(statements, valuesOf(row, statements.layout, statements.given))) await this.flush(table)
  }

  protected override flush(table: string): Promise<void> | undefined {
    const statements = this.tables.statements(table)
    return this.#gathered.has(statements) ? this.#writeGathered(this.#gathered.take(statements)) : this.#lastWrite
  }

  async flushAll(): Promise<void> {
    await (this.#gathered.isEmpty ? this.#lastWrite : this.#writeGathered(this.#gathered.take()))
  }

  /** Runs the last statements of the transaction, together with its commit if possible. */
  async flushWithCommit(): Promise<void> {
    if (this.#lastWrite) await this.#lastWrite
    if (!this.#gathered.isEmpty)
      await this.#session.changeLast(this.#gathered.take()).catch((error) => this.#refuse(error))
  }

  /** The part of the transaction that added them is rolled back. */
  dropGathered(): void {
    this.#gathered.drop()
  }

  markGathered(): ReturnType<GatheredRecords['mark']> {
    return this.#gathered.mark()
  }

  undoGathered(mark: ReturnType<GatheredRecords['mark']>): void {
    this.#gathered.undo(mark)
  }

  #writeGathered(statements: readonly BoundStatement[]): Promise<void> {
    const before = this.#lastWrite
    const write = async () => {
      await before
      await this.#session.changeAll(statements).catch((error) => this.#refuse(error))
    }
    const writing = write().finally(() => {
      if (this.#lastWrite === writing) this.#lastWrite = undefined
    })
    this.#lastWrite = writing
    return writing
  }

  async removeForeign(table: string): Promise<number> {
    await this.flush(table)
    return this.#write(this.tables.statements(table).removeForeign())
  }

  async update(table: string, match: RecordMatch, changes: RecordChanges): Promise<number> {
    const statements = this.tables.statements(table)
    refuseWrongValues(changes, statements.layout)
    if (Object.keys(changes).length === 0) throw new Error(`an update of ${table} changes nothing`)
    const parsed = parseMatch(match, statements.layout)
    await this.flush(table)
    return parsed.isPossible ? this.#write(statements.update(parsed, changes)) : 0
  }

  async remove(table: string, match: RecordMatch): Promise<number> {
    const statements = this.tables.statements(table)
    const parsed = parseMatch(match, statements.layout)
    await this.flush(table)
    return parsed.isPossible ? this.#write(statements.remove(parsed)) : 0
  }

  async #write({ text, parameters }: BoundStatement): Promise<number> {
    try {
      return await this.#session.change(text, parameters)
    } catch (error) {
      return this.#refuse(error)
    }
  }

  #refuse(error: unknown): never {
    if (!(error instanceof UniqueViolation)) throw error
    const refusal = this.#gathers
      ? new NotGathered(error)
      : new QuireError('conflict', 'There is already a record with this value.', { cause: error })
    this.#session.fail(refusal, { final: this.#gathers })
    throw refusal
  }
}

/** Values of a whole record in column order. Optimized, because most document changes insert a record. */
function valuesOf(row: RecordRow, layout: RecordLayout, columns = layout.columns): ColumnValue[] {
  const values: ColumnValue[] = []
  let known = 0
  for (const column of columns) {
    const value = row[column.name]
    if (value === undefined && !Object.hasOwn(row, column.name)) {
      if (!column.nullable) throw new Error(`a record of ${layout.spec.name} needs ${column.name}`)
      values.push(null)
      continue
    }
    known += 1
    if (value !== null || !column.nullable) {
      refuseOtherType(value, column)
      if (typeof value === 'string') refuseUnstorable(value, column)
    }
    values.push(value as ColumnValue)
  }
  // Throws for an unknown column.
  const names = Object.keys(row)
  if (names.length > known) for (const name of names) layout.column(name)
  return values
}

function refuseWrongValues(row: RecordChanges, layout: RecordLayout): asserts row is RecordRow {
  for (const [name, value] of Object.entries(row)) {
    const column = layout.column(name)
    if (value === null && column.nullable) continue
    refuseOtherType(value, column)
    if (typeof value === 'string') refuseUnstorable(value, column)
  }
}

function refuseUnstorable(text: string, { mostBytes }: LaidOutColumn): void {
  if (!isStorableText(text)) throw new UnstorableText()
  // A character takes at most three bytes, so few texts need measuring.
  if (text.length * 3 > mostBytes && Buffer.byteLength(text) > mostBytes) {
    throw new QuireError('validation', 'A text is too long to search for. Use a shorter one.')
  }
}

/** Gathered records of one table; a power of two, as statements are padded to these sizes. */
const MOST_WAITING = 64

/**
 * Gathered inserts of records. Those of a table become one statement, before the table is read, when there are many, or
 * with the commit. On PostgreSQL, each statement is a round trip.
 */
export class GatheredRecords {
  /** Values of each record, in the order of the given columns. */
  readonly #waiting = new Map<RecordStatements, (readonly ColumnValue[])[]>()

  /** Returns whether so many are waiting that they should be written. */
  add(statements: RecordStatements, values: readonly ColumnValue[]): boolean {
    const rows = this.#waiting.get(statements) ?? []
    rows.push(values)
    this.#waiting.set(statements, rows)
    return rows.length >= MOST_WAITING
  }

  has(statements: RecordStatements): boolean {
    return this.#waiting.has(statements)
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** Removes the records of this table, or of all, and returns the statements that insert them. */
  take(only?: RecordStatements): BoundStatement[] {
    const tables = only ? [only] : [...this.#waiting.keys()]
    return tables.flatMap((statements) => {
      const rows = this.#waiting.get(statements) ?? []
      this.#waiting.delete(statements)
      // Most transactions have one.
      return rows.length === 1
        ? statements.insertAll(rows)
        : inPowersOfTwo(rows).map((some) => statements.insertAll(some))
    })
  }

  /** A position for `undo`: the number of records of each table. Valid until one of them is written. */
  mark(): ReadonlyMap<RecordStatements, number> {
    return new Map([...this.#waiting].map(([statements, rows]) => [statements, rows.length]))
  }

  undo(mark: ReadonlyMap<RecordStatements, number>): void {
    for (const [statements, rows] of this.#waiting) {
      const before = mark.get(statements) ?? 0
      if (before === 0) this.#waiting.delete(statements)
      else rows.splice(before)
    }
  }

  /** Drops all: the part of the transaction that added them is rolled back. */
  drop(): void {
    this.#waiting.clear()
  }
}

/** Splits rows into groups whose sizes are powers of two, in order, the largest first. */
export function inPowersOfTwo<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const parts: (readonly Row[])[] = []
  for (let start = 0, length = MOST_WAITING; start < rows.length; length /= 2) {
    while (rows.length - start >= length) {
      parts.push(rows.slice(start, start + length))
      start += length
    }
  }
  return parts
}
