import { type DatabaseOptions, openStorage } from '@quirecms/sql'
import { createTestDatabase, type Dialect, type StorageUnderTest } from '@quirecms/testkit'
import { inject } from 'vitest'

export interface OpenedDatabase extends StorageUnderTest {
  readonly database: DatabaseOptions
}

/** An empty database, on which storage can be opened several times. */
export async function createDatabase(dialect: Dialect): Promise<OpenedDatabase> {
  const created = await createTestDatabase(dialect, inject('postgresUrl'))
  const { config } = created
  // Very long: the duration of statements on a busy machine says nothing about the code.
  const limits = { queryTimeout: 300_000, transactionTimeout: 300_000 }
  const database: DatabaseOptions =
    config.dialect === 'sqlite'
      ? { dialect: 'sqlite', path: config.path, limits }
      : { dialect: 'postgres', url: config.url ?? '', pool: { max: 4 }, limits }
  return { database, open: (options) => openStorage({ ...options, database }), drop: () => created.remove() }
}
