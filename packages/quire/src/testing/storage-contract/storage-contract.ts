import { describe } from 'vitest'
import { besideContract } from './beside.ts'
import { conditionsContract } from './conditions.ts'
import { distinctContract } from './distinct.ts'
import { documentsContract } from './documents.ts'
import { lookedUpAgainContract } from './looked-up-again.ts'
import { migrationsContract } from './migrations.ts'
import { otherDocumentsContract } from './other-documents.ts'
import { commitOrderContract } from './commit-order.ts'
import { recordsContract } from './records.ts'
import { recordsAddedContract } from './records-added.ts'
import { recordsInTransactionsContract } from './records-in-transactions.ts'
import { recordsMigrationsContract } from './records-migrations.ts'
import { referencesContract } from './references.ts'
import { snapshotsContract } from './snapshots.ts'
import { sortingContract } from './sorting.ts'
import type { CreateStorage } from './storage-under-test.ts'
import { totalsContract } from './totals.ts'
import { transactionsContract } from './transactions.ts'

/**
 * The tests that every storage must pass. `create` makes an empty database for each part.
 *
 * @example
 * storageContract('SQLite', createSqliteStorage)
 */
export function storageContract(name: string, create: CreateStorage): void {
  describe(`storage contract on ${name}`, () => {
    documentsContract(create)
    conditionsContract(create)
    sortingContract(create)
    totalsContract(create)
    distinctContract(create)
    besideContract(create)
    referencesContract(create)
    otherDocumentsContract(create)
    transactionsContract(create)
    lookedUpAgainContract(create)
    snapshotsContract(create)
    migrationsContract(create)
    recordsContract(create)
    commitOrderContract(create)
    recordsInTransactionsContract(create)
    recordsAddedContract(create)
    recordsMigrationsContract(create)
  })
}
