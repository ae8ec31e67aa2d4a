// @module-tag release
import { openStorage } from '@quirecms/sql'
import { must, TransactionPooler } from '@quirecms/testkit'
import { afterAll, describe, inject } from 'vitest'
import { besideContract } from '../../../packages/quire/src/testing/storage-contract/beside.ts'
import { documentsContract } from '../../../packages/quire/src/testing/storage-contract/documents.ts'
import { migrationsContract } from '../../../packages/quire/src/testing/storage-contract/migrations.ts'
import { recordsInTransactionsContract } from '../../../packages/quire/src/testing/storage-contract/records-in-transactions.ts'
import { recordsMigrationsContract } from '../../../packages/quire/src/testing/storage-contract/records-migrations.ts'
import { referencesContract } from '../../../packages/quire/src/testing/storage-contract/references.ts'
import { snapshotsContract } from '../../../packages/quire/src/testing/storage-contract/snapshots.ts'
import { transactionsContract } from '../../../packages/quire/src/testing/storage-contract/transactions.ts'
import { type PgBouncer, startPgBouncer } from '../../setup/pgbouncer.ts'
import { isInstalled } from '../../setup/programs.ts'
import { createDatabase } from './databases.ts'

interface Pooled {
  readonly url: string
  close(): Promise<void>
}

/** An empty database behind a pooler. */
async function createPooled(poolerOf: (url: string) => Promise<Pooled>) {
  const direct = await createDatabase('postgres')
  const { database } = direct
  const pooler = await poolerOf(must('url' in database ? database.url : undefined, 'url'))
  const pooled = { ...database, dialect: 'postgres', url: pooler.url, pooler: 'transaction' } as const
  return {
    open: (options: Parameters<typeof direct.open>[0]) => openStorage({ ...options, database: pooled }),
    drop: async () => {
      await pooler.close()
      await direct.drop()
    },
  }
}

/**
 * Parts of the contract that a pooler can break: transactions, locks, several instances, and each kind of statement.
 * Results of conditions and sorts don't depend on the connection.
 */
describe('storage contract on PostgreSQL behind a pooler of transactions', () => {
  const create = () => createPooled((url) => TransactionPooler.open(url, { size: 4 }))
  documentsContract(create)
  besideContract(create)
  referencesContract(create)
  transactionsContract(create)
  snapshotsContract(create)
  migrationsContract(create)
  recordsInTransactionsContract(create)
  recordsMigrationsContract(create)
})

const reason = isInstalled('pgbouncer') ? '' : ' (not run: pgbouncer is not installed)'

/**
 * Behind the real PgBouncer. The tests' own pooler passes each transaction to the connection that was idle longest, and
 * so reveals leftover state. Only these parts can differ.
 */
describe.skipIf(reason)(`storage contract on PostgreSQL behind PgBouncer${reason}`, () => {
  let running: Promise<PgBouncer> | undefined
  afterAll(async () => (await running)?.stop())
  // One PgBouncer for all databases: each database has its own pool.
  const start = () =>
    startPgBouncer(
      inject('postgresUrl'),
      ({ server, port, userList }) => `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${userList}
pool_mode = transaction
max_client_conn = 400
default_pool_size = 4
`,
    )
  const create = () =>
    createPooled(async (url) => {
      running ??= start()
      const pooler = await running
      return { url: pooler.urlOf(new URL(url).pathname.slice(1)), close: async () => {} }
    })
  documentsContract(create)
  transactionsContract(create)
  snapshotsContract(create)
  migrationsContract(create)
})
