import type { Kysely, RawBuilder } from 'kysely'
import type { ColumnSpec, DocumentLock } from '@quirecms/core'
import type { Session, SqlValue } from './database.ts'

export type Fragment = RawBuilder<unknown>

export type ScalarKind = 'text' | 'number' | 'boolean'

/** Statements are built for these tables; their names are known at run time only. */
export interface AnyTables {
  [table: string]: Record<string, unknown>
}

/**
 * The SQL that differs between databases. Indexed, sorted and compared paths must always be written by the same calls,
 * so that the database finds an index by its expression.
 */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Builds and compiles statements; never runs them. */
  readonly builder: Kysely<AnyTables>
  /** The content of a stored document; `name` is the alias of its table. */
  document(name: string | undefined): SqlJson
  /** Like SQL's `coalesce`, for values inside of documents: a JSON null counts as missing. */
  firstSet(values: readonly SqlJson[]): SqlJson
  column(column: Fragment, type: ColumnSpec['type']): Fragment
  /**
   * The column, but not usable for an index: most rows pass its test, which a planner without statistics can't know.
   */
  unselective(column: Fragment): Fragment
  /**
   * Tests each row against a list of documents that is expensive to compute. PostgreSQL would join them all and compute
   * the list for every row again. A cheap list is better joined, since PostgreSQL hashes lists up to some hundred
   * thousand documents only.
   */
  listedOnce(isListed: Fragment): Fragment
  /** Whether `exists` is planned as a join instead of a lookup for each row. */
  readonly joinsExisting: boolean
  parameter(value: unknown, kind: ScalarKind | 'double' | 'json'): Fragment
  /** A text column as an untyped text, like texts in JSON; an index on those is only found by untyped expressions. */
  untyped(text: Fragment): Fragment
  isAnyOf(value: Fragment, list: unknown, kind: ScalarKind): Fragment
  /**
   * Set if the database stores indexed values in columns of their own: PostgreSQL has index-only scans and statistics
   * for columns only. SQLite finds an index by its expression.
   */
  readonly kept: KeptValues | undefined
  /** Null is the smallest value. */
  order(value: Fragment, options: { readonly descending: boolean; readonly nullable: boolean }): Fragment
  readonly lists: ListForms
  readonly search: SearchForms
  readonly fullText: FullText
  jsonEquals(json: Fragment, value: Fragment): Fragment
  isWithin(point: Fragment, rings: Fragment): Fragment
  readonly parts: PartForms
  /** Selects a JSON column as text. */
  jsonAsText(column: Fragment): Fragment
  /** The members of a `json` object that have one of these names, as the text of an object. */
  membersOf(column: Fragment, names: unknown): Fragment
  /** Rows of records that are bound as one JSON parameter; `fields` are texts. */
  recordsFrom(parameter: unknown, fields: readonly string[]): Fragment
  /**
   * Aggregates texts into the text of one JSON array; null or empty if there are none. An `order by` may follow the
   * value.
   */
  gathered(texts: Fragment): Fragment
  /** The locking clause at the end of a select, such as `for update of d`. */
  rowLock(lock: DocumentLock, name?: string): Fragment
  readonly types: { readonly text: Fragment; readonly integer: Fragment; readonly json: Fragment }
  readonly commitOrder: CommitOrder
  readonly tableSettings: readonly Fragment[]
  /**
   * Statements that make the database count changes of a table, under the name `as` if given; '' stands for all tables.
   */
  changeTriggers(table: string, as?: string): readonly Fragment[]
  /** Statements after new indexes of a table, so that plans know their contents. */
  afterIndexing(table: Fragment): readonly Fragment[]
  readonly preparation: readonly string[]
  /** Ends the definition of a table whose columns are all part of the key: stores rows in the order of the key only. */
  readonly keyedTable: Fragment
  /** Adds rows that consist of a key only; `rows` follows `insert into`. Existing rows stay. */
  addKeys(rows: Fragment): Fragment
  /** Excludes other migrating instances until the transaction ends. */
  lockMigrations(session: Session): Promise<void>
  tableExists(session: Session, table: string): Promise<boolean>
  /** A value in the form that the driver takes. */
  bind(value: SqlValue): SqlValue
}

/** How records are numbered so that no record is ever inserted before one that was already read (docs/adr/0080). */
export interface CommitOrder {
  /** Type and default of the column that counts within an era; no default if the statement sets it. */
  readonly place: Fragment
  /** Values of these columns for a new record; `index` is its place in the statement. */
  newEra(table: Fragment, era: Fragment): Fragment
  newPlace(table: Fragment, era: Fragment, place: Fragment, index: number): Fragment
  /** Whether all transactions that could add records before this era have ended. */
  isFinal(era: Fragment): Fragment
  /** Whether the era can't be from a transaction of this database. */
  isForeign(era: Fragment): Fragment
}

/** How parts of values are read (where/part.ts). */
export interface PartForms {
  /** A number as a double, as it is in JavaScript. */
  double(number: Fragment): Fragment
  /** Position of the text in another: 0 at its beginning, -1 if absent. */
  position(text: Fragment, within: Fragment): Fragment
}

export interface SearchForms {
  /** Set if stored texts are folded before a search. */
  readonly folding: TextFolding | undefined
  contains(text: Fragment, part: SearchedPart): Fragment
  startsWith(text: Fragment, part: SearchedPart): Fragment
  endsWith(text: Fragment, part: SearchedPart): Fragment
}

export interface TextFolding {
  folded(text: Fragment): Fragment
  /** One row with the folded texts, each folded once, under this name. */
  once(texts: readonly { readonly text: Fragment; readonly as: string }[], name: string): Fragment
}

/** The searched part. Applications have no limit and may search for long texts. */
export interface SearchedPart {
  readonly text: Fragment
  readonly isLong: boolean
}

/** One sort value of a list. */
export interface OrderKey {
  readonly value: Fragment
  readonly descending: boolean
  readonly nullable: boolean
}

export interface ListParts {
  readonly columns: Fragment
  /** The `from` clause; `d` is the alias of the table. */
  readonly from: Fragment
  /** Selects the `id` and `rank` of matching documents, as `ranked` in `order`; undefined without ranking. */
  readonly ranked: Fragment | undefined
  readonly where: Fragment
  readonly order: readonly OrderKey[]
  readonly limit: Fragment
  readonly offset: Fragment
  /** Whether an index may return the results in order, so that no sort is needed. */
  readonly inOrder: boolean
  /** Whether the condition can be answered through documents that reference these. */
  readonly foundFromOthers: boolean
}

export interface KnownParameters {
  readonly state: Fragment
  readonly total: Fragment
}

/** Full-text index in tables beside those of documents. Words consist of letters and digits. */
export interface FullText {
  /** Statements that create the full-text index. They can be repeated, since a migration may have been interrupted. */
  definitions(table: string): readonly Fragment[]
  drop(table: string): readonly Fragment[]
  /** Slots: the id, the locale, a digest of the words, and the result of `values`. */
  put(table: string): readonly Fragment[]
  /** The same for several documents in one statement, if that is possible; their values follow each other. */
  readonly putMany?: (table: string, rows: number) => Fragment
  values(words: readonly (readonly string[])[]): readonly SqlValue[]
  /** Removes a document from the index. Its one parameter is the id. */
  remove(table: string): readonly Fragment[]
  /** Selects the locale and the digest of each indexed text of a document. The slot is the id. */
  kept(table: string): Fragment
  /** Selects indexed ids in their order. Slots: the id to start after, and the limit. */
  idsAfter(table: string): Fragment
  /** Selects the `id` of documents that contain all of these words, given as one text. */
  found(table: string, words: Fragment, locale: Fragment): Fragment
  /** The same with `rank`; higher is better. It depends on the document and the words alone (`word-rank.ts`). */
  ranked(table: string, weights: readonly number[], words: Fragment, locale: Fragment): Fragment
}

/** How pages of lists are selected. */
export interface ListForms {
  find(parts: ListParts): Fragment
  /** A page over several tables; at most the first `most` documents of each can be on it. */
  findInAll(places: readonly ListParts[], most: Fragment): Fragment
  /** The total, with the state of these tables in which it was counted if the database can tell. */
  total(counted: Fragment, tables: readonly string[], known: KnownParameters): Fragment
  /**
   * Page and total in one round trip, if that is cheaper. The total and the state follow the columns of the document.
   */
  readonly page:
    | ((parts: ListParts, counted: Fragment, tables: readonly string[], known: KnownParameters) => Fragment)
    | undefined
}

/** Stores the values of indexes in columns. Texts are truncated, because index entries are small. */
export interface KeptValues {
  readonly types: Readonly<Record<ScalarKind, Fragment>>
  /** A prefix of the text: orders texts in the same way, except that long ones may tie. */
  prefix(text: Fragment): Fragment
  isAnyPrefix(prefix: Fragment, list: unknown): Fragment
  /** The whole text if the prefix may be shorter, otherwise null: the second sort key, for equal prefixes. */
  beyond(prefix: Fragment, text: Fragment): Fragment
  /** Distinguishes long texts with the same prefix, for unique indexes. */
  rest(text: Fragment): Fragment
}

export interface SqlJson {
  key(name: string): SqlJson
  /** The value as this type; SQL null if it is missing or of another type. */
  read(kind: ScalarKind): Fragment
  /** True if the value is missing or null; never SQL null. */
  isNull(): Fragment
  raw(): Fragment
  /** The elements of the array as rows with this name; none if the value is not an array. */
  each(name: string): SqlJsonRows
}

/** Something to join to a statement: a table or a function that returns rows, and the join condition. */
export interface SqlRows {
  readonly from: Fragment
  readonly on: Fragment
}

export interface SqlJsonRows extends SqlRows {
  readonly element: SqlJson
}
