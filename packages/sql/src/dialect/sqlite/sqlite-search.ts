import { sql } from 'kysely'
import type { Fragment, FullText, SearchedPart, SearchForms } from '../sql-dialect.ts'
import { wordRank, wordsSaidOften } from '../word-rank.ts'
import { Slot } from '../../where/compilation.ts'

const ANYTHING = sql`'*'`

const fold = (text: Fragment) => sql`quire_fold(${text})`
const pattern = ({ text }: SearchedPart) => sql`quire_pattern(${text})`

/** Uses `glob` patterns, so stored texts need no folding (`glob-pattern.ts`). SQLite limits their length. */
export const sqliteSearch: SearchForms = {
  folding: undefined,
  contains: (text, part) =>
    part.isLong
      ? sql`instr(${fold(text)}, ${fold(part.text)}) > 0`
      : sql`${text} glob (${ANYTHING} || ${pattern(part)} || ${ANYTHING})`,
  startsWith: (text, part) =>
    part.isLong
      ? sql`substr(${fold(text)}, 1, length(${part.text})) = ${fold(part.text)}`
      : sql`${text} glob (${pattern(part)} || ${ANYTHING})`,
  endsWith: (text, part) =>
    part.isLong
      ? sql`substr(${fold(text)}, -length(${part.text}), length(${part.text})) = ${fold(part.text)}`
      : sql`${text} glob (${ANYTHING} || ${pattern(part)})`,
}

const CLASSES = ['a', 'b', 'c', 'd'] as const
/** The column of the words that a document holds often. */
const FREQUENT_WORDS_COLUMN = 'often'

/** Maps the row numbers of a full-text table to document ids. */
const rowsOf = (table: string) => sql.id(`${table}_rows`)

/** FTS5 without stored content: the documents have the texts. Words are already folded and split. */
export const sqliteFullText: FullText = {
  definitions: (table) => [
    sql`create table if not exists ${rowsOf(table)}
      ("key" integer primary key, "id" text not null, "locale" text not null, "digest" text not null, unique ("id", "locale"))`,
    sql`create virtual table if not exists ${sql.id(table)} using fts5("a", "b", "c", "d", "often", content='', contentless_delete=1,
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'", prefix='2 3')`,
  ],
  drop: (table) => [sql`drop table if exists ${sql.id(table)}`, sql`drop table if exists ${rowsOf(table)}`],
  put: (table) => [
    sql`insert into ${rowsOf(table)} ("id", "locale", "digest") values (${new Slot(0)}, ${new Slot(1)}, ${new Slot(2)})
      on conflict ("id", "locale") do update set "digest" = excluded."digest"`,
    sql`insert or replace into ${sql.id(table)} ("rowid", "a", "b", "c", "d", "often")
      select "key", ${new Slot(3)}, ${new Slot(4)}, ${new Slot(5)}, ${new Slot(6)}, ${new Slot(7)} from ${rowsOf(table)}
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
  values: (words) => [...CLASSES.map((_, index) => (words[index] ?? []).join(' ')), wordsSaidOften(words).join(' ')],
  found: (table, words, locale) =>
    sql`select "w"."id" as "id" from (select "rowid" as "key" from ${sql.id(table)} where ${sql.id(table)} match ${allOf(words)})
      as "f" cross join ${rowsOf(table)} as "w" on "w"."key" = "f"."key" where "w"."locale" = ${locale}`,
  ranked: (table, weights, words, locale) => {
    const { classes, exact, often } = wordRank(weights)
    const counted = [
      ...classes.map((count, index) => sql`(${sql.lit(`{${CLASSES[index]}} : "`)}, '"*', ${sql.lit(count)})`),
      sql`('"', '"', ${sql.lit(exact)})`,
      sql`(${sql.lit(`{${FREQUENT_WORDS_COLUMN}} : "`)}, '"*', ${sql.lit(often)})`,
    ]
    // Computes ranks only for documents that contain all words: one of the words may be rare.
    const within = sql`case when instr(${words}, ' ') > 0 then '(' || ${allOf(words)} || ') AND ' else '' end`
    return sql`with "asked" ("query", "count", "found") as materialized (
        select ${allOf(words)}, 0, 1
        union all
        select ${within} || "counted"."column1" || "word"."value" || "counted"."column2", "counted"."column3", 0
        from json_each('["' || replace(${words}, ' ', '","') || '"]') as "word", (values ${sql.join(counted)}) as "counted")
      select "w"."id" as "id", "f"."rank" as "rank" from (
        select ${sql.id(table)}."rowid" as "key", sum("asked"."count") as "rank" from "asked" cross join ${sql.id(table)}
        where ${sql.id(table)} match "asked"."query" group by ${sql.id(table)}."rowid" having sum("asked"."found") > 0) as "f"
      cross join ${rowsOf(table)} as "w" on "w"."key" = "f"."key" where "w"."locale" = ${locale}`
  },
}

function allOf(words: Fragment): Fragment {
  return sql`'"' || replace(${words}, ' ', '"* AND "') || '"*'`
}
