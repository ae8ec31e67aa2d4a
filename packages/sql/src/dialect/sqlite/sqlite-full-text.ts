import { sql } from 'kysely'
import { Slot } from '../../where/slot.ts'
import type { FullText } from '../sql-dialect.ts'

const CLASSES = ['a', 'b', 'c', 'd'] as const

/** Rows of a full-text table have numbers; this says whose they are. */
const rowsOf = (table: string) => sql.id(`${table}_rows`)

/**
 * FTS5. The words come folded, so the tokenizer only has to tell them apart. The texts themselves are not kept: they are in the
 * documents. The best match has the lowest rank.
 */
export const sqliteFullText: FullText = {
  definitions: (table) => [
    sql`create table if not exists ${rowsOf(table)}
      ("key" integer primary key, "id" text not null, "locale" text not null, "digest" text not null, unique ("id", "locale"))`,
    sql`create virtual table if not exists ${sql.id(table)} using fts5("a", "b", "c", "d", content='', contentless_delete=1,
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'", prefix='2 3')`,
  ],
  drop: (table) => [sql`drop table if exists ${sql.id(table)}`, sql`drop table if exists ${rowsOf(table)}`],
  put: (table) => [
    sql`insert into ${rowsOf(table)} ("id", "locale", "digest") values (${new Slot(0)}, ${new Slot(1)}, ${new Slot(2)})
      on conflict ("id", "locale") do update set "digest" = excluded."digest"`,
    sql`insert or replace into ${sql.id(table)} ("rowid", "a", "b", "c", "d")
      select "key", ${new Slot(3)}, ${new Slot(4)}, ${new Slot(5)}, ${new Slot(6)} from ${rowsOf(table)}
      where "id" = ${new Slot(0)} and "locale" = ${new Slot(1)}`,
  ],
  remove: (table) => [
    sql`delete from ${sql.id(table)} where "rowid" in (select "key" from ${rowsOf(table)} where "id" = ${new Slot(0)})`,
    sql`delete from ${rowsOf(table)} where "id" = ${new Slot(0)}`,
  ],
  kept: (table) => sql`select "locale", "digest" from ${rowsOf(table)} as "w" where "id" = ${new Slot(0)}
    and exists (select 1 from ${sql.id(table)} as "f" where "f"."rowid" = "w"."key")`,
  idsAfter: (table) =>
    sql`select distinct "id" from ${rowsOf(table)} where "id" > ${new Slot(0)} order by "id" limit ${new Slot(1)}`,
  values: (words) => CLASSES.map((_, index) => (words[index] ?? []).join(' ')),
  found: (table, weights, words, locale) => {
    const counts = CLASSES.map((_, index) => sql.lit((weights[index] ?? 0) + 0.0001))
    const asked = sql`'"' || replace(${words}, ' ', '"* "') || '"*'`
    return sql`select "w"."id" as "id", -"f"."rank_of" as "rank" from (select "rowid" as "key",
      bm25(${sql.id(table)}, ${sql.join(counts)}) as "rank_of" from ${sql.id(table)} where ${sql.id(table)} match ${asked}) as "f"
      cross join ${rowsOf(table)} as "w" on "w"."key" = "f"."key" where "w"."locale" = ${locale}`
  },
}
