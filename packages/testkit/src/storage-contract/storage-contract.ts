import { describe } from 'vitest'
import { conditionsContract } from './conditions.ts'
import { documentsContract } from './documents.ts'
import { migrationsContract } from './migrations.ts'
import { otherDocumentsContract } from './other-documents.ts'
import { recordsContract } from './records.ts'
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
    referencesContract(create)
    otherDocumentsContract(create)
    recordsContract(create)
    recordsMigrationsContract(create)
  })
  connectionsContract(name, create)
}

/** The part of it that depends on which connection a statement runs on, and on what that one keeps. */
export function connectionsContract(name: string, create: CreateStorage): void {
  describe(`storage contract on ${name}`, () => {
    totalsContract(create)
    transactionsContract(create)
    snapshotsContract(create)
    migrationsContract(create)
    recordsInTransactionsContract(create)
  })
}
