import type { WriteLog } from '../database.ts'
import type { FileIdentity } from './file-identity.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * Tells whether tables may have changed. Commits of this process are counted, table by table; of those of other processes SQLite
 * knows that there were some: its data version, asked of the connection that writes, changes with the commits of all others, and this
 * process has no other connection that commits.
 */
export class TableVersions implements WriteLog {
  readonly #writer: SqliteConnection
  readonly #file: FileIdentity | undefined
  readonly #versions = new Map<string, number>()
  readonly #written = new Set<string>()
  #wroteAll = false
  /** What `versionOfOthers` says while the writer has a transaction open. */
  #othersMeanwhile: string | undefined
  #era = 0
  /** Of all tables together. */
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

  /** The writer has begun a transaction: until it ends, no other process commits. */
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
