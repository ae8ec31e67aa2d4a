import type { Kysely, RawBuilder } from 'kysely'
import type { ColumnSpec } from '@quire/core'
import type { Session, SqlValue } from './database.ts'

/** A piece of a statement. */
export type Fragment = RawBuilder<unknown>

/** How a value is read, and so the type that it is compared as. */
export type ScalarKind = 'text' | 'number' | 'boolean'

/** From this length on, in characters, an index may hold only the beginning of a text. */
export const LONG_TEXT = 500

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
  /** The first of these that is neither missing nor null. */
  firstSet(values: readonly SqlJson[]): SqlJson
  /** A column, by its name or the document's and its own. */
  column(name: readonly string[], type: ColumnSpec['type']): Fragment
  /** One parameter of the type. */
  parameter(value: unknown, kind: ScalarKind | 'double' | 'json'): Fragment
  /** A text of a column as texts of JSON are, which have no type of their own: an index on those is found only by their like. */
  untyped(text: Fragment): Fragment
  isAnyOf(value: Fragment, list: unknown, kind: ScalarKind): Fragment
  /** The same for what an index holds of a text. */
  isAnyPrefix(prefix: Fragment, list: unknown): Fragment
  /**
   * What an index holds of a text where it cannot hold the whole of it (PostgreSQL limits the size of an entry). It orders texts as
   * they are ordered, only less finely; undefined where the index holds the text itself.
   */
  readonly textPrefix: ((text: Fragment) => Fragment) | undefined
  /** What tells apart long texts of the same prefix, for unique indexes. */
  readonly textRest: ((text: Fragment) => Fragment) | undefined
  /** Null is the smallest value. */
  order(value: Fragment, options: { readonly descending: boolean; readonly nullable: boolean }): Fragment
  folded(text: Fragment): Fragment
  contains(text: Fragment, part: Fragment): Fragment
  startsWith(text: Fragment, part: Fragment): Fragment
  endsWith(text: Fragment, part: Fragment): Fragment
  jsonEquals(json: Fragment, value: Fragment): Fragment
  /** What selects a JSON column as text. */
  jsonAsText(column: Fragment): Fragment
  /** Rows of a list of records that is bound as one parameter of JSON; `fields` are texts. */
  recordsFrom(parameter: unknown, fields: readonly string[]): Fragment
  /** Ends a select whose rows nobody else may change. */
  readonly rowLock: Fragment
  readonly types: { readonly text: Fragment; readonly integer: Fragment; readonly json: Fragment }
  /** Functions and the like that statements rely on; each can run again. */
  readonly preparation: readonly string[]
  /** Holds off other instances that migrate, until the transaction ends. */
  lockMigrations(session: Session): Promise<void>
  tableExists(session: Session, table: string): Promise<boolean>
  /** A value as the driver takes it. */
  bind(value: SqlValue): SqlValue
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

/** Rows to join. */
export interface SqlRows {
  readonly from: Fragment
  /** What must hold of them. */
  readonly on: Fragment
}

export interface SqlJsonRows extends SqlRows {
  readonly element: SqlJson
}
