import type { ColumnSpec, ColumnValue } from './columns.ts'

/** A table of plain records: what a feature stores besides documents, such as sessions, keys and preferences. */
export interface RecordTable {
  /** Unique among all tables of records. */
  readonly name: string
  readonly columns: readonly RecordColumn[]
  /** The columns that identify a record. */
  readonly key: readonly string[]
  readonly indexes: readonly RecordIndex[]
  /** Set if its records are part of what an application exports: they belong to the collection in a column, or all to one table. */
  readonly goesAlong?: ({ readonly column: string } | { readonly table: string }) & {
    /** What users sign in with only goes along if somebody says so. */
    readonly secret?: true
  }
  /** What it holds of documents that were there before it, or that came while nobody asked for it. */
  readonly fill?: RecordFill
  /** Where a record holds the content of a document, as in snapshots: it follows when the form of documents changes. */
  readonly contents?: RecordedContents
  /** The columns that name collections or globals, so that they follow when one is renamed. */
  readonly names?: readonly NamingColumn[]
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
  /** Means something in this database alone: in a record that comes from another one, it is '' or 0. */
  readonly stays?: true
}

export interface RecordIndex {
  readonly columns: readonly string[]
  readonly unique: boolean
}

export type RecordRow = Readonly<Record<string, ColumnValue>>

/**
 * Matches records whose columns have all of these values; null matches null. `below` and `above` exclude the bound
 * itself, and never match null. `oneOf` matches any of its values, and nothing if there are none.
 */
export type RecordMatch = Readonly<Record<string, ColumnValue | RecordRange | RecordChoice>>

export type RecordChoice = { readonly oneOf: readonly (string | number)[] }

export type RecordRange = { readonly below: string | number } | { readonly above: string | number }

export interface RecordQuery {
  /** By one column, then by the key. Without it, only by the key. */
  readonly sort?: { readonly column: string; readonly descending: boolean }
  readonly limit?: number
  readonly offset?: number
  /** Only inside a transaction: nobody else can change these records until it ends. */
  readonly lock?: boolean
}

export interface RecordReader {
  find(table: string, match: RecordMatch, query?: RecordQuery): Promise<RecordRow[]>
  count(table: string, match: RecordMatch): Promise<number>
  /** Of a column of numbers; null counts as 0. */
  sum(table: string, column: string, match: RecordMatch): Promise<number>
}

export interface RecordWriter extends RecordReader {
  /** Returns false and writes nothing if a record with this key or unique value exists already. */
  insert(table: string, row: RecordRow): Promise<boolean>
  /** Returns how many records it changed. */
  update(table: string, match: RecordMatch, changes: RecordRow): Promise<number>
  /** Returns how many records it removed. */
  remove(table: string, match: RecordMatch): Promise<number>
}
