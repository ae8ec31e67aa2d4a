import { type CopyDatabase, QuireError, type StorageNotifier, type StorageLoad } from '@quirecms/core'

/** A value that a statement can bind. Lists are one parameter, so that a statement's text does not depend on their length. */
export type SqlValue = string | number | boolean | null | readonly SqlValue[]

/** Values in the order of the selected columns: making objects of them by name would cost as much as the read itself. */
export type SqlRow = readonly unknown[]

/** Runs statements. Whatever the driver throws comes out as `QuireError` or `UniqueViolation`, with the original as its cause. */
export interface Session {
  /** `known` is passed only for reads of committed state. */
  rows(text: string, parameters: readonly SqlValue[], known?: KnownOfRead): Promise<SqlRow[]>
  /** The number of rows that the statement wrote. */
  change(text: string, parameters: readonly SqlValue[]): Promise<number>
  /** Runs several statements synchronously, in one turn of the event loop; returns no row counts. */
  changeAll?(statements: readonly LastStatement[]): Promise<void>
  /** Statements without parameters, of which nothing is kept: savepoints and definitions. */
  command(text: string): Promise<void>
  /**
   * Sends the last statements of a transaction to the server together with the commit. Later statements are refused.
   * The caller must still check the outcome of the commit.
   */
  readonly changeLast?: ((statements: readonly LastStatement[]) => Promise<void>) | undefined
}

/** A statement whose row count is not needed. */
export interface LastStatement {
  readonly text: string
  readonly parameters: readonly SqlValue[]
}

/** Known properties of a read before it runs. */
export interface KnownOfRead {
  readonly reach?: readonly Reach[]
  /** Set for a read that may return many rows, which together may be long. */
  readonly many?: ManyRows | undefined
  /** It must not see what may yet be rolled back, wherever readers could. */
  readonly isSettled?: boolean | undefined
  /** Hears that it runs beside all others, because it may take long. */
  readonly onSlow?: (() => void) | undefined
}

export interface ManyRows {
  /** The table that they are of, by its name in the database. */
  readonly table: string
  readonly most: number
  /** Only some members of each are read, which takes as long as the whole row and says nothing of its length. */
  readonly isPartial?: boolean
}

/**
 * What a statement must look through because neither keys nor an index lead to what it asks for. Known before it runs, so that one
 * that would keep others waiting can run beside them.
 */
export interface Reach {
  /** The table's name in the database. */
  readonly table: string
  /** How often the content of each document is looked at; 0 where the entries of an index are enough. */
  readonly tests: number
  /** The most documents or entries, where that is less than the whole table. */
  readonly most?: number
  /** Counts them, where only the database can tell how many there are. */
  readonly counted?: BoundedCount
}

/** A short statement. When it comes to `upTo`, there may be any number. */
export interface BoundedCount {
  readonly text: string
  readonly parameters: readonly SqlValue[]
  readonly upTo: number
}

/** An open database: how statements run. How they are written is `SqlDialect`. */
export interface Database {
  /** Sees committed state only. */
  readonly reader: Session
  /**
   * Commits what `work` wrote, or, when it throws, nothing. Resolves once the commit is durable. If it throws `LostRace` or
   * `NotIsolated`, it may run again.
   */
  transaction<T>(work: (session: Session, attempt: Attempt) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Reads of one moment, on a connection of their own; `:memory:` has only one, whose moment moves on. */
  snapshot<T>(work: (session: Session, copy: CopyDatabase | null) => Promise<T>): Promise<T>
  /**
   * Tables that hold content: on SQLite all tables of the file, on a shared server only those that look like Quire's.
   */
  contentTables(): Promise<readonly string[]>
  /** Receives every write; the session that writes reports it. */
  readonly writes: WriteLog
  /** Wakes other processes; absent if no other process can be woken. */
  readonly bell?: StorageNotifier
  /** Refuses a server that cannot serve, before anything else is tried on it, and says what is worth knowing of any other. */
  meet(): Promise<readonly string[]>
  check(): Promise<void>
  load(): Promise<StorageLoad>
  close(): Promise<void>
}

export interface TransactionOptions {
  /** Bounds the time, all attempts included. Migrations have none. */
  readonly deadline?: TransactionDeadline
  /** Whether the transaction must be serializable. */
  readonly isolated?: boolean
  /** Whether it may be done again for the sake of others. */
  readonly repeatable?: boolean
  /** For migrations: an index of a large table is sorted as a whole. */
  readonly sortsMuch?: boolean
}

/** How long a transaction may take. */
export interface TransactionDeadline {
  /** Milliseconds. */
  readonly timeout: number
  within<T>(work: (limit: TimeLimit) => Promise<T>): Promise<T>
}

/** The time that one transaction has, once it has begun. */
export interface TimeLimit {
  readonly left: number
  /** Settles as the work does, or rejects when the time is up. */
  race<T>(work: Promise<T>): Promise<T>
  /** What follows cannot be taken back, and is waited for. Throws if it is too late. */
  commit(): void
  /** The commit failed and was rolled back, so the deadline counts again. */
  goOn(): void
}

/** One run of a transaction's work. */
export interface Attempt {
  readonly isolated: boolean
  readonly limit: TimeLimit | undefined
  /** Whether this is the only writer until the transaction ends; known once it has begun. */
  isAlone: boolean
  /** Set by the work, where it cannot be done a second time. */
  runsOnce: boolean
}

/** Another transaction came first. */
export class LostRace extends QuireError {
  constructor(cause?: unknown) {
    super('conflict', 'Others changed the same at the same time, again and again. Try once more.', { cause })
  }
}

/** What was put together cannot be written: which part of it is refused is known once each is written by itself. */
export class NotGathered extends QuireError {
  constructor(cause?: unknown) {
    super('conflict', 'A value that must be unique is taken.', { cause })
  }
}

/** Application code reads in a transaction that was not begun for that. */
export class NotIsolated extends Error {
  override readonly name = 'NotIsolated'
}

/** What a database learns of writes beyond their statements. */
export interface WriteLog {
  /** A transaction has written to this table, by its name in the database, and added so many rows. It may yet fail. */
  wrote(table: string, inserted: number): void
  /** A migration or an import wrote to unknown tables: invalidate everything cached. */
  wroteAnything(): void
  /** A transaction has been committed. */
  committed(): void
}

/** A unique index or a primary key refused a write. `constraint` is its name in the database, '' where that is not known. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super('a unique index refused the write', { cause })
    this.constraint = constraint
  }
}
