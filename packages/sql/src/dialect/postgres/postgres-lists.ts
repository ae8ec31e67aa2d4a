import { sql } from 'kysely'
import { keysOfPlace, orderOfKeys } from '../keys-in-order.ts'
import { stateOf } from './table-changes.ts'
import type { Fragment, ListForms, ListParts, OrderKey, SqlDialect } from '../sql-dialect.ts'

/** Finds the keys of the page first, with an index if there is one. Reads only the documents of the page. */
export function postgresLists(order: SqlDialect['order']): ListForms {
  const ordered = (keys: readonly OrderKey[]) => sql.join(keys.map(({ value, ...options }) => order(value, options)))
  const keysOf = (parts: ListParts) => sql`${found(parts, ordered)} limit ${parts.limit} offset ${parts.offset}`
  return {
    find: (parts) => sql`select ${parts.columns} from ${inOrder(sql`array(${keysOf(parts)})`)}
      join ${parts.from} on "d"."id" = "key" order by "place"`,

    findInAll: (places, most) => {
      const firsts = places.map(
        (parts, place) => sql`(${found(parts, ordered, keysOfPlace(parts, place))} limit ${most})`,
      )
      const { ordered: inOrderOfAll, names, limit, offset } = orderOfKeys(places, order)
      // The offset keeps the planner from joining the whole table: it can't estimate how small the page is.
      const shown = places.map(
        ({ columns, from }, place) => sql`select "document".*, ${names} from "page"
          cross join lateral (select ${columns} from ${from} where "d"."id" = "found" offset 0) as "document"
          where "place" = ${sql.lit(place)}`,
      )
      return sql`with "page" as materialized (${sql.join(firsts, sql` union all `)}
          order by ${inOrderOfAll} limit ${limit} offset ${offset})
        ${sql.join(shown, sql` union all `)} order by ${inOrderOfAll}`
    },

    total: (counted, tables, { state, total }) =>
      // The offset keeps the planner from evaluating the state in each expression that uses it.
      sql`select case when "state" = ${state} then ${total} else (${counted}) end, "state"
        from (select ${stateOf(tables)} as "state" offset 0) as "now"`,

    // A page that is neither full nor empty is the last one, so the total follows from it.
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
 * Looks up documents that are found through others before sorting. The planner can't know how few they are, and might
 * scan all documents in order instead.
 */
function found(parts: ListParts, ordered: (keys: readonly OrderKey[]) => Fragment, selected?: Fragment): Fragment {
  const { from: documents, ranked, where, order, foundFromOthers } = parts
  const from = ranked ? sql`${documents} join (${ranked}) as "ranked" on "ranked"."id" = "d"."id"` : documents
  if (!foundFromOthers)
    return sql`select ${selected ?? sql`"d"."id"`} from ${from} where ${where} order by ${ordered(order)}`
  const keys = order.map((key, index) => ({ ...key, value: sql.id(`key${index}`) }))
  return sql`select ${selected ? sql`*` : sql`"found"`} from (select ${selected ?? keysOfPlace(parts, 0)}
    from ${from} where ${where} offset 0) as "documents" order by ${ordered(keys)}`
}

function inOrder(keys: Fragment): Fragment {
  return sql`unnest(${keys}) with ordinality as "keys_in_order"("key", "place")`
}
