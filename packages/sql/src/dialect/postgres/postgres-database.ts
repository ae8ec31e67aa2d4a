import { Budget, QuireError, waitingClient } from '@quirecms/core'
import pg, { type QueryArrayConfig } from 'pg'
import { type Database, DATABASE_BUSY, patienceOfWrites, type WorkLimits } from '../database.ts'
import { Connections } from './connections.ts'
import { PostgresBell } from './postgres-bell.ts'
import { dumpOf } from './dump.ts'
import { meetServer } from './meet-server.ts'
import { PostgresReader } from './postgres-reader.ts'
import { PostgresSession, type Queryable } from './postgres-session.ts'
import { PostgresTransactions } from './postgres-transactions.ts'
import { StatementNames } from './statement-names.ts'
import { TableUpkeep } from './table-upkeep.ts'

export interface PostgresSettings {
  readonly url: string
  readonly connections: number
  readonly limits: WorkLimits
  /** A transaction pooler in between: each transaction may run on another connection. */
  readonly pooler: 'transaction' | undefined
}

/**
 * Both sides enforce the query deadline. The server's comes first; ours, this many milliseconds later, is for a server
 * that hangs.
 */
const SERVER_GRACE = 500

/** Queue length for slow queries; further ones are refused. */
const MOST_SLOW_WAITING = 100
/** Queue length for quick statements: as many as the service accepts connections, so that none is refused here. */
const MOST_QUICK_WAITING = 10_000

const types = new pg.TypeOverrides()
// Revisions and counts stay far below the limit of exact numbers.
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Connects on first use, so that an application can start before its database. */
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
    // Poolers refuse settings that belong to a connection.
    ...(isPooled ? {} : { statement_timeout: queryTimeout, lock_timeout: transactionTimeout }),
    // Closing the connection also frees its prepared statements.
    maxLifetimeSeconds: 3_600,
  })
  // An idle connection that breaks is gone from the pool already; without a listener it would end the process.
  pool.on('error', () => {})
  const connections = new Connections(pool)
  const names = new StatementNames({ isOff: isPooled })
  const longest = { after: queryTimeout + SERVER_GRACE, isTheOnlyOne: isPooled }
  const quick = new PostgresSession(connections, names, longest)
  // Reads always find a connection, however long writers and slow queries take.
  const slow = new Budget({
    whole: share(0.2),
    mostWaiting: MOST_SLOW_WAITING,
    patience: queryTimeout,
    busy: DATABASE_BUSY,
  })
  const reads = new Budget({
    whole: most,
    // Otherwise one client's statements could use all processors, if database and service share a machine.
    share: Math.max(1, Math.ceil(most / 2)),
    isForQuick: true,
    mostWaiting: MOST_QUICK_WAITING,
    patience: queryTimeout,
    busy: DATABASE_BUSY,
  })
  const writers = new Budget({
    whole: share(0.5),
    // Most statements take a millisecond or two, so a place in the pool is free soon.
    share: share(0.5),
    busy: DATABASE_BUSY,
    mostWaiting: limits.maxWaitingWrites,
    patience: patienceOfWrites(limits),
  })
  const ifWaitedFor: Queryable = {
    query: (asked: QueryArrayConfig & string) => connections.queryIfWaitedFor(asked),
  }
  const whileWaitedFor: Queryable = {
    query: (asked: QueryArrayConfig & string) => {
      const gone = waitingClient()?.gone
      return gone ? connections.queryUntil(gone, asked) : connections.query(asked)
    },
  }
  const sessions = {
    always: quick,
    quick: new PostgresSession(ifWaitedFor, names, longest),
    slow: new PostgresSession(whileWaitedFor, names, longest),
  }
  const reader = new PostgresReader(sessions, { quick: reads, slow })
  const transactions = new PostgresTransactions(connections, names, limits)
  const upkeep = new TableUpkeep(quick, pool, { isPooled })
  // A transaction pooler gives each statement another connection, so LISTEN does not work.
  const bell = isPooled ? undefined : new PostgresBell(url, connections)
  let closing: Promise<void> | undefined

  return {
    reader,
    writes: upkeep,
    transaction: async (work, options = {}) => {
      const result = await writers.run(() => transactions.run(work, options))
      upkeep.ended()
      return result
    },
    snapshot: (work) =>
      // Behind a pooler, `pg_dump` would need a direct connection to the server.
      transactions.snapshot((session) => work(session, isPooled ? null : dumpOf(url, session))),
    contentTables: async () => {
      const rows = await quick.rows(
        `select tablename from pg_catalog.pg_tables where schemaname = current_schema() and tablename like 'doc\\_%'`,
        [],
      )
      return rows.map(([name]) => String(name))
    },
    meet: () => meetServer(pool, { isPooled }),
    check: async () => {
      const [row] = await reader.rows('show transaction_read_only', [])
      if (row?.[0] !== 'off') throw new QuireError('unavailable', 'The database is read-only.')
    },
    load: async () => {
      const { totalCount, idleCount } = pool
      const waiting = reads.waiting + slow.waiting + pool.waitingCount
      const states = { busy: totalCount - idleCount, idle: idleCount, waiting }
      return { connections: states, writesWaiting: writers.waiting, walBytes: null }
    },
    ...(bell && { bell }),
    close: () => {
      bell?.close()
      closing ??= upkeep.stop().then(() => pool.end())
      return closing
    },
  }
}
