import type { Condition, DocumentQuery, FilteredTable, LruByBytes } from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { KnownParameters } from '../dialect/sql-dialect.ts'
import type { Compilation } from '../where/compilation.ts'
import { reachOfCount } from '../where/reach-of.ts'
import { keyOfSort } from '../where/operators.ts'
import { endsOf, type ListWriter, reachOfPage, keyOfPlaces } from './list-statements.ts'
import { type BoundStatement, compileStatement, KeptStatements, type Statement } from './statement.ts'

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
  readonly #writer: ListWriter
  readonly #statements: KeptStatements

  constructor(writer: ListWriter, cache: LruByBytes<Statement>) {
    this.#writer = writer
    this.#statements = new KeptStatements(cache)
  }

  total(
    where: Condition,
    beside: readonly FilteredTable[] = [],
  ): TotalQuestion & {
    readonly tables: readonly string[]
  } {
    const writer = this.#writer
    const values: SqlValue[] = []
    const places = writer.placesOf(where, beside)
    const placesKey = keyOfPlaces(places, values)
    const statement = this.#statements.getOrMake(`total ${placesKey}`, () => {
      const compilation = writer.begin({ whole: true })
      const counts = places.map((place) => writer.counted(place, compilation))
      const all =
        counts.length > 1
          ? sql`select ${sql.join(
              counts.map((count) => sql`(${count})`),
              sql` + `,
            )}`
          : counts[0]
      const tables = writer.tablesOf(places, [])
      const total = writer.dialect.lists.total(all ?? sql`select 0`, tables, knownIn(compilation))
      const reach = places.flatMap((place) => reachOfCount(place.where, place.columns, writer.columnsOf))
      return compileStatement(total, writer.dialect, { reachOf: () => reach, tables })
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
  page({ where, union, sort, limit, offset, rank }: DocumentQuery): TotalQuestion | undefined {
    const writer = this.#writer
    const { page } = writer.dialect.lists
    if (!page || rank || union) return undefined
    const values: SqlValue[] = []
    const places = writer.placesOf(where)
    const placesKey = keyOfPlaces(places, values)
    const key = totalKey(placesKey, values)
    const first = writer.firstPage(limit, offset)
    const statement = this.#statements.getOrMake(`page ${placesKey}${keyOfSort(sort, values)} ${first}`, () => {
      const compilation = writer.begin()
      const place = { columns: writer.layout, where }
      const parts = { ...writer.parts(place, undefined, sort, compilation), ...endsOf(first, compilation) }
      const counted = writer.counted(place, writer.begin())
      const both = page(parts, counted, writer.tablesOf(places, []), knownIn(compilation))
      const ofPage = reachOfPage(writer, where, sort, 2)
      const ofCount = reachOfCount(where, writer.layout, writer.columnsOf)
      const reachOf = (bound: readonly SqlValue[]) =>
        bound.at(-2) === null ? [...ofPage(bound), ...ofCount] : ofPage(bound)
      return compileStatement(both, writer.dialect, { reachOf })
    })
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
