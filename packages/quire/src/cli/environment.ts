import { resolve } from 'node:path'
import { type DatabaseConfig, postgres, sqlite } from '@quire/core'
import { CommandFailure } from './command-failure.ts'

/** What the environment says; it stands above the configuration and below the options (contract 13). */
export interface Environment {
  readonly host?: string
  readonly port?: number
  readonly database?: DatabaseConfig
}

/** Variables that are set to nothing count as not set. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const { HOST, PORT, DATABASE_URL } = env
  return {
    ...(HOST && { host: HOST }),
    ...(PORT && { port: parsePort(PORT) }),
    ...(DATABASE_URL && { database: parseDatabaseUrl(DATABASE_URL) }),
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new CommandFailure(`PORT must be a whole number from 0 to 65535, not '${text}'.`)
}

/** The value may hold a password, so messages do not repeat it. A relative path starts where the person typed it. */
function parseDatabaseUrl(text: string): DatabaseConfig {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return postgres(text)
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/s.exec(text) ?? []
  if (path === undefined) {
    throw new CommandFailure('DATABASE_URL must be postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH.')
  }
  return sqlite(path === ':memory:' ? path : resolve(path))
}
