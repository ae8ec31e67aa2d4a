import { QuireError } from '@quire/core'
import pg, { type PoolClient } from 'pg'
import type { Database, Session } from '../database.ts'
import { Lane } from '../lane.ts'
import type { WorkLimits } from '../work-limits.ts'
import { translatePostgresError } from './postgres-errors.ts'
import { TableUpkeep } from './table-upkeep.ts'
import { PostgresSession, QueuedSession, StatementNames } from './postgres-session.ts'

export interface PostgresSettings {
  readonly url: string
  /** The most at once. */
  readonly connections: number
  readonly limits: WorkLimits
}

const types = new pg.TypeOverrides()
// Revisions and counts stay far below the limit of exact numbers.
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Connects when it is first needed, so that an application starts beside a database that is still on its way up. */
export function openPostgres({ url, connections, limits }: PostgresSettings): Database {
  const { queryTimeout, transactionTimeout } = limits
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    application_name: 'quire',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: queryTimeout,
    lock_timeout: transactionTimeout,
    // With a connection go the statements that it has prepared.
    maxLifetimeSeconds: 3_600,
  })
  // An idle connection that breaks is gone from the pool already; without a listener it would end the process.
  pool.on('error', () => {})
  const names = new StatementNames()
  const reader = new PostgresSession(pool, names)
  const upkeep = new TableUpkeep(reader, pool)
  // Reads find a connection, however long the writers take.
  const writers = new Lane({
    places: Math.max(1, Math.floor(connections / 2)),
    mostWaiting: limits.maxWaitingWrites,
    patience: transactionTimeout,
  })
  let closing: Promise<void> | undefined

  return {
    reader,
    writes: upkeep,
    transaction: async (work) => {
      const result = await writers.run(() => runOn(pool, names, transactionTimeout, work))
      upkeep.committed()
      return result
    },
    check: async () => {
      const [row] = await reader.rows('show transaction_read_only', [])
      if (row?.[0] !== 'off') throw new QuireError('unavailable', 'The database is read-only.')
    },
    close: () => {
      closing ??= upkeep.stop().then(() => pool.end())
      return closing
    },
  }
}

/** How long a transaction that is to be undone may take to say so before its connection is given up. */
const ROLLBACK_GRACE = 1_000

async function runOn<T>(
  pool: pg.Pool,
  names: StatementNames,
  timeout: number,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await connect(pool)
  const connection = { isBroken: false }
  const onError = () => {
    connection.isBroken = true
  }
  client.on('error', onError)
  try {
    const session = new QueuedSession(new PostgresSession(client, names))
    // The server ends the transaction by itself, too: a statement may be under way, which nobody here can stop.
    await session.command(`begin; set local transaction_timeout = ${timeout}; set local statement_timeout = ${timeout}`)
    try {
      const result = await work(session)
      await commit(client)
      return result
    } catch (error) {
      await withinGrace(session.command('rollback')).catch(onError)
      throw error
    }
  } finally {
    client.off('error', onError)
    client.release(connection.isBroken)
  }
}

async function withinGrace(rollback: Promise<void>): Promise<void> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the rollback was not answered')), ROLLBACK_GRACE)
  await Promise.race([rollback, over]).finally(() => clearTimeout(timer))
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
