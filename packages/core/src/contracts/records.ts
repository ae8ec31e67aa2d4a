import type { Condition } from './condition.ts'

export interface ColumnSpec {
  readonly name: string
  readonly type: 'text' | 'integer'
  /**
   * Set this if nearly every read filters by the column, such as reads that exclude the trash. Indexes then include the
   * column, so that reads need no lookup in the table.
   */
  readonly scope?: boolean
  /**
   * Set this if ordinary reads leave out documents with a value in this column, such as the time of deletion of those in
   * the trash. The change feed then treats what happens to them as not public.
   */
  readonly hides?: boolean
  /** The value that each write of content sets. By default, null in a new document, and unchanged by writes. */
  readonly onWrite?: ColumnValue
}

export type ColumnValue = string | number | null

/** A record: column values by name. Types are known for tables made with `recordTable`. */
export type RecordRow = Readonly<Record<string, ColumnValue>>

declare const ROW: unique symbol

/**
 * The name of a table, which carries the type of its rows, so that readers and writers infer it. Any other text names a
 * table with untyped rows.
 */
export type RecordName<Row extends RecordRow = RecordRow> = string & { readonly [ROW]?: Row }

/** A row to insert: nullable columns may be left out. */
export type NewRecord<Row extends RecordRow = RecordRow> = {
  readonly [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name]
} & { readonly [Name in keyof Row as null extends Row[Name] ? Name : never]?: Row[Name] }

export type RecordChanges<Row extends RecordRow = RecordRow> = { readonly [Name in keyof Row]?: Row[Name] }

/**
 * Matches records whose columns have all of these values; null matches null. `below` and `above` exclude the bound
 * itself, and never match null. `oneOf` matches any of its values, and nothing if there are none.
 */
export type RecordMatch<Row extends RecordRow = RecordRow> = {
  readonly [Name in keyof Row]?: Row[Name] | RecordRange | RecordChoice<Row[Name]>
}

export type RecordChoice<Value extends ColumnValue = ColumnValue> = { readonly oneOf: readonly NonNullable<Value>[] }

export type RecordRange = { readonly below: string | number } | { readonly above: string | number }

export interface RecordQuery<Row extends RecordRow = RecordRow> {
  /** A further condition on columns of the table. */
  readonly where?: Condition
  /** By one column, then by the key; by default only by the key. */
  readonly sort?: { readonly column: keyof Row & string; readonly descending: boolean }
  readonly limit?: number
  readonly offset?: number
  /** Locks the records until the transaction ends. Only inside a transaction. */
  readonly lock?: boolean
}

/**
 * Position in the order of commits: the key of tables that have this order. Of two changes of one document, the later
 * one has the higher place. A commit after a read has a higher place than all that the read returned.
 */
export type CommitPlace = { readonly era: number; readonly place: number }

export interface CommittedQuery {
  readonly after: CommitPlace
  readonly limit: number
}

export interface CommittedRecords<Row extends RecordRow = RecordRow> {
  /** Rows that no later commit can precede. */
  readonly rows: readonly Row[]
  /** More is committed, but waits for an older transaction: read again soon. */
  readonly isHeld: boolean
}

/** A table with plain columns: data of features besides documents, such as sessions and keys. */
export interface RecordTable<Row extends RecordRow = RecordRow> {
  readonly name: RecordName<Row>
  readonly columns: readonly RecordColumn[]
  /** The columns that identify a record. */
  readonly key: readonly string[]
  readonly indexes: readonly RecordIndex[]
  /** Set if records are part of exports: by the collection in a column, or all with one table. */
  readonly exportedWith?: ({ readonly column: string } | { readonly table: string }) & {
    /** Credentials of users; exported only on request. */
    readonly secret?: true
    /** Skipped by imports if this table has a record with the same values in these columns. */
    readonly unless?: { readonly table: string; readonly columns: readonly string[] }
  }
  /**
   * The engine deletes records once the ISO time in this column is more than `after` milliseconds ago (0 by default).
   * The deletion comes some seconds later, so readers must check the time themselves.
   */
  readonly expires?: { readonly column: string; readonly after?: number }
  /** Backfill: records of documents that existed before the table, or were written while it was off. */
  readonly fill?: RecordFill
  /** Columns that hold a document's content, as in snapshots: migrations of documents change them too. */
  readonly contents?: RecordedContents
  /** Columns with slugs of collections or globals, which follow renames. */
  readonly namingColumns?: readonly NamingColumn[]
  /**
   * The key is two integers that storage assigns (`append`), so that records can be read in commit order: no later
   * commit precedes a record that was read (`readAppended`).
   */
  readonly inCommitOrder?: true
  /**
   * The key is `place`, an integer that storage assigns (`append`), in no guaranteed order of commits. On SQLite, it is
   * the row id, without a separate index.
   */
  readonly numbered?: true
  /** The first record of such a table, and the first after a gap in recording: earlier history is incomplete. */
  readonly firstRecord?: () => RecordRow
}

/**
 * - `collection`: a collection's slug;
 * - `user`: a user, as `slug/id`;
 * - `owner`: a collection's slug, or `global:` and a global's slug, with the document's id in `document`;
 * - `entity`: a slug, of the kind in the column `kind`, with the document's id in `document`.
 */
export type NamingColumn =
  | { readonly column: string; readonly holds: 'collection' | 'user' }
  | { readonly column: string; readonly holds: 'owner'; readonly document: string }
  | { readonly column: string; readonly holds: 'entity'; readonly kind: string; readonly document: string }

export interface RecordedContents {
  /** The document table. */
  readonly of: string
  /** Columns of the document's id, of the content as JSON text, and of its shape. */
  readonly document: string
  readonly json: string
  readonly shape: string
}

/** Runs when a migration creates or re-enables the table. */
export interface RecordFill {
  /** The document table; each document creates one record, unless its key exists. */
  readonly from: string
  readonly record: (document: FilledDocument) => RecordRow
}

/** A stored document, reduced to what records need. */
export interface FilledDocument {
  readonly id: string
  readonly revision: number
  readonly updatedAt: string
  readonly json: string
  readonly shape: string
  readonly columns: Readonly<Record<string, ColumnValue>>
}

export interface RecordColumn extends ColumnSpec {
  /** A new column that is not nullable is '' or 0 in existing records. */
  readonly nullable: boolean
  /** Only meaningful in this database: null, '' or 0 in imported records. */
  readonly isLocal?: true
}

export interface RecordIndex {
  readonly columns: readonly string[]
  readonly unique: boolean
  /** Indexes only records with a value in this column. */
  readonly having?: string
}

/** Reads records. The types of rows follow from the table's name. */
export interface RecordReader {
  find<Row extends RecordRow>(
    table: RecordName<Row>,
    match: RecordMatch<NoInfer<Row>>,
    query?: RecordQuery<NoInfer<Row>>,
  ): Promise<Row[]>
  /** Reads only these columns, because others may be long. */
  findColumns<Row extends RecordRow, Name extends keyof Row & string>(
    table: RecordName<Row>,
    columns: readonly Name[],
    match: RecordMatch<NoInfer<Row>>,
    query?: RecordQuery<NoInfer<Row>>,
  ): Promise<Pick<Row, Name>[]>
  /** With `upTo`, counts no further. */
  count<Row extends RecordRow>(
    table: RecordName<Row>,
    match: RecordMatch<NoInfer<Row>>,
    where?: Condition,
    upTo?: number,
  ): Promise<number>
  /** Sum of a column of numbers; null counts as 0. */
  sum<Row extends RecordRow>(
    table: RecordName<Row>,
    column: keyof NoInfer<Row> & string,
    match: RecordMatch<NoInfer<Row>>,
  ): Promise<number>
  /** Records of a table in commit order. */
  readAppended<Row extends RecordRow>(
    table: RecordName<Row>,
    match: RecordMatch<NoInfer<Row>>,
    query: CommittedQuery,
  ): Promise<CommittedRecords<Row>>
  /** The last record that no later commit can precede; null if there is none. */
  readLastAppended<Row extends RecordRow>(table: RecordName<Row>): Promise<Row | null>
}

export interface RecordWriter extends RecordReader {
  /** Returns false and writes nothing if a record with this key or unique value exists already. */
  insert<Row extends RecordRow>(table: RecordName<Row>, row: NewRecord<NoInfer<Row>>): Promise<boolean>
  /**
   * Adds a record whose key and unique values are certainly new. Reads of the table in this transaction see it. The
   * insert is gathered until such a read or the commit, so it can fail later than here.
   */
  add<Row extends RecordRow>(table: RecordName<Row>, row: NewRecord<NoInfer<Row>>): Promise<void>
  /**
   * Appends to a table that is numbered, or in the order of commits. In the latter, records of one document must be
   * appended while it is locked.
   */
  append<Row extends RecordRow>(
    table: RecordName<Row>,
    row: Omit<NewRecord<NoInfer<Row>>, keyof CommitPlace>,
  ): Promise<void>
  /** Removes records with numbers of another database, from which this one was restored. Returns how many. */
  removeForeign(table: string): Promise<number>
  update<Row extends RecordRow>(
    table: RecordName<Row>,
    match: RecordMatch<NoInfer<Row>>,
    changes: RecordChanges<NoInfer<Row>>,
  ): Promise<number>
  remove<Row extends RecordRow>(table: RecordName<Row>, match: RecordMatch<NoInfer<Row>>): Promise<number>
}

/** A column without its name, which carries the type of its values. */
export interface DescribedColumn<Value extends ColumnValue = ColumnValue> extends Omit<RecordColumn, 'name'> {
  /** Type-level marker; absent at run time. */
  readonly holds?: Value
}

/**
 * Column types. Restrict values with a type argument: `column.text<'open' | 'done'>()`, which only the compiler checks.
 */
export const column = {
  text: <Value extends string = string>(): DescribedColumn<Value> => ({ type: 'text', nullable: false }),
  textOrNull: <Value extends string = string>(): DescribedColumn<Value | null> => ({ type: 'text', nullable: true }),
  integer: <Value extends number = number>(): DescribedColumn<Value> => ({ type: 'integer', nullable: false }),
  integerOrNull: <Value extends number = number>(): DescribedColumn<Value | null> => ({
    type: 'integer',
    nullable: true,
  }),
}

type DescribedColumns = Readonly<Record<string, DescribedColumn>>

export type RowOfColumns<Columns extends DescribedColumns> = {
  readonly [Name in keyof Columns & string]: Columns[Name] extends DescribedColumn<infer Value> ? Value : never
}

/** The type of a table's records: `RowOf<typeof STARS>`. */
export type RowOf<Table> = Table extends RecordTable<infer Row extends RecordRow> ? Row : never

interface TableDescription<Columns extends DescribedColumns>
  extends Omit<RecordTable, 'name' | 'columns' | 'key' | 'indexes'> {
  readonly name: string
  readonly columns: Columns
  readonly key: readonly (keyof Columns & string)[]
  readonly indexes?: readonly (Omit<RecordIndex, 'columns' | 'having'> & {
    readonly columns: readonly (keyof Columns & string)[]
    readonly having?: keyof Columns & string
  })[]
}

/**
 * A table of records whose rows are known by their types, wherever it is read or written by its `name`.
 *
 * ```ts
 * const STARS = recordTable({
 *   name: 'stars',
 *   columns: { userId: column.text(), what: column.text(), note: column.textOrNull() },
 *   key: ['userId', 'what'],
 * })
 * ```
 */
export function recordTable<const Columns extends DescribedColumns>({
  columns,
  indexes = [],
  ...rest
}: TableDescription<Columns>): RecordTable<RowOfColumns<Columns>> {
  return { ...rest, columns: Object.entries(columns).map(([name, about]) => ({ name, ...about })), indexes }
}
