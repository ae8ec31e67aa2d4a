import type {
  Condition,
  CountedValue,
  DistinctQuery,
  DocumentQuery,
  FilteredTable,
  LruByBytes,
  Path,
  SearchedWords,
  SortKey,
} from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue, ManyRows, Reach } from '../dialect/database.ts'
import type { Fragment, ScalarKind, ListParts, SqlDialect } from '../dialect/sql-dialect.ts'
import { type BoundStatement, compileStatement, CachedStatements, type Statement, usualLimit } from './statement.ts'
import type { Compilation, DocumentInStatement, TableColumns } from '../where/compilation.ts'
import { idOf } from '../where/follow-path.ts'
import { reachOfValues, foundFromOthers, onlyFixes, reachOfFind, tablesRead } from '../where/reach-of.ts'
import { keyOfCondition, keyOfPath, keyOfSort } from '../where/operators.ts'
import { scalarKindOf, targetOf } from '../where/target.ts'
import { documentColumns } from './document-row.ts'
import type { TableLayout } from './table-layout.ts'
import { beginCompilation, wordsRanked } from '../where/condition.ts'
import { compileSort } from '../where/sort.ts'

/** Alias of the document in selects. */
export const NAME = 'd'

export interface PlaceInStatement {
  readonly columns: TableColumns
  readonly where: Condition
}

export interface NamedPlace extends PlaceInStatement {
  readonly name: string
}

export class ListCompiler {
  readonly layout: TableLayout
  readonly dialect: SqlDialect
  readonly columnsOf: (table: string) => TableColumns

  constructor(layout: TableLayout, dialect: SqlDialect, columnsOf: (table: string) => TableColumns) {
    this.layout = layout
    this.dialect = dialect
    this.columnsOf = columnsOf
  }

  placesOf(where: Condition, union: readonly FilteredTable[] = []): readonly NamedPlace[] {
    return [{ table: this.layout.spec.name, where }, ...union].map((place) => ({
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

  /** `fixing` is the condition whose constant values need no sorting; a union has none. */
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
    // Without a condition, SQLite counts from the pages of the narrowest index.
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

/** Limit and offset of a page: the last values, of which the usual ones are literals. */
export function limitAndOffset(page: PageSize, compilation: Compilation): Pick<ListParts, 'limit' | 'offset'> {
  const [limit, offset] = [compilation.slot(), compilation.slot()]
  const usual = usualLimit(page.limit)
  return {
    limit: usual === undefined ? sql`${limit}` : sql.lit(usual),
    offset: page.offset === 0 ? sql.lit(0) : sql`${offset}`,
  }
}

/** Of statements that differ by what `limitAndOffset` writes. */
export function keyOfLimitAndOffset({ limit, offset }: PageSize): string {
  return `${usualLimit(limit) ?? ''}${offset === 0 ? ' first' : ''}`
}

export interface PageSize {
  readonly limit: number
  readonly offset: number
}

export function keyOfPlaces(places: readonly NamedPlace[], values: SqlValue[]): string {
  return places.map(({ name, where }) => `${name} ${keyOfCondition(where, values)}`).join(' and ')
}

/** A page that ends before this position is cheap to read from its index. */
const NEAR_PAGE = 500

/** Limit for counting documents when their sorting cost is estimated. */
const DOCUMENTS_COUNTED = 1_000

/** The reach of one call, from its values. */
export type ReachOf = (values: readonly SqlValue[]) => readonly Reach[]

/** The reach of a page of one table. The last values are limit, offset and `behind` others. */
export function reachOfPage(
  compiler: ListCompiler,
  where: Condition,
  sort: readonly SortKey[],
  behind: number,
): ReachOf {
  const { layout, columnsOf } = compiler
  const { reach, inOrder, countable } = reachOfFind(where, sort, layout, columnsOf)
  if (countable) {
    const few = countFew(compiler, where)
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
function reachOfPageInAll(
  { columnsOf }: ListCompiler,
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
function alsoRanked(where: Condition, rank: SearchedWords | undefined): Condition {
  return rank ? { kind: 'and', of: [where, rank] } : where
}

function countFew(compiler: ListCompiler, where: Condition): Statement {
  const { layout, dialect } = compiler
  const condition = compiler.begin().condition(where, { columns: layout, name: NAME })
  const some = sql`select 1 from ${fromTable(layout)} where ${condition} limit ${sql.lit(DOCUMENTS_COUNTED)}`
  return compileStatement(sql`select count(*) from (${some}) as "some"`, dialect)
}

type Selected = 'documents' | 'ids'

const ID = sql.id(NAME, 'id')

export class ListStatements {
  readonly #compiler: ListCompiler
  readonly #statements: CachedStatements

  constructor(compiler: ListCompiler, cache: LruByBytes<Statement>) {
    this.#compiler = compiler
    this.#statements = new CachedStatements(cache)
  }

  find(query: DocumentQuery, selected: Selected = 'documents'): BoundStatement {
    const { sort, limit, offset, rank } = query
    if (query.union) return this.#findInAll(query, query.union, selected)
    const compiler = this.#compiler
    const values: SqlValue[] = []
    const where = withoutRanked(query.where, rank)
    const members = selected === 'documents' ? query.fields : undefined
    const key = `find ${selected}${members ? ' members' : ''} ${keyOfCondition(where, values)}${keyOfRank(rank, values)}${keyOfSort(sort, values)} ${keyOfLimitAndOffset(query)}`
    const statement = this.#statements.getOrMake(key, () => {
      const compilation = compiler.begin()
      const parts = compiler.parts({ columns: compiler.layout, where }, rank, sort, compilation)
      const columns = selected === 'ids' ? ID : members ? compiler.membersIn(compilation) : parts.columns
      const find = compiler.dialect.lists.find({ ...parts, columns, ...limitAndOffset(query, compilation) })
      const reachOf = reachOfPage(compiler, alsoRanked(where, rank), sort, 0)
      return compileStatement(find, compiler.dialect, {
        reachOf,
        manyOf: (bound) => compiler.manyRows(bound.at(-2), selected === 'ids' || members !== undefined),
      })
    })
    if (members) values.push(members)
    // `limitAndOffset`, `manyOf` and `reachOf` count on these being the last.
    values.push(limit, offset)
    return statement(values)
  }

  /** Selects a page over several tables. Each contributes at most as many documents as precede the end of the page. */
  #findInAll(query: DocumentQuery, union: readonly FilteredTable[], selected: Selected): BoundStatement {
    const { where, sort, limit, offset, rank, fields } = query
    const compiler = this.#compiler
    const members = selected === 'documents' ? fields : undefined
    const values: SqlValue[] = []
    const places = compiler
      .placesOf(where, union)
      .map((place) => ({ ...place, where: withoutRanked(place.where, rank) }))
    let key = `find ${selected}${members ? ' members' : ''} in all ${keyOfLimitAndOffset(query)}`
    for (const place of places)
      key += ` ${place.name} ${keyOfCondition(place.where, values)}${keyOfRank(rank, values)}${keyOfSort(sort, values)}`
    const statement = this.#statements.getOrMake(key, () => {
      const compilation = compiler.begin()
      // A value that is constant in one table can differ in the next.
      const parts = places.map((place) => compiler.parts(place, rank, sort, compilation, { kind: 'always' }))
      const columns = selected === 'ids' ? ID : members && compiler.membersIn(compilation)
      const ends = limitAndOffset(query, compilation)
      const last = compilation.slot()
      const most = offset === 0 ? ends.limit : sql`${last}`
      const find = compiler.dialect.lists.findInAll(
        parts.map((part) => ({ ...part, ...(columns && { columns }), ...ends })),
        most,
      )
      const reachOf = reachOfPageInAll(compiler, places, sort, rank)
      return compileStatement(find, compiler.dialect, {
        reachOf,
        manyOf: (bound) => compiler.manyRows(bound.at(-3), selected === 'ids' || members !== undefined),
      })
    })
    return statement([...values, ...(members ? [members] : []), limit, offset, limit + offset])
  }

  distinct({ where, union, path, limit }: DistinctQuery): BoundStatement {
    const compiler = this.#compiler
    const values: SqlValue[] = []
    const places = compiler.placesOf(where, union)
    let key = 'distinct'
    for (const place of places)
      key += ` ${place.name} ${keyOfCondition(place.where, values)} ${keyOfPath(path, values)}`
    const statement = this.#statements.getOrMake(key, () => {
      const asked = places.map((place) => ({ where: place.where, document: { columns: place.columns, name: NAME } }))
      const distinct = distinctValues(asked, path, compiler.begin({ whole: true }))
      const reach = places.flatMap((place) => reachOfValues(place.where, place.columns, compiler.columnsOf))
      return compileStatement(distinct, compiler.dialect, {
        reachOf: () => reach,
        manyOf: (bound) => compiler.manyRows(bound.at(-1), true),
      })
    })
    return statement([...values, limit])
  }
}

/** The ranking already finds these documents, so their condition can be dropped. */
function withoutRanked(where: Condition, rank: SearchedWords | undefined): Condition {
  if (!rank) return where
  if (where.kind === 'search') return { kind: 'always' }
  return where.kind === 'and' ? { kind: 'and', of: where.of.filter(({ kind }) => kind !== 'search') } : where
}

function keyOfRank(rank: SearchedWords | undefined, values: SqlValue[]): string {
  return rank ? ` ranked ${keyOfCondition(rank, values)}` : ''
}

/**
 * Selects values and the number of documents with each, the most frequent first. A document counts once for each value
 * on its path; without any value, it counts as null, as in conditions.
 */
function distinctValues(
  places: readonly { readonly where: Condition; readonly document: DocumentInStatement & { readonly name: string } }[],
  path: Path,
  compilation: Compilation,
): Fragment {
  const { dialect } = compilation
  const values = places.map(({ where, document }) => valuesIn(document, where, path, compilation))
  const limit = sql`${compilation.slot()}`
  const order = dialect.order(sql.id('value'), { descending: false, nullable: true })
  return sql`select "value", count(*) as "count" from (${sql.join(values, sql` union all `)}) as "found" group by "value"
    order by "count" desc, ${order} limit ${limit}`
}

function valuesIn(
  document: DocumentInStatement & { readonly name: string },
  where: Condition,
  path: Path,
  compilation: Compilation,
): Fragment {
  const condition = compilation.condition(where, document)
  const target = targetOf(path, document, compilation)
  const found = target.comparable(scalarKindOf(path))
  if (!found) throw new Error('nothing of this path can be told apart')
  const from = sql`${sql.id(document.columns.table)} as ${sql.id(document.name)}`
  const joins = target.through.map((rows) => sql` left join ${rows.from} on ${rows.on}`)
  const isOnce = joins.length === 0
  const selected = isOnce ? sql`select ` : sql`select distinct ${idOf(document)} as "id", `
  return sql`${selected}${found.value} as "value" from ${from}${sql.join(joins, sql``)} where ${condition}`
}

/** Converts the database's form of numbers and booleans. */
export function countedValue([value, count]: readonly unknown[], kind: ScalarKind): CountedValue {
  return { value: value === null ? null : scalarOf(value, kind), count: Number(count) }
}

function scalarOf(value: unknown, kind: ScalarKind): string | number | boolean {
  if (kind === 'boolean') return value === true || value === 1
  return kind === 'number' ? Number(value) : String(value)
}
