import {
  type Condition,
  type DocumentPage,
  type DocumentQuery,
  isGone,
  LruByBytes,
  type FilteredTable,
  type StoredDocument,
  TimeSlice,
  type WaitingClient,
  waitingClient,
  withClient,
} from '@quirecms/core'
import type { Reach, Session, SqlRow } from '../dialect/database.ts'
import { documentOf } from './document-row.ts'
import type { DocumentTables } from './document-tables.ts'
import { SqlDocumentReader } from './sql-document-reader.ts'
import type { TableLayout } from './table-layout.ts'
import type { KnownTotal } from './total-statements.ts'

/** State of the tables: two equal results mean that nothing was committed to them in between. */
export interface TableStates {
  /** State of the given tables; undefined if it is unknown. */
  stateOf(tables: readonly string[]): string | undefined
}

interface Counting {
  readonly state: string
  readonly total: Promise<number>
  readonly clients: WaitingTogether
}

function cacheOfTotals(): LruByBytes<KnownTotal> {
  return new LruByBytes({ most: 4 * 1024 * 1024, bytesOf: ({ state }) => 2 * state.length })
}

/** Reads committed state of SQLite. Totals that take long are cached until a table changes that they depend on. */
export class SqliteCommittedReader extends SqlDocumentReader {
  readonly #states: TableStates
  readonly #isBrief: (reach: readonly Reach[]) => boolean
  readonly #totals = cacheOfTotals()
  /** Counts under way: after a change, many clients may request the same list. */
  readonly #counting = new Map<string, Counting>()

  constructor(
    tables: DocumentTables,
    session: Session,
    states: TableStates,
    isBrief: (reach: readonly Reach[]) => boolean,
  ) {
    super(tables, session)
    this.#states = states
    this.#isBrief = isBrief
  }

  override async count(table: string, where: Condition, union?: readonly FilteredTable[]): Promise<number> {
    const question = this.tables.statements(table).totals.total(where, union)
    const statement = question.asked()
    if (this.#isBrief(statement.reach)) return this.countAnew(statement)
    const { key, tables } = question
    // Read before the count: a commit during the count makes the total belong to an outdated state, which is never
    // asked for again.
    const state = this.#states.stateOf(tables)
    if (state === undefined) return this.countAnew(statement)
    const known = this.#totals.get(key)
    if (known?.state === state) return known.total
    const counting = this.#counting.get(key)
    if (counting?.state === state && !counting.clients.isGone) {
      counting.clients.join(waitingClient())
      try {
        return await counting.total
      } finally {
        // Hundreds may have waited for this count; without a pause, all would continue, or be refused, at the same
        // moment.
        await new TimeSlice(waitingClient()?.name).letOthersIn()
      }
    }
    const clients = new WaitingTogether(waitingClient())
    const total = withClient(clients, () => this.countAnew(statement))
    this.#counting.set(key, { state, total, clients })
    try {
      this.#totals.set(key, { state, total: await total })
      return await total
    } finally {
      if (this.#counting.get(key)?.total === total) this.#counting.delete(key)
    }
  }
}

/**
 * Reads committed state of PostgreSQL. A statement carries the total that is known and the state of the tables that it
 * was counted in; only if that is no longer their state does the database count. So any number of instances get exact
 * totals.
 */
export class PostgresCommittedReader extends SqlDocumentReader {
  readonly #totals = cacheOfTotals()

  override async count(table: string, where: Condition, union?: readonly FilteredTable[]): Promise<number> {
    const { key, asked } = this.tables.statements(table).totals.total(where, union)
    const [row = []] = await this.rows(asked(this.#totals.get(key)))
    return this.#learn(key, row)
  }

  override async page(table: string, query: DocumentQuery): Promise<DocumentPage> {
    const { totals, layout } = this.tables.statements(table)
    const question = totals.page(query)
    if (!question) return super.page(table, query)
    const rows = await this.rows(question.asked(this.#totals.get(question.key)))
    const total = this.#learn(question.key, rows[0] ?? [])
    return { documents: documentsIn(rows, layout), total }
  }

  /** Caches the total of a list, and the state that it was counted in: the last two columns of the row. */
  #learn(key: string, row: SqlRow): number {
    const [total, state] = [Number(row.at(-2)), row.at(-1)]
    if (typeof state === 'string') this.#totals.set(key, { state, total })
    return total
  }
}

/** A page without documents is one row of nulls. */
function documentsIn(rows: readonly SqlRow[], layout: TableLayout): StoredDocument[] {
  return rows.filter(([id]) => id !== null).map((row) => documentOf(row, layout))
}

/**
 * Clients that share one query; aborted when all have left. The signal is created on demand, because few queries take
 * long enough to need it.
 */
class WaitingTogether implements WaitingClient {
  /** The client that asked first: the shared work is charged to it. */
  readonly name: string | undefined
  /** Undefined stands for a caller that cannot go away, such as a job: with one of those, the work is never cancelled. */
  readonly #clients: (WaitingClient | undefined)[] = []
  #ending: AbortController | undefined

  constructor(first: WaitingClient | undefined) {
    this.name = first?.name
    this.join(first)
  }

  get isGone(): boolean {
    return this.#clients.every(isGone)
  }

  get gone(): AbortSignal {
    if (this.#ending) return this.#ending.signal
    this.#ending = new AbortController()
    for (const client of this.#clients) this.#endWith(client)
    if (this.isGone) this.#ending.abort()
    return this.#ending.signal
  }

  join(client: WaitingClient | undefined): void {
    this.#clients.push(client)
    if (this.#ending) this.#endWith(client)
  }

  #endWith(client: WaitingClient | undefined): void {
    const look = () => {
      if (this.isGone) this.#ending?.abort()
    }
    client?.gone?.addEventListener('abort', look, { once: true })
  }
}
