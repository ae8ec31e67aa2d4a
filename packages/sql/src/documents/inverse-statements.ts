import type { Condition, InverseQuery, SortKey } from '@quire/core'
import { sql } from 'kysely'
import type { Room } from '../dialect/bounded-cache.ts'
import type { SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { REFERENCES_TABLE } from '../schema/own-tables.ts'
import type { Compilation, TableColumns } from '../where/compilation.ts'
import { beginCompilation } from '../where/condition.ts'
import { pathKey } from '../where/path-key.ts'
import { reachOfOthers, weightOf } from '../where/reach-of.ts'
import { shapeOfCondition, shapeOfSort } from '../where/shape.ts'
import { Slot } from '../where/slot.ts'
import { compileSort } from '../where/sort.ts'
import { tablesRead } from '../where/tables-read.ts'
import { targetOf } from '../where/target.ts'
import { type BoundStatement, compileStatement, keptIn, type KeptStatements, type Statement } from './statement.ts'
import type { TableLayout } from './table-layout.ts'

/** How far those who point somewhere are counted to tell how much work it is to sort them. */
const LINKS_COUNTED = 1_000

/** What the statement calls a source and a target. */
const SOURCE = 'd'
const TARGET = sql`"t"."id"`

/** What every call binds, in this order; values of conditions follow. */
const [PATH, COLLECTION, IDS, TARGETS, LIMIT] = [0, 1, 2, 3, 4].map((index) => new Slot(index))
const SLOTS_TAKEN = 5

/**
 * Who points to documents: of each the first ones, and how many there are. An index of the relationship has the sources of each target in
 * the order of their creation, and one of several fields may have them in another; where that is the order asked for, those that are shown
 * are read and the others only counted. Else all of them are sorted, which is done for all targets at once: PostgreSQL would go through the whole table for each of them.
 */
export class InverseStatements {
  readonly #layout: TableLayout
  readonly #dialect: SqlDialect
  readonly #columnsOf: (table: string) => TableColumns
  readonly #shapes: KeptStatements

  constructor(layout: TableLayout, dialect: SqlDialect, columnsOf: (table: string) => TableColumns, room: Room) {
    this.#layout = layout
    this.#dialect = dialect
    this.#columnsOf = columnsOf
    this.#shapes = keptIn(room)
  }

  /** One row for each target that has any: its id, the ids of the first sources as JSON, and how many there are. */
  first({ path, collection, ids, scope, sort, limit }: InverseQuery): BoundStatement {
    const targets = JSON.stringify(ids.map((id) => ({ id })))
    const values: SqlValue[] = [path, collection, ids, targets, limit]
    const shape = `inverse ${this.#indexOf(path)?.name ?? ''} ${shapeOfCondition(scope, values)}${shapeOfSort(sort, values)}`
    return this.#shapes.getOrMake(shape, () => this.#write(path, scope, sort))(values)
  }

  #write(path: string, scope: Condition, sort: readonly SortKey[]): Statement {
    const all = this.#dialect.isAnyOf(sql.id('target_id'), IDS, 'text')
    const some = sql`select 1 ${this.#links(all)} limit ${sql.lit(LINKS_COUNTED)}`
    const few = compileStatement(sql`select count(*) from (${some}) as "some"`, this.#dialect)
    const looked = isOfLinks(scope, sort)
      ? { table: REFERENCES_TABLE, tests: 0 }
      : { table: this.#layout.table, tests: 1 + weightOf(scope) + sort.length }
    return compileStatement(this.#inOrder(path, scope, sort) ?? this.#sorted(scope, sort), this.#dialect, {
      tables: tablesRead(this.#layout.spec.name, scope, sort).map((table) => this.#columnsOf(table).table),
      reachOf: (bound) => [
        ...reachOfOthers(scope, this.#columnsOf),
        { ...looked, counted: { ...few(bound), upTo: LINKS_COUNTED } },
      ],
    })
  }

  /** Goes through an index that has them in order, target by target; undefined where there is none. */
  #inOrder(path: string, scope: Condition, sort: readonly SortKey[]): Fragment | undefined {
    const compilation = this.#begin()
    const key = isByCreation(sort) || this.#isInOrder(path, sort) ? this.#keyOf(path, compilation) : undefined
    if (!key) return undefined
    const { where, order } = this.#asked(scope, sort, compilation)
    const found = sql`${this.#from()} where ${key} and ${where}`
    const first = sql`select "d"."id" as "id" from ${found} order by ${order} limit ${LIMIT}`
    const gathered = sql`select ${this.#dialect.gathered(sql`"id"`)} from (${first}) as "first"`
    // A document and its references are written together: where nothing of the document is asked, they tell everything.
    const counted =
      scope.kind === 'always'
        ? sql`select count(distinct "source_id") ${this.#links(sql`"target_id" = ${TARGET}`)}`
        : sql`select count(*) from ${found}`
    return sql`select ${TARGET}, (${gathered}), (${counted})
      from ${this.#dialect.recordsFrom(TARGETS, ['id'])} as "t"`
  }

  /** Numbers all of them. */
  #sorted(scope: Condition, sort: readonly SortKey[]): Fragment {
    const { where, order } = this.#asked(scope, sort, this.#begin())
    // A source that points to the target in several locales is one.
    const links = sql`select distinct "source_id", "target_id"
      ${this.#links(this.#dialect.isAnyOf(sql.id('target_id'), IDS, 'text'))}`
    const place = isOfLinks(scope, sort) ? sql`"links"."source_id"` : order
    const documents = isOfLinks(scope, sort)
      ? sql``
      : sql` join ${this.#from()} on "d"."id" = "links"."source_id" where ${where}`
    const numbered = sql`select "links"."target_id", "links"."source_id",
      count(*) over (partition by "links"."target_id") as "total",
      row_number() over (partition by "links"."target_id" order by ${place}) as "place"
      from (${links}) as "links"${documents}`
    // The total comes with the first source, so that is always there.
    return sql`select "target_id", ${this.#dialect.gathered(sql`"source_id" order by "place"`)}, "total"
      from (${numbered}) as "numbered" where "place" <= ${LIMIT} or "place" = 1 group by "target_id", "total"`
  }

  #asked(scope: Condition, sort: readonly SortKey[], compilation: Compilation) {
    const document = { columns: this.#layout, name: SOURCE }
    const where = compilation.condition(scope, document)
    const keys = compileSort(sort, scope, document, compilation)
    return { where, order: sql.join(keys.map(({ value, ...options }) => this.#dialect.order(value, options))) }
  }

  /** That the source points to the target, as the index of the relationship holds it; undefined where it has none. */
  #keyOf(path: string, compilation: Compilation): Fragment | undefined {
    const index = this.#indexOf(path)
    if (!index) return undefined
    const key = targetOf(index.path, { columns: this.#layout, name: SOURCE }, compilation).indexKey
    return key && sql`${key} = ${TARGET}`
  }

  /** That of a relationship to one collection, with one value, has the name of its path; those of locales add to it. */
  #indexOf(path: string) {
    return this.#layout.spec.indexes.find(
      ({ name, short, path: { storedAs } }) => name === path && short && storedAs === 'text',
    )
  }

  /** Whether an index of several fields has the sources of each target in this order, forwards or backwards. */
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

  #links(isTarget: Fragment): Fragment {
    return sql`from ${sql.id(REFERENCES_TABLE)} where "target_collection" = ${COLLECTION} and ${isTarget}
      and "source_table" = ${this.#layout.spec.name} and "path" = ${PATH}`
  }

  #from(): Fragment {
    return sql`${sql.id(this.#layout.table)} as ${sql.id(SOURCE)}`
  }

  #begin(): Compilation {
    return beginCompilation(this.#dialect, this.#columnsOf, { slotsTaken: SLOTS_TAKEN })
  }
}

function isOfLinks(scope: Condition, sort: readonly SortKey[]): boolean {
  return scope.kind === 'always' && sort.length === 0
}

function isByCreation([key, ...others]: readonly SortKey[]): boolean {
  const [step, ...further] = key?.path.steps ?? []
  return others.length === 0 && further.length === 0 && step?.kind === 'column' && step.name === 'createdAt'
}
