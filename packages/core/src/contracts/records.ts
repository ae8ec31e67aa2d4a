import type { ColumnSpec, ColumnValue } from './columns.ts'
import type { Condition } from './condition.ts'
import type {
  CommitPlace,
  CommittedQuery,
  CommittedRecords,
  NewRecord,
  RecordChanges,
  RecordMatch,
  RecordName,
  RecordQuery,
  RecordRow,
} from './record-rows.ts'

/** A table of plain records: what a feature stores besides documents, such as sessions, keys and preferences. */
export interface RecordTable<Row extends RecordRow = RecordRow> {
  /** Unique among all tables of records. */
  readonly name: RecordName<Row>
  readonly columns: readonly RecordColumn[]
  /** The columns that identify a record. */
  readonly key: readonly string[]
  readonly indexes: readonly RecordIndex[]
  /** Set if its records are part of what an application exports: they belong to the collection in a column, or all to one table. */
  readonly goesAlong?: ({ readonly column: string } | { readonly table: string }) & {
    /** Credentials of users; exported only on request. */
    readonly secret?: true
    /** A record of this table, with the same values in these columns, says that it is over: it is not taken in again. */
    readonly unless?: { readonly table: string; readonly columns: readonly string[] }
  }
  /** Backfill: what the table holds of documents that existed before it, or that were written while it was off. */
  readonly fill?: RecordFill
  /** Columns that hold a document's content, as in snapshots: migrations of documents change them too. */
  readonly contents?: RecordedContents
  /** The columns that name collections or globals, so that they follow when one is renamed. */
  readonly names?: readonly NamingColumn[]
  /**
   * Its key is two columns of integers that storage fills (`append`), so that records can be read in an order that commits keep: nothing ever
   * comes to be before something that was read (`appended`).
   */
  readonly inCommitOrder?: true
  /**
   * Its key is `place`, an integer that storage fills (`append`): records are added at the end, in no order that commits keep. On SQLite, that is the
   * table itself, and no index beside it.
   */
  readonly numbered?: true
  /** The first record of such a table, and the first after a gap in recording: earlier history is incomplete. */
  readonly begins?: () => RecordRow
}

/**
 * - `collection`: the slug of a collection;
 * - `user`: a user, as `slug/id`;
 * - `owner`: the slug of a collection, or `global:` and that of a global, whose document has its id, which is its slug, in `document`;
 * - `entity`: the slug of what the column `kind` says, a collection or a global, with the id of its document in `document`.
 */
export type NamingColumn =
  | { readonly column: string; readonly holds: 'collection' | 'user' }
  | { readonly column: string; readonly holds: 'owner'; readonly document: string }
  | { readonly column: string; readonly holds: 'entity'; readonly kind: string; readonly document: string }

export interface RecordedContents {
  /** The table of the documents. */
  readonly of: string
  /** The columns of the document's id, of the content, as JSON text, and of its shape. */
  readonly document: string
  readonly json: string
  readonly shape: string
}

/** Run by the migration that makes the table, and by the one that takes it up again. */
export interface RecordFill {
  /** The table of documents; each of them makes one record, unless there is one with the same key. */
  readonly from: string
  readonly record: (document: FilledDocument) => RecordRow
}

/** A stored document, as far as records are made of it. */
export interface FilledDocument {
  readonly id: string
  readonly revision: number
  readonly updatedAt: string
  readonly json: string
  readonly shape: string
  readonly columns: Readonly<Record<string, ColumnValue>>
}

export interface RecordColumn extends ColumnSpec {
  /** A column that is not, and comes to a table which has records already, is '' or 0 in those. */
  readonly nullable: boolean
  /** Means something in this database alone: in a record that comes from another one, it is null, or else '' or 0. */
  readonly stays?: true
}

export interface RecordIndex {
  readonly columns: readonly string[]
  readonly unique: boolean
  /** Only records that have something in this column: the others cost nothing, and are not found by it. */
  readonly having?: string
}

/** Tables are named; those that `recordTable` has made know by their names what their rows consist of. */
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
  /** With `upTo`, it looks no further than that. */
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
  /** Records of a table that is in the order of commits, in that order. */
  appended<Row extends RecordRow>(
    table: RecordName<Row>,
    match: RecordMatch<NoInfer<Row>>,
    query: CommittedQuery,
  ): Promise<CommittedRecords<Row>>
  /** The last of them that nothing can come before any more; null where there is none. */
  lastAppended<Row extends RecordRow>(table: RecordName<Row>): Promise<Row | null>
}

export interface RecordWriter extends RecordReader {
  /** Returns false and writes nothing if a record with this key or unique value exists already. */
  insert<Row extends RecordRow>(table: RecordName<Row>, row: NewRecord<NoInfer<Row>>): Promise<boolean>
  /**
   * Adds a record whose key and unique values are certainly new. Reads of the table in this transaction see it. The
   * insert is batched until such a read or the commit, so it can fail later than here.
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
  /**
   * Removes records of such a table that another database has numbered, which this one was restored from: they could come before others,
   * some day. Returns how many.
   */
  removeForeign(table: string): Promise<number>
  /** Returns how many records it changed. */
  update<Row extends RecordRow>(
    table: RecordName<Row>,
    match: RecordMatch<NoInfer<Row>>,
    changes: RecordChanges<NoInfer<Row>>,
  ): Promise<number>
  /** Returns how many records it removed. */
  remove<Row extends RecordRow>(table: RecordName<Row>, match: RecordMatch<NoInfer<Row>>): Promise<number>
}
