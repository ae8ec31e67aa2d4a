import { type DatabaseOptions, openStorage } from '@quirecms/sql'
import { createTestDatabase, type Dialect, type StorageUnderTest } from '@quirecms/testkit'
import { inject } from 'vitest'

export interface OpenedDatabase extends StorageUnderTest {
  readonly database: DatabaseOptions
}

/** An empty database that storage can be opened on, as often as a test needs instances. */
export async function createDatabase(dialect: Dialect): Promise<OpenedDatabase> {
  const created = await createTestDatabase(dialect, inject('postgresUrl'))
  const { config } = created
  // Far away: how long a statement takes on a busy machine says nothing of the code.
  const limits = { queryTimeout: 300_000, transactionTimeout: 300_000 }
  const database: DatabaseOptions =
    config.dialect === 'sqlite'
      ? { dialect: 'sqlite', path: config.path, limits }
      : { dialect: 'postgres', url: config.url ?? '', pool: { max: 4 }, limits }
  return { database, open: (options) => openStorage({ ...options, database }), drop: () => created.remove() }
}
