import type { Kysely, RawBuilder } from 'kysely'
import type { ColumnSpec, DocumentLock } from '@quirecms/core'
import type { Session, SqlValue } from './database.ts'

/** A piece of a statement. */
export type Fragment = RawBuilder<unknown>

/** How a value is read, and so the type that it is compared as. */
export type ScalarKind = 'text' | 'number' | 'boolean'

/** The statements are built for these tables; their names are known at run time only. */
export interface DocumentTables {
  [table: string]: Record<string, unknown>
}

/**
 * How a dialect writes what SQL leaves open. A path that is indexed, sorted or compared is written by the same calls each time, so
 * that the database finds the index by its expression.
 */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Builds and compiles statements; never runs them. */
  readonly builder: Kysely<DocumentTables>
  /** The content of a stored document, which the statement may have a name for. */
  document(name: string | undefined): SqlJson
  /** Like SQL's `coalesce`, for values inside of documents: a JSON null counts as missing. */
  firstSet(values: readonly SqlJson[]): SqlJson
  /** A column as it is compared. */
  column(column: Fragment, type: ColumnSpec['type']): Fragment
  /** The column, kept from choosing an index: most rows pass the test of it, which a planner without statistics cannot know. */
  unselective(column: Fragment): Fragment
  /**
   * A look into a list of documents, from one row of many, where making the list takes long or looks into further ones. PostgreSQL would
   * join them all: then it asks for every row anew, which takes forever even of a hundred documents that point to each other. What is
   * soon asked is better joined, since PostgreSQL keeps lists of some hundred thousand documents only.
   */
  listedOnce(isListed: Fragment): Fragment
  /** Whether `exists` is planned as a join of any kind, or else looked up row by row. */
  readonly joinsExisting: boolean
  /** One parameter of the type. */
  parameter(value: unknown, kind: ScalarKind | 'double' | 'json'): Fragment
  /** A text of a column as texts of JSON are, which have no type of their own: an index on those is found only by their like. */
  untyped(text: Fragment): Fragment
  isAnyOf(value: Fragment, list: unknown, kind: ScalarKind): Fragment
  /**
   * Set where the database keeps what an index is about in a column of its own: PostgreSQL answers from an index alone only what is
   * asked of columns, and has statistics of columns. SQLite finds an index by its expression.
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
  /** What selects a JSON column as text. */
  jsonAsText(column: Fragment): Fragment
  /** The members of an object in a column of type `json` that have one of these names, as the text of an object. */
  membersOf(column: Fragment, names: unknown): Fragment
  /** Rows of a list of records that is bound as one parameter of JSON; `fields` are texts. */
  recordsFrom(parameter: unknown, fields: readonly string[]): Fragment
  /** The texts of rows as one text of a JSON array, null or empty where there are none. An `order by` may stand behind the value. */
  gathered(texts: Fragment): Fragment
  /** The locking clause at the end of a select, such as `for update of d`. */
  rowLock(lock: DocumentLock, name?: string): Fragment
  readonly types: { readonly text: Fragment; readonly integer: Fragment; readonly json: Fragment }
  readonly commitOrder: CommitOrder
  /** What a table of documents is told after it is made: the actions of `alter table`. */
  readonly tableSettings: readonly Fragment[]
  /** What is done to a table so that the database counts its changes, as those of `as` where that is given: '' stands for all tables. */
  watched(table: string, as?: string): readonly Fragment[]
  /** What is done once a table has new indexes, so that plans know what they hold. */
  afterIndexing(table: Fragment): readonly Fragment[]
  /** Functions and the like that statements rely on; each can run again. */
  readonly preparation: readonly string[]
  /** Ends the definition of a table that is all key, so that the rows are kept in the key's own order and nowhere else. */
  readonly keyedTable: Fragment
  /** Adds rows that are all key; `rows` is what stands behind `insert into`. Those that are there already stay as they are. */
  addKeys(rows: Fragment): Fragment
  /** Holds off other instances that migrate, until the transaction ends. */
  lockMigrations(session: Session): Promise<void>
  tableExists(session: Session, table: string): Promise<boolean>
  /** A value as the driver takes it. */
  bind(value: SqlValue): SqlValue
}

/** How records are numbered so that no record is ever inserted before one that was already read (docs/adr/0080). */
export interface CommitOrder {
  /** The type of the column that counts within an era, with what fills it, where that is not the statement. */
  readonly place: Fragment
  /** What a new record has in these columns; `index` counts those of one statement. */
  newEra(table: Fragment, era: Fragment): Fragment
  newPlace(table: Fragment, era: Fragment, place: Fragment, index: number): Fragment
  /** Whether every transaction that could yet come before a record of this era is over. */
  isSettled(era: Fragment): Fragment
  /** Whether no transaction of this database can have numbered it. */
  isForeign(era: Fragment): Fragment
}

/** How parts of values are read (where/part.ts). */
export interface PartForms {
  /** A number as a double, as it is in JavaScript. */
  double(number: Fragment): Fragment
  /** Where the text stands in another: 0 at its beginning, -1 where it does not. */
  position(text: Fragment, within: Fragment): Fragment
}

/** How texts are searched, whichever case their letters are in. */
export interface SearchForms {
  /** Set where stored texts are folded before they are searched, which is dear: all searches of a text share what it folds to. */
  readonly folding: TextFolding | undefined
  contains(text: Fragment, part: SearchedPart): Fragment
  startsWith(text: Fragment, part: SearchedPart): Fragment
  endsWith(text: Fragment, part: SearchedPart): Fragment
}

export interface TextFolding {
  folded(text: Fragment): Fragment
  /** One row of folded texts, each folded once, which the name stands for. */
  once(texts: readonly { readonly text: Fragment; readonly as: string }[], name: string): Fragment
}

/** What is searched for. Applications, which no limits hold, may search for long texts. */
export interface SearchedPart {
  readonly text: Fragment
  readonly isLong: boolean
}

/** One of the values that a list is ordered by. */
export interface OrderKey {
  readonly value: Fragment
  readonly descending: boolean
  readonly nullable: boolean
}

/** The parts that the statement for one page of a list is put together from. */
export interface ListParts {
  readonly columns: Fragment
  /** The `from` clause, in which the table of documents has the alias `d`. */
  readonly from: Fragment
  /** Selects the `id` and `rank` of the documents that are found, which `order` calls `ranked`; undefined where nothing is ranked. */
  readonly ranked: Fragment | undefined
  readonly where: Fragment
  readonly order: readonly OrderKey[]
  readonly limit: Fragment
  readonly offset: Fragment
  /** Whether an index may have what is found in order, so that nothing is left to sort. */
  readonly inOrder: boolean
  /** Whether the condition can be answered from other documents that lead to these. */
  readonly foundFromOthers: boolean
}

/** The parameters for a total that is known already, null where none is. */
export interface KnownParameters {
  readonly state: Fragment
  readonly total: Fragment
}

/** How words are indexed, in tables beside those of documents. Words are letters and digits alone. */
export interface FullText {
  /** Statements that create the index of words. Each can be repeated, since a migration may have been interrupted. */
  definitions(table: string): readonly Fragment[]
  drop(table: string): readonly Fragment[]
  /** Slots: the id, the locale, a digest of the words, and what `values` makes of them. */
  put(table: string): readonly Fragment[]
  /** The same for so many, whose values follow each other, where that can be one statement. */
  readonly putMany?: (table: string, rows: number) => Fragment
  values(words: readonly (readonly string[])[]): readonly SqlValue[]
  /** Removes a document from the index. Its one parameter is the id. */
  remove(table: string): readonly Fragment[]
  /** Selects the locale and the digest of what is indexed of a document. The slot is the id. */
  kept(table: string): Fragment
  /** Selects the ids that are indexed, in their order. Slots: the id behind which they begin, and how many. */
  idsAfter(table: string): Fragment
  /** Selects the `id` of what has all of these words, which are one text. */
  found(table: string, words: Fragment, locale: Fragment): Fragment
  /** The same with its `rank`, the higher the better, by that document and the words alone (`word-rank.ts`). */
  ranked(table: string, weights: readonly number[], words: Fragment, locale: Fragment): Fragment
}

/** How pages of lists are selected. */
export interface ListForms {
  /**
   * Whether a plan depends on how many rows are asked for. PostgreSQL takes a limit that it does not know for a tenth of all, and
   * then plans each call anew, which takes longer than the call.
   */
  readonly plansByLimit: boolean
  find(parts: ListParts): Fragment
  /** A page of what is in several tables, of each of which only the first `most` can be in it. */
  findInAll(places: readonly ListParts[], most: Fragment): Fragment
  /** Answers with the total, and with the state of these tables that it is of where the database can tell. */
  total(counted: Fragment, tables: readonly string[], known: KnownParameters): Fragment
  /** Both at once, where a statement is a journey to the database and back; behind the columns come the total and the state. */
  readonly page:
    | ((parts: ListParts, counted: Fragment, tables: readonly string[], known: KnownParameters) => Fragment)
    | undefined
}

/** How values are kept in columns for the indexes. Of a text it is the beginning, since an entry of an index has little room. */
export interface KeptValues {
  readonly types: Readonly<Record<ScalarKind, Fragment>>
  /** A prefix of the text: orders texts in the same way, except that long ones may tie. */
  prefix(text: Fragment): Fragment
  isAnyPrefix(prefix: Fragment, list: unknown): Fragment
  /** The whole text where the prefix may have cut it off, else null: the second sort key, which breaks those ties. */
  beyond(prefix: Fragment, text: Fragment): Fragment
  /** What tells apart long texts of the same prefix, for unique indexes. */
  rest(text: Fragment): Fragment
}

/** A JSON value inside a statement. */
export interface SqlJson {
  key(name: string): SqlJson
  /** The value read as this type; SQL null where it is missing or of another type. */
  read(kind: ScalarKind): Fragment
  /** True where the value is missing or null; never SQL null. */
  isNull(): Fragment
  /** The JSON itself, for lists and points. */
  raw(): Fragment
  /** The elements of the array as rows that the name stands for: none where the value is no array. */
  each(name: string): SqlJsonRows
}

/** Something to join to a statement: a table or a function that returns rows, and the join condition. */
export interface SqlRows {
  readonly from: Fragment
  /** The condition after `on`. */
  readonly on: Fragment
}

export interface SqlJsonRows extends SqlRows {
  readonly element: SqlJson
}
