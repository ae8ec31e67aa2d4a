import type { Condition } from '@quire/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from './document-tables.ts'
import { KnownTotals } from './known-totals.ts'
import { SqlDocumentReader } from './sql-document-reader.ts'

/** What tells whether tables have changed: the same answer twice means that nothing was committed to them in between. */
export interface TableStates {
  /** Undefined where that is not known. */
  stateOf(tables: readonly string[]): string | undefined
}

/** Reads committed state, and counts again only what may have changed. */
export class RememberingReader extends SqlDocumentReader {
  readonly #states: TableStates
  readonly #totals = new KnownTotals()

  constructor(tables: DocumentTables, session: Session, states: TableStates) {
    super(tables, session)
    this.#states = states
  }

  override async count(table: string, where: Condition): Promise<number> {
    const { key, tables, asked } = this.tables.statements(table).lists.total(where)
    // Before the count: what is committed while it runs makes the total one of an older state, which nobody will ask for.
    const state = this.#states.stateOf(tables)
    const known = this.#totals.recall(key)
    if (known && known.state === state) return known.total
    const total = await this.countAnew(asked())
    if (state !== undefined) this.#totals.remember(key, { state, total })
    return total
  }
}
