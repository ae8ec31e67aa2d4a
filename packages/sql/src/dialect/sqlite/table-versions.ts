import type { WriteLog } from '../database.ts'
import type { FileIdentity } from './file-identity.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * Tells whether tables may have changed. Counts commits of this process for each table. Commits of other processes
 * change SQLite's data version as seen by the writing connection, which is the only connection of this process that
 * commits.
 */
export class TableVersions implements WriteLog {
  readonly #writer: SqliteConnection
  readonly #file: FileIdentity | undefined
  readonly #versions = new Map<string, number>()
  readonly #written = new Set<string>()
  #wroteAll = false
  /** Result of `versionOfOthers` while the writer has an open transaction. */
  #othersMeanwhile: string | undefined
  #era = 0
  /** Number of commits to any table. */
  #commits = 0

  constructor(writer: SqliteConnection, file?: FileIdentity) {
    this.#writer = writer
    this.#file = file
  }

  wrote(table: string): void {
    this.#written.add(table)
  }

  wroteAnything(): void {
    this.#wroteAll = true
  }

  /**
   * Runs in the same turn as the commit, so that no read comes between them. Rolled-back writes count too, which is
   * harmless.
   */
  committed(): void {
    for (const table of this.#written) this.#versions.set(table, this.#versionOf(table) + 1)
    if (this.#written.size > 0) this.#commits += 1
    this.#written.clear()
    if (this.#wroteAll) this.#era += 1
    this.#wroteAll = false
  }

  stateOf(tables?: readonly string[]): string | undefined {
    // Cached answers don't touch the database, so a deleted file would go unnoticed.
    this.#file?.checkSometimes()
    const others = this.#writer.versionOfOthers()
    if (others === undefined) return undefined
    let state = `${others} ${this.#era}`
    if (!tables) return `${state} ${this.#commits}`
    for (const table of tables) state += ` ${this.#versionOf(table)}`
    return state
  }

  /** The writer has begun a transaction: no other process can commit until it ends. */
  began(): void {
    this.#othersMeanwhile = undefined
  }

  stateForWriter(table: string): string | undefined {
    if (this.#wroteAll || this.#written.has(table)) return undefined
    this.#othersMeanwhile ??= this.#writer.versionOfOthers()
    return this.#othersMeanwhile && `${this.#othersMeanwhile} ${this.#era} ${this.#versionOf(table)}`
  }

  #versionOf(table: string): number {
    return this.#versions.get(table) ?? 0
  }
}
