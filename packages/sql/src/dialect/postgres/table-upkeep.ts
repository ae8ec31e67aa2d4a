import type pg from 'pg'
import type { PoolClient } from 'pg'
import type { Session, WriteLog } from '../database.ts'
import { sumUpChanges } from './table-changes.ts'

/** With fewer new rows, any plan is fine. */
const WORTH_A_LOOK = 1_000

/** Summing up this many rows takes no time. Rows of other processes are summed up with the first change. */
const MANY_CHANGES = 100

/**
 * Vacuums and analyzes a table as soon as it has doubled. Autovacuum runs only once a minute, and until then PostgreSQL
 * plans as if new tables were empty. `vacuum` updates the visibility map for index-only scans, `analyze` the column
 * statistics. Neither blocks writers. One table at a time, in the background. Also sums up the rows of the change
 * counters.
 */
export class TableUpkeep implements WriteLog {
  readonly #reader: Session
  readonly #pool: pg.Pool
  readonly #isPooled: boolean
  readonly #inserted = new Map<string, number>()
  /** By table: the number of new rows after which it is analyzed again. */
  readonly #due = new Map<string, number>()
  /** By table: the number of unsummed rows after which they are summed up. */
  readonly #changes = new Map<string, number>()
  #working: Promise<void> | undefined
  #summing: Promise<void> | undefined
  #connection: PoolClient | undefined
  #stopped = false

  /** `isPooled`: connection settings would leak to other clients of the pooler. */
  constructor(reader: Session, pool: pg.Pool, { isPooled }: { readonly isPooled: boolean }) {
    this.#reader = reader
    this.#pool = pool
    this.#isPooled = isPooled
  }

  wrote(table: string, inserted: number): void {
    this.#changes.set(table, (this.#changes.get(table) ?? MANY_CHANGES) + 1)
    if (inserted > 0) this.#inserted.set(table, this.#insertedInto(table) + inserted)
  }

  wroteAnything(): void {}

  ended(): void {
    if (!this.#stopped) this.#summing ??= this.#hasManyChanges() ? this.#sumUp() : undefined
    if (!this.#stopped) this.#working ??= this.#nextDue() === undefined ? undefined : this.#work()
  }

  /** Resolves when nothing is running, but does not wait for a large table. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#inserted.clear()
    await this.#connection?.end()
    await this.#working
    await this.#summing
  }

  #hasManyChanges(): boolean {
    for (const changes of this.#changes.values()) if (changes >= MANY_CHANGES) return true
    return false
  }

  async #sumUp(): Promise<void> {
    try {
      for (const [table, changes] of this.#changes) {
        if (changes < MANY_CHANGES || this.#stopped) continue
        this.#changes.set(table, 0)
        await sumUpChanges(this.#reader, table)
      }
    } catch {
      // The next write tries again; until then, there are more rows to sum up.
    } finally {
      this.#summing = undefined
    }
  }

  async #work(): Promise<void> {
    try {
      for (let table = this.#nextDue(); table !== undefined; table = this.#nextDue()) await this.#lookAfter(table)
    } catch {
      // Another owner's table, a lost connection or a busy database: safe to ignore, autovacuum follows later.
    } finally {
      this.#working = undefined
    }
  }

  #nextDue(): string | undefined {
    for (const [table, inserted] of this.#inserted) {
      if (inserted >= (this.#due.get(table) ?? WORTH_A_LOOK)) return table
    }
    return undefined
  }

  async #lookAfter(table: string): Promise<void> {
    const inserted = this.#insertedInto(table)
    // If it fails, the next attempt comes after as many rows again.
    this.#due.set(table, inserted * 2)
    const counted = 'select greatest(reltuples, 0)::bigint from pg_class where oid = to_regclass($1)'
    const [[known] = []] = await this.#reader.rows(counted, [`"${table}"`])
    if (inserted < Number(known)) this.#due.set(table, Number(known))
    else await this.#run(`vacuum (analyze, skip_locked) "${table}"`)
  }

  /** Uses a connection of its own with its own settings, because this may take longer than the query timeout. */
  async #run(statement: string): Promise<void> {
    const connection = await this.#pool.connect()
    this.#connection = connection
    // Without a listener, a connection error between two statements would end the process.
    connection.on('error', () => undefined)
    try {
      if (this.#stopped) return
      if (!this.#isPooled) await connection.query('set statement_timeout = 0')
      await connection.query(statement)
    } finally {
      this.#connection = undefined
      connection.release(true)
    }
  }

  #insertedInto(table: string): number {
    return this.#inserted.get(table) ?? 0
  }
}
