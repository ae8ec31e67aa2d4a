import type { Condition, DistinctQuery, DocumentQuery, Place, SearchedWords, SortKey } from '@quire/core'
import { sql } from 'kysely'
import { BoundedCache, type Room } from '../dialect/bounded-cache.ts'
import type { Reach, SqlValue } from '../dialect/database.ts'
import type { Fragment, KnownParameters, ListParts, SqlDialect } from '../dialect/sql-dialect.ts'
import type { Compilation, TableColumns } from '../where/compilation.ts'
import { beginCompilation, wordsRanked } from '../where/condition.ts'
import { onlyFixes } from '../where/fixed-values.ts'
import { foundFromOthers } from '../where/found-from-others.ts'
import { reachOfCount, reachOfFind, reachOfValues } from '../where/reach-of.ts'
import { shapeOfCondition, shapeOfPath, shapeOfSort } from '../where/shape.ts'
import { compileSort } from '../where/sort.ts'
import { tablesRead } from '../where/tables-read.ts'
import { distinctValues } from './distinct-statement.ts'
import { documentColumns } from './document-row.ts'
import type { KnownTotal } from './known-totals.ts'
import { type BoundStatement, compileStatement, keptIn, type KeptStatements, type Statement } from './statement.ts'
import type { TableLayout } from './table-layout.ts'

/** Only these become part of a statement's text, so that callers cannot make up any number of statements. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([1, 10, 20, 25, 50, 100])
/** A page that ends here is near enough to the beginning of its index. */
const NEAR_PAGE = 500

/** How far documents that an index finds are counted, to tell how much work it is to sort them. */
const DOCUMENTS_COUNTED = 1_000

type ReachOf = (values: readonly SqlValue[]) => readonly Reach[]

/** What a select calls the document that it is about. */
const NAME = 'd'

/** A question whose answer holds a total. */
export interface TotalQuestion {
  /** The same for the same condition on the same table. */
  readonly key: string
  /** `known` is for a database that can tell whether it still holds; others are not asked while it does. */
  readonly asked: (known?: KnownTotal) => BoundStatement
}

/** What is asked of the documents of one table. */
interface PlaceInStatement {
  readonly columns: TableColumns
  readonly where: Condition
}

interface NamedPlace extends PlaceInStatement {
  /** The table's name as the engine uses it. */
  readonly name: string
}

/** The statements that find documents by conditions, and count them. */
export class ListStatements {
  readonly #layout: TableLayout
  readonly #dialect: SqlDialect
  readonly #columnsOf: (table: string) => TableColumns
  readonly #statements: KeptStatements
  readonly #tables: BoundedCache<readonly string[]>

  constructor(layout: TableLayout, dialect: SqlDialect, columnsOf: (table: string) => TableColumns, room: Room) {
    this.#statements = keptIn(room)
    this.#tables = new BoundedCache(room)
    this.#layout = layout
    this.#dialect = dialect
    this.#columnsOf = columnsOf
  }

  find(query: DocumentQuery): BoundStatement {
    const { sort, limit, offset, rank } = query
    if (query.beside) return this.#findInAll(query, query.beside)
    const values: SqlValue[] = []
    const first = this.#firstPage(limit, offset)
    const where = withoutRanked(query.where, rank)
    const shape = `find ${shapeOfCondition(where, values)}${shapeOfRank(rank, values)}${shapeOfSort(sort, values)} ${first}`
    const statement = this.#statement(
      shape,
      () => {
        const compilation = this.#begin()
        const parts = this.#parts({ columns: this.#layout, where }, rank, sort, compilation)
        return this.#dialect.lists.find({ ...parts, ...endsOf(first, compilation) })
      },
      // Whoever ranks looks at all that have the words. The values are in the order of the statement.
      () => this.#pageReach(rank ? { kind: 'and', of: [where, rank] } : where, sort, 0),
      () => this.#tablesOf(this.#placesOf(where), sort),
    )
    values.push(limit, offset)
    return statement(values)
  }

  /** A page of what is in several tables. No more of each can be on it than come before its end. */
  #findInAll({ where, sort, limit, offset, rank }: DocumentQuery, beside: readonly Place[]): BoundStatement {
    const values: SqlValue[] = []
    const first = this.#firstPage(limit, offset)
    const places = this.#placesOf(where, beside).map((place) => ({ ...place, where: withoutRanked(place.where, rank) }))
    let shape = `find in all ${first}`
    for (const place of places)
      shape += ` ${place.name} ${shapeOfCondition(place.where, values)}${shapeOfRank(rank, values)}${shapeOfSort(sort, values)}`
    const statement = this.#statement(
      shape,
      () => {
        const compilation = this.#begin()
        // What is the same in all of one table may be another in the next.
        const parts = places.map((place) => this.#parts(place, rank, sort, compilation, { kind: 'always' }))
        const ends = endsOf(first, compilation)
        const most = first === undefined ? sql`${compilation.slot()}` : ends.limit
        return this.#dialect.lists.findInAll(
          parts.map((part) => ({ ...part, ...ends })),
          most,
        )
      },
      () => {
        const reaches = places.map((place) =>
          reachOfFind(
            rank ? { kind: 'and', of: [place.where, rank] } : place.where,
            sort,
            place.columns,
            this.#columnsOf,
          ),
        )
        const all = reaches.flatMap(({ reach }) => reach)
        const inOrder = places.filter((_, index) => reaches[index]?.inOrder)
        return (bound) => {
          const most = Number(bound.at(-1))
          return most <= NEAR_PAGE
            ? all
            : [...all, ...inOrder.map(({ columns: { table } }) => ({ table, tests: 0, most }))]
        }
      },
      () => this.#tablesOf(places, sort),
    )
    return statement([...values, limit, offset, limit + offset])
  }

  total(
    where: Condition,
    beside: readonly Place[] = [],
  ): TotalQuestion & {
    /** The tables that it depends on, by their names in the database. */ readonly tables: readonly string[]
  } {
    const values: SqlValue[] = []
    const places = this.#placesOf(where, beside)
    const shape = shapeOfPlaces(places, values)
    const statement = this.#statement(
      `total ${shape}`,
      () => {
        const compilation = this.#begin({ whole: true })
        const counts = places.map((place) => this.#counted(place, compilation))
        const all =
          counts.length > 1
            ? sql`select ${sql.join(
                counts.map((count) => sql`(${count})`),
                sql` + `,
              )}`
            : counts[0]
        return this.#dialect.lists.total(all ?? sql`select 0`, this.#tablesOf(places, []), knownIn(compilation))
      },
      () => {
        const reach = places.flatMap((place) => reachOfCount(place.where, place.columns, this.#columnsOf))
        return () => reach
      },
    )
    const tables = this.#tables.getOrMake(shape, () => this.#tablesOf(places, []))
    return { key: keyOf(shape, values), tables, asked: (known) => statement([...values, ...valuesOf(known)]) }
  }

  /**
   * Where the dialect asks for both at once: one row for each document, or one without, each with the total and the state of the
   * database that it is of.
   */
  page({ where, beside, sort, limit, offset, rank }: DocumentQuery): TotalQuestion | undefined {
    const { page } = this.#dialect.lists
    if (!page || rank || beside) return undefined
    const values: SqlValue[] = []
    const shape = shapeOfPlaces(this.#placesOf(where), values)
    const key = keyOf(shape, values)
    const first = this.#firstPage(limit, offset)
    const statement = this.#statement(
      `page ${shape}${shapeOfSort(sort, values)} ${first}`,
      () => {
        const compilation = this.#begin()
        const place = { columns: this.#layout, where }
        const parts = { ...this.#parts(place, undefined, sort, compilation), ...endsOf(first, compilation) }
        const tables = this.#tablesOf(this.#placesOf(where), [])
        return page(parts, this.#counted(place, this.#begin()), tables, knownIn(compilation))
      },
      () => {
        const ofPage = this.#pageReach(where, sort, 2)
        const ofCount = reachOfCount(where, this.#layout, this.#columnsOf)
        return (bound) => (bound.at(-2) === null ? [...ofPage(bound), ...ofCount] : ofPage(bound))
      },
    )
    return { key, asked: (known) => statement([...values, limit, offset, ...valuesOf(known)]) }
  }

  distinct({ where, beside, path, limit }: DistinctQuery): BoundStatement {
    const values: SqlValue[] = []
    const places = this.#placesOf(where, beside)
    let shape = 'distinct'
    for (const place of places)
      shape += ` ${place.name} ${shapeOfCondition(place.where, values)} ${shapeOfPath(path, values)}`
    const statement = this.#statement(
      shape,
      () =>
        distinctValues(
          places.map((place) => ({ where: place.where, document: { columns: place.columns, name: NAME } })),
          path,
          this.#begin({ whole: true }),
        ),
      () => {
        const reach = places.flatMap((place) => reachOfValues(place.where, place.columns, this.#columnsOf))
        return () => reach
      },
      () => this.#tablesOf(places, []),
    )
    return statement([...values, limit])
  }

  #placesOf(where: Condition, beside: readonly Place[] = []): readonly NamedPlace[] {
    return [{ table: this.#layout.spec.name, where }, ...beside].map((place) => ({
      name: place.table,
      columns: this.#columnsOf(place.table),
      where: place.where,
    }))
  }

  #tablesOf(places: readonly NamedPlace[], sort: readonly SortKey[]): readonly string[] {
    const tables = new Set(places.flatMap(({ name, where }) => tablesRead(name, where, sort)))
    return [...tables].map((table) => this.#columnsOf(table).table)
  }

  /** The size of a first page of the usual sizes, where the planner makes something of it. */
  #firstPage(limit: number, offset: number): number | undefined {
    return this.#dialect.lists.plansByLimit && offset === 0 && USUAL_LIMITS.has(limit) ? limit : undefined
  }

  #parts(
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
      columns: documentColumns(this.#layout, this.#dialect),
      from: fromTable(columns),
      ranked,
      where: condition,
      order,
      onlyFixes: !ranked && onlyFixes(where),
      foundFromOthers: foundFromOthers(where, columns),
    }
  }

  #counted({ columns, where }: PlaceInStatement, compilation: Compilation): Fragment {
    const all = sql`select count(*) from ${fromTable(columns)}`
    // Without any condition SQLite adds up what the pages of the narrowest index say of themselves.
    if (where.kind === 'always') return all
    return sql`${all} where ${compilation.condition(where, { columns, name: NAME })}`
  }

  #few(where: Condition): Statement {
    const condition = this.#begin().condition(where, { columns: this.#layout, name: NAME })
    const some = sql`select 1 from ${fromTable(this.#layout)} where ${condition} limit ${sql.lit(DOCUMENTS_COUNTED)}`
    return compileStatement(sql`select count(*) from (${some}) as "some"`, this.#dialect)
  }

  #begin(options?: { readonly whole: boolean }): Compilation {
    return beginCompilation(this.#dialect, this.#columnsOf, options)
  }

  /** The limit and the offset stand before the last `behind` values. */
  #pageReach(where: Condition, sort: readonly SortKey[], behind: number): ReachOf {
    const { reach, inOrder, countable } = reachOfFind(where, sort, this.#layout, this.#columnsOf)
    if (countable) {
      const few = this.#few(where)
      const counted = (bound: readonly SqlValue[]) => ({ ...few(bound), upTo: DOCUMENTS_COUNTED })
      return (bound) =>
        reach.map((one, index) => (index < reach.length - 1 ? one : { ...one, counted: counted(bound) }))
    }
    if (!inOrder) return () => reach
    return (bound) => {
      const most = Number(bound.at(-1 - behind)) + Number(bound.at(-2 - behind))
      return most <= NEAR_PAGE ? reach : [...reach, { table: this.#layout.table, tests: 0, most }]
    }
  }

  #statement(
    shape: string,
    write: () => Fragment,
    reachOf: () => ReachOf,
    /** Of those that find documents, or values. */
    tables?: () => readonly string[],
  ): Statement {
    return this.#statements.getOrMake(shape, () =>
      compileStatement(write(), this.#dialect, {
        reachOf: reachOf(),
        ...(tables && { tables: tables(), findsMany: true }),
      }),
    )
  }
}

function keyOf(shape: string, values: readonly SqlValue[]): string {
  return `${shape} ${JSON.stringify(values)}`
}

function fromTable({ table }: TableColumns): Fragment {
  return sql`${sql.id(table)} as ${sql.id(NAME)}`
}

/** Where a page ends: slots, which stand behind all others, or the numbers themselves. */
function endsOf(first: number | undefined, compilation: Compilation): Pick<ListParts, 'limit' | 'offset'> {
  const [limit, offset] = [compilation.slot(), compilation.slot()]
  return first === undefined
    ? { limit: sql`${limit}`, offset: sql`${offset}` }
    : { limit: sql.lit(first), offset: sql.lit(0) }
}

function knownIn(compilation: Compilation): KnownParameters {
  const { dialect } = compilation
  return {
    state: dialect.parameter(compilation.slot(), 'text'),
    total: dialect.parameter(compilation.slot(), 'number'),
  }
}

function valuesOf(known: KnownTotal | undefined): SqlValue[] {
  return known ? [known.state, known.answer] : [null, null]
}

/** What ranks the documents finds them as well, and need not be asked for twice. */
function withoutRanked(where: Condition, rank: SearchedWords | undefined): Condition {
  if (!rank) return where
  if (where.kind === 'search') return { kind: 'always' }
  return where.kind === 'and' ? { kind: 'and', of: where.of.filter(({ kind }) => kind !== 'search') } : where
}

function shapeOfPlaces(places: readonly NamedPlace[], values: SqlValue[]): string {
  return places.map(({ name, where }) => `${name} ${shapeOfCondition(where, values)}`).join(' and ')
}

function shapeOfRank(rank: SearchedWords | undefined, values: SqlValue[]): string {
  return rank ? ` ranked ${shapeOfCondition(rank, values)}` : ''
}
