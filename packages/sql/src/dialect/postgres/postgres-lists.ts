import { sql } from 'kysely'
import { stateOf } from './table-changes.ts'
import type { Fragment, ListForms, ListParts, OrderKey, SqlDialect } from '../sql-dialect.ts'

/** The keys of the page are found first, by an index if there is one; only then is anything read of its documents, and of no others. */
export function postgresLists(order: SqlDialect['order']): ListForms {
  const ordered = (keys: readonly OrderKey[]) => sql.join(keys.map(({ value, ...options }) => order(value, options)))
  const keysOf = (parts: ListParts) => sql`${found(parts, ordered)} limit ${parts.limit} offset ${parts.offset}`
  return {
    plansByLimit: true,
    find: (parts) => sql`select ${parts.columns} from ${inOrder(sql`array(${keysOf(parts)})`)}
      join ${parts.from} on "d"."id" = "key" order by "place"`,

    total: (counted, tables, { state, total }) =>
      // The offset keeps the planner from writing the state wherever it is asked for.
      sql`select case when "state" = ${state} then ${total} else (${counted}) end, "state"
        from (select ${stateOf(tables)} as "state" offset 0) as "now"`,

    // A page that is neither full nor empty is the last one and tells the total by itself.
    page: (parts, counted, tables, { state, total }) => {
      const size = sql`cardinality("keys")::numeric`
      const isLast = sql`${size} < ${parts.limit}::numeric and (${size} > 0 or ${parts.offset}::numeric = 0)`
      return sql`with "page" as materialized (select array(${keysOf(parts)}) as "keys", ${stateOf(tables)} as "state")
        select ${parts.columns}, case when ${isLast} then ${parts.offset}::numeric + ${size}
          when "state" = ${state} then ${total} else (${counted}) end, "state"
        from "page" left join ${inOrder(sql`"keys"`)} on true left join ${parts.from} on "d"."id" = "key" order by "place"`
    },
  }
}

/**
 * Documents that are found from others are looked up before they are sorted: the planner, which cannot know how few they are, might
 * go through all documents in order instead, waiting for one of them to come by.
 */
function found(
  { from: documents, ranked, where, order, foundFromOthers }: ListParts,
  ordered: (keys: readonly OrderKey[]) => Fragment,
): Fragment {
  const from = ranked ? sql`${documents} join (${ranked}) as "ranked" on "ranked"."id" = "d"."id"` : documents
  if (!foundFromOthers) return sql`select "d"."id" from ${from} where ${where} order by ${ordered(order)}`
  const keys = order.map((key, index) => ({ ...key, value: sql.id(`key${index}`) }))
  const values = order.map(({ value }, index) => sql`${value} as ${sql.id(`key${index}`)}`)
  return sql`select "id" from (select "d"."id", ${sql.join(values)} from ${from} where ${where} offset 0) as "found"
    order by ${ordered(keys)}`
}

function inOrder(keys: Fragment): Fragment {
  return sql`unnest(${keys}) with ordinality as "keys_in_order"("key", "place")`
}
