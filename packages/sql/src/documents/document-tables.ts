import type { DocumentTable, StorageSchema } from '@quirecms/core'
import type { WriteLog } from '../dialect/database.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import { RecordTables } from '../records/record-tables.ts'
import { DocumentStatements } from './document-statements.ts'
import { RelationshipIndex } from './relationship-index.ts'
import { SearchIndex } from './search-index.ts'
import { statementCache } from './statement.ts'
import { layoutsOf, type TableLayout } from './table-layout.ts'

/**
 * All statements for documents and records; created once for each database and shared by its reader and its
 * transactions.
 */
export class DocumentTables {
  readonly dialect: SqlDialect
  readonly layouts: ReadonlyMap<string, TableLayout>
  readonly references: RelationshipIndex
  readonly search: SearchIndex
  readonly records: RecordTables
  readonly writes: WriteLog
  readonly #schema: StorageSchema
  readonly #statements: ReadonlyMap<string, DocumentStatements>

  constructor(schema: StorageSchema, dialect: SqlDialect, writes: WriteLog) {
    this.#schema = schema
    this.dialect = dialect
    this.writes = writes
    this.layouts = layoutsOf(schema)
    const cache = statementCache()
    this.references = new RelationshipIndex(dialect)
    this.search = new SearchIndex(dialect)
    this.records = new RecordTables(schema, dialect, cache)
    this.#statements = new Map(
      [...this.layouts].map(([name, layout]) => [
        name,
        new DocumentStatements(layout, dialect, (table) => this.statements(table).layout, cache),
      ]),
    )
  }

  /** The schema with further tables of documents, for migrations that need tables which are no longer configured. */
  with(tables: readonly DocumentTable[]): DocumentTables {
    const schema = { ...this.#schema, tables: [...this.#schema.tables, ...tables] }
    return new DocumentTables(schema, this.dialect, this.writes)
  }

  statements(table: string): DocumentStatements {
    const statements = this.#statements.get(table)
    if (!statements) throw new Error(`there is no table ${table}`)
    return statements
  }
}
