import { Budget, QuireError, waitingClient } from '@quire/core'
import pg, { type QueryArrayConfig } from 'pg'
import type { Database, Session } from '../database.ts'
import { DATABASE_BUSY } from '../database-busy.ts'
import { patienceOfWrites, type WorkLimits } from '../work-limits.ts'
import { Connections, type HeldConnection } from './connections.ts'
import { meetServer } from './meet-server.ts'
import { translatePostgresError } from './postgres-errors.ts'
import { PostgresReader } from './postgres-reader.ts'
import { PostgresSession, type Queryable, QueuedSession } from './postgres-session.ts'
import { StatementNames } from './statement-names.ts'
import { TableUpkeep } from './table-upkeep.ts'

export interface PostgresSettings {
  readonly url: string
  /** The most at once. */
  readonly connections: number
  readonly limits: WorkLimits
  /** What stands between: something that hands each transaction to another connection of its own. */
  readonly pooler: 'transaction' | undefined
}

/**
 * Both sides keep the deadlines: the server, because a statement that is under way cannot be stopped from here, and this side, because
 * a server may hang. A transaction that rests is rolled back from here, so that its connection can be kept: the server goes last.
 */
const SERVER_GRACE = 500

/** Queries that wait for their turn among the slow ones. */
const MOST_SLOW_WAITING = 100

const types = new pg.TypeOverrides()
// Revisions and counts stay far below the limit of exact numbers.
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Connects when it is first needed, so that an application starts beside a database that is still on its way up. */
export function openPostgres({ url, connections: most, limits, pooler }: PostgresSettings): Database {
  const { queryTimeout, transactionTimeout } = limits
  const isPooled = pooler === 'transaction'
  const share = (part: number) => Math.max(1, Math.floor(most * part))
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    types,
    application_name: 'quire',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    // Poolers refuse what they cannot keep with a connection.
    ...(isPooled ? {} : { statement_timeout: queryTimeout, lock_timeout: transactionTimeout }),
    // With a connection go the statements that it has prepared.
    maxLifetimeSeconds: 3_600,
  })
  // An idle connection that breaks is gone from the pool already; without a listener it would end the process.
  pool.on('error', () => {})
  const connections = new Connections(pool)
  const names = new StatementNames({ isOff: isPooled })
  const longest = queryTimeout + SERVER_GRACE
  const quick = new PostgresSession(connections, names, longest)
  // Reads find a connection, however long the writers and the slow queries take.
  const slow = new Budget({
    whole: share(0.2),
    mostWaiting: MOST_SLOW_WAITING,
    patience: queryTimeout,
    busy: DATABASE_BUSY,
  })
  const writers = new Budget({
    whole: share(0.5),
    // Most take a millisecond or two: whoever comes next has a place soon.
    share: share(0.5),
    busy: DATABASE_BUSY,
    mostWaiting: limits.maxWaitingWrites,
    patience: patienceOfWrites(limits),
  })
  const whileWaitedFor: Queryable = {
    query: (asked: QueryArrayConfig & string) => {
      const gone = waitingClient()?.gone
      return gone ? connections.queryUntil(gone, asked) : connections.query(asked)
    },
  }
  const reader = new PostgresReader(quick, new PostgresSession(whileWaitedFor, names, longest), slow)
  const upkeep = new TableUpkeep(quick, pool, { isPooled })
  let closing: Promise<void> | undefined

  return {
    reader,
    writes: upkeep,
    transaction: async (work, { timeout } = {}) => {
      const begin = timeout === undefined ? 'begin' : `begin; ${limitsOf(timeout + SERVER_GRACE, transactionTimeout)}`
      const result = await writers.run(() => connections.use((connection) => runOn(connection, names, begin, work)))
      upkeep.committed()
      return result
    },
    snapshot: (work) => connections.use((connection) => runOn(connection, names, beginSnapshot(queryTimeout), work)),
    meet: () => meetServer(pool, { isPooled }),
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

/** It is the first statement behind it that fixes the moment. */
function beginSnapshot(queryTimeout: number): string {
  return `begin transaction isolation level repeatable read, read only; set local statement_timeout = ${queryTimeout}; select 1`
}

/** What has not answered by then is given up. */
const ROLLBACK_GRACE = 1_000

async function runOn<T>(
  connection: HeldConnection,
  names: StatementNames,
  begin: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = new QueuedSession(new PostgresSession(connection, names))
  try {
    await session.command(begin)
    const result = await work(session)
    await commit(connection)
    return result
  } catch (error) {
    await withinGrace(session.command('rollback')).catch(() => connection.discard())
    throw error
  }
}

/**
 * Waiting for somebody else's lock is no work, so a statement may take as long as the whole. This side ends a transaction that takes too
 * long; where it cannot, because it is gone or stands still, the server does, once nothing comes any more.
 */
function limitsOf(latest: number, lockTimeout: number): string {
  return `set local idle_in_transaction_session_timeout = ${latest}; set local statement_timeout = ${latest}; set local lock_timeout = ${lockTimeout}`
}

async function withinGrace(rollback: Promise<void>): Promise<void> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the rollback was not answered')), ROLLBACK_GRACE)
  await Promise.race([rollback, over]).finally(() => clearTimeout(timer))
}

async function commit(connection: HeldConnection): Promise<void> {
  let command: string
  try {
    command = (await connection.query('commit')).command
  } catch (error) {
    throw translatePostgresError(error)
  }
  // The answer to the commit of a transaction that has failed: no error, but nothing is committed.
  if (command === 'ROLLBACK') throw new QuireError('internal', 'The transaction had failed.')
}
