import type { DataMigration, DocumentReader, Storage, StorageSchema } from '@quire/core'
import type { Database, Session } from './dialect/database.ts'
import { observed, type StatementObserver } from './dialect/observed.ts'
import type { PostgresOptions } from './dialect/postgres/postgres-database.ts'
import { postgresDialect } from './dialect/postgres/postgres-dialect.ts'
import type { SqlDialect } from './dialect/sql-dialect.ts'
import { openSqlite } from './dialect/sqlite/sqlite-database.ts'
import { sqliteDialect } from './dialect/sqlite/sqlite-dialect.ts'
import { DocumentTables } from './documents/document-tables.ts'
import { RememberingReader } from './documents/remembering-reader.ts'
import { SnapshotReader } from './documents/snapshot-reader.ts'
import { SqlDocumentReader } from './documents/sql-document-reader.ts'
import { runTransaction } from './documents/sql-transaction.ts'
import { SqlMigrations } from './schema/sql-migrations.ts'

export type DatabaseOptions =
  /** `path` is a file, which is made where there is none, or `:memory:`. */
  { readonly dialect: 'sqlite'; readonly path: string } | ({ readonly dialect: 'postgres' } & PostgresOptions)

export interface StorageOptions {
  readonly database: DatabaseOptions
  readonly schema: StorageSchema
  readonly dataMigrations?: readonly DataMigration[]
  /** Told of each statement that documents need, so that tests can count them. */
  readonly onStatement?: StatementObserver
}

/**
 * Opens a database as storage. It need not be migrated yet: `migrations` says what is missing.
 *
 * @example
 * const storage = await openStorage({ database: { dialect: 'sqlite', path: 'data/quire.db' }, schema: { tables: [] } })
 * await storage.migrations.apply()
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { database } = options
  if (database.dialect === 'postgres') {
    // The driver is loaded where somebody uses it.
    const { openPostgres } = await import('./dialect/postgres/postgres-database.ts')
    return storageOn(openPostgres(database), postgresDialect, options, (...of) => new SnapshotReader(...of))
  }
  const sqlite = await openSqlite(database.path)
  const { versions } = sqlite
  return storageOn(sqlite, sqliteDialect, options, (...of) =>
    versions ? new RememberingReader(...of, versions) : new SqlDocumentReader(...of),
  )
}

/** Storage on a database that is open already. */
function storageOn(
  database: Database,
  dialect: SqlDialect,
  options: Omit<StorageOptions, 'database'>,
  readerOf: (tables: DocumentTables, session: Session) => DocumentReader,
): Storage {
  const { schema, dataMigrations = [], onStatement } = options
  const tables = new DocumentTables(schema, dialect, database.writes)
  return {
    reader: readerOf(tables, observed(database.reader, onStatement)),
    transaction: (work) =>
      database.transaction((session) => runTransaction(tables, observed(session, onStatement), work)),
    migrations: new SqlMigrations(database, tables, dataMigrations),
    check: () => database.check(),
    close: () => database.close(),
  }
}
