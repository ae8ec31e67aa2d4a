import type { DocumentReader, StorageTransaction } from './document-storage.ts'
import type { Migrations } from './migrations.ts'

/**
 * What the engine needs from a database: documents and conditions, no SQL. `@quirecms/sql` implements it for SQLite and
 * PostgreSQL. The testkit's `storageContract()` suite says what every implementation must do.
 */
export interface Storage {
  /** Reads committed data. */
  readonly reader: DocumentReader
  /**
   * Runs `work` in one transaction: if it throws, none of its writes remain. Resolves once the commit is durable. Don't
   * call `transaction` inside `work`, because it would wait for itself; use `StorageTransaction.nested`. If others come
   * first, `work` runs again from the start, up to `MOST_REPEATS` times, and then `conflict` is thrown. `work` runs in
   * the asynchronous context of its caller, even if the storage commits the work of several callers together.
   */
  transaction<T>(work: (tx: StorageTransaction) => Promise<T>, options?: StorageTransactionOptions): Promise<T>
  /**
   * Runs `work` on a read snapshot, however long it takes: it sees no later commits, and blocks no writers. It holds a
   * connection until it ends.
   */
  snapshot<T>(work: (reader: DocumentReader) => Promise<T>): Promise<T>
  /**
   * Identifies the state of tables: equal names mean that no process committed to them in between, if to none, that no
   * other process committed at all. Undefined if unknown; absent if never known.
   */
  readonly stateOf?: (tables: readonly string[]) => string | undefined
  /** Notifies other processes; absent if not supported. */
  readonly notifier?: StorageNotifier
  /** Copies and restores the whole database; absent if not supported. */
  readonly whole?: WholeStorage
  /** Current load; absent if not supported. */
  readonly load?: () => Promise<StorageLoad>
  readonly migrations: Migrations
  check(): Promise<void>
  close(): Promise<void>
}

/** Notifies other processes of possible changes. Notifications may be lost: listeners also poll. */
export interface StorageNotifier {
  notify(): void
  /** Returns the function that stops listening. */
  listen(listener: () => void): () => void
}

export interface StorageLoad {
  /** Connections of this process, and waiting requests for one. */
  readonly connections: { readonly busy: number; readonly idle: number; readonly waiting: number }
  readonly writesWaiting: number
  /** Size of the write-ahead log, if there is one. */
  readonly walBytes: number | null
}

/** The database as a whole: for backups. */
export interface WholeStorage {
  /** Like `Storage.snapshot`; `copy` is null if the snapshot can only be read, not copied. */
  snapshot<T>(work: (reader: DocumentReader, copy: CopyDatabase | null) => Promise<T>): Promise<T>
  isEmpty(): Promise<boolean>
  /** Empties all tables and lets `work` fill them, in one transaction without a deadline. */
  refill<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T>
}

/** Writes the snapshot's database to an existing empty file in a native format, or returns why it can't. */
export type CopyDatabase = (path: string, stop?: AbortSignal) => Promise<CopiedDatabase>

export type CopiedDatabase =
  | { readonly form: 'sqlite' }
  /** `schema` is the PostgreSQL schema of the tables. */
  | { readonly form: 'dump'; readonly schema: string }
  | { readonly form: null; readonly why: string }

/** Maximum number of retries after lost races (docs/contract/consistency.md#one-result-on-both-databases). */
export const MOST_REPEATS = 5

export interface StorageTransactionOptions {
  /**
   * Application code reads in it, so it must be serializable. Without it, that holds only for documents that were
   * locked, and for what the engine checks under their locks.
   */
  readonly isolated?: boolean
  /**
   * The work runs no hooks and has no other effects than its writes, so that a group commit may undo and repeat it when
   * another transaction of the group fails. Without it, the work still runs again after a race that it lost itself,
   * until it calls `runOnce`.
   */
  readonly repeatableForOthers?: boolean
  /** Maximum duration in milliseconds; the storage's limit by default. */
  readonly timeout?: number
  /** After it aborts, the storage's own time limit applies from then on. */
  readonly stop?: AbortSignal | undefined
  /**
   * Inserts may be gathered: written together before a read, when there are many, or before the commit. If one is
   * refused, `work` runs again without gathering.
   */
  readonly gathers?: boolean
}

/**
 * The timeout of a transaction that no request waits for, in milliseconds: a week, so that no timer or setting of a
 * database overflows.
 */
export const NO_TIME_LIMIT = 604_800_000
