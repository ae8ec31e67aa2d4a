import { REFERENCES_TABLE } from '../../schema/database-names.ts'
import type { TableSize } from '../work.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

const REMEMBERED_MS = 1_000
const MEASURED_DOCUMENTS = 16
const FEW_REFERENCES = 50_000
const MANY_REFERENCES = 1_000_000
const EMPTY: TableSize = { rows: 0, bytes: 0 }

/**
 * Estimates table sizes without a scan: the number of rows ever added, times the average length of documents sampled
 * from the whole table. The last few alone would not do: a writer of short documents could make the table look small.
 * Accurate enough to tell milliseconds from seconds.
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
    try {
      return table === REFERENCES_TABLE ? this.#countReferences() : this.#measureDocuments(table)
    } catch {
      // If the table or database doesn't exist, the statement itself reports it.
      return EMPTY
    }
  }

  /** They have no rowid. Counts up to a limit, since more precision is not needed. */
  #countReferences(): TableSize {
    const count = `select count(*) from (select 1 from "${REFERENCES_TABLE}" limit ${FEW_REFERENCES + 1})`
    const [[rows] = []] = this.#connection.rowsNow(count)
    return { rows: Number(rows) <= FEW_REFERENCES ? Number(rows) : MANY_REFERENCES, bytes: 0 }
  }

  #measureDocuments(table: string): TableSize {
    const places = Array.from({ length: MEASURED_DOCUMENTS }, () => Math.random())
    const some = `select (select octet_length("data") from "${table}" where rowid >= "rows" * "value" order by rowid limit 1) as "length"`
    const measure = `select "rows", (select avg("length") from (${some} from json_each(?)))
      from (select max(rowid) as "rows" from "${table}")`
    const [[rows, average = 0] = []] = this.#connection.rowsNow(measure, [JSON.stringify(places)])
    return { rows: Number(rows), bytes: Number(rows) * Number(average) }
  }
}
