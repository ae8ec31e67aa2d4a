import type { SqlDatabaseConfig } from '@quirecms/core'
import { DATABASE_URL_FORM, parseDatabaseUrl } from '../database-url.ts'
import { CommandFailure } from './command-failure.ts'

/**
 * Settings from the environment; they override the configuration, and options override them
 * (docs/contract/command-line.md#precedence).
 */
export interface Environment {
  readonly host?: string
  readonly port?: number
  readonly database?: SqlDatabaseConfig
}

/** Empty variables count as unset. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const { HOST, PORT, DATABASE_URL } = env
  return {
    ...(HOST && { host: HOST }),
    ...(PORT && { port: parsePort(PORT) }),
    ...(DATABASE_URL && { database: databaseOf(DATABASE_URL) }),
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new CommandFailure(`PORT must be a whole number from 0 to 65535, not '${text}'.`)
}

function databaseOf(url: string): SqlDatabaseConfig {
  const database = parseDatabaseUrl(url)
  if (database) return database
  throw new CommandFailure(`DATABASE_URL ${DATABASE_URL_FORM}.`)
}
