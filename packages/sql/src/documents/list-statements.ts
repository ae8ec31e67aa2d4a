import type {
  Condition,
  CountedValue,
  DistinctQuery,
  DocumentQuery,
  FilteredTable,
  LruByBytes,
  Path,
  SearchedWords,
} from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { Fragment, ScalarKind } from '../dialect/sql-dialect.ts'
import { alsoRanked, endsOf, type ListWriter, NAME, reachOfPage, reachOfPageInAll } from './list-writer.ts'
import { type BoundStatement, compileStatement, KeptStatements, type Statement } from './statement.ts'
import type { Compilation, DocumentInStatement } from '../where/compilation.ts'
import { idOf } from '../where/follow-path.ts'
import { reachOfValues } from '../where/reach-of.ts'
import { shapeOfCondition, shapeOfPath, shapeOfSort } from '../where/shape.ts'
import { scalarKindOf, targetOf } from '../where/target.ts'

type Selected = 'documents' | 'ids'

const ID = sql.id(NAME, 'id')

export class ListStatements {
  readonly #writer: ListWriter
  readonly #statements: KeptStatements

  constructor(writer: ListWriter, cache: LruByBytes<Statement>) {
    this.#writer = writer
    this.#statements = new KeptStatements(cache)
  }

  find(query: DocumentQuery, selected: Selected = 'documents'): BoundStatement {
    const { sort, limit, offset, rank } = query
    if (query.union) return this.#findInAll(query, query.union, selected)
    const writer = this.#writer
    const values: SqlValue[] = []
    const first = writer.firstPage(limit, offset)
    const where = withoutRanked(query.where, rank)
    const members = selected === 'documents' ? query.fields : undefined
    const shape = `find ${selected}${members ? ' members' : ''} ${shapeOfCondition(where, values)}${shapeOfRank(rank, values)}${shapeOfSort(sort, values)} ${first}`
    const statement = this.#statements.getOrMake(shape, () => {
      const compilation = writer.begin()
      const parts = writer.parts({ columns: writer.layout, where }, rank, sort, compilation)
      const columns = selected === 'ids' ? ID : members ? writer.membersIn(compilation) : parts.columns
      const find = writer.dialect.lists.find({ ...parts, columns, ...endsOf(first, compilation) })
      const reachOf = reachOfPage(writer, alsoRanked(where, rank), sort, 0)
      return compileStatement(find, writer.dialect, {
        reachOf,
        manyOf: (bound) => writer.manyRows(bound.at(-2), selected === 'ids' || members !== undefined),
      })
    })
    if (members) values.push(members)
    values.push(limit, offset)
    return statement(values)
  }

  /** Selects a page over several tables. Each contributes at most as many documents as precede the end of the page. */
  #findInAll(
    { where, sort, limit, offset, rank, fields }: DocumentQuery,
    beside: readonly FilteredTable[],
    selected: Selected,
  ): BoundStatement {
    const writer = this.#writer
    const members = selected === 'documents' ? fields : undefined
    const values: SqlValue[] = []
    const first = writer.firstPage(limit, offset)
    const places = writer
      .placesOf(where, beside)
      .map((place) => ({ ...place, where: withoutRanked(place.where, rank) }))
    let shape = `find ${selected}${members ? ' members' : ''} in all ${first}`
    for (const place of places)
      shape += ` ${place.name} ${shapeOfCondition(place.where, values)}${shapeOfRank(rank, values)}${shapeOfSort(sort, values)}`
    const statement = this.#statements.getOrMake(shape, () => {
      const compilation = writer.begin()
      // A value that is constant in one table can differ in the next.
      const parts = places.map((place) => writer.parts(place, rank, sort, compilation, { kind: 'always' }))
      const columns = selected === 'ids' ? ID : members && writer.membersIn(compilation)
      const ends = endsOf(first, compilation)
      const most = first === undefined ? sql`${compilation.slot()}` : ends.limit
      const find = writer.dialect.lists.findInAll(
        parts.map((part) => ({ ...part, ...(columns && { columns }), ...ends })),
        most,
      )
      const reachOf = reachOfPageInAll(writer, places, sort, rank)
      return compileStatement(find, writer.dialect, {
        reachOf,
        manyOf: (bound) => writer.manyRows(bound.at(-3), selected === 'ids' || members !== undefined),
      })
    })
    return statement([...values, ...(members ? [members] : []), limit, offset, limit + offset])
  }

  distinct({ where, union, path, limit }: DistinctQuery): BoundStatement {
    const writer = this.#writer
    const values: SqlValue[] = []
    const places = writer.placesOf(where, union)
    let shape = 'distinct'
    for (const place of places)
      shape += ` ${place.name} ${shapeOfCondition(place.where, values)} ${shapeOfPath(path, values)}`
    const statement = this.#statements.getOrMake(shape, () => {
      const asked = places.map((place) => ({ where: place.where, document: { columns: place.columns, name: NAME } }))
      const distinct = distinctValues(asked, path, writer.begin({ whole: true }))
      const reach = places.flatMap((place) => reachOfValues(place.where, place.columns, writer.columnsOf))
      return compileStatement(distinct, writer.dialect, {
        reachOf: () => reach,
        manyOf: (bound) => writer.manyRows(bound.at(-1), true),
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

function shapeOfRank(rank: SearchedWords | undefined, values: SqlValue[]): string {
  return rank ? ` ranked ${shapeOfCondition(rank, values)}` : ''
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
