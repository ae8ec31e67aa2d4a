import { sql } from 'kysely'
import { Slot } from '../../where/slot.ts'
import type { FullText } from '../sql-dialect.ts'

const LABELS = ['A', 'B', 'C', 'D'] as const
/** Positions beyond this are not told apart. */
const LAST_POSITION = 16_383
/** Of one word, in one document; more of them hardly change the rank. */
const MOST_POSITIONS = 50

/** `tsvector`. The words come folded and taken apart, so no parser and no dictionary of PostgreSQL has a say. */
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
  remove: (table) => [sql`delete from ${sql.id(table)} where "id" = ${new Slot(0)}::text`],
  kept: (table) => sql`select "locale", "digest" from ${sql.id(table)} where "id" = ${new Slot(0)}::text`,
  idsAfter: (table) =>
    sql`select distinct "id" from ${sql.id(table)} where "id" > ${new Slot(0)}::text order by "id" limit ${new Slot(1)}::int`,
  values: (words) => [vectorOf(words)],
  found: (table, weights, words, locale) => {
    const most = Math.max(...weights)
    const counts = LABELS.map((_, index) => (weights[index] ?? 0) / most).toReversed()
    const asked = sql`('''' || replace(${words}, ' ', ''':* & ''') || ''':*')::tsquery`
    return sql`select "id", ts_rank(${sql.lit(`{${counts.join(',')}}`)}::float4[], "words", ${asked}) as "rank"
      from ${sql.id(table)} where "words" @@ ${asked} and "locale" = ${locale}`
  },
}

/** Words are letters and digits alone, so nothing in them needs an escape. */
function vectorOf(words: readonly (readonly string[])[]): string {
  const places = new Map<string, string[]>()
  let position = 0
  for (const [index, list] of words.entries()) {
    for (const word of list) {
      position = Math.min(position + 1, LAST_POSITION)
      const known = places.get(word) ?? []
      places.set(word, known)
      if (known.length < MOST_POSITIONS) known.push(`${position}${LABELS[index]}`)
    }
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}
