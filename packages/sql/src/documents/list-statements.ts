import type { Condition, DistinctQuery, DocumentQuery, FilteredTable, SearchedWords } from '@quirecms/core'
import { sql } from 'kysely'
import type { MemoryBudget } from '../dialect/bounded-cache.ts'
import type { SqlValue } from '../dialect/database.ts'
import { reachOfValues } from '../where/reach-of.ts'
import { shapeOfCondition, shapeOfPath, shapeOfSort } from '../where/shape.ts'
import { distinctValues } from './distinct-statement.ts'
import { endsOf, type ListWriter, NAME } from './list-writer.ts'
import { alsoRanked, reachOfPage, reachOfPageInAll } from './page-reach.ts'
import { type BoundStatement, compileStatement, keptIn, type KeptStatements } from './statement.ts'

/** What a list selects. */
type Selected = 'documents' | 'ids'

const ID = sql.id(NAME, 'id')

/** Statements that find documents by conditions, and the values of their fields. */
export class ListStatements {
  readonly #writer: ListWriter
  readonly #statements: KeptStatements

  constructor(writer: ListWriter, budget: MemoryBudget) {
    this.#writer = writer
    this.#statements = keptIn(budget)
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
        tables: writer.tablesOf(writer.placesOf(where), sort),
      })
    })
    if (members) values.push(members)
    values.push(limit, offset)
    return statement(values)
  }

  /** A page over several tables. Each contributes at most as many documents as precede the end of the page. */
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
      // / A value that is constant in one table can differ in the next.
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
        tables: writer.tablesOf(places, sort),
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
        tables: writer.tablesOf(places, []),
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
