import type { Condition, FilteredTable, InverseQuery, LruByBytes, SortKey } from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { Fragment, OrderKey, SqlDialect } from '../dialect/sql-dialect.ts'
import { REFERENCES_TABLE } from '../schema/database-names.ts'
import { type Compilation, Slot, type TableColumns } from '../where/compilation.ts'
import { beginCompilation } from '../where/condition.ts'
import { keyOfCondition, keyOfSort } from '../where/operators.ts'
import { pathKey } from '../where/path-key.ts'
import { reachOfOthers, tablesRead, weightOf } from '../where/reach-of.ts'
import { compileSort } from '../where/sort.ts'
import { targetOf } from '../where/target.ts'
import { type BoundStatement, compileStatement, CachedStatements, type Statement } from './statement.ts'
import type { TableLayout } from './table-layout.ts'

/** Limit for counting sources when their sorting cost is estimated. */
const LINKS_COUNTED = 1_000

const ALWAYS: Condition = { kind: 'always' }

/** Aliases of a source and a target. */
const SOURCE = 'd'
const TARGET = sql`"t"."id"`

/** Parameters of every call, in this order; values of conditions follow. */
const [PATH, COLLECTION, IDS, TARGETS, LIMIT] = [0, 1, 2, 3, 4].map((index) => new Slot(index))
const SLOTS_TAKEN = 5

/**
 * Sources of references: the first ones of each target, and their number. An index has the sources of each target in
 * order of creation, or, with several fields, in another order. If that is the requested order, only the shown sources
 * are read and the others counted. Otherwise all are sorted, for all targets at once: PostgreSQL would scan the whole
 * table for each of them.
 */
export class InverseStatements {
  readonly #layout: TableLayout
  readonly #dialect: SqlDialect
  readonly #columnsOf: (table: string) => TableColumns
  readonly #cached: CachedStatements

  constructor(
    layout: TableLayout,
    dialect: SqlDialect,
    columnsOf: (table: string) => TableColumns,
    cache: LruByBytes<Statement>,
  ) {
    this.#layout = layout
    this.#dialect = dialect
    this.#columnsOf = columnsOf
    this.#cached = new CachedStatements(cache)
  }

  /** One row for each target with sources: its id, the ids of the first sources as JSON, and their number. */
  first({ path, collection, ids, scope, union = [], sort, limit }: InverseQuery): BoundStatement {
    const targets = JSON.stringify(ids.map((id) => ({ id })))
    const values: SqlValue[] = [path, collection, ids, targets, limit]
    const places = [{ table: this.#layout.spec.name, where: scope }, ...union]
    let key = `inverse ${this.#indexOf(path)?.name ?? ''}`
    for (const { table, where } of places) key += ` ${table} ${keyOfCondition(where, values)}${keyOfSort(sort, values)}`
    return this.#cached.getOrMake(key, () => this.#write(path, places, sort))(values)
  }

  #write(path: string, places: readonly FilteredTable[], sort: readonly SortKey[]): Statement {
    const few = places.map(({ table }) => {
      const all = this.#dialect.isAnyOf(sql.id('target_id'), IDS, 'text')
      const some = sql`select 1 ${linksOf(table, all)} limit ${sql.lit(LINKS_COUNTED)}`
      return compileStatement(sql`select count(*) from (${some}) as "some"`, this.#dialect)
    })
    const looked = places.map(({ table, where }) =>
      areOfLinks(places, sort)
        ? { table: REFERENCES_TABLE, tests: 0 }
        : { table: this.#columnsOf(table).table, tests: 1 + weightOf(where) + sort.length },
    )
    const tables = new Set(places.flatMap(({ table, where }) => tablesRead(table, where, sort)))
    return compileStatement(this.#inOrder(path, places, sort) ?? this.#sorted(places, sort), this.#dialect, {
      tables: [...tables].map((table) => this.#columnsOf(table).table),
      reachOf: (bound) => [
        ...places.flatMap(({ where }) => reachOfOthers(where, this.#columnsOf)),
        ...looked.map((one, index) => {
          const counted = few[index]?.(bound)
          return counted ? { ...one, counted: { ...counted, upTo: LINKS_COUNTED } } : one
        }),
      ],
    })
  }

  /** Scans an index that is in this order, target by target; undefined if there is none. */
  #inOrder(path: string, places: readonly FilteredTable[], sort: readonly SortKey[]): Fragment | undefined {
    const index = isByCreation(sort) || this.#isInOrder(path, sort) ? this.#indexOf(path) : undefined
    if (!index) return undefined
    const compilation = this.#begin()
    const parts: { readonly first: Fragment; readonly counted: Fragment; readonly order: Fragment }[] = []
    for (const { table, where: scope } of places) {
      const columns = this.#columnsOf(table)
      const key = targetOf(index.path, { columns, name: SOURCE }, compilation).indexKey
      if (!key) return undefined
      const { where, keys } = this.#asked(columns, scope, sort, compilation)
      const found = sql`${fromTable(columns)} where ${key} = ${TARGET} and ${where}`
      const { selected, ordered, orderOfAll } = this.#orderOf(keys)
      parts.push({
        first: sql`select "d"."id" as "id", ${selected} from ${found} order by ${ordered} limit ${LIMIT}`,
        // A document and its references are written together, so without a condition on documents, references are
        // enough.
        counted:
          scope.kind === 'always'
            ? sql`select count(distinct "source_id") ${linksOf(table, sql`"target_id" = ${TARGET}`)}`
            : sql`select count(*) from ${found}`,
        order: orderOfAll,
      })
    }
    const [one, ...others] = parts
    if (!one) return undefined
    const all = sql.join(
      parts.map(({ first }) => sql`select * from (${first}) as "first"`),
      sql` union all `,
    )
    const first =
      others.length > 0 ? sql`select * from (${all}) as "all" order by ${one.order} limit ${LIMIT}` : one.first
    const gathered = sql`select ${this.#dialect.gathered(sql`"id"`)} from (${first}) as "gathered"`
    const counted = sql.join(
      parts.map((part) => sql`(${part.counted})`),
      sql` + `,
    )
    return sql`select ${TARGET}, (${gathered}), ${counted}
      from ${this.#dialect.recordsFrom(TARGETS, ['id'])} as "t"`
  }

  /** All sources of each target, numbered in the order of `sort`, so that the first `limit` of each can be picked. */
  #sorted(places: readonly FilteredTable[], sort: readonly SortKey[]): Fragment {
    const compilation = this.#begin()
    const parts = places.map((place) =>
      areOfLinks(places, sort)
        ? { linked: this.#links(place), order: sql`"source_id"` }
        : this.#linked(place, sort, compilation),
    )
    const all = sql.join(
      parts.map(({ linked }) => linked),
      sql` union all `,
    )
    const numbered = sql`select "target_id", "source_id", count(*) over (partition by "target_id") as "total",
      row_number() over (partition by "target_id" order by ${parts[0]?.order ?? sql`"source_id"`}) as "place"
      from (${all}) as "linked"`
    // The total comes with the first source, which always exists.
    return sql`select "target_id", ${this.#dialect.gathered(sql`"source_id" order by "place"`)}, "total"
      from (${numbered}) as "numbered" where "place" <= ${LIMIT} or "place" = 1 group by "target_id", "total"`
  }

  /** Sources in one table, each with its target and sort values. */
  #linked(
    place: FilteredTable,
    sort: readonly SortKey[],
    compilation: Compilation,
  ): { readonly linked: Fragment; readonly order: Fragment } {
    const columns = this.#columnsOf(place.table)
    const { where, keys } = this.#asked(columns, place.where, sort, compilation)
    const { selected, orderOfAll } = this.#orderOf(keys)
    return {
      linked: sql`select "links"."target_id", "links"."source_id", ${selected}
        from (${this.#links(place)}) as "links" join ${fromTable(columns)} on "d"."id" = "links"."source_id" where ${where}`,
      order: orderOfAll,
    }
  }

  /** A source counts once, even if it points to the target in several locales. */
  #links({ table }: FilteredTable): Fragment {
    return sql`select distinct "source_id", "target_id"
      ${linksOf(table, this.#dialect.isAnyOf(sql.id('target_id'), IDS, 'text'))}`
  }

  #asked(columns: TableColumns, scope: Condition, sort: readonly SortKey[], compilation: Compilation) {
    const document = { columns, name: SOURCE }
    const where = compilation.condition(scope, document)
    return { where, keys: compileSort(sort, ALWAYS, document, compilation) }
  }

  #orderOf(keys: readonly OrderKey[]) {
    const named = keys.map((key, index) => ({ ...key, value: sql.id(`key${index}`) }))
    const order = (all: readonly OrderKey[]) =>
      sql.join(all.map(({ value, ...options }) => this.#dialect.order(value, options)))
    return {
      selected: sql.join(keys.map(({ value }, index) => sql`${value} as ${sql.id(`key${index}`)}`)),
      ordered: order(keys),
      orderOfAll: order(named),
    }
  }

  /**
   * The index of a relationship to one collection with one value is named by its path; with locales, the name has an
   * addition.
   */
  #indexOf(path: string) {
    return this.#layout.spec.indexes.find(
      ({ name, short, path: { storedAs } }) => name === path && short && storedAs === 'text',
    )
  }

  /** Whether an index of several fields has the sources of each target in this order or its reverse. */
  #isInOrder(path: string, sort: readonly SortKey[]): boolean {
    const isOneWay = sort.every(({ descending }) => descending === sort[0]?.descending)
    const known = this.#indexOf(path)
    if (!known || sort.length === 0 || !isOneWay) return false
    return this.#layout.spec.indexes.some(
      ({ path: first, more = [] }) =>
        pathKey(first) === pathKey(known.path) &&
        sort.every((key, place) => more[place] !== undefined && pathKey(more[place].path) === pathKey(key.path)),
    )
  }

  #begin(): Compilation {
    return beginCompilation(this.#dialect, this.#columnsOf, { slotsTaken: SLOTS_TAKEN })
  }
}

function linksOf(table: string, isTarget: Fragment): Fragment {
  return sql`from ${sql.id(REFERENCES_TABLE)} where "target_collection" = ${COLLECTION} and ${isTarget}
    and "source_table" = ${table} and "path" = ${PATH}`
}

function fromTable({ table }: TableColumns): Fragment {
  return sql`${sql.id(table)} as ${sql.id(SOURCE)}`
}

/** Whether no condition concerns the sources themselves. */
function areOfLinks(places: readonly FilteredTable[], sort: readonly SortKey[]): boolean {
  return sort.length === 0 && places.every(({ where }) => where.kind === 'always')
}

function isByCreation([key, ...others]: readonly SortKey[]): boolean {
  const [step, ...further] = key?.path.steps ?? []
  return others.length === 0 && further.length === 0 && step?.kind === 'column' && step.name === 'createdAt'
}
