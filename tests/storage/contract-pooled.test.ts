import { openStorage } from '@quire/sql'
import { must, storageContract, TransactionPooler } from '@quire/testkit'
import { createDatabase } from './databases.ts'

storageContract('PostgreSQL behind a pooler of transactions', async () => {
  const direct = await createDatabase('postgres')
  const { database } = direct
  const pooler = await TransactionPooler.open(must('url' in database ? database.url : undefined, 'url'), { size: 4 })
  const pooled = { ...database, dialect: 'postgres', url: pooler.url, pooler: 'transaction' } as const
  return {
    open: (options) => openStorage({ ...options, database: pooled }),
    drop: async () => {
      await pooler.close()
      await direct.drop()
    },
  }
})
