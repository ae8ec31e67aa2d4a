import type { ColumnValue } from './columns.ts'
import type { Condition } from './condition.ts'

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
