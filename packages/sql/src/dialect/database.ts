import { type CopyDatabase, QuireError, type StorageNotifier, type StorageLoad } from '@quirecms/core'

/**
 * A value that a statement can bind. A list is one parameter, so that the statement's text doesn't depend on its
 * length.
 */
export type SqlValue = string | number | boolean | null | readonly SqlValue[]

/** Values in the order of the selected columns; building objects by name would cost as much as the read itself. */
export type SqlRow = readonly unknown[]

/**
 * Runs statements. Errors of the driver are thrown as `QuireError` or `UniqueViolation`, with the original as `cause`.
 */
export interface Session {
  /** Only readers of committed state use `hints`. */
  rows(text: string, parameters: readonly SqlValue[], hints?: ReadHints): Promise<SqlRow[]>
  change(text: string, parameters: readonly SqlValue[]): Promise<number>
  /** Runs several statements synchronously, in one turn of the event loop; returns no row counts. */
  changeAll?(statements: readonly WriteStatement[]): Promise<void>
  /** Statements without parameters that are not cached: savepoints and definitions. */
  command(text: string): Promise<void>
  /**
   * Sends the last statements of a transaction to the server together with the commit. Later statements are refused.
   * The caller must still check the outcome of the commit.
   */
  readonly changeLast?: ((statements: readonly WriteStatement[]) => Promise<void>) | undefined
}

export interface WriteStatement {
  readonly text: string
  readonly parameters: readonly SqlValue[]
}

/** What is known of a read before it runs: it decides where the statement runs (`SqliteReader`, `PostgresReader`). */
export interface ReadHints {
  readonly reach?: readonly Reach[]
  /** Set for reads of many rows, whose results may be long. */
  readonly many?: ManyRows | undefined
  /** Must not see uncommitted changes. */
  readonly committedOnly?: boolean | undefined
  /** Called if the read is classified as slow. */
  readonly onSlow?: (() => void) | undefined
}

export interface ManyRows {
  /** Name of their table in the database. */
  readonly table: string
  readonly most: number
  /** Reads only some members of each document: as slow as the whole row, but the result doesn't show its length. */
  readonly isPartial?: boolean
}

/**
 * Rows or index entries that a statement must scan. Known before it runs, so that a statement that would block others
 * can run on a slow connection.
 */
export interface Reach {
  readonly table: string
  /** How often the content of each document is tested; 0 if index entries are enough. */
  readonly tests: number
  /** Upper bound, if it is less than the whole table. */
  readonly most?: number
  /** Counts the rows, if only the database knows how many there are. */
  readonly counted?: BoundedCount
}

/** A cheap statement. If the count reaches `upTo`, the real number is unknown. */
export interface BoundedCount {
  readonly text: string
  readonly parameters: readonly SqlValue[]
  readonly upTo: number
}

export interface Database {
  /** Sees only committed state. */
  readonly reader: Session
  /**
   * Commits what `work` wrote, or, when it throws, nothing. Resolves once the commit is durable. If it throws
   * `LostRace` or `NotIsolated`, it may run again.
   */
  transaction<T>(work: (session: Session, attempt: Attempt) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs reads on one snapshot, on a connection of their own. `:memory:` has only one connection, so its reads see
   * later changes.
   */
  snapshot<T>(work: (session: Session, copy: CopyDatabase | null) => Promise<T>): Promise<T>
  /** Tables with content: on SQLite all tables of the file, on a shared server only those that look like Quire's. */
  contentTables(): Promise<readonly string[]>
  /** Receives every write; the session that writes reports it. */
  readonly writes: WriteLog
  /** Wakes other processes; absent if no other process can be woken. */
  readonly bell?: StorageNotifier
  /** Throws for an unsuitable server, before any other statement runs. Returns warnings about others. */
  meet(): Promise<readonly string[]>
  check(): Promise<void>
  load(): Promise<StorageLoad>
  close(): Promise<void>
}

export interface TransactionOptions {
  /** On PostgreSQL for all attempts together, on SQLite for each; none for migrations. */
  readonly deadline?: TransactionDeadline
  /** Whether the transaction must be serializable. */
  readonly isolated?: boolean
  /**
   * Whether group commit may roll it back and repeat it in favour of other transactions. A race that it lost itself
   * repeats it in any case, unless `runsOnce`.
   */
  readonly repeatableForOthers?: boolean
  /** For migrations: building an index sorts a whole table. */
  readonly sortsMuch?: boolean
}

export interface TransactionDeadline {
  readonly timeout: number
  within<T>(work: (limit: TimeLimit) => Promise<T>): Promise<T>
}

export interface TimeLimit {
  readonly left: number
  /** Settles like `work`, or rejects after the time limit. */
  race<T>(work: Promise<T>): Promise<T>
  /** Suspends the limit, because a commit can't be undone. Throws if it is too late. */
  suspend(): void
  /** The outcome of the commit is known. If it failed and was rolled back, the limit counts again. */
  resume(): void
}

export interface Attempt {
  readonly isolated: boolean
  readonly limit: TimeLimit | undefined
  /** Whether no other transaction can write until this one ends; known once it has begun. */
  isAlone: boolean
  /** Must not run again. Set by the work, or by SQLite for work that others must not undo. */
  runsOnce: boolean
}

/** Another transaction won the conflict. */
export class LostRace extends QuireError {
  constructor(cause?: unknown) {
    super('conflict', 'Other requests kept changing the same data at the same time. Try again.', { cause })
  }
}

/** A gathered write failed. Each part must be written by itself to find the one that failed. */
export class NotGathered extends QuireError {
  constructor(cause?: unknown) {
    super('conflict', 'A value that must be unique is taken.', { cause })
  }
}

/** Application code reads in a transaction that is not serializable. */
export class NotIsolated extends Error {
  override readonly name = 'NotIsolated'
}

export interface WriteLog {
  /** A transaction has inserted `inserted` rows into this table (its name in the database). It may still fail. */
  wrote(table: string, inserted: number): void
  /** A migration or an import wrote to unknown tables: invalidate everything cached. */
  wroteAnything(): void
  /** A transaction has ended: committed, or on SQLite also rolled back. */
  ended(): void
}

/** A unique index or primary key refused a write. `constraint` is its name in the database, or '' if unknown. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super('a unique index refused the write', { cause })
    this.constraint = constraint
  }
}

/** Seconds after which a client may try again: what keeps the database from answering usually passes. */
export const DATABASE_RETRY_AFTER = 1

export const DATABASE_BUSY = 'The database is busy. Try again in a moment.'

/** The queue for the database is full, or a statement waited in it for too long. */
export function databaseBusy(): QuireError {
  return new QuireError('unavailable', DATABASE_BUSY, { retryAfter: DATABASE_RETRY_AFTER })
}

/** How much of the database one call may have (docs/contract/limits.md#time). Times are in milliseconds. */
export interface WorkLimits {
  readonly queryTimeout: number
  /** How long a transaction may be open, in milliseconds. */
  readonly transactionTimeout: number
  readonly maxWaitingWrites: number
}

/** How long a transaction may wait for its turn: longer than one before it that never ends takes to be rolled back. */
export function patienceOfWrites({ transactionTimeout }: WorkLimits): number {
  return 2 * transactionTimeout
}

export const DEFAULT_LIMITS: WorkLimits = { queryTimeout: 5_000, transactionTimeout: 10_000, maxWaitingWrites: 1_000 }
