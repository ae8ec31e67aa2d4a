import type { BoundedCount, Reach, Session, SqlRow, SqlValue } from '../database.ts'
import { workOf } from '../work.ts'
import type { FileIdentity } from './file-identity.ts'
import type { ReaderProcesses } from './reader-processes.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { SqliteTableSizes } from './sqlite-table-sizes.ts'

/** What a statement may pass, in entries of an index, while everybody else waits: about two milliseconds. */
const MOST_BESIDE_NOBODY = 50_000

/** Reads committed state: what is over at once right here, and what might take longer in a process beside the event loop. */
export class SqliteReader implements Session {
  readonly #connection: SqliteConnection
  readonly #processes: ReaderProcesses
  readonly #file: FileIdentity
  readonly #sizes: SqliteTableSizes

  constructor(connection: SqliteConnection, processes: ReaderProcesses, file: FileIdentity) {
    this.#connection = connection
    this.#processes = processes
    this.#file = file
    this.#sizes = new SqliteTableSizes(connection)
  }

  async rows(text: string, parameters: readonly SqlValue[], reach: readonly Reach[] = []): Promise<SqlRow[]> {
    this.#file.checkSometimes()
    const work = reach.length === 0 ? 0 : this.#workOf(reach)
    if (work <= MOST_BESIDE_NOBODY) return this.#connection.rows(text, parameters)
    // The process may have to open it first.
    this.#file.check()
    return this.#processes.rows(text, parameters, work)
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#connection.change(text, parameters)
  }

  command(text: string): Promise<void> {
    return this.#connection.command(text)
  }

  #workOf(reach: readonly Reach[]): number {
    const sizeOf = (table: string) => this.#sizes.of(table)
    const work = workOf(reach, sizeOf)
    if (work <= MOST_BESIDE_NOBODY) return work
    // Counting goes through the other tables as well.
    const others = reach.filter(({ counted }) => !counted)
    if (others.length === reach.length || workOf(others, sizeOf) > MOST_BESIDE_NOBODY) return work
    return workOf(
      reach.map((one) => (one.counted ? { ...one, most: this.#count(one.counted) } : one)),
      sizeOf,
    )
  }

  #count({ text, parameters, upTo }: BoundedCount): number {
    const [[count] = []] = this.#connection.rowsNow(text, parameters)
    return Number(count) < upTo ? Number(count) : Number.POSITIVE_INFINITY
  }
}
