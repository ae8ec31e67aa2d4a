import type { DataMigration } from '../contracts/migrations.ts'
import type { Storage } from '../contracts/storage.ts'
import type { StorageSchema } from '../contracts/storage-schema.ts'
import type { Duration } from './quantities.ts'

export interface DatabaseLimits {
  /** Maximum duration of a query; `'5s'` by default. */
  readonly queryTimeout?: Duration
  /** Maximum duration of a transaction, including hooks; `'10s'` by default. */
  readonly transactionTimeout?: Duration
  /** Maximum number of queued writes; 1,000 by default. */
  readonly maxWaitingWrites?: number
}

export interface SqliteConfig extends DatabaseLimits {
  readonly dialect: 'sqlite'
  readonly path: string
}

export interface PostgresConfig extends PostgresOptions {
  readonly dialect: 'postgres'
  /** Undefined if the environment variable is not set, which is a configuration error. */
  readonly url: string | undefined
}

export interface PostgresOptions extends DatabaseLimits {
  /** Maximum number of connections of one instance. */
  readonly poolSize?: number
  /**
   * Set it if you connect through a pooler that assigns a connection to each transaction, such as PgBouncer with
   * `pool_mode = transaction`. Quire then keeps no state in connections, in particular no prepared statements.
   */
  readonly pooler?: 'transaction'
}

export type SqlDatabaseConfig = SqliteConfig | PostgresConfig

/** The contents that a storage must support. */
export interface StorageNeeds {
  readonly schema: StorageSchema
  /** One-time data migrations of the application; part of `Storage.migrations`. */
  readonly dataMigrations: readonly DataMigration[]
}

/**
 * Opens a custom storage (docs/storage.md#a-storage-of-your-own). `openDatabase` opens a built-in one, for a storage
 * that wraps it.
 */
export type OpenStorage = (
  needs: StorageNeeds,
  openDatabase: (database: SqlDatabaseConfig) => Promise<Storage>,
) => Storage | Promise<Storage>

/** A custom storage, or one from a package. */
export interface OtherDatabaseConfig {
  readonly dialect: 'other'
  readonly open: OpenStorage
}

export type DatabaseConfig = SqlDatabaseConfig | OtherDatabaseConfig

/**
 * An embedded database in one file, the default. With `':memory:'`, the data is lost when the process ends.
 *
 * @example
 * sqlite('./data/app.db', { transactionTimeout: '30s' })
 */
export function sqlite(path: string, limits: DatabaseLimits = {}): SqliteConfig {
  return { dialect: 'sqlite', path, ...limits }
}

/**
 * A PostgreSQL server, which many instances can share.
 *
 * @example
 * postgres(process.env['DATABASE_URL'], { poolSize: 20 })
 */
export function postgres(url: string | undefined, options: PostgresOptions = {}): PostgresConfig {
  return { dialect: 'postgres', url, ...options }
}

/** The limits only: they also apply if another database replaces the configured one. */
export function limitsOf(database: DatabaseConfig | undefined): DatabaseLimits {
  if (!database || database.dialect === 'other') return {}
  const { queryTimeout, transactionTimeout, maxWaitingWrites } = database
  return {
    ...(queryTimeout !== undefined && { queryTimeout }),
    ...(transactionTimeout !== undefined && { transactionTimeout }),
    ...(maxWaitingWrites !== undefined && { maxWaitingWrites }),
  }
}
