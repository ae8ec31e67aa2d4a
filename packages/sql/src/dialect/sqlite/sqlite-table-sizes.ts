import { REFERENCES_TABLE } from '../../schema/own-tables.ts'
import type { TableSize } from '../work.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

const REMEMBERED_MS = 1_000
const EMPTY: TableSize = { rows: 0, bytes: 0 }

/**
 * About how large tables are, without reading them: how many rows were ever added, and how long the last few documents are. Enough to
 * tell what takes a moment from what takes seconds.
 */
export class SqliteTableSizes {
  readonly #connection: SqliteConnection
  readonly #known = new Map<string, { readonly size: TableSize; readonly at: number }>()

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  of(table: string): TableSize {
    const known = this.#known.get(table)
    const now = performance.now()
    if (known && now - known.at < REMEMBERED_MS) return known.size
    const size = this.#measure(table)
    this.#known.set(table, { size, at: now })
    return size
  }

  #measure(table: string): TableSize {
    const length = table === REFERENCES_TABLE ? '0' : 'octet_length("data")'
    const last = `select ${length} as "length" from "${table}" order by rowid desc limit 10`
    const measure = `select (select max(rowid) from "${table}"), (select avg("length") from (${last}))`
    try {
      const [[rows, average = 0] = []] = this.#connection.rowsNow(measure)
      return { rows: Number(rows), bytes: Number(rows) * Number(average) }
    } catch {
      // There is no such table yet, or no database: the statement itself will say so.
      return EMPTY
    }
  }
}
