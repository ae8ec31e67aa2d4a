import type { Condition, FilteredTable, SearchedWords, SortKey } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, ListParts, SqlDialect } from '../dialect/sql-dialect.ts'
import type { Compilation, TableColumns } from '../where/compilation.ts'
import { beginCompilation, wordsRanked } from '../where/condition.ts'
import { onlyFixes } from '../where/fixed-values.ts'
import { foundFromOthers } from '../where/found-from-others.ts'
import { reachOfFind } from '../where/reach-of.ts'
import { shapeOfCondition } from '../where/shape.ts'
import { compileSort } from '../where/sort.ts'
import { tablesRead } from '../where/tables-read.ts'
import type { ManyRows, SqlValue } from '../dialect/database.ts'
import { documentColumns } from './document-row.ts'
import type { TableLayout } from './table-layout.ts'

/** Only these become literals, so that clients can't create arbitrarily many statements. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([1, 10, 20, 25, 50, 100])

/** Alias of the document in selects. */
export const NAME = 'd'

/** The query of the documents of one table. */
export interface PlaceInStatement {
  readonly columns: TableColumns
  readonly where: Condition
}

export interface NamedPlace extends PlaceInStatement {
  /** The table's name in the engine. */
  readonly name: string
}

/** Writes the parts of statements about documents of a table that are found by conditions. */
export class ListWriter {
  readonly layout: TableLayout
  readonly dialect: SqlDialect
  readonly columnsOf: (table: string) => TableColumns

  constructor(layout: TableLayout, dialect: SqlDialect, columnsOf: (table: string) => TableColumns) {
    this.layout = layout
    this.dialect = dialect
    this.columnsOf = columnsOf
  }

  placesOf(where: Condition, beside: readonly FilteredTable[] = []): readonly NamedPlace[] {
    return [{ table: this.layout.spec.name, where }, ...beside].map((place) => ({
      name: place.table,
      columns: this.columnsOf(place.table),
      where: place.where,
    }))
  }

  /** Tables that the result depends on, by their names in the database. */
  tablesOf(places: readonly NamedPlace[], sort: readonly SortKey[]): readonly string[] {
    const tables = new Set(places.flatMap(({ name, where }) => tablesRead(name, where, sort)))
    return [...tables].map((table) => this.columnsOf(table).table)
  }

  /** The size of a first page if it is a usual one and the planner can use it. */
  firstPage(limit: number, offset: number): number | undefined {
    return this.dialect.lists.plansByLimit && offset === 0 && USUAL_LIMITS.has(limit) ? limit : undefined
  }

  parts(
    { columns, where }: PlaceInStatement,
    rank: SearchedWords | undefined,
    sort: readonly SortKey[],
    compilation: Compilation,
    fixing: Condition = where,
  ): Omit<ListParts, 'limit' | 'offset'> {
    const document = { columns, name: NAME }
    const condition = compilation.condition(where, document)
    const ranked = rank && wordsRanked(rank, columns, compilation)
    const sorted = compileSort(sort, fixing, document, compilation)
    const order = ranked ? [{ value: sql`"ranked"."rank"`, descending: true, nullable: false }, ...sorted] : sorted
    return {
      columns: documentColumns(this.layout, this.dialect),
      from: fromTable(columns),
      ranked,
      where: condition,
      order,
      inOrder: !ranked && (onlyFixes(where) || reachOfFind(where, sort, columns, this.columnsOf).inOrder),
      foundFromOthers: foundFromOthers(where, columns),
    }
  }

  /** The columns of documents of which only some members are read; their names are the next values. */
  membersIn(compilation: Compilation): Fragment {
    return documentColumns(this.layout, this.dialect, compilation.slot())
  }

  counted({ columns, where }: PlaceInStatement, compilation: Compilation): Fragment {
    const all = sql`select count(*) from ${fromTable(columns)}`
    // / Without a condition, SQLite counts from the pages of the narrowest index.
    if (where.kind === 'always') return all
    return sql`${all} where ${compilation.condition(where, { columns, name: NAME })}`
  }

  manyRows(limit: SqlValue | undefined, isPartial = false): ManyRows {
    return { table: this.layout.table, most: Number(limit), isPartial }
  }

  begin(options?: { readonly whole: boolean }): Compilation {
    return beginCompilation(this.dialect, this.columnsOf, options)
  }
}

export function fromTable({ table }: TableColumns): Fragment {
  return sql`${sql.id(table)} as ${sql.id(NAME)}`
}

/** Limit and offset: slots, which follow all others, or literals. */
export function endsOf(first: number | undefined, compilation: Compilation): Pick<ListParts, 'limit' | 'offset'> {
  const [limit, offset] = [compilation.slot(), compilation.slot()]
  return first === undefined
    ? { limit: sql`${limit}`, offset: sql`${offset}` }
    : { limit: sql.lit(first), offset: sql.lit(0) }
}

export function shapeOfPlaces(places: readonly NamedPlace[], values: SqlValue[]): string {
  return places.map(({ name, where }) => `${name} ${shapeOfCondition(where, values)}`).join(' and ')
}
