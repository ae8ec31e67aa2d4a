import { sql } from 'kysely'
import type { Fragment, ListParts, SqlDialect } from './sql-dialect.ts'

export function keysOfPlace({ order }: ListParts, place: number): Fragment {
  const values = order.map(({ value }, index) => sql`${value} as ${nameOf(index)}`)
  return sql`${sql.lit(place)} as "place", "d"."id" as "found", ${sql.join(values)}`
}

export interface OrderOfKeys {
  readonly ordered: Fragment
  /** Column aliases of the sort values in `ordered`. */
  readonly names: Fragment
  readonly limit: Fragment
  readonly offset: Fragment
}

/** Order and page of the keys, which are alike in all tables. */
export function orderOfKeys([first]: readonly ListParts[], order: SqlDialect['order']): OrderOfKeys {
  if (!first) throw new Error('a list of no tables')
  const ordered = first.order.map((options, index) => order(nameOf(index), options))
  const names = first.order.map((_, index) => nameOf(index))
  return { ordered: sql.join(ordered), names: sql.join(names), limit: first.limit, offset: first.offset }
}

function nameOf(index: number): Fragment {
  return sql.id(`key${index}`)
}
