import type { ColumnValue } from './columns.ts'
import { QuireError } from './errors.ts'
import type { Condition, Path, Scalar, SearchedWords, SortKey } from './condition.ts'
import type { RecordReader, RecordWriter } from './records.ts'
import type { Place } from './source.ts'

/** A document as it is stored. `json` stays text, so a read that changes nothing never has to parse it. */
export interface StoredDocument {
  readonly id: string
  readonly revision: number
  /** ISO 8601 UTC, milliseconds. */
  readonly createdAt: string
  readonly updatedAt: string
  /** The content in stored form, as JSON text. Localized fields are objects that map locales to values. */
  readonly json: string
  /** The `DocumentTable.shape` that the document was written with. */
  readonly shape: string
  /** The columns that features add (`deletedAt`, …), by name. */
  readonly columns: Readonly<Record<string, ColumnValue>>
}

export interface DocumentQuery {
  readonly where: Condition
  /** The list goes over these tables as well, as if they were one with the first. */
  readonly beside?: readonly Place[]
  /** Ties are broken by `id`, in the direction of the last key; don't add it here. Null sorts as the smallest value. */
  readonly sort: readonly SortKey[]
  readonly limit: number
  readonly offset: number
  /** Documents that have more of these words come first, whatever `sort` says; `where` asks for them too. */
  readonly rank?: SearchedWords
  /** Nothing else of the content is looked at than these of its members, so that the others need not be loaded. */
  readonly fields?: readonly string[]
}

/**
 * How much content one read may bring, in characters. It is the same on all databases, and more than a page over HTTP can have with the usual
 * limits: what is longer would fill the memory.
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

/** One page of a list, and how many documents the whole list has. */
export interface DocumentPage {
  readonly documents: readonly StoredDocument[]
  readonly total: number
}

/** Asks which values documents have at a path, which stays inside of them. */
export interface DistinctQuery {
  readonly where: Condition
  readonly beside?: readonly Place[]
  readonly path: Path
  readonly limit: number
}

export interface CountedValue {
  /** A pair is one text, as it is compared. */
  readonly value: Scalar | null
  /** How many documents have it; through rows, each of them may have several. */
  readonly count: number
}

/** Asks which documents of `table` point to the given ones, through the relationship at `path`. */
export interface InverseQuery {
  readonly table: string
  readonly path: string
  /** The targets: documents of this collection, with these ids. */
  readonly collection: string
  readonly ids: readonly string[]
  /** Counts only sources that meet this condition. */
  readonly scope: Condition
  /** Sources in these tables count as well. */
  readonly beside?: readonly Place[]
  readonly sort: readonly SortKey[]
  /** How many sources to name for each target; the total counts all of them. */
  readonly limit: number
  /**
   * For a caller that is about to remove the targets and has locked them. The check sees everything committed by now,
   * not only the snapshot of an isolated transaction.
   */
  readonly beforeRemoval?: boolean
}

export interface Inverse {
  readonly id: string
  readonly total: number
  /** In the order of `sort`. */
  readonly sources: readonly string[]
}

/**
 * What other transactions may do with a document until this one ends. `use`: anything but remove it; taken to add a
 * reference to it.
 * `change`: nothing but add references to it. `remove`: nothing at all.
 */
export type DocumentLock = 'use' | 'change' | 'remove'

export interface LockOptions {
  /** Means something inside a transaction alone. */
  readonly lock?: DocumentLock
}

/**
 * Lists and counts may span several tables with the same columns and indexes: those of the copies of a collection's
 * documents. The caller ensures that no document is found in two of them.
 */
export interface DocumentReader {
  /** What features store besides documents. */
  readonly records: RecordReader
  /** `scope` becomes part of the statement. */
  get(table: string, id: string, scope?: Condition, options?: LockOptions): Promise<StoredDocument | null>
  /** In no particular order, without ids that don't exist or that `scope` excludes. */
  getMany(table: string, ids: readonly string[], scope?: Condition, options?: LockOptions): Promise<StoredDocument[]>
  /** Only the ids, without loading content: the content of thousands of documents would fill the memory. */
  idsAmong(table: string, ids: readonly string[], scope?: Condition): Promise<string[]>
  find(table: string, query: DocumentQuery): Promise<StoredDocument[]>
  /** Ids of the documents that `find` returns, in the same order, without loading content. */
  findIds(table: string, query: DocumentQuery): Promise<string[]>
  /** Always exact. A remembered total is only used as long as no commit could have changed it. */
  count(table: string, where: Condition, beside?: readonly Place[]): Promise<number>
  /** `find` and `count` together. */
  page(table: string, query: DocumentQuery): Promise<DocumentPage>
  /** The most frequent first, and then in the order of the values, null before all others. */
  distinct(table: string, query: DistinctQuery): Promise<CountedValue[]>
  /** Says, for each target that anything points to, which documents do. Always takes only one statement. */
  findInverse(query: InverseQuery): Promise<Inverse[]>
  /** Which documents point to this one, by the relationship index. At most `limit`, ordered by source and id. */
  referencesTo(collection: string, id: string, limit: number): Promise<StoredReference[]>
  /** What the relationship index says that this document points to. */
  referencesOf(table: string, id: string): Promise<Reference[]>
  /** The documents that the relationship index knows as sources, in the order of table and id, behind this one. */
  sourcesAfter(after: ReferenceSource | null, limit: number): Promise<ReferenceSource[]>
  /** Whether the index of words says of a document what its content says; true where nothing can be searched. */
  knowsWords(table: string, document: StoredDocument): Promise<boolean>
  /** The documents that the index of words knows, in the order of their ids, behind this one. */
  indexedAfter(table: string, after: string, limit: number): Promise<string[]>
}

/** One reference from a document to another: an entry of the relationship index. */
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
  /** Whether writes are put together, so that one may be refused later than where it was made (`StorageTransactionOptions.gathers`). */
  readonly gathers: boolean
  /** For a transaction that gathers writes: refused if a document meets the condition once the writes are flushed. */
  expectNone(table: string, where: Condition): void
  /** Removes the document and its own references; returns false if there is none. */
  remove(table: string, id: string): Promise<boolean>
  /** Forgets what the relationship index says of a document that is not there. */
  forgetReferences(table: string, id: string): Promise<void>
  /** Forgets the words of a document that is not there. */
  forgetWords(table: string, id: string): Promise<void>
  /**
   * Application code is about to read here. Throws if the transaction is not `isolated`; storage then undoes it, and begins it again
   * as one that is.
   */
  isolate(): void
  /** Work done so far must not run twice: from here on, a serialization failure is a `conflict` without a retry. */
  runOnce(): void
  /** A savepoint: if `work` throws, its writes are undone, and the transaction goes on. */
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
