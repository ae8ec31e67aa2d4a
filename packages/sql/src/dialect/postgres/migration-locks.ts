import { QuireError } from '@quirecms/core'
import type { Session } from '../database.ts'
import { LOG_TABLE } from '../../schema/database-names.ts'
import type { HeldConnection } from './connections.ts'

const MIGRATION_LOCK = '7018880401219216741'

/**
 * For transactions that read one snapshot of the whole database, such as a backup. PostgreSQL shows a table that was
 * rewritten after the snapshot as empty, unless the transaction has already read it. This lock prevents rewrites until
 * the transaction ends. It is the strongest lock that a read-only transaction may take, on a table that only migrations
 * write to.
 */
export const WITHOUT_MIGRATIONS = `lock table "${LOG_TABLE}" in row exclusive mode`
const BESIDE_NO_SNAPSHOT = `lock table "${LOG_TABLE}" in share row exclusive mode`

/** Reads the table: `to_regclass` may use a cache from before the lock. */
const FIND_TABLE = 'select 1 from pg_catalog.pg_tables where schemaname = current_schema() and tablename = $1'

const GAVE_UP = ['57014', '55P03']

export async function holdsOffMigrations(connection: HeldConnection): Promise<boolean> {
  return (await connection.query({ text: FIND_TABLE, values: [LOG_TABLE], rowMode: 'array' })).rows.length > 0
}

export function refuseWhileMigrated(error: unknown): never {
  if (!GAVE_UP.includes(String((error as { code?: unknown }).code))) throw error
  const message = 'The database is being migrated. Try again when the migration has finished.'
  throw new QuireError('unavailable', message, { cause: error })
}

/** Until the transaction ends, no other process can migrate or take a snapshot of the whole database. */
export async function lockMigrations(session: Session): Promise<void> {
  // Index builds, data migrations and waiting for other instances have no time limit.
  await session.command('set local statement_timeout = 0')
  await session.command('set local lock_timeout = 0')
  await session.command(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  if (await tableExists(session, LOG_TABLE)) await session.command(BESIDE_NO_SNAPSHOT)
}

export async function tableExists(session: Session, table: string): Promise<boolean> {
  return (await session.rows(FIND_TABLE, [table])).length > 0
}
