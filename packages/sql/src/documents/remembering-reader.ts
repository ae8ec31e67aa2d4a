import {
  AskedBefore,
  type Condition,
  type DocumentPage,
  type DocumentQuery,
  type FilteredTable,
  Turn,
  waitingClient,
  workFor,
} from '@quirecms/core'
import type { Session, SqlRow } from '../dialect/database.ts'
import type { DocumentTables } from './document-tables.ts'
import { fromTheEnd } from './from-the-end.ts'
import { bytesOfRows, MOST_BYTES_OF_ONE, rememberRows } from './known-rows.ts'
import { rememberTotals } from './known-totals.ts'
import { besides, boundedListOf, NearerTotals } from './nearer-totals.ts'
import { SqlDocumentReader } from './sql-document-reader.ts'
import type { BoundStatement } from './statement.ts'
import { WaitingTogether } from './waiting-together.ts'

/** State of the tables: two equal results mean that nothing was committed to them in between. */
export interface TableStates {
  /** State of the given tables, or of all; undefined if it is unknown. */
  stateOf(tables?: readonly string[]): string | undefined
}

interface Counting {
  readonly state: string
  readonly total: Promise<number>
  readonly clients: WaitingTogether
}

/** Reads committed state through caches, which are valid until a table changes. */
export class RememberingReader extends SqlDocumentReader {
  readonly #states: TableStates
  readonly #totals = rememberTotals()
  readonly #nearer = new NearerTotals()
  readonly #rows = rememberRows()
  readonly #asked = new AskedBefore()
  /** Counts under way: after a change, many clients may request the same list. */
  readonly #counting = new Map<string, Counting>()

  constructor(tables: DocumentTables, session: Session, states: TableStates) {
    super(tables, session)
    this.#states = states
  }

  override async count(table: string, where: Condition, beside?: readonly FilteredTable[]): Promise<number> {
    const { key, tables, asked } = this.tables.statements(table).totals.total(where, beside)
    // Read before the count: a commit during the count makes the total belong to an outdated state, which is never
    // asked for again.
    const state = this.#states.stateOf(tables)
    const known = this.#totals.recall(key)
    if (state === undefined) return this.countAnew(asked())
    if (known?.state === state) return known.answer
    const counting = this.#counting.get(key)
    if (counting?.state === state && !counting.clients.isGone) {
      counting.clients.join(waitingClient())
      try {
        return await counting.total
      } finally {
        // Hundreds may have waited for this count; without a pause, all would continue, or be refused, at the same
        // moment.
        await new Turn(waitingClient()?.name).letOthersIn()
      }
    }
    const clients = new WaitingTogether(waitingClient())
    const total = workFor(clients, () => this.#countFromNearer(table, where, beside, state, asked))
    this.#counting.set(key, { state, total, clients })
    try {
      this.#totals.remember(key, { state, answer: await total })
      return await total
    } finally {
      if (this.#counting.get(key)?.total === total) this.#counting.delete(key)
    }
  }

  /** Counts only the documents that a narrower list with a known total lacks. */
  async #countFromNearer(
    table: string,
    where: Condition,
    beside: readonly FilteredTable[] | undefined,
    state: string,
    asked: () => BoundStatement,
  ): Promise<number> {
    const list = beside ? undefined : boundedListOf(where)
    if (!list) return this.countAnew(asked())
    const { totals } = this.tables.statements(table)
    const isStill = () => this.#states.stateOf(totals.total(where).tables) === state
    const part = this.#nearer.find(table, list, state)
    const rest = part && (await this.countAnew(totals.total(besides(list, part)).asked()))
    // Discard if the table changed between the two counts.
    const total = part && rest !== undefined && isStill() ? part.total + rest : await this.countAnew(asked())
    this.#nearer.add(table, list, state, total)
    return total
  }

  /** Reads a page near the end of a list backwards, if the total is known. */
  override async page(table: string, query: DocumentQuery): Promise<DocumentPage> {
    if (query.offset === 0) return super.page(table, query)
    const { key, tables } = this.tables.statements(table).totals.total(query.where, query.union)
    const known = this.#totals.recall(key)
    const isKnown = () => known !== undefined && known.state === this.#states.stateOf(tables)
    if (known && isKnown()) {
      const total = known.answer
      if (query.offset >= total) return { documents: [], total }
      const turned = fromTheEnd(query, total)
      const documents = turned && (await this.find(table, turned)).toReversed()
      // A commit during the read may have moved the end.
      if (documents && isKnown()) return { documents, total }
    }
    return super.page(table, query)
  }

  protected override async rows(statement: BoundStatement): Promise<readonly SqlRow[]> {
    const { tables, number, parameters } = statement
    if (!tables) return super.rows(statement)
    const key = `${number} ${JSON.stringify(parameters)}`
    const known = this.#rows.recall(key)
    if (!known && !this.#asked.note(key)) return super.rows(statement)
    // Read before the statement runs, so that a commit meanwhile invalidates the entry.
    const state = this.#states.stateOf(tables)
    if (state === undefined) return super.rows(statement)
    if (known?.state === state) return known.answer
    const rows = await super.rows(statement)
    if (bytesOfRows(rows) + key.length <= MOST_BYTES_OF_ONE) this.#rows.remember(key, { state, answer: rows })
    return rows
  }
}
