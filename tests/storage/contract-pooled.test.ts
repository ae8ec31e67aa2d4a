import { openStorage } from '@quire/sql'
import { must, TransactionPooler } from '@quire/testkit'
import { describe } from 'vitest'
import { besideContract } from '../../packages/quire/src/testing/storage-contract/beside.ts'
import { documentsContract } from '../../packages/quire/src/testing/storage-contract/documents.ts'
import { migrationsContract } from '../../packages/quire/src/testing/storage-contract/migrations.ts'
import { recordsInTransactionsContract } from '../../packages/quire/src/testing/storage-contract/records-in-transactions.ts'
import { recordsMigrationsContract } from '../../packages/quire/src/testing/storage-contract/records-migrations.ts'
import { referencesContract } from '../../packages/quire/src/testing/storage-contract/references.ts'
import { snapshotsContract } from '../../packages/quire/src/testing/storage-contract/snapshots.ts'
import { transactionsContract } from '../../packages/quire/src/testing/storage-contract/transactions.ts'
import { createDatabase } from './databases.ts'

async function createPooled() {
  const direct = await createDatabase('postgres')
  const { database } = direct
  const pooler = await TransactionPooler.open(must('url' in database ? database.url : undefined, 'url'), { size: 4 })
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
 * The parts of the contract that a pooler can break: those with transactions, locks and several instances, and one with statements of
 * every kind. What a condition or a sort finds is the same SQL on any connection, and `contract-postgres` is about that.
 */
describe('storage contract on PostgreSQL behind a pooler of transactions', () => {
  documentsContract(createPooled)
  besideContract(createPooled)
  referencesContract(createPooled)
  transactionsContract(createPooled)
  snapshotsContract(createPooled)
  migrationsContract(createPooled)
  recordsInTransactionsContract(createPooled)
  recordsMigrationsContract(createPooled)
})
