import {
  type DataMigration,
  type DocumentReader,
  type Storage,
  type StorageSchema,
  type Watch,
  clientDisconnected,
  isGone,
  waitingClient,
  type StatementWork,
} from '@quirecms/core'
import {
  type Attempt,
  type Database,
  DEFAULT_LIMITS,
  NotGathered,
  type Session,
  type WorkLimits,
  type ReadHints,
  type SqlValue,
} from './dialect/database.ts'
import { postgresDialect } from './dialect/postgres/postgres-dialect.ts'
import type { SqlDialect } from './dialect/sql-dialect.ts'
import { openSqlite } from './dialect/sqlite/sqlite-database.ts'
import { sqliteDialect } from './dialect/sqlite/sqlite-dialect.ts'
import { DocumentTables } from './documents/document-tables.ts'
import { TargetCache, type StatesForWriters } from './documents/target-cache.ts'
import { PostgresCommittedReader, SqliteCommittedReader, type TableStates } from './documents/committed-readers.ts'
import { SqlDocumentReader } from './documents/sql-document-reader.ts'
import {
  runTransaction,
  reportOutcome,
  TransactionDeadlines,
  type TransactionOutcome,
} from './documents/run-transaction.ts'
import { SqlMigrations } from './schema/sql-migrations.ts'
import { wholeStorage } from './whole-storage.ts'

export type DatabaseOptions = (SqliteOptions | PostgresOptions) & { readonly limits?: Partial<WorkLimits> }

export interface SqliteOptions {
  readonly dialect: 'sqlite'
  /** Path of a file, which is created if needed, or `:memory:`. */
  readonly path: string
}

export interface PostgresOptions {
  readonly dialect: 'postgres'
  readonly url: string
  readonly pool?: { readonly max?: number }
  readonly pooler?: 'transaction'
}

export interface StorageOptions {
  readonly database: DatabaseOptions
  readonly schema: StorageSchema
  readonly dataMigrations?: readonly DataMigration[]
  /** Called for each statement that documents need, so that tests can count them. */
  readonly onStatement?: StatementObserver
  readonly watch?: Watch | undefined
  readonly onTransaction?: ((outcome: TransactionOutcome) => void) | undefined
}

/**
 * Opens a database as storage. It need not be migrated yet: `migrations` says what is missing.
 *
 * @example
 * const storage = await openStorage({ database: { dialect: 'sqlite', path: 'data/quire.db' }, schema: { tables: [] } })
 * await storage.migrations.apply()
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { database } = options
  const limits: WorkLimits = { ...DEFAULT_LIMITS, ...database.limits }
  if (database.dialect === 'postgres') {
    // Loads the driver on first use.
    const { openPostgres } = await import('./dialect/postgres/postgres-database.ts')
    const { url, pool, pooler } = database
    const postgres = openPostgres({ url, connections: pool?.max ?? 10, limits, pooler })
    return storageOn(postgres, postgresDialect, limits, options, (...of) => new PostgresCommittedReader(...of))
  }
  const sqlite = await openSqlite(database.path, limits)
  const { ofFile } = sqlite
  const readerOf: ReaderOf = (...of) =>
    ofFile
      ? new SqliteCommittedReader(...of, ofFile.versions, (reach) => ofFile.reader.isBrief(reach))
      : new SqlDocumentReader(...of)
  return storageOn(sqlite, sqliteDialect, limits, options, readerOf, ofFile?.versions)
}

/**
 * How long open work may continue when storage closes; a service that is told to stop has 10 s in all
 * (docs/contract/command-line.md#stopping).
 */
const CLOSING_GRACE = 2_000

type ReaderOf = (tables: DocumentTables, session: Session) => DocumentReader

function withoutGathering<T>(error: unknown, attempted: (isGathering: boolean) => Promise<T>): Promise<T> {
  if (error instanceof NotGathered) return attempted(false)
  throw error
}

function storageOn(
  database: Database,
  dialect: SqlDialect,
  limits: WorkLimits,
  options: Omit<StorageOptions, 'database'>,
  readerOf: ReaderOf,
  states?: TableStates & StatesForWriters,
): Storage {
  const { schema, dataMigrations = [], onStatement, watch, onTransaction } = options
  const instrumented = (session: Session, usual: 'read' | 'write') =>
    measured(observed(session, onStatement), usual, watch)
  const tables = new DocumentTables(schema, dialect, database.writes)
  const deadlines = new TransactionDeadlines(limits.transactionTimeout)
  const reader = ifWaitedFor(instrumented(database.reader, 'read'))
  const targets = states && new TargetCache(states)
  return {
    reader: readerOf(tables, reader),
    transaction: (work, { isolated = false, repeatableForOthers = false, timeout, stop, gathers = false } = {}) => {
      const attempted = (isGathering: boolean) => {
        const deadline = deadlines.forCall({ ...(timeout !== undefined && { timeout }), stop })
        const run = (session: Session, attempt: Attempt) => {
          const surroundings = { attempt, outside: reader, commitFollows: true, targets, gathers: isGathering }
          return runTransaction(tables, instrumented(session, 'write'), work, surroundings)
        }
        return database.transaction(run, { deadline, isolated, repeatableForOthers }).finally(() => deadline.end())
      }
      const done = gathers
        ? attempted(true).catch((error: unknown) => withoutGathering(error, attempted))
        : attempted(false)
      return onTransaction ? reportOutcome(done, onTransaction) : done
    },
    snapshot: (work) =>
      database.snapshot((session) => work(new SqlDocumentReader(tables, instrumented(session, 'read')))),
    ...(states && {
      stateOf: (named) => states.stateOf(named.map((table) => tables.statements(table).layout.table)),
    }),
    ...(database.bell && { notifier: database.bell }),
    whole: wholeStorage({
      database,
      tables,
      observe: (session) => observed(session, onStatement),
      run: (session, attempt, work) =>
        runTransaction(tables, observed(session, onStatement), work, { attempt, outside: reader }),
    }),
    migrations: new SqlMigrations(database, tables, dataMigrations),
    load: () => database.load(),
    check: () => database.check(),
    close: async () => {
      const timer = setTimeout(() => deadlines.endAll(), CLOSING_GRACE)
      await database.close().finally(() => clearTimeout(timer))
    },
  }
}

/** Reads only while the client is connected. */
function ifWaitedFor(session: Session): Session {
  return {
    rows: (text, parameters, hints) =>
      isGone(waitingClient()) ? Promise.reject(clientDisconnected()) : session.rows(text, parameters, hints),
    change: (text, parameters) => session.change(text, parameters),
    command: (text) => session.command(text),
  }
}

/** Reports the duration of statements. Reports no values: they are bound parameters. */
function measured(session: Session, usual: 'read' | 'write', watch: Watch | undefined): Session {
  if (!watch) return session
  const { changeLast } = session
  return {
    rows: (text, parameters, hints) => {
      const what: StatementWork = { kind: 'sql', class: usual, text }
      return watch(what, () => session.rows(text, parameters, withClass(what, hints)))
    },
    change: (text: string, parameters: readonly SqlValue[]) =>
      watch({ kind: 'sql', class: 'write', text }, () => session.change(text, parameters)),
    command: (text) => session.command(text),
    changeLast:
      changeLast &&
      ((statements) => {
        const text = statements.map((one) => one.text).join('; ')
        return watch({ kind: 'sql', class: 'write', text }, () => changeLast(statements))
      }),
  }
}

/** Quick statements can't be classified as slow, so they need no callback. */
function withClass(what: StatementWork, hints: ReadHints | undefined): ReadHints | undefined {
  if (!hints?.reach || hints.reach.length === 0) return hints
  return {
    ...hints,
    onSlow: () => {
      what.class = 'slow'
    },
  }
}

export type StatementObserver = (text: string, parameters: readonly SqlValue[]) => void

/** Reports each statement that reads or writes documents, but no transactions and savepoints. */
function observed(session: Session, observe: StatementObserver | undefined): Session {
  if (!observe) return session
  const { changeLast } = session
  return {
    rows: (text, parameters, hints) => {
      observe(text, parameters)
      return session.rows(text, parameters, hints)
    },
    change: (text, parameters) => {
      observe(text, parameters)
      return session.change(text, parameters)
    },
    command: (text) => session.command(text),
    changeLast:
      changeLast &&
      ((statements) => {
        for (const { text, parameters } of statements) observe(text, parameters)
        return changeLast(statements)
      }),
  }
}
