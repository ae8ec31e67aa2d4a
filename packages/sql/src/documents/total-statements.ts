import type { Condition, DocumentQuery, FilteredTable, LruByBytes } from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { KnownParameters } from '../dialect/sql-dialect.ts'
import type { Compilation } from '../where/compilation.ts'
import { reachOfCount } from '../where/reach-of.ts'
import { keyOfSort } from '../where/operators.ts'
import { limitAndOffset, keyOfLimitAndOffset, type ListCompiler, reachOfPage, keyOfPlaces } from './list-statements.ts'
import { type BoundStatement, compileStatement, CachedStatements, type Statement } from './statement.ts'

export interface KnownTotal {
  readonly state: string
  readonly total: number
}

/** A query whose result contains a total. */
export interface TotalQuestion {
  readonly key: string
  /** `known` is for databases that can tell whether it is still valid; others are not queried while it is. */
  readonly asked: (known?: KnownTotal) => BoundStatement
}

export class TotalStatements {
  readonly #compiler: ListCompiler
  readonly #statements: CachedStatements

  constructor(compiler: ListCompiler, cache: LruByBytes<Statement>) {
    this.#compiler = compiler
    this.#statements = new CachedStatements(cache)
  }

  total(
    where: Condition,
    union: readonly FilteredTable[] = [],
  ): TotalQuestion & {
    readonly tables: readonly string[]
  } {
    const compiler = this.#compiler
    const values: SqlValue[] = []
    const places = compiler.placesOf(where, union)
    const placesKey = keyOfPlaces(places, values)
    const statement = this.#statements.getOrMake(`total ${placesKey}`, () => {
      const compilation = compiler.begin({ whole: true })
      const counts = places.map((place) => compiler.counted(place, compilation))
      const all =
        counts.length > 1
          ? sql`select ${sql.join(
              counts.map((count) => sql`(${count})`),
              sql` + `,
            )}`
          : counts[0]
      const tables = compiler.tablesOf(places, [])
      const total = compiler.dialect.lists.total(all ?? sql`select 0`, tables, knownIn(compilation))
      const reach = places.flatMap((place) => reachOfCount(place.where, place.columns, compiler.columnsOf))
      return compileStatement(total, compiler.dialect, { reachOf: () => reach, tables })
    })
    return {
      get key() {
        return totalKey(placesKey, values)
      },
      tables: statement.tables,
      asked: (known) => statement([...values, ...valuesOf(known)]),
    }
  }

  /**
   * For dialects that query page and total at once: one row for each document, or one without, each with the total and
   * the database state.
   */
  page(query: DocumentQuery): TotalQuestion | undefined {
    const { where, union, sort, limit, offset, rank } = query
    const compiler = this.#compiler
    const { page } = compiler.dialect.lists
    if (!page || rank || union) return undefined
    const values: SqlValue[] = []
    const places = compiler.placesOf(where)
    const placesKey = keyOfPlaces(places, values)
    const key = totalKey(placesKey, values)
    const statement = this.#statements.getOrMake(
      `page ${placesKey}${keyOfSort(sort, values)} ${keyOfLimitAndOffset(query)}`,
      () => {
        const compilation = compiler.begin()
        const place = { columns: compiler.layout, where }
        const parts = { ...compiler.parts(place, undefined, sort, compilation), ...limitAndOffset(query, compilation) }
        const counted = compiler.counted(place, compiler.begin())
        const both = page(parts, counted, compiler.tablesOf(places, []), knownIn(compilation))
        const ofPage = reachOfPage(compiler, where, sort, 2)
        const ofCount = reachOfCount(where, compiler.layout, compiler.columnsOf)
        const reachOf = (bound: readonly SqlValue[]) =>
          bound.at(-2) === null ? [...ofPage(bound), ...ofCount] : ofPage(bound)
        return compileStatement(both, compiler.dialect, { reachOf })
      },
    )
    return { key, asked: (known) => statement([...values, limit, offset, ...valuesOf(known)]) }
  }
}

function totalKey(placesKey: string, values: readonly SqlValue[]): string {
  return `${placesKey} ${JSON.stringify(values)}`
}

function knownIn(compilation: Compilation): KnownParameters {
  const { dialect } = compilation
  return {
    state: dialect.parameter(compilation.slot(), 'text'),
    total: dialect.parameter(compilation.slot(), 'number'),
  }
}

function valuesOf(known: KnownTotal | undefined): SqlValue[] {
  return known ? [known.state, known.total] : [null, null]
}
