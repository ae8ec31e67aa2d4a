import type { Condition, FilteredTable, SearchedWords, SortKey } from '@quirecms/core'
import { sql } from 'kysely'
import type { ManyRows, Reach, SqlValue } from '../dialect/database.ts'
import type { Fragment, ListParts, SqlDialect } from '../dialect/sql-dialect.ts'
import { documentColumns } from './document-row.ts'
import { compileStatement, type Statement } from './statement.ts'
import type { TableLayout } from './table-layout.ts'
import type { Compilation, TableColumns } from '../where/compilation.ts'
import { beginCompilation, wordsRanked } from '../where/condition.ts'
import { foundFromOthers, onlyFixes, reachOfFind, tablesRead } from '../where/reach-of.ts'
import { shapeOfCondition } from '../where/shape.ts'
import { compileSort } from '../where/sort.ts'

/** Only these become literals, so that clients can't create arbitrarily many statements. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([1, 10, 20, 25, 50, 100])

export const NAME = 'd'

export interface PlaceInStatement {
  readonly columns: TableColumns
  readonly where: Condition
}

export interface NamedPlace extends PlaceInStatement {
  readonly name: string
}

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

  /**
   * Columns of documents of which only some members are read. The names of these are the next values of the statement.
   */
  membersIn(compilation: Compilation): Fragment {
    return documentColumns(this.layout, this.dialect, compilation.slot())
  }

  counted({ columns, where }: PlaceInStatement, compilation: Compilation): Fragment {
    const all = sql`select count(*) from ${fromTable(columns)}`
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

function fromTable({ table }: TableColumns): Fragment {
  return sql`${sql.id(table)} as ${sql.id(NAME)}`
}

/** Limit and offset: the last slots, or literals. */
export function endsOf(first: number | undefined, compilation: Compilation): Pick<ListParts, 'limit' | 'offset'> {
  const [limit, offset] = [compilation.slot(), compilation.slot()]
  return first === undefined
    ? { limit: sql`${limit}`, offset: sql`${offset}` }
    : { limit: sql.lit(first), offset: sql.lit(0) }
}

export function shapeOfPlaces(places: readonly NamedPlace[], values: SqlValue[]): string {
  return places.map(({ name, where }) => `${name} ${shapeOfCondition(where, values)}`).join(' and ')
}

/** A page that ends before this position is cheap to read from its index. */
const NEAR_PAGE = 500

/** Limit for counting documents when their sorting cost is estimated. */
const DOCUMENTS_COUNTED = 1_000

/** The reach of one call, from its values. */
export type ReachOf = (values: readonly SqlValue[]) => readonly Reach[]

/** The reach of a page of one table. The last values are limit, offset and `behind` others. */
export function reachOfPage(writer: ListWriter, where: Condition, sort: readonly SortKey[], behind: number): ReachOf {
  const { layout, columnsOf } = writer
  const { reach, inOrder, countable } = reachOfFind(where, sort, layout, columnsOf)
  if (countable) {
    const few = countFew(writer, where)
    const counted = (bound: readonly SqlValue[]) => ({ ...few(bound), upTo: DOCUMENTS_COUNTED })
    return (bound) => reach.map((one, index) => (index < reach.length - 1 ? one : { ...one, counted: counted(bound) }))
  }
  if (!inOrder) return () => reach
  return (bound) => {
    const most = Number(bound.at(-1 - behind)) + Number(bound.at(-2 - behind))
    return most <= NEAR_PAGE ? reach : [...reach, { table: layout.table, tests: 0, most }]
  }
}

/** The reach of a page over several tables. The last value limits the documents of each. */
export function reachOfPageInAll(
  { columnsOf }: ListWriter,
  places: readonly NamedPlace[],
  sort: readonly SortKey[],
  rank: SearchedWords | undefined,
): ReachOf {
  const reaches = places.map((place) => reachOfFind(alsoRanked(place.where, rank), sort, place.columns, columnsOf))
  const all = reaches.flatMap(({ reach }) => reach)
  const inOrder = places.filter((_, index) => reaches[index]?.inOrder)
  return (bound) => {
    const most = Number(bound.at(-1))
    return most <= NEAR_PAGE ? all : [...all, ...inOrder.map(({ columns: { table } }) => ({ table, tests: 0, most }))]
  }
}

/** Ranking reads all documents that match the words. The values are in the order of the statement. */
export function alsoRanked(where: Condition, rank: SearchedWords | undefined): Condition {
  return rank ? { kind: 'and', of: [where, rank] } : where
}

function countFew(writer: ListWriter, where: Condition): Statement {
  const { layout, dialect } = writer
  const condition = writer.begin().condition(where, { columns: layout, name: NAME })
  const some = sql`select 1 from ${fromTable(layout)} where ${condition} limit ${sql.lit(DOCUMENTS_COUNTED)}`
  return compileStatement(sql`select count(*) from (${some}) as "some"`, dialect)
}
