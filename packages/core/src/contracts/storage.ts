import type { ColumnSpec, ColumnValue } from './columns.ts'
import type { Condition, Path, SortKey } from './condition.ts'
import type { RecordReader, RecordTable, RecordWriter } from './records.ts'

/**
 * What the engine needs of a database: documents and predicates, no SQL. `@quire/sql` implements it for SQLite and PostgreSQL; the
 * `storageContract()` suite of the testkit says what every implementation must do.
 */
export interface Storage {
  /** Reads of committed state. */
  readonly reader: DocumentReader
  /**
   * Runs `work` in one transaction: all of its writes, or, when it throws, none. Resolves after the commit is durable. `work` must
   * not call `transaction` again (it would wait for itself): nested work goes through `StorageTransaction.nested`.
   */
  transaction<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T>
  readonly migrations: Migrations
  /** Rejects with `unavailable` while the database cannot be reached or written. */
  check(): Promise<void>
  close(): Promise<void>
}

/** A document as it is stored. `json` stays text, so that a read that changes nothing never parses it. */
export interface StoredDocument {
  readonly id: string
  readonly revision: number
  /** ISO 8601 UTC, milliseconds. */
  readonly createdAt: string
  readonly updatedAt: string
  /** The content in stored form (localized fields as objects of locale to value), a JSON object as text. */
  readonly json: string
  /** The shape (`DocumentTable.shape`) that the document was written under. */
  readonly shape: string
  /** The columns that features add (`deletedAt`, …), by name. */
  readonly columns: Readonly<Record<string, ColumnValue>>
}

export interface DocumentQuery {
  readonly where: Condition
  /** Ties are broken by `id` in the direction of the last key; the caller need not add it. Null sorts as the smallest value. */
  readonly sort: readonly SortKey[]
  readonly limit: number
  readonly offset: number
}

/** One page of a list, and how many documents the whole list has. */
export interface DocumentPage {
  readonly documents: readonly StoredDocument[]
  readonly total: number
}

/** Asks who points to documents, by the relationship at `path` of `table`'s documents. */
export interface InverseQuery {
  readonly table: string
  readonly path: string
  /** What is pointed to: documents of this collection, with these ids. */
  readonly collection: string
  readonly ids: readonly string[]
  /** Only sources for which this holds. */
  readonly scope: Condition
  readonly sort: readonly SortKey[]
  /** How many sources of each target are named; the total counts all. */
  readonly limit: number
}

export interface Inverse {
  readonly id: string
  readonly total: number
  /** In the order of `sort`. */
  readonly sources: readonly string[]
}

/**
 * What others may do with a document until the transaction ends. `use`: anything but remove it, for whoever begins to point to it.
 * `change`: nothing but begin to point to it. `remove`: nothing at all.
 */
export type DocumentLock = 'use' | 'change' | 'remove'

export interface LockOptions {
  /** Means something inside a transaction alone. */
  readonly lock?: DocumentLock
}

export interface DocumentReader {
  /** What features keep besides documents. */
  readonly records: RecordReader
  /** `scope` is part of the statement. */
  get(table: string, id: string, scope?: Condition, options?: LockOptions): Promise<StoredDocument | null>
  /** In no particular order; ids that do not exist or that `scope` leaves out are missing. */
  getMany(table: string, ids: readonly string[], scope?: Condition, options?: LockOptions): Promise<StoredDocument[]>
  find(table: string, query: DocumentQuery): Promise<StoredDocument[]>
  /** Exact. A total that is remembered is answered only as long as nothing was committed that could change it. */
  count(table: string, where: Condition): Promise<number>
  /** `find` and `count` together. */
  page(table: string, query: DocumentQuery): Promise<DocumentPage>
  /** For each of the targets that anything points to: who does. One statement, however many targets. */
  findInverse(query: InverseQuery): Promise<Inverse[]>
  /** Which documents point to this one, from the relationship index; at most `limit`, ordered by source and id. */
  referencesTo(collection: string, id: string, limit: number): Promise<StoredReference[]>
}

/** One relationship of a document: an entry of the relationship index. */
export interface Reference {
  /** Dotted, without row indexes or locale: `sections.quote.author`. */
  readonly path: string
  /** The locale of a localized relationship, else ''. */
  readonly locale: string
  readonly collection: string
  readonly id: string
}

export interface StoredReference extends Reference {
  readonly sourceTable: string
  readonly sourceId: string
}

/**
 * A statement that fails ends the transaction, even when its error is caught, or the `nested` part that it is in: so it is on every
 * database. Nested parts do not overlap.
 */
export interface StorageTransaction extends DocumentReader {
  readonly records: RecordWriter
  /** Throws `DuplicateValue` when a unique index refuses it, `conflict` when the id is taken. */
  insert(table: string, document: StoredDocument, references: readonly Reference[]): Promise<void>
  /**
   * Replaces the document whose revision is still `expectedRevision`; false when there is none. `references` is the complete new set;
   * undefined leaves the index as it is.
   */
  update(
    table: string,
    document: StoredDocument,
    expectedRevision: number,
    references?: readonly Reference[],
  ): Promise<boolean>
  /** Removes the document and its own references; false when there is none. */
  remove(table: string, id: string): Promise<boolean>
  /** A savepoint: what `work` wrote is undone when it throws, and the transaction goes on. */
  nested<T>(work: () => Promise<T>): Promise<T>
}

/** A unique index refused a write. `index` is the name in `DocumentTable.indexes`. */
export class DuplicateValue extends Error {
  override readonly name = 'DuplicateValue'
  readonly table: string
  readonly index: string

  constructor(table: string, index: string) {
    super(`a value in ${table} is taken (${index})`)
    this.table = table
    this.index = index
  }
}

/** What the manifest asks of the database. Storage plans its migrations from this against what the database has recorded. */
export interface StorageSchema {
  readonly tables: readonly DocumentTable[]
  readonly records?: readonly RecordTable[]
}

export interface DocumentTable {
  /** `posts`, or with a suffix that no slug can have, `posts:live`. */
  readonly name: string
  readonly columns: readonly ColumnSpec[]
  readonly indexes: readonly IndexSpec[]
  /** Changes whenever the form of the stored JSON does; written with each document. */
  readonly shape: string
  /** The row that exists from the first migration on: a global's. */
  readonly seed?: SeedDocument
}

export interface SeedDocument {
  readonly id: string
  readonly json: string
  readonly columns: Readonly<Record<string, ColumnValue>>
}

export interface IndexSpec {
  /** Unique within the table; derived from the path, so that it is the same at every start. */
  readonly name: string
  readonly path: Path
  readonly unique: boolean
  /** No text here is longer than `SHORT_TEXT`, so that what an index holds of it is the whole. */
  readonly short?: boolean
}

/** In characters: what every index has room for. */
export const SHORT_TEXT = 500

export interface Migrations {
  status(): Promise<MigrationStatus>
  /**
   * Applies what is pending, under a lock that all instances share. Steps are recorded one by one, so that an interrupted run goes on
   * where it stopped. Destructive steps are refused (`invalid_state`, nothing applied), unless `destructive` says that they run or
   * are left pending.
   */
  apply(options?: ApplyOptions): Promise<MigrationStatus>
}

export interface ApplyOptions {
  readonly destructive?: boolean | 'leave'
}

export interface MigrationStatus {
  readonly pending: readonly MigrationStep[]
  readonly applied: readonly AppliedMigration[]
}

export interface MigrationStep {
  /** `create table posts`, `create unique index posts slug`, `drop table pages`, `run 20260101-import`. */
  readonly description: string
  readonly destructive: boolean
}

export interface AppliedMigration {
  readonly description: string
  readonly appliedAt: string
}

/** A data migration that the application wrote; runs once, after the schema steps, in one transaction. */
export interface DataMigration {
  /** The file's name without its ending; the order is that of the names. */
  readonly name: string
  run(tx: StorageTransaction): Promise<void>
}
