import { REFERENCES_TABLE } from '../../schema/database-names.ts'
import type { Session } from '../database.ts'
import type { TableSize } from '../work.ts'

const REMEMBERED_MS = 10_000

/** Size of a table that is not known yet: unlimited. */
const UNKNOWN: TableSize = { rows: Number.MAX_SAFE_INTEGER, bytes: 0 }

/** Tables of the storage on the search path. Statistics may be missing, sizes on disk never are. */
const SIZES = `select relname, greatest(reltuples, 0)::bigint, pg_table_size(oid) from pg_class
  where relkind = 'r' and (relname like 'doc\\_%' or relname = '${REFERENCES_TABLE}') and pg_table_is_visible(oid)`

/** Minimum size of a document on disk, roughly. */
const BYTES_OF_A_ROW = 200

/** Approximate table sizes, refreshed in the background; reads do not wait for them. */
export class PostgresTableSizes {
  readonly #reader: Session
  #sizes: ReadonlyMap<string, TableSize> = new Map()
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(reader: Session) {
    this.#reader = reader
  }

  of(table: string): TableSize {
    const now = performance.now()
    if (now - this.#askedAt > REMEMBERED_MS) {
      this.#askedAt = now
      // If the database is unreachable, reads of documents report it.
      void this.#ask().catch(() => undefined)
    }
    return this.#sizes.get(table) ?? UNKNOWN
  }

  async #ask(): Promise<void> {
    const rows = await this.#reader.rows(SIZES, [])
    this.#sizes = new Map(
      rows.map(([table, counted, bytes]) => [String(table), sizeOf(Number(counted), Number(bytes))]),
    )
  }
}

/** A table may have grown since its last count. */
function sizeOf(counted: number, bytes: number): TableSize {
  return { rows: counted > 0 ? counted : bytes / BYTES_OF_A_ROW, bytes }
}
