import type { ColumnValue } from '@quirecms/core'
import type { BoundStatement } from '../documents/statement.ts'
import type { RecordStatements } from './record-statements.ts'

/** Limit for one table; a power of two, so that few statements are enough. */
const MOST_WAITING = 64

/**
 * Deferred inserts of a transaction. Those of a table are batched into one statement, which runs before the table is
 * read, when there are many, and at the latest with the commit. On PostgreSQL, each statement is a round trip.
 */
export class LateRecords {
  /** The values of each record, in the order of its given columns. */
  readonly #waiting = new Map<RecordStatements, (readonly ColumnValue[])[]>()

  /** Returns whether it is time to write them. */
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

  /** Takes the statements that write deferred records of this table, or of all. */
  take(only?: RecordStatements): BoundStatement[] {
    const tables = only ? [only] : [...this.#waiting.keys()]
    return tables.flatMap((statements) => {
      const rows = this.#waiting.get(statements) ?? []
      this.#waiting.delete(statements)
      // / Most transactions insert one.
      return rows.length === 1
        ? statements.insertAll(rows)
        : inPowersOfTwo(rows).map((some) => statements.insertAll(some))
    })
  }

  /** Number of records of each table, for `undo`, if none was written since. */
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

  /** The part of the transaction that added them is rolled back. */
  drop(): void {
    this.#waiting.clear()
  }
}

/** Splits rows into groups whose sizes are powers of two, the largest first. */
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
