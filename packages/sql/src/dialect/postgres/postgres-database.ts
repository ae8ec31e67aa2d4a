import { QuireError } from '@quire/core'
import pg, { type PoolClient } from 'pg'
import type { Database, Session } from '../database.ts'
import { translatePostgresError } from './postgres-errors.ts'
import { TableUpkeep } from './table-upkeep.ts'
import { PostgresSession, QueuedSession, StatementNames } from './postgres-session.ts'

export interface PostgresOptions {
  readonly url: string
  readonly pool?: { /** The most connections at once; 10 unless given. */ readonly max?: number }
}

const types = new pg.TypeOverrides()
// Revisions and counts stay far below the limit of exact numbers.
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Connects when it is first needed, so that an application starts beside a database that is still on its way up. */
export function openPostgres({ url, pool: { max = 10 } = {} }: PostgresOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'quire',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    // With a connection go the statements that it has prepared.
    maxLifetimeSeconds: 3_600,
  })
  // An idle connection that breaks is gone from the pool already; without a listener it would end the process.
  pool.on('error', () => {})
  const names = new StatementNames()
  const reader = new PostgresSession(pool, names)
  const upkeep = new TableUpkeep(reader)
  let closing: Promise<void> | undefined

  return {
    reader,
    writes: upkeep,
    transaction: async (work) => {
      const result = await runOn(pool, names, work)
      upkeep.committed()
      return result
    },
    check: async () => {
      const [row] = await reader.rows('show transaction_read_only', [])
      if (row?.[0] !== 'off') throw new QuireError('unavailable', 'The database is read-only.')
    },
    close: () => {
      closing ??= upkeep.idle().then(() => pool.end())
      return closing
    },
  }
}

async function runOn<T>(pool: pg.Pool, names: StatementNames, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await connect(pool)
  const connection = { isBroken: false }
  const onError = () => {
    connection.isBroken = true
  }
  client.on('error', onError)
  try {
    const session = new QueuedSession(new PostgresSession(client, names))
    await session.command('begin')
    try {
      const result = await work(session)
      await commit(client)
      return result
    } catch (error) {
      await session.command('rollback').catch(onError)
      throw error
    }
  } finally {
    client.off('error', onError)
    client.release(connection.isBroken)
  }
}

async function connect(pool: pg.Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw translatePostgresError(error)
  }
}

async function commit(client: PoolClient): Promise<void> {
  let command: string
  try {
    command = (await client.query('commit')).command
  } catch (error) {
    throw translatePostgresError(error)
  }
  // The answer to the commit of a transaction that has failed: no error, but nothing is committed.
  if (command === 'ROLLBACK') throw new QuireError('internal', 'The transaction had failed.')
}
