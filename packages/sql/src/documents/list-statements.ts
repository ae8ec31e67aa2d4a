import type { Condition, DistinctQuery, DocumentQuery, SearchedWords, SortKey } from '@quire/core'
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

  find({ where: asked, sort, limit, offset, rank }: DocumentQuery): BoundStatement {
    const values: SqlValue[] = []
    const first = this.#firstPage(limit, offset)
    const where = withoutRanked(asked, rank)
    const shape = `find ${shapeOfCondition(where, values)}${shapeOfRank(rank, values)}${shapeOfSort(sort, values)} ${first}`
    const statement = this.#statement(
      shape,
      () => this.#dialect.lists.find(this.#parts(where, rank, sort, first, this.#begin())),
      // Whoever ranks looks at all that have the words. The values are in the order of the statement.
      () => this.#pageReach(rank ? { kind: 'and', of: [where, rank] } : where, sort, 0),
      () => this.#tablesOf(where, sort),
    )
    values.push(limit, offset)
    return statement(values)
  }

  total(where: Condition): TotalQuestion & {
    /** The tables that it depends on, by their names in the database. */ readonly tables: readonly string[]
  } {
    const values: SqlValue[] = []
    const shape = shapeOfCondition(where, values)
    const statement = this.#statement(
      `total ${shape}`,
      () => {
        const compilation = this.#begin()
        return this.#dialect.lists.total(
          this.#counted(where, compilation),
          this.#tablesOf(where, []),
          knownIn(compilation),
        )
      },
      () => {
        const reach = reachOfCount(where, this.#layout, this.#columnsOf)
        return () => reach
      },
    )
    const tables = this.#tables.getOrMake(shape, () => this.#tablesOf(where, []))
    return { key: this.#key(shape, values), tables, asked: (known) => statement([...values, ...valuesOf(known)]) }
  }

  /**
   * Where the dialect asks for both at once: one row for each document, or one without, each with the total and the state of the
   * database that it is of.
   */
  page({ where, sort, limit, offset, rank }: DocumentQuery): TotalQuestion | undefined {
    const { page } = this.#dialect.lists
    if (!page || rank) return undefined
    const values: SqlValue[] = []
    const shape = shapeOfCondition(where, values)
    const key = this.#key(shape, values)
    const first = this.#firstPage(limit, offset)
    const statement = this.#statement(
      `page ${shape}${shapeOfSort(sort, values)} ${first}`,
      () => {
        const compilation = this.#begin()
        const parts = this.#parts(where, undefined, sort, first, compilation)
        return page(parts, this.#counted(where, this.#begin()), this.#tablesOf(where, []), knownIn(compilation))
      },
      () => {
        const ofPage = this.#pageReach(where, sort, 2)
        const ofCount = reachOfCount(where, this.#layout, this.#columnsOf)
        return (bound) => (bound.at(-2) === null ? [...ofPage(bound), ...ofCount] : ofPage(bound))
      },
    )
    return { key, asked: (known) => statement([...values, limit, offset, ...valuesOf(known)]) }
  }

  distinct({ where, path, limit }: DistinctQuery): BoundStatement {
    const values: SqlValue[] = []
    const shape = `distinct ${shapeOfCondition(where, values)} ${shapeOfPath(path, values)}`
    const statement = this.#statement(
      shape,
      () => distinctValues({ where, path }, this.#from(), { columns: this.#layout, name: NAME }, this.#begin()),
      () => {
        const reach = reachOfValues(where, this.#layout, this.#columnsOf)
        return () => reach
      },
      () => this.#tablesOf(where, []),
    )
    return statement([...values, limit])
  }

  #tablesOf(where: Condition, sort: readonly SortKey[]): readonly string[] {
    return tablesRead(this.#layout.spec.name, where, sort).map((table) => this.#columnsOf(table).table)
  }

  #key(shape: string, values: readonly SqlValue[]): string {
    return `${this.#layout.spec.name} ${shape} ${JSON.stringify(values)}`
  }

  /** The size of a first page of the usual sizes, where the planner makes something of it. */
  #firstPage(limit: number, offset: number): number | undefined {
    return this.#dialect.lists.plansByLimit && offset === 0 && USUAL_LIMITS.has(limit) ? limit : undefined
  }

  #parts(
    where: Condition,
    rank: SearchedWords | undefined,
    sort: readonly SortKey[],
    first: number | undefined,
    compilation: Compilation,
  ): ListParts {
    const document = { columns: this.#layout, name: NAME }
    const condition = compilation.condition(where, document)
    const ranked = rank && wordsRanked(rank, this.#layout, compilation)
    const sorted = compileSort(sort, where, document, compilation)
    const order = ranked ? [{ value: sql`"ranked"."rank"`, descending: true, nullable: false }, ...sorted] : sorted
    const [limit, offset] = [compilation.slot(), compilation.slot()]
    return {
      columns: documentColumns(this.#layout, this.#dialect),
      from: this.#from(),
      ranked,
      where: condition,
      order,
      limit: first === undefined ? sql`${limit}` : sql.lit(first),
      offset: first === undefined ? sql`${offset}` : sql.lit(0),
      onlyFixes: !ranked && onlyFixes(where),
      foundFromOthers: foundFromOthers(where, this.#layout),
    }
  }

  #counted(where: Condition, compilation: Compilation): Fragment {
    const all = sql`select count(*) from ${this.#from()}`
    // Without any condition SQLite adds up what the pages of the narrowest index say of themselves.
    if (where.kind === 'always') return all
    return sql`${all} where ${compilation.condition(where, { columns: this.#layout, name: NAME })}`
  }

  #few(where: Condition): Statement {
    const condition = this.#begin().condition(where, { columns: this.#layout, name: NAME })
    const some = sql`select 1 from ${this.#from()} where ${condition} limit ${sql.lit(DOCUMENTS_COUNTED)}`
    return compileStatement(sql`select count(*) from (${some}) as "some"`, this.#dialect)
  }

  #from(): Fragment {
    return sql`${sql.id(this.#layout.table)} as ${sql.id(NAME)}`
  }

  #begin(): Compilation {
    return beginCompilation(this.#dialect, this.#columnsOf)
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
    tables?: () => readonly string[],
  ): Statement {
    return this.#statements.getOrMake(shape, () =>
      compileStatement(write(), this.#dialect, { reachOf: reachOf(), ...(tables && { tables: tables() }) }),
    )
  }
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

function shapeOfRank(rank: SearchedWords | undefined, values: SqlValue[]): string {
  return rank ? ` ranked ${shapeOfCondition(rank, values)}` : ''
}
