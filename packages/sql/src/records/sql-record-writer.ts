import {
  type ColumnValue,
  QuireError,
  type RecordChanges,
  type RecordMatch,
  type RecordRow,
  type RecordWriter,
  UnstorableText,
} from '@quirecms/core'
import { NotGathered, UniqueViolation } from '../dialect/database.ts'
import type { GuardedSession } from '../documents/guarded-session.ts'
import type { BoundStatement } from '../documents/statement.ts'
import { isStorableText } from '../where/storable-text.ts'
import { LateRecords } from './late-records.ts'
import { type LaidOutColumn, refuseOtherType, type RecordLayout } from './record-layout.ts'
import { readMatch } from './record-match.ts'
import { isPlaced } from './record-statements.ts'
import type { RecordTables } from './record-tables.ts'
import { SqlRecordReader } from './sql-record-reader.ts'

/** Records of one transaction. */
export class SqlRecordWriter extends SqlRecordReader implements RecordWriter {
  readonly #guarded: GuardedSession
  /** Whether the transaction starts again without deferring if the database refuses a write. */
  readonly #gathers: boolean
  readonly #late = new LateRecords()
  /** Deferred writes run one after another, also for different callers. */
  #settling: Promise<void> | undefined

  constructor(tables: RecordTables, session: GuardedSession, { gathers = false } = {}) {
    super(tables, session)
    this.#guarded = session
    this.#gathers = gathers
  }

  async insert(table: string, row: RecordRow): Promise<boolean> {
    const statements = this.tables.statements(table)
    const values = valuesOf(row, statements.layout)
    await this.settle(table)
    return (await this.#write(statements.insert(values))) > 0
  }

  async add(table: string, row: RecordRow): Promise<void> {
    const statements = this.tables.statements(table)
    if (this.#late.add(statements, valuesOf(row, statements.layout))) await this.settle(table)
  }

  async append(table: string, row: RecordRow): Promise<void> {
    const statements = this.tables.statements(table)
    if (!isPlaced(statements.layout)) throw new Error(`the key of ${table} is not for storage to fill`)
    if (this.#late.add(statements, valuesOf(row, statements.layout, statements.given))) await this.settle(table)
  }

  protected override settle(table: string): Promise<void> | undefined {
    const statements = this.tables.statements(table)
    return this.#late.has(statements) ? this.#writeLate(this.#late.take(statements)) : this.#settling
  }

  /** Writes all deferred records. */
  async settleAll(): Promise<void> {
    await (this.#late.isEmpty ? this.#settling : this.#writeLate(this.#late.take()))
  }

  /** Runs the last statements of the transaction, together with its commit if possible. */
  async settleWithCommit(): Promise<void> {
    if (this.#settling) await this.#settling
    if (!this.#late.isEmpty) await this.#guarded.changeLast(this.#late.take()).catch((error) => this.#refuse(error))
  }

  /** The part of the transaction that added them is rolled back. */
  dropLate(): void {
    this.#late.drop()
  }

  markLate(): ReturnType<LateRecords['mark']> {
    return this.#late.mark()
  }

  undoLate(mark: ReturnType<LateRecords['mark']>): void {
    this.#late.undo(mark)
  }

  #writeLate(statements: readonly BoundStatement[]): Promise<void> {
    const before = this.#settling
    const write = async () => {
      await before
      await this.#guarded.changeAll(statements).catch((error) => this.#refuse(error))
    }
    const writing = write().finally(() => {
      if (this.#settling === writing) this.#settling = undefined
    })
    this.#settling = writing
    return writing
  }

  async removeForeign(table: string): Promise<number> {
    await this.settle(table)
    return this.#write(this.tables.statements(table).removeForeign())
  }

  async update(table: string, match: RecordMatch, changes: RecordChanges): Promise<number> {
    const statements = this.tables.statements(table)
    refuseWrongValues(changes, statements.layout)
    if (Object.keys(changes).length === 0) throw new Error(`an update of ${table} changes nothing`)
    const read = readMatch(match, statements.layout)
    await this.settle(table)
    return read.isPossible ? this.#write(statements.update(read, changes)) : 0
  }

  async remove(table: string, match: RecordMatch): Promise<number> {
    const statements = this.tables.statements(table)
    const read = readMatch(match, statements.layout)
    await this.settle(table)
    return read.isPossible ? this.#write(statements.remove(read)) : 0
  }

  async #write({ text, parameters }: BoundStatement): Promise<number> {
    try {
      return await this.#guarded.change(text, parameters)
    } catch (error) {
      return this.#refuse(error)
    }
  }

  #refuse(error: unknown): never {
    if (!(error instanceof UniqueViolation)) throw error
    const refusal = this.#gathers
      ? new NotGathered(error)
      : new QuireError('conflict', 'There is already a record with this value.', { cause: error })
    this.#guarded.fail(refusal, { final: this.#gathers })
    throw refusal
  }
}

/** Values of a whole record in the order of its columns. Optimized, since most changes of documents insert one. */
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
  // / Throws for an unknown column.
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
  // / A character takes at most three bytes, so few texts need measuring.
  if (text.length * 3 > mostBytes && Buffer.byteLength(text) > mostBytes) {
    throw new QuireError('validation', 'A text is too long to search for. Use a shorter one.')
  }
}
