import { sql } from 'kysely'
import { Slot } from '../../where/compilation.ts'
import type { Fragment, FullText } from '../sql-dialect.ts'
import { wordRank, wordsSaidOften } from '../word-rank.ts'

const LABELS = ['A', 'B', 'C', 'D'] as const
/** Prefix of words that are frequent in a document; not a character of words. */
const OFTEN = '+'

/** `tsvector`. Words are already folded and split, so PostgreSQL's parser and dictionaries are not used. */
export const postgresFullText: FullText = {
  definitions: (table) => [
    sql`create table if not exists ${sql.id(table)}
      ("id" text not null, "locale" text not null, "digest" text not null, "words" tsvector not null, primary key ("id", "locale"))`,
    sql`create index if not exists ${sql.id(`${table.slice(0, 50)}_words`)} on ${sql.id(table)} using gin ("words")`,
  ],
  drop: (table) => [sql`drop table if exists ${sql.id(table)}`],
  put: (table) => [
    sql`insert into ${sql.id(table)} ("id", "locale", "digest", "words")
      values (${new Slot(0)}::text, ${new Slot(1)}::text, ${new Slot(2)}::text, ${new Slot(3)}::text::tsvector)
      on conflict ("id", "locale") do update set "digest" = excluded."digest", "words" = excluded."words"`,
  ],
  putMany: (table, rows) => {
    const values = Array.from({ length: rows }, (_, row) => {
      const [id, locale, digest, words] = [0, 1, 2, 3].map((column) => new Slot(row * 4 + column))
      return sql`(${id}::text, ${locale}::text, ${digest}::text, ${words}::text::tsvector)`
    })
    return sql`insert into ${sql.id(table)} ("id", "locale", "digest", "words") values ${sql.join(values)}
      on conflict ("id", "locale") do update set "digest" = excluded."digest", "words" = excluded."words"`
  },
  remove: (table) => [sql`delete from ${sql.id(table)} where "id" = ${new Slot(0)}::text`],
  kept: (table) => sql`select "locale", "digest" from ${sql.id(table)} where "id" = ${new Slot(0)}::text`,
  idsAfter: (table) =>
    sql`select distinct "id" from ${sql.id(table)} where "id" > ${new Slot(0)}::text order by "id" limit ${new Slot(1)}::int`,
  values: (words) => [vectorOf(words)],
  found: (table, words, locale) =>
    sql`select "id" from ${sql.id(table)} where "words" @@ ${allOf(words)} and "locale" = ${locale}`,
  ranked: (table, weights, words, locale) => {
    const { classes, exact, often } = wordRank(weights)
    const counted = [
      ...classes.map((count, index) => sql`('', ${sql.lit(`:*${LABELS[index]}`)}, ${sql.lit(count)})`),
      sql`('', '', ${sql.lit(exact)})`,
      sql`(${sql.lit(OFTEN)}, ':*', ${sql.lit(often)})`,
    ]
    return sql`with "asked" as materialized
        (select ('''' || "mark" || "word" || '''' || "how")::tsquery as "query", "count"
        from unnest(string_to_array(${words}, ' ')) as "word", (values ${sql.join(counted)}) as "counted" ("mark", "how", "count"))
      select "f"."id" as "id",
        (select coalesce(sum("asked"."count"), 0) from "asked" where "f"."words" @@ "asked"."query") as "rank"
      from ${sql.id(table)} as "f" where "f"."words" @@ ${allOf(words)} and "f"."locale" = ${locale}`
  },
}

function allOf(words: Fragment): Fragment {
  return sql`('''' || replace(${words}, ' ', ''':* & ''') || ''':*')::tsquery`
}

/**
 * Words consist of letters and digits, so nothing needs escaping. A position stands for a weight class, not for a place
 * in the text.
 */
function vectorOf(words: readonly (readonly string[])[]): string {
  const places = new Map<string, string[]>()
  for (const [index, list] of words.entries()) {
    for (const word of new Set(list)) {
      const known = places.get(word) ?? []
      places.set(word, known)
      known.push(`${index + 1}${LABELS[index]}`)
    }
  }
  const said = wordsSaidOften(words).map((word) => `'${OFTEN}${word}'`)
  return [...[...places].map(([word, at]) => `'${word}':${at.join(',')}`), ...said].join(' ')
}
