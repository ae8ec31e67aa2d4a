import type { ColumnSpec, Condition, SearchSpec } from '@quirecms/core'
import type { Fragment, SqlDialect, SqlJson } from '../dialect/sql-dialect.ts'
import type { Slot } from './slot.ts'

/** What compiling must know of a table. */
export interface TableColumns {
  /** The table's name in the database. */
  readonly table: string
  column(name: string): TableColumn
  /** The index of a path with this key, if there is one. */
  indexOf(key: string): IndexedPath | undefined
  /** The indexes of several paths, each as the keys of those. */
  readonly compounds: readonly CompoundPaths[]
  /** Where the words of its documents are. */
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
  /** The column that holds the value, where the database keeps one (`SqlDialect.kept`). */
  readonly column: string
  /** Whether what the index holds is the whole value (`IndexSpec.short`). */
  readonly short: boolean
  readonly unique: boolean
  /** Whether an index begins with it; else it only follows others, and nothing is found by it alone. */
  readonly leads: boolean
  /** Whether an index is of it alone: then each value's documents are in the order of their creation. */
  readonly alone: boolean
  /** Whether an index holds all documents in its order, and those with the same value by id. */
  readonly sorts: boolean
}

export interface CompoundPaths {
  readonly keys: readonly string[]
  readonly unique: boolean
}

/** A document inside a statement: which table it is of, and the name that the statement has for it. */
export interface DocumentInStatement {
  readonly columns: TableColumns
  /** Undefined where the statement knows no other table, as in the definition of an index. */
  readonly name: string | undefined
  /** The row of it that paths start at, where conditions ask for one; no index holds anything of that. */
  readonly row?: SqlJson
  /** Where its texts stand folded, by the keys of their paths. */
  readonly folded?: ReadonlyMap<string, Fragment>
}

/** One statement in the making. Slots and names are counted through the whole of it. */
export interface Compilation {
  readonly dialect: SqlDialect
  /** Whether the statement is about a few documents that are named: then what each leads to is looked up from there. */
  readonly keyed: boolean
  /** Whether it goes through all that it finds, and not only through the first of them. */
  readonly whole: boolean
  /** The tables by the names that the engine uses. */
  columnsOf(table: string): TableColumns
  slot(): Slot
  name(prefix: string): string
  condition(condition: Condition, document: DocumentInStatement): Fragment
}
