import type { DataMigration } from '../contracts/migrations.ts'
import type { Storage } from '../contracts/storage.ts'
import type { StorageSchema } from '../contracts/storage-schema.ts'
import type { Duration } from './quantities.ts'

/** How much of the database one call may have (docs/contract/limits.md#time). */
export interface DatabaseLimits {
  /** How long a query may take; `'5s'` by default. */
  readonly queryTimeout?: Duration
  /** How long a transaction may be open, hooks included; `'10s'` by default. */
  readonly transactionTimeout?: Duration
  /** How many writes may wait for their turn; 1,000 by default. */
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
  /** The most connections that one instance opens. */
  readonly poolSize?: number
  /**
   * Set it if a pooler stands in between that hands each transaction to another connection, as PgBouncer does with
   * `pool_mode = transaction`. Nothing is then kept with a connection, prepared statements above all.
   */
  readonly pooler?: 'transaction'
}

/** A database that Quire opens by itself. */
export type SqlDatabaseConfig = SqliteConfig | PostgresConfig

/** What a storage must hold. */
export interface StorageNeeds {
  readonly schema: StorageSchema
  /** What the application wants done to what is stored, once; part of `Storage.migrations`. */
  readonly dataMigrations: readonly DataMigration[]
}

/**
 * Opens a storage of your own (docs/storage.md#a-storage-of-your-own). `openDatabase` opens one that Quire knows, for a storage that stands in
 * front of it.
 */
export type OpenStorage = (
  needs: StorageNeeds,
  openDatabase: (database: SqlDatabaseConfig) => Promise<Storage>,
) => Storage | Promise<Storage>

/** A storage of your own, or of a package that makes such a value. */
export interface OtherDatabaseConfig {
  readonly dialect: 'other'
  readonly open: OpenStorage
}

export type DatabaseConfig = SqlDatabaseConfig | OtherDatabaseConfig

/**
 * An embedded database in one file, the default. With `':memory:'`, nothing is kept.
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

/** The limits alone, which hold for whatever database is used in the place of the configured one. */
export function limitsOf(database: DatabaseConfig | undefined): DatabaseLimits {
  if (!database || database.dialect === 'other') return {}
  const { queryTimeout, transactionTimeout, maxWaitingWrites } = database
  return {
    ...(queryTimeout !== undefined && { queryTimeout }),
    ...(transactionTimeout !== undefined && { transactionTimeout }),
    ...(maxWaitingWrites !== undefined && { maxWaitingWrites }),
  }
}
