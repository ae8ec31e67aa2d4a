export interface SqliteConfig {
  readonly dialect: 'sqlite'
  readonly path: string
}

export interface PostgresConfig extends PostgresOptions {
  readonly dialect: 'postgres'
  /** Undefined if the environment variable is not set, which is a configuration error. */
  readonly url: string | undefined
}

export interface PostgresOptions {
  /** The most connections that one instance opens. */
  readonly poolSize?: number
}

export type DatabaseConfig = SqliteConfig | PostgresConfig

/**
 * An embedded database in one file, the default. With `':memory:'`, nothing is kept.
 *
 * @example
 * sqlite('./data/app.db')
 */
export function sqlite(path: string): SqliteConfig {
  return { dialect: 'sqlite', path }
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
