import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { LruByBytes } from '@quirecms/core'
import type { WriteStatement, Session, SqlRow, SqlValue } from '../database.ts'
import { isBusy, translateSqliteError } from './sqlite-errors.ts'
import { registerFunctions } from './sqlite-functions.ts'

/** SQLite waits synchronously and blocks the event loop, so its own timeout is short. `whileBusy` waits longer. */
const BUSY_TIMEOUT_MS = 2
const GIVE_UP_AFTER_MS = 10_000
/**
 * Prepared statements of a connection, in bytes of their text. SQLite takes about ten times as much; there are six
 * connections at most.
 */
const PREPARED = { most: 768 * 1024, longest: 16 * 1024 }
/** In characters of statement text; each takes about twenty bytes of memory. */
const CLUTTERED = 4 * 1024 * 1024

export interface RowsBegun {
  /** The first row, if any. */
  readonly first: readonly SqlRow[]
  readonly rest: Iterable<SqlRow>
}

/**
 * One connection of `node:sqlite`. Calls are synchronous; they return promises because of the interface, and because
 * they retry while the database is locked.
 */
export class SqliteConnection implements Session {
  readonly database: DatabaseSync
  readonly #statements = new LruByBytes<StatementSync>(PREPARED)
  #openings = 1
  #isClosed = false
  #temporary: 'memory' | 'file' = 'file'
  /** Characters of all statements prepared since the connection was opened. */
  #prepared = 0
  /** Statements that may have changed something; not the rows that they changed. */
  #changes = 0

  constructor(path: string) {
    this.database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, returnArrays: true })
    try {
      this.#setUp()
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  rows(text: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    return unlessBusy(() => this.#all(text, parameters))
  }

  /** Returns undefined if the result is longer or takes longer. Throws the driver's errors. */
  shortRowsNow(
    text: string,
    parameters: readonly SqlValue[],
    most: { readonly characters: number; readonly milliseconds: number },
  ): SqlRow[] | undefined {
    const rows: SqlRow[] = []
    let length = 0
    const began = performance.now()
    for (const row of this.#each(text, parameters)) {
      rows.push(row)
      length += lengthOfRow(row)
      if (length > most.characters || performance.now() - began > most.milliseconds) return undefined
    }
    return rows
  }

  /**
   * Begins to read row by row from one snapshot. Until it ends, other reads of this connection see the same snapshot.
   * Throws the driver's errors.
   */
  begin(text: string, parameters: readonly SqlValue[]): Promise<RowsBegun> {
    // Only the first row can fail because of a lock.
    return unlessBusy(() => {
      const rest = this.#each(text, parameters)
      const next = rest.next()
      return { first: next.done === true ? [] : [next.value], rest }
    })
  }

  /** The synchronous form, for statements that are fast. Throws the driver's errors. */
  rowsNow(text: string, parameters: readonly SqlValue[] = []): SqlRow[] {
    return this.#all(text, parameters)
  }

  get changes(): number {
    return this.#changes
  }

  async change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    try {
      const { changes } = this.#statement(text).run(...(parameters as SQLInputValue[]))
      // A failed statement leaves no changes.
      this.#changes += 1
      return Number(changes)
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  async changeAll(statements: readonly WriteStatement[]): Promise<void> {
    try {
      for (const { text, parameters } of statements) {
        this.#statement(text).run(...(parameters as SQLInputValue[]))
        this.#changes += 1
      }
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  async command(text: string): Promise<void> {
    this.#changes += 1
    try {
      this.database.exec(text)
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  /**
   * The synchronous form, for the writer, which must not yield between its own statements. The prepared statements are
   * cached, as there are only a few.
   */
  execute(text: string): void {
    try {
      this.#statement(text).run()
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  /**
   * Where SQLite keeps temporary data: page copies for savepoints, and sorted rows. In memory, page copies cost
   * little more than a third as much; sorted rows can be as large as the database. Not for use within a transaction.
   */
  keepTemporary(place: 'memory' | 'file'): void {
    if (place === this.#temporary) return
    this.database.exec(`pragma temp_store = ${place}`)
    this.#temporary = place
  }

  /** Throws if the database is read-only; writes nothing. A lock held by another writer proves enough. */
  checkWritable(): void {
    if (this.inTransaction) return
    try {
      this.database.exec('begin immediate')
      this.database.exec('rollback')
    } catch (error) {
      if (!isBusy(error)) throw translateSqliteError(error)
    }
  }

  /** False once SQLite has rolled back by itself, as it may when the disk is full. */
  get inTransaction(): boolean {
    return this.database.isOpen && this.database.isTransaction
  }

  /**
   * Changes whenever another connection has committed. Undefined if the query fails: the next statement will report the
   * error.
   */
  versionOfOthers(): string | undefined {
    try {
      const [version] = this.#all('pragma data_version', [])[0] ?? []
      return `${this.#openings}.${String(version)}`
    } catch {
      return undefined
    }
  }

  /**
   * Whether the connection holds much unused memory. An evicted statement is freed when its object is garbage
   * collected, possibly much later: V8 does not see the native memory behind it. Closing the connection frees all of it
   * at once.
   */
  get isCluttered(): boolean {
    // A failed reopen is tried once more.
    return !this.#isClosed && (this.#prepared > CLUTTERED || !this.database.isOpen)
  }

  /** Reopens the connection after a failure that left it in an unknown state; uncommitted changes are lost. */
  reopen(): void {
    this.#shut()
    this.database.open()
    this.#openings += 1
    this.#prepared = 0
    this.#temporary = 'file'
    this.#setUp()
  }

  close(): void {
    this.#isClosed = true
    this.#shut()
  }

  #shut(): void {
    this.#statements.clear()
    if (this.database.isOpen) this.database.close()
  }

  #setUp(): void {
    registerFunctions(this.database)
    // Durable through a loss of power: WAL with its default, NORMAL, is not.
    this.database.exec('pragma synchronous = full')
    // A cache for the busiest pages, and rare checkpoints: a page that many writes touch is copied to the database file
    // once.
    this.database.exec('pragma cache_size = -8000; pragma wal_autocheckpoint = 4000')
  }

  #all(text: string, parameters: readonly SqlValue[]): SqlRow[] {
    return this.#statement(text).all(...(parameters as SQLInputValue[])) as unknown as SqlRow[]
  }

  #each(text: string, parameters: readonly SqlValue[]): IterableIterator<SqlRow> {
    return this.#statement(text).iterate(...(parameters as SQLInputValue[])) as unknown as IterableIterator<SqlRow>
  }

  #statement(text: string): StatementSync {
    return this.#statements.getOrMake(text, () => {
      this.#prepared += text.length
      return this.database.prepare(text)
    })
  }
}

/** Reads at once, or, while the database is locked, as soon as it is not. */
export async function unlessBusy<T>(read: () => T): Promise<T> {
  try {
    return read()
  } catch (error) {
    if (!isBusy(error)) throw translateSqliteError(error)
    return whileBusy(read)
  }
}

/**
 * Retries while another process holds the write lock, with growing pauses, without blocking the event loop. `asks`
 * receives the time waited, and says whether to retry more often because the lock may soon be free.
 */
export async function whileBusy<T>(
  attempt: () => T,
  patience = GIVE_UP_AFTER_MS,
  asks: (waited: number) => boolean = () => false,
): Promise<T> {
  const since = performance.now()
  let longestPause = 32
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > patience) throw translateSqliteError(error)
      if (asks(performance.now() - since)) longestPause = 8
    }
    // Jitter, so that processes that collided do not collide again.
    await sleep(pause / 2 + Math.random() * pause)
  }
}

/** Approximate size of a row, in characters. */
export function lengthOfRow(row: SqlRow): number {
  let length = 0
  for (const value of row) length += typeof value === 'string' ? value.length : 8
  return length
}
