import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { BoundedCache, type MemoryBudget } from '../bounded-cache.ts'
import type { LastStatement, Session, SqlRow, SqlValue } from '../database.ts'
import { lengthOfRow } from './row-lengths.ts'
import { isBusy, translateSqliteError } from './sqlite-errors.ts'
import { registerFunctions } from './sqlite-functions.ts'

/** SQLite waits inside the call, which stops the event loop: only for what is over at once. Longer waits are ours. */
const BUSY_TIMEOUT_MS = 2
const GIVE_UP_AFTER_MS = 10_000
/** In characters of statements, each of which takes about twenty bytes. */
const CLUTTERED = 4 * 1024 * 1024

export interface RowsBegun {
  /** The first row, if there is any. */
  readonly first: readonly SqlRow[]
  readonly rest: Iterable<SqlRow>
}

/** One connection of `node:sqlite`. Calls are synchronous; the promises are for the contract, and for waiting while others write. */
export class SqliteConnection implements Session {
  readonly database: DatabaseSync
  readonly #statements: BoundedCache<StatementSync>
  #openings = 1
  #isClosed = false
  #temporary: 'memory' | 'file' = 'file'
  /** Characters of all statements since it was opened. */
  #prepared = 0
  #changes = 0

  /** `budget` is for prepared statements; all connections of a database share it. */
  constructor(path: string, budget: MemoryBudget) {
    this.#statements = new BoundedCache(budget)
    this.database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, returnArrays: true })
    try {
      this.#setUp()
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  rows(text: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    return this.#attempt(() => this.#all(text, parameters))
  }

  /** The same, or undefined once more of it was read than others should wait for. */
  shortRows(text: string, parameters: readonly SqlValue[], longest: number): Promise<SqlRow[] | undefined> {
    return this.#attempt(() => {
      const rows: SqlRow[] = []
      let length = 0
      for (const row of this.#each(text, parameters)) {
        rows.push(row)
        length += lengthOfRow(row)
        if (length > longest) return undefined
      }
      return rows
    })
  }

  /** Row after row, all of one moment, which whatever else it is asked meanwhile would be of as well. Errors are those of the driver. */
  begin(text: string, parameters: readonly SqlValue[]): Promise<RowsBegun> {
    // Others may keep it from reading its first row, and no other.
    return this.#attempt(() => {
      const rest = this.#each(text, parameters)
      const next = rest.next()
      return { first: next.done === true ? [] : [next.value], rest }
    })
  }

  /** The synchronous form, for what is over at once. */
  rowsNow(text: string, parameters: readonly SqlValue[] = []): SqlRow[] {
    return this.#all(text, parameters)
  }

  /** Grows with each statement of a session that may have written something. */
  get changes(): number {
    return this.#changes
  }

  async change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    try {
      const { changes } = this.#statement(text).run(...(parameters as SQLInputValue[]))
      // One that fails leaves nothing behind by itself.
      this.#changes += 1
      return Number(changes)
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  async changeAll(statements: readonly LastStatement[]): Promise<void> {
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

  /** The synchronous form, for the writer, which must not let others in between its own statements. Kept, as they are always the same. */
  execute(text: string): void {
    try {
      this.#statement(text).run()
    } catch (error) {
      throw translateSqliteError(error)
    }
  }

  /**
   * Where SQLite puts what is not for long: copies of pages that a savepoint may undo, and what it sorts. In memory, the copies cost little
   * more than a third of what they cost in a file; what is sorted can be as large as the database. Not for use within a transaction.
   */
  keepTemporary(place: 'memory' | 'file'): void {
    if (place === this.#temporary) return
    this.database.exec(`pragma temp_store = ${place}`)
    this.#temporary = place
  }

  /** Throws where nothing can be written, and writes nothing. A writer that is at work, here or in another process, proves enough. */
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

  /** Changes whenever another connection has committed. Undefined while SQLite cannot tell: the next statement will hear why. */
  versionOfOthers(): string | undefined {
    try {
      const [version] = this.#all('pragma data_version', [])[0] ?? []
      return `${this.#openings}.${String(version)}`
    } catch {
      return undefined
    }
  }

  /**
   * Whether it holds much that nobody needs. A statement that is kept no longer is released with its object, which the engine may collect
   * much later: it knows nothing of the memory behind it. Closing the connection releases all at once.
   */
  get isCluttered(): boolean {
    // One that could not be opened again is tried once more.
    return !this.#isClosed && (this.#prepared > CLUTTERED || !this.database.isOpen)
  }

  /** After a failure that left the connection in a state of its own: what was not committed is gone. */
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
    // Durable even through a loss of power: WAL alone is not, at its default of NORMAL.
    this.database.exec('pragma synchronous = full')
    // Most of what is busy stays in memory, and a page that many writes touch goes to the database file once for all of them.
    this.database.exec('pragma cache_size = -8000; pragma wal_autocheckpoint = 4000')
  }

  #all(text: string, parameters: readonly SqlValue[]): SqlRow[] {
    return this.#statement(text).all(...(parameters as SQLInputValue[])) as unknown as SqlRow[]
  }

  #each(text: string, parameters: readonly SqlValue[]): IterableIterator<SqlRow> {
    return this.#statement(text).iterate(...(parameters as SQLInputValue[])) as unknown as IterableIterator<SqlRow>
  }

  async #attempt<T>(read: () => T): Promise<T> {
    try {
      return read()
    } catch (error) {
      if (!isBusy(error)) throw translateSqliteError(error)
      return whileBusy(read)
    }
  }

  #statement(text: string): StatementSync {
    return this.#statements.getOrMake(text, () => {
      this.#prepared += text.length
      return this.database.prepare(text)
    })
  }
}

/**
 * Another process writes: try again, ever more seldom, without stopping the event loop. `asks` is told how long it takes, and says
 * whether to look more often since the lock may soon be had.
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
    // Uneven, so that processes which collided do not collide again.
    await sleep(pause / 2 + Math.random() * pause)
  }
}
