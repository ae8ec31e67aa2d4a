import { sql } from 'kysely'
import { keysOfPlace, orderOfKeys } from '../keys-in-order.ts'
import type { Fragment, ListForms, ListParts, SqlDialect } from '../sql-dialect.ts'

/**
 * Sorts keys only, which an index may contain, and then reads the documents of the page. A cross join keeps the order
 * of its first table.
 */
export function sqliteLists(order: SqlDialect['order']): ListForms {
  const listOf = (parts: ListParts) => {
    const ordered = sql.join(parts.order.map(({ value, ...options }) => order(value, options)))
    return sql`from ${found(parts)} where ${parts.where} order by ${ordered}`
  }
  return {
    find: (parts) => {
      const list = sql`${listOf(parts)} limit ${parts.limit} offset ${parts.offset}`
      if (parts.inOrder) return sql`select ${parts.columns} ${list}`
      return sql`select ${parts.columns} from (select "d"."rowid" as "key" ${list})
        cross join ${parts.from} on "d"."rowid" = "key"`
    },
    findInAll: (places, most) => {
      const firsts = places.map(
        (parts, place) => sql`select * from (select ${keysOfPlace(parts, place)} ${listOf(parts)} limit ${most})`,
      )
      const { ordered, names, limit, offset } = orderOfKeys(places, order)
      const shown = places.map(
        (
          { columns, from },
          place,
        ) => sql`select ${columns}, ${names} from "page" cross join ${from} on "d"."id" = "found"
          where "place" = ${sql.lit(place)}`,
      )
      return sql`with "page" as materialized (${sql.join(firsts, sql` union all `)}
          order by ${ordered} limit ${limit} offset ${offset})
        ${sql.join(shown, sql` union all `)} order by ${ordered}`
    },
    total: (counted) => counted,
    page: undefined,
  }
}

/** Joins documents to the ranked rows; in the other order, SQLite would scan all documents for each of them. */
function found({ from, ranked }: ListParts): Fragment {
  return ranked ? sql`(${ranked}) as "ranked" cross join ${from} on "ranked"."id" = "d"."id"` : from
}
