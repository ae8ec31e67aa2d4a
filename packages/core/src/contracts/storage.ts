import type { DocumentReader, StorageTransaction } from './document-storage.ts'
import type { Migrations } from './migrations.ts'

/**
 * What the engine needs from a database: documents and conditions, no SQL. `@quirecms/sql` implements it for SQLite and
 * PostgreSQL. The testkit's `storageContract()` suite says what every implementation must do.
 */
export interface Storage {
  /** Reads what is committed. */
  readonly reader: DocumentReader
  /**
   * Runs `work` in one transaction: if it throws, none of its writes remain. Resolves once the commit is durable. Don't
   * call `transaction` inside `work`, because it would wait for itself; use `StorageTransaction.nested`. If others come
   * first, `work` runs again from the start, up to `MOST_REPEATS` times, and then `conflict` is thrown.
   */
  transaction<T>(work: (tx: StorageTransaction) => Promise<T>, options?: StorageTransactionOptions): Promise<T>
  /**
   * Runs `work` on a read snapshot, however long it takes: it sees no later commits, and blocks no writers. It holds a
   * connection until it ends.
   */
  snapshot<T>(work: (reader: DocumentReader) => Promise<T>): Promise<T>
  /**
   * Names the state that tables are in, or all of them: the same name twice means that nothing was committed to them in between, by whichever
   * process. Undefined where that is not known; absent where it never is.
   */
  readonly stateOf?: (tables?: readonly string[]) => string | undefined
  /** Wakes other processes on the same database; absent where a storage can't. */
  readonly bell?: StorageBell
  /** How all of it is copied and put back; absent where a storage can't. */
  readonly whole?: WholeStorage
  /** What is under way right now; absent where a storage can't tell. */
  readonly load?: () => Promise<StorageLoad>
  readonly migrations: Migrations
  /** Rejects with `unavailable` while the database cannot be reached or written. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Notifies other processes of possible changes. Notifications may be lost: listeners also poll. */
export interface StorageBell {
  ring(): void
  /** Returns the function that ends it. */
  listen(listener: () => void): () => void
}

/** How busy a database is, for metrics. */
export interface StorageLoad {
  /** Of this process, and those who wait for one. */
  readonly connections: { readonly busy: number; readonly idle: number; readonly waiting: number }
  readonly writesWaiting: number
  /** The size of the write-ahead log, where there is one. */
  readonly walBytes: number | null
}

/** The database as a whole: for backups. */
export interface WholeStorage {
  /** Like `Storage.snapshot`; `copy` is null where the database of that moment can only be read. */
  snapshot<T>(work: (reader: DocumentReader, copy: CopyDatabase | null) => Promise<T>): Promise<T>
  /** Whether the database is empty: it need not be migrated. */
  isEmpty(): Promise<boolean>
  /**
   * Empties all tables of documents and records, and lets `work` fill them, in one transaction that has no deadline: whatever happens,
   * the database holds what it did before or what `work` has written.
   */
  refill<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T>
}

/**
 * Writes the database of a snapshot's moment into a file that is there and empty, in a form that only databases of its kind can read, or
 * says why it can't.
 */
export type CopyDatabase = (path: string, stop?: AbortSignal) => Promise<CopiedDatabase>

export type CopiedDatabase =
  | { readonly form: 'sqlite' }
  /** `schema` is the one of PostgreSQL that the tables are in. */
  | { readonly form: 'dump'; readonly schema: string }
  | { readonly form: null; readonly why: string }

/** How often a transaction that lost a race is tried again (docs/contract/consistency.md#one-result-on-both-databases). */
export const MOST_REPEATS = 5

export interface StorageTransactionOptions {
  /**
   * Application code reads in it, so it must be serializable. Without it, that holds only for documents that were
   * locked, and for what the engine checks under their locks.
   */
  readonly isolated?: boolean
  /** No hooks run in it, and it leaves nothing behind but what it writes: it may be done again where another one that shares its commit is undone. */
  readonly repeatable?: boolean
  /** How long it may be open, in milliseconds; the storage's own limit unless given. */
  readonly timeout?: number
  /** Once it is aborted, the transaction has no longer than the storage's own limit from then on. */
  readonly stop?: AbortSignal | undefined
  /**
   * Writes may be put together and made late, many rows in one statement: when they are read, when there are many, at the latest with the
   * commit. If one of them is refused then, `work` runs again from the start, and each write is made at once.
   */
  readonly gathers?: boolean
}

/** The timeout of a transaction that no request waits for, in milliseconds: a week, so that no timer or setting of a database overflows. */
export const NO_TIME_LIMIT = 604_800_000
