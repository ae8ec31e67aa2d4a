import { resolve } from 'node:path'
import {
  ConfigurationError,
  limitsOf,
  postgres,
  type QuireConfig,
  sqlite,
  type SqlDatabaseConfig,
} from '@quirecms/core'

/** The value may hold a password, so messages do not repeat it. */
export const DATABASE_URL_FORM = 'must be postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH'

/** Null if invalid. Relative paths start at the working directory. */
export function parseDatabaseUrl(text: string): SqlDatabaseConfig | null {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return postgres(text)
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/s.exec(text) ?? []
  if (path === undefined) return null
  return sqlite(path === ':memory:' ? path : resolve(path))
}

/**
 * Applies DATABASE_URL to the configuration, as the command line does. A database in memory stays: an application that
 * configures one, above all in tests, must never get another one.
 */
export function honourDatabaseUrl<Config extends QuireConfig>(config: Config, env = process.env): Config {
  const { DATABASE_URL: text } = env
  if (!text || isInMemory(config)) return config
  const database = parseDatabaseUrl(text)
  if (!database) throw new ConfigurationError([{ place: 'DATABASE_URL', message: DATABASE_URL_FORM }])
  return withDatabase(config, database)
}

function isInMemory(config: QuireConfig): boolean {
  // Other values are refused by the configuration check.
  const database = (config as QuireConfig | undefined)?.database
  return database?.dialect === 'sqlite' && database.path === ':memory:'
}

/**
 * Replaces the database of a configuration, but keeps its limits and connection options. A custom storage stays,
 * because it has no address.
 */
export function withDatabase<Config extends QuireConfig>(config: Config, database: SqlDatabaseConfig): Config {
  // Other exports are refused by the configuration check.
  if (typeof config !== 'object' || config === null) return config
  const own = config.database
  if (own?.dialect === 'other') return config
  const limited = { ...database, ...limitsOf(own) }
  if (limited.dialect !== 'postgres' || own?.dialect !== 'postgres') return { ...config, database: limited }
  const { poolSize, pooler } = own
  const connected = { ...(poolSize !== undefined && { poolSize }), ...(pooler !== undefined && { pooler }) }
  return { ...config, database: { ...limited, ...connected } }
}
