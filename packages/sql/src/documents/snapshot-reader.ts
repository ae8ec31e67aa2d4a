import type { Condition, DocumentPage, DocumentQuery, FilteredTable, StoredDocument } from '@quirecms/core'
import type { SqlRow } from '../dialect/database.ts'
import { documentOf } from './document-row.ts'
import { fromTheEnd } from './from-the-end.ts'
import { type KnownTotal, rememberTotals } from './known-totals.ts'
import { SqlDocumentReader } from './sql-document-reader.ts'
import type { TableLayout } from './table-layout.ts'

/**
 * Reads committed state. Each statement carries the known total and the state of the tables that it was counted in; the
 * database counts only if their state differs. So totals are exact with any number of instances.
 */
export class SnapshotReader extends SqlDocumentReader {
  readonly #totals = rememberTotals()

  override async count(table: string, where: Condition, beside?: readonly FilteredTable[]): Promise<number> {
    const { key, asked } = this.tables.statements(table).totals.total(where, beside)
    const [row = []] = await this.rows(asked(this.#totals.recall(key)))
    return this.#learn(key, row)
  }

  override async page(table: string, query: DocumentQuery): Promise<DocumentPage> {
    const { totals, layout } = this.tables.statements(table)
    const question = totals.page(query)
    if (!question) return super.page(table, query)
    const known = this.#totals.recall(question.key)
    const nearEnd = known && query.offset > 0 && (await this.#nearEnd(table, query, known))
    if (nearEnd) return nearEnd
    const rows = await this.rows(question.asked(this.#totals.recall(question.key)))
    const total = this.#learn(question.key, rows[0] ?? [])
    return { documents: documentsIn(rows, layout), total }
  }

  /** Reads a page near the end of a list from its end; undefined if the known total is outdated. */
  async #nearEnd(table: string, query: DocumentQuery, known: KnownTotal): Promise<DocumentPage | undefined> {
    const { totals, layout } = this.tables.statements(table)
    if (query.offset >= known.answer) {
      const total = await this.count(table, query.where)
      return total <= query.offset ? { documents: [], total } : undefined
    }
    const turned = fromTheEnd(query, known.answer)
    const question = turned && totals.page(turned)
    if (!question) return undefined
    const rows = await this.rows(question.asked(known))
    // / In another state, this is a different page, and the total is outdated.
    if (rows[0]?.at(-1) !== known.state) return undefined
    return { documents: documentsIn(rows, layout).toReversed(), total: known.answer }
  }

  /** Caches the total of a list and the state that it was counted in: the last two columns of the row. */
  #learn(key: string, row: SqlRow): number {
    const [total, state] = [Number(row.at(-2)), row.at(-1)]
    if (typeof state === 'string') this.#totals.remember(key, { state, answer: total })
    return total
  }
}

/** An empty page is one row of nulls. */
function documentsIn(rows: readonly SqlRow[], layout: TableLayout): StoredDocument[] {
  return rows.filter(([id]) => id !== null).map((row) => documentOf(row, layout))
}
