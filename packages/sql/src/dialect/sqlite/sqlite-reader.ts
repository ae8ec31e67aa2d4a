import type { BoundedCount, ReadHints, Reach, Session, SqlRow, SqlValue } from '../database.ts'
import { countsToKnow, withCounts, workOf } from '../work.ts'
import type { FileIdentity } from './file-identity.ts'
import type { LongRows } from './long-rows.ts'
import type { ReaderProcesses } from './reader-processes.ts'
import { type SqliteConnection, unlessBusy } from './sqlite-connection.ts'
import { translateSqliteError } from './sqlite-errors.ts'
import { SqliteTableSizes } from './sqlite-table-sizes.ts'

/** Statements that scan at most this many index entries run on the event loop: about two milliseconds. */
const MOST_BESIDE_NOBODY = 50_000
/** Limit for the result in characters; a million of them beyond ASCII takes three milliseconds. */
const LONGEST_AT_ONCE = 256 * 1024
/** The time limit is for members of long documents: results are short, but the whole content is parsed. */
const AT_ONCE = { characters: LONGEST_AT_ONCE, milliseconds: 8 }

/**
 * Reads committed state: quick statements here, slow ones in a child process. Between two transactions, quick ones use
 * the writer's connection, whose page cache survives its own commits; SQLite empties that of every other connection.
 */
export class SqliteReader implements Session {
  readonly #writer: SqliteConnection
  readonly #connection: SqliteConnection
  readonly #long: LongRows
  readonly #processes: ReaderProcesses
  readonly #file: FileIdentity
  readonly #sizes: SqliteTableSizes

  /** `connection` reads while the writer has an open transaction. */
  constructor(
    { writer, connection }: { readonly writer: SqliteConnection; readonly connection: SqliteConnection },
    long: LongRows,
    processes: ReaderProcesses,
    file: FileIdentity,
  ) {
    this.#writer = writer
    this.#connection = connection
    this.#long = long
    this.#processes = processes
    this.#file = file
    this.#sizes = new SqliteTableSizes(connection)
  }

  async rows(text: string, parameters: readonly SqlValue[], hints: ReadHints = {}): Promise<SqlRow[]> {
    const { reach = [], many } = hints
    this.#file.checkSometimes()
    const work = reach.length === 0 ? 0 : this.#workOf(reach)
    if (work <= MOST_BESIDE_NOBODY) {
      return many
        ? this.#readMany(text, parameters)
        : unlessBusy(() => this.#withoutTransaction.rowsNow(text, parameters))
    }
    hints.onSlow?.()
    // The process may have to open the file first.
    this.#file.check()
    return this.#processes.rows(text, parameters, work)
  }

  /** Whether a statement reads so few index entries that it takes less than estimating it. */
  isBrief(reach: readonly Reach[]): boolean {
    return reach.every(({ tests }) => tests === 0) && this.#workOf(reach) <= MOST_BESIDE_NOBODY
  }

  /** Row by row, because reading in one call would block the event loop for as long as the rows are long. */
  async #readMany(text: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    const short = await unlessBusy(() => this.#withoutTransaction.shortRowsNow(text, parameters, AT_ONCE))
    return short ?? this.#readLong(text, parameters)
  }

  /** Reads from the beginning, on a connection that yields; what was read so far is little. */
  #readLong(text: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    // Otherwise, opening would create an empty file.
    this.#file.check()
    return this.#long.rows(text, parameters)
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#connection.change(text, parameters)
  }

  command(text: string): Promise<void> {
    return this.#connection.command(text)
  }

  /** Chosen anew for each attempt: a batch may begin while a read waits for a lock. */
  get #withoutTransaction(): SqliteConnection {
    const connection = this.#writer.inTransaction ? this.#connection : this.#writer
    if (connection.isCluttered) this.#reopen(connection)
    return connection
  }

  /** Reopens the same file, not one that has replaced it. */
  #reopen(connection: SqliteConnection): void {
    this.#file.check()
    try {
      connection.reopen()
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  #workOf(reach: readonly Reach[]): number {
    if (this.#connection.isCluttered) this.#reopen(this.#connection)
    const sizeOf = (table: string) => this.#sizes.of(table)
    const counts = countsToKnow(reach, sizeOf, MOST_BESIDE_NOBODY).map((count) => [count, this.#count(count)] as const)
    return workOf(withCounts(reach, new Map(counts)), sizeOf)
  }

  #count({ text, parameters }: BoundedCount): number {
    const [[count] = []] = this.#connection.rowsNow(text, parameters)
    return Number(count)
  }
}
