import type { Condition, DocumentPage, DocumentQuery } from '@quire/core'
import type { SqlRow } from '../dialect/database.ts'
import { documentOf } from './document-row.ts'
import { rememberTotals } from './known-totals.ts'
import { SqlDocumentReader } from './sql-document-reader.ts'

/**
 * Reads committed state. Each statement carries the total that is known and the state of the tables that it is of; only if that is
 * no longer their state does the database count. So it is right for any number of instances.
 */
export class SnapshotReader extends SqlDocumentReader {
  readonly #totals = rememberTotals()

  override async count(table: string, where: Condition): Promise<number> {
    const { key, asked } = this.tables.statements(table).lists.total(where)
    const [row = []] = await this.rows(asked(this.#totals.recall(key)))
    return this.#learn(key, row)
  }

  override async page(table: string, query: DocumentQuery): Promise<DocumentPage> {
    const { lists, layout } = this.tables.statements(table)
    const question = lists.page(query)
    if (!question) return super.page(table, query)
    const rows = await this.rows(question.asked(this.#totals.recall(question.key)))
    const total = this.#learn(question.key, rows[0] ?? [])
    // A page without documents is one row of nulls.
    return { documents: rows.filter(([id]) => id !== null).map((row) => documentOf(row, layout)), total }
  }

  /** The total and the state stand last. */
  #learn(key: string, row: SqlRow): number {
    const [total, state] = [Number(row.at(-2)), row.at(-1)]
    if (typeof state === 'string') this.#totals.remember(key, { state, answer: total })
    return total
  }
}
