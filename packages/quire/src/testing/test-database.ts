import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SqlDatabaseConfig } from '@quirecms/core'
import { Client } from 'pg'
import { temporaryFolder } from './temporary-folder.ts'

export type Dialect = 'sqlite' | 'postgres'

export const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres']

export interface TestDatabase {
  readonly config: SqlDatabaseConfig
  remove(): Promise<void>
}

/** Generous limits, because tests insert thousands of documents on busy machines. */
const PATIENCE = { queryTimeout: '30s', transactionTimeout: '60s' } as const

/** The URL of a PostgreSQL user who may create databases, if the environment names one. */
export function postgresOfTests(): string | undefined {
  return process.env['QUIRE_TEST_POSTGRES'] || undefined
}

/** The Vitest tag of suites on PostgreSQL, if the environment names one: `vitest --tags-filter '!release'` leaves them out. */
export function tagOfPostgres(): string | undefined {
  return process.env['QUIRE_TEST_POSTGRES_TAG'] || undefined
}

/**
 * Creates an empty database for one test: a file in its own folder, or a database on a PostgreSQL server, which
 * `QUIRE_TEST_POSTGRES` names unless you do.
 */
export async function createTestDatabase(dialect: Dialect, postgresUrl = postgresOfTests()): Promise<TestDatabase> {
  if (dialect === 'sqlite') return sqliteFile()
  if (postgresUrl === undefined)
    throw new Error(
      'Set QUIRE_TEST_POSTGRES to the URL of a PostgreSQL user who may create databases, such as postgresql://postgres:secret@localhost/postgres.',
    )
  return postgresDatabase(postgresUrl)
}

async function sqliteFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(temporaryFolder(), 'quire-test-'))
  return {
    config: { dialect: 'sqlite', path: join(folder, 'test.db'), ...PATIENCE },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function postgresDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copies files: the alternative writes all of them to the log.
  await asAdmin(adminUrl, `create database ${name} strategy file_copy`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    config: { dialect: 'postgres', url: url.href, poolSize: 4, ...PATIENCE },
    remove: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
