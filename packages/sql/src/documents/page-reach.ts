import type { Condition, SearchedWords, SortKey } from '@quirecms/core'
import { sql } from 'kysely'
import type { Reach, SqlValue } from '../dialect/database.ts'
import { reachOfFind } from '../where/reach-of.ts'
import { fromTable, type ListWriter, NAME, type NamedPlace } from './list-writer.ts'
import { compileStatement, type Statement } from './statement.ts'

/** Pages that end before this are near the beginning of an index. */
const NEAR_PAGE = 500

/** Limit for counting documents found by an index, when their sorting cost is estimated. */
const DOCUMENTS_COUNTED = 1_000

/** What a statement scans, with the values of one call. */
export type ReachOf = (values: readonly SqlValue[]) => readonly Reach[]

/** Cost of a page of one table. Its limit and offset precede the last `behind` values. */
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

/** Cost of a page over several tables. The last value limits how many rows of each are needed. */
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
