import type { ColumnSpec, Condition, SearchSpec } from '@quirecms/core'
import type { Fragment, SqlDialect, SqlJson } from '../dialect/sql-dialect.ts'

export interface TableColumns {
  readonly table: string
  column(name: string): TableColumn
  /** The index of the path with this key, if there is one. */
  indexOf(key: string): IndexedPath | undefined
  /** Indexes of several paths, as the keys of these paths. */
  readonly compounds: readonly CompoundPaths[]
  /** The full-text table. */
  readonly searchTable: string
  readonly spec: { readonly search?: SearchSpec }
}

export interface TableColumn {
  readonly column: string
  readonly type: ColumnSpec['type']
  readonly nullable: boolean
  readonly scope: boolean
}

export interface IndexedPath {
  readonly column: string
  /** Whether the index contains the whole value (`IndexSpec.short`). */
  readonly short: boolean
  readonly unique: boolean
  /** Whether an index begins with this path; otherwise no index finds documents by it alone. */
  readonly leads: boolean
  /** Whether it has an index of its own, in which equal values are ordered by creation. */
  readonly alone: boolean
  /** Whether an index contains all documents in its order, with ties in the order of ids. */
  readonly sorts: boolean
}

export interface CompoundPaths {
  readonly keys: readonly string[]
  readonly unique: boolean
}

export interface DocumentInStatement {
  readonly columns: TableColumns
  readonly name: string | undefined
  /** Start row of paths, in conditions on a row; no index covers these. */
  readonly row?: SqlJson
  /** Folded texts, by the keys of their paths. */
  readonly folded?: ReadonlyMap<string, Fragment>
}

/** State of the compilation of one statement. Slots and names are numbered across the whole statement. */
export interface Compilation {
  readonly dialect: SqlDialect
  /** Whether the statement is about a few given documents: then related documents are looked up from them. */
  readonly keyed: boolean
  /** Whether it reads all matching documents, not only the first ones. */
  readonly whole: boolean
  /** Tables by their names in the engine. */
  columnsOf(table: string): TableColumns
  slot(): Slot
  name(prefix: string): string
  condition(condition: Condition, document: DocumentInStatement): Fragment
}

/**
 * Stands for a value in a statement that is compiled once and run with many values: the compiled parameters hold the
 * slots, and `compileStatement` returns the function that puts the values of one call in their places.
 */
export class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}
