import type { ColumnValue, RecordReader, RecordWriter } from './records.ts'
import { QuireError } from './errors.ts'
import type { Condition, Path, Scalar, SearchedWords, SortKey } from './condition.ts'
import type { FilteredTable } from './source.ts'

/** A document as it is stored. `json` stays text, so a read that changes nothing never has to parse it. */
export interface StoredDocument {
  readonly id: string
  readonly revision: number
  /** ISO 8601 UTC, milliseconds. */
  readonly createdAt: string
  readonly updatedAt: string
  /** The content in stored form, as JSON text. Localized fields are objects that map locales to values. */
  readonly json: string
  /**
   * The `DocumentTable.shape` that the document was written with; with a `+` behind it if the content must be converted
   * when it is read (`shapeOfContent`).
   */
  readonly shape: string
  /** The columns that features add (`deletedAt`, …), by name. */
  readonly columns: Readonly<Record<string, ColumnValue>>
}

export interface DocumentQuery {
  readonly where: Condition
  /** Further tables, merged with the first. */
  readonly union?: readonly FilteredTable[]
  /** Ties are broken by `id`, in the direction of the last key; don't add it here. Null sorts as the smallest value. */
  readonly sort: readonly SortKey[]
  readonly limit: number
  readonly offset: number
  /** Ranks documents by these words before `sort`; `where` must require the words, too. */
  readonly rank?: SearchedWords
  /** The only members of the content that are read, so that others need not be loaded. */
  readonly fields?: readonly string[]
}

/**
 * Limit of content in one read, in characters, on all databases. Larger than a page over HTTP with the default limits;
 * more would exhaust memory.
 */
export const LONGEST_READ = 128 * 1024 * 1024

/** The result exceeds the length limit. Retrying the same query is useless. */
export class TooLongTogether extends QuireError {
  constructor() {
    super(
      'unavailable',
      'The documents are too long to load at once. Ask for fewer (`limit`), or for less of each (`select`).',
    )
  }
}

export interface DocumentPage {
  readonly documents: readonly StoredDocument[]
  readonly total: number
}

export interface DistinctQuery {
  readonly where: Condition
  /** Further tables, merged with the first. */
  readonly union?: readonly FilteredTable[]
  readonly path: Path
  readonly limit: number
}

export interface CountedValue {
  /** A pair is one text, as in comparisons. */
  readonly value: Scalar | null
  /** Number of documents with the value; through rows, a document may have several values. */
  readonly count: number
}

/** Finds the documents of `table` that reference the given ones through the relationship at `path`. */
export interface InverseQuery {
  readonly table: string
  readonly path: string
  readonly collection: string
  readonly ids: readonly string[]
  /** Counts only sources that meet this condition. */
  readonly scope: Condition
  /** Further tables, merged with the first. */
  readonly union?: readonly FilteredTable[]
  readonly sort: readonly SortKey[]
  /** Maximum number of sources for each target; the total counts all. */
  readonly limit: number
  readonly beforeRemoval?: boolean
}

export interface Inverse {
  readonly id: string
  readonly total: number
  /** In the order of `sort`. */
  readonly sources: readonly string[]
}

/**
 * What other transactions may do with the document until this one ends. `use`: everything except removing it; taken to
 * add a reference to it. `change`: only add references to it. `remove`: nothing.
 */
export type DocumentLock = 'use' | 'change' | 'remove'

export interface LockOptions {
  /** Only inside of a transaction. */
  readonly lock?: DocumentLock
}

/**
 * Lists and counts may span several tables with the same columns and indexes: those of the copies of a collection's
 * documents. The caller ensures that no document is found in two of them.
 */
export interface DocumentReader {
  readonly records: RecordReader
  /** `condition` becomes part of the statement: a document that does not meet it is not found. */
  get(table: string, id: string, condition?: Condition, options?: LockOptions): Promise<StoredDocument | null>
  /** In no particular order, without documents that don't exist or don't meet `condition`. */
  getMany(
    table: string,
    ids: readonly string[],
    condition?: Condition,
    options?: LockOptions,
  ): Promise<StoredDocument[]>
  /** Only the ids, without loading content: the content of thousands of documents would fill the memory. */
  idsAmong(table: string, ids: readonly string[], condition?: Condition): Promise<string[]>
  find(table: string, query: DocumentQuery): Promise<StoredDocument[]>
  /** Ids of the documents that `find` returns, in the same order, without loading content. */
  findIds(table: string, query: DocumentQuery): Promise<string[]>
  /** Exact. A cached total is used only if no commit can have changed it. */
  count(table: string, where: Condition, union?: readonly FilteredTable[]): Promise<number>
  /** `find` and `count` together. */
  page(table: string, query: DocumentQuery): Promise<DocumentPage>
  /** Most frequent first, then by value, null first. */
  distinct(table: string, query: DistinctQuery): Promise<CountedValue[]>
  /** The sources of each referenced target, in one statement. */
  findInverse(query: InverseQuery): Promise<Inverse[]>
  /** Sources of references to this document, by the relationship index: at most `limit`, ordered by table and id. */
  referencesTo(collection: string, id: string, limit: number): Promise<StoredReference[]>
  referencesOf(table: string, id: string): Promise<Reference[]>
  /** Sources in the relationship index after this one, ordered by table and id. */
  sourcesAfter(after: ReferenceSource | null, limit: number): Promise<ReferenceSource[]>
  /** Whether the full-text index matches the document's content; true without search. */
  knowsWords(table: string, document: StoredDocument): Promise<boolean>
  /** Ids in the full-text index after this one, in order. */
  indexedAfter(table: string, after: string, limit: number): Promise<string[]>
}

export interface Reference {
  /** Dotted, without row indexes or locale: `sections.quote.author`. */
  readonly path: string
  /** The locale of a localized relationship, else ''. */
  readonly locale: string
  readonly collection: string
  readonly id: string
}

export interface ReferenceSource {
  readonly table: string
  readonly id: string
}

export interface StoredReference extends Reference {
  readonly sourceTable: string
  readonly sourceId: string
}

/**
 * A statement that fails ends the transaction, or the `nested` part that it is in, even if you catch its error. This is
 * the same on every database. Nested parts must not overlap.
 */
export interface StorageTransaction extends DocumentReader {
  readonly records: RecordWriter
  /** Throws `DuplicateValue` if a unique index refuses the document, and `conflict` if the id is taken. */
  insert(table: string, document: StoredDocument, references: readonly Reference[]): Promise<void>
  /**
   * Replaces the document if its revision is still `expectedRevision`; otherwise returns false. `references` is the
   * complete new set; undefined leaves the index as it is.
   */
  update(
    table: string,
    document: StoredDocument,
    expectedRevision: number,
    references?: readonly Reference[],
  ): Promise<boolean>
  /** Whether inserts are gathered, so that they may be refused later (`StorageTransactionOptions.gathers`). */
  readonly gathers: boolean
  /** For a transaction that gathers writes: refused if a document meets the condition once the writes are flushed. */
  expectNone(table: string, where: Condition): void
  /** Removes the document and its own references; returns false if there is none. */
  remove(table: string, id: string): Promise<boolean>
  /** Deletes relationship index entries of a document that doesn't exist. */
  forgetReferences(table: string, id: string): Promise<void>
  /** Deletes full-text entries of a document that doesn't exist. */
  forgetWords(table: string, id: string): Promise<void>
  /**
   * Called before application code reads. Throws if the transaction is not `isolated`; storage then rolls back and runs
   * it again as an isolated one.
   */
  isolate(): void
  /** Work done so far must not run twice: from here on, a serialization failure is a `conflict` without a retry. */
  runOnce(): void
  /** A savepoint: if `work` throws, its writes are rolled back, and the transaction continues. */
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

/** One transaction, or one nested part of it, as operations and features see it. */
export interface Unit {
  readonly tx: StorageTransaction
  /** Runs once everything is committed. If a nested part is undone, what it added here is dropped too. */
  readonly afterCommit: AfterCommit[]
  /** Runs after a rollback, to undo effects outside of the database. Errors are ignored. */
  readonly afterRollback: (() => Promise<void>)[]
}

/** Undefined if there is nothing to wait for, as after most writes. */
export type AfterCommit = () => Promise<void> | undefined
