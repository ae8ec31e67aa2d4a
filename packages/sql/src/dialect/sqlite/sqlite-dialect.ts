import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import type { SqlValue } from '../database.ts'
import type { AnyTables, ScalarKind, SqlDialect } from '../sql-dialect.ts'
import { SqliteJson } from './sqlite-json.ts'
import { sqliteLists } from './sqlite-lists.ts'
import { sqliteFullText, sqliteSearch } from './sqlite-search.ts'

const builder = new Kysely<AnyTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

const order: SqlDialect['order'] = (value, { descending }) => (descending ? sql`${value} desc` : sql`${value} asc`)

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  builder,
  document: (name) => new SqliteJson(name === undefined ? sql.id('data') : sql.id(name, 'data')),
  firstSet: (values) => {
    const set = values.map((value) => sql`nullif(${value.raw()}, 'null')`)
    return new SqliteJson(set.length > 1 ? sql`coalesce(${sql.join(set)})` : (set[0] ?? sql`null`))
  },
  column: (column) => column,
  unselective: (column) => sql`+${column}`,
  listedOnce: (isListed) => isListed,
  joinsExisting: false,
  parameter: (value) => sql`${value}`,
  untyped: (text) => sql`${text} || ''`,
  isAnyOf: (value, list, kind) => sql`${value} in (select ${listValue(kind)} from json_each(${list}))`,
  kept: undefined,
  order,
  lists: sqliteLists(order),
  search: sqliteSearch,
  fullText: sqliteFullText,
  // Equal values have the same length as text, whatever the order of their keys.
  jsonEquals: (json, value) =>
    sql`length(${json}) = length(${value}) and quire_json_equals(${json}, quire_parsed(${value}))`,
  isWithin: (point, rings) => sql`quire_within(${point}, quire_parsed(${rings}))`,
  parts: {
    double: (number) => sql`cast(${number} as real)`,
    position: (text, within) => sql`(instr(${within}, ${text}) - 1)`,
  },
  jsonAsText: (column) => column,
  // Looked up by name: SQLite parses the content once, and visits no other member.
  membersOf: (column, names) => {
    const value = sql`(${column} -> ('$."' || "name"."value" || '"'))`
    return sql`(select '{' || coalesce(group_concat(json_quote("name"."value") || ':' || ${value}), '') || '}'
      from json_each(${names}) as "name" where ${value} is not null)`
  },
  recordsFrom: (parameter, fields) => {
    const columns = fields.map((field) => sql`json_extract("value", ${sql.lit(`$.${field}`)}) as ${sql.id(field)}`)
    return sql`(select ${sql.join(columns)} from json_each(${parameter}))`
  },
  gathered: (texts) => sql`json_group_array(${texts})`,
  // Only one transaction writes at a time.
  rowLock: () => sql``,
  types: { text: sql`text`, integer: sql`integer`, json: sql`text` },
  // Only one transaction writes at a time: begin order is commit order, and no other transaction saw what was rolled
  // back.
  commitOrder: {
    place: sql`integer`,
    newEra: () => sql`0`,
    // A statement doesn't see the rows that it inserts itself.
    newPlace: (table, era, place, index) =>
      sql`(select coalesce(max(${place}), 0) + ${sql.lit(index + 1)} from ${table} where ${era} = 0)`,
    isFinal: () => sql`1`,
    isForeign: (era) => sql`${era} <> 0`,
  },
  tableSettings: [],
  afterIndexing: () => [],
  // Each connection knows its own writes, and the file those of other processes.
  changeTriggers: () => [],
  preparation: [],
  keyedTable: sql` without rowid`,
  // A statement that can't fail halfway needs no page copies, which SQLite makes for statements of several rows.
  addKeys: (rows) => sql`insert or ignore into ${rows}`,
  // The transaction has the only write lock from its beginning.
  lockMigrations: async () => {},
  tableExists: async (session, table) =>
    (await session.rows(`select 1 from sqlite_schema where type = 'table' and name = ?`, [table])).length > 0,
  bind: toSqlite,
}

function listValue(kind: ScalarKind) {
  return kind === 'number' ? sql`cast("value" as real)` : sql`"value"`
}

function toSqlite(value: SqlValue): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
