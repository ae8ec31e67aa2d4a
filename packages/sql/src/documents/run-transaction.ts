import type { StorageTransaction } from '@quirecms/core'
import type { Attempt, Session } from '../dialect/database.ts'
import type { DocumentTables } from './document-tables.ts'
import { GatheringTransaction } from './gathering-transaction.ts'
import { GuardedSession } from './guarded-session.ts'
import { SqlTransaction, type TransactionSurroundings } from './sql-transaction.ts'

/** Migrations exclude each other and have no time limit. */
const OF_MIGRATION: Attempt = { isolated: true, isAlone: true, limit: undefined, runsOnce: true }

/** Runs `work` as a transaction on this session; the database commits or rolls back around it. */
export async function runTransaction<T>(
  tables: DocumentTables,
  session: Session,
  work: (tx: StorageTransaction) => Promise<T>,
  surroundings: TransactionSurroundings & { readonly gathers?: boolean } = {
    attempt: OF_MIGRATION,
    committed: session,
  },
): Promise<T> {
  const guarded = new GuardedSession(session)
  const { attempt, isWhole = false, gathers = false } = surroundings
  const { limit } = attempt
  try {
    const Kind = gathers ? GatheringTransaction : SqlTransaction
    const transaction = new Kind(tables, guarded, surroundings)
    const running = work(transaction)
    const result = await (limit ? limit.race(running) : running)
    // / A failure that `work` caught must not lead to a partial commit.
    guarded.refuseAfterFailure()
    await transaction.settle()
    limit?.commit()
    await (isWhole ? transaction.records.settleWithCommit() : transaction.records.settleAll())
    return result
  } catch (error) {
    // / The work may continue after its deadline; its statements are refused.
    guarded.fail(error, { final: true })
    // / The original error counts, even if the application has caught it.
    throw guarded.ending
  } finally {
    guarded.end()
  }
}
