import { SHORT_TEXT } from '@quirecms/core'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { AnyTables, Fragment, SqlDialect } from '../sql-dialect.ts'
import { lockMigrations, tableExists } from './migration-locks.ts'
import { postgresCommitOrder } from './postgres-commit-order.ts'
import { postgresFunctions } from './postgres-functions.ts'
import { PostgresJson } from './postgres-json.ts'
import { postgresFullText } from './postgres-full-text.ts'
import { postgresLists } from './postgres-lists.ts'
import { changesPreparation, changeTriggers } from './table-changes.ts'

const builder = new Kysely<AnyTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const TYPES = {
  text: sql`text`,
  number: sql`numeric`,
  boolean: sql`boolean`,
  double: sql`double precision`,
  json: sql`jsonb`,
}

/** An index entry has room for 2,704 bytes; a character takes up to four. */
const prefixOf = (text: Fragment) => sql`left(${text}, ${sql.lit(SHORT_TEXT)})`

const folded = (text: Fragment) => sql`quire_fold(${text})`

const order: SqlDialect['order'] = (value, { descending, nullable }) => {
  if (!nullable) return descending ? sql`${value} desc` : sql`${value} asc`
  return descending ? sql`${value} desc nulls last` : sql`${value} asc nulls first`
}

const LOCKS = { use: sql`for key share`, change: sql`for no key update`, remove: sql`for update` }

/** PostgreSQL 15 or later. The `quire_` functions are those of `postgres-functions.ts`. */
export const postgresDialect: SqlDialect = {
  name: 'postgres',
  builder,
  document: (name) => new PostgresJson(name === undefined ? sql.id('data') : sql.id(name, 'data')),
  firstSet: (values) => {
    const set = values.map((value) => sql`nullif(${value.raw()}, 'null'::jsonb)`)
    return new PostgresJson(set.length > 0 ? sql`coalesce(${sql.join(set)})` : sql`null::jsonb`)
  },
  // Compared as numeric: a condition may hold any number, and an integer column would refuse 1.5.
  column: (column, type) => (type === 'integer' ? sql`(${column}::numeric)` : column),
  unselective: (column) => column,
  // Any expression around the bare test prevents a join; the list is hashed instead.
  listedOnce: (isListed) => sql`((${isListed}) is true)`,
  joinsExisting: true,
  parameter: (value, kind) => sql`${value}::${TYPES[kind]}`,
  untyped: (text) => text,
  isAnyOf: (value, list, kind) => sql`${value} = any(${list}::${TYPES[kind]}[])`,
  kept: {
    types: { text: sql`text collate "C"`, number: sql`numeric`, boolean: sql`boolean` },
    prefix: prefixOf,
    isAnyPrefix: (prefix, list) =>
      sql`${prefix} = any(array(select ${prefixOf(sql`listed`)} from unnest(${list}::text[]) as listed))`,
    beyond: (prefix, text) => sql`case when length(${prefix}) >= ${sql.lit(SHORT_TEXT)} then ${text} end`,
    rest: (text) => sql`case when length(${text}) > ${sql.lit(SHORT_TEXT)} then md5(${text}) else '' end`,
  },
  order,
  lists: postgresLists(order),
  fullText: postgresFullText,
  search: {
    folding: {
      folded,
      // The offset keeps the planner from repeating the folding in every expression that uses the text.
      once: (texts, name) => {
        const columns = texts.map(({ text, as }) => sql`${folded(text)} as ${sql.id(as)}`)
        return sql`(select ${sql.join(columns)} offset 0) as ${sql.id(name)}`
      },
    },
    contains: (text, part) => sql`strpos(${text}, ${folded(part.text)}) > 0`,
    startsWith: (text, part) => sql`starts_with(${text}, ${folded(part.text)})`,
    endsWith: (text, part) => sql`right(${text}, length(${part.text})) = ${folded(part.text)}`,
  },
  jsonEquals: (json, value) => sql`${json} = ${value}`,
  isWithin: (point, rings) => sql`quire_within(${point}, ${rings})`,
  parts: {
    double: (number) => sql`(${number})::double precision`,
    position: (text, within) => sql`(strpos(${within}, ${text}) - 1)`,
  },
  jsonAsText: (column) => sql`${column}::text`,
  membersOf: (column, names) => sql`coalesce((select jsonb_object_agg("member"."key", "member"."value")
    from jsonb_each(${column}) as "member" where "member"."key" = any(${names}::text[])), '{}'::jsonb)::text`,
  recordsFrom: (parameter, fields) => {
    const columns = fields.map((field) => sql`${sql.id(field)} text collate "C"`)
    return sql`(select * from jsonb_to_recordset(${parameter}::jsonb) as record(${sql.join(columns)}))`
  },
  gathered: (texts) => sql`json_agg(${texts})::text`,
  rowLock: (lock, name) => (name === undefined ? LOCKS[lock] : sql`${LOCKS[lock]} of ${sql.id(name)}`),
  types: { text: sql`text collate "C"`, integer: sql`bigint`, json: sql`jsonb` },
  commitOrder: postgresCommitOrder,
  // No plan uses statistics of the whole content, and they make `analyze` slow.
  tableSettings: [sql`alter column "data" set statistics 0`],
  afterIndexing: (table) => [sql`do $$ begin if exists (select from ${table}) then analyze ${table}; end if; end $$`],
  changeTriggers,
  preparation: [...postgresFunctions, ...changesPreparation],
  keyedTable: sql``,
  addKeys: (rows) => sql`insert into ${rows} on conflict do nothing`,
  lockMigrations,
  tableExists,
  bind: (value) => value,
}
