import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { journal, rootOf } from '../../../../tests/unit/journal.ts'
import { parseSort } from '../../../core/src/query/parse-sort.ts'
import { parseWhere } from '../../../core/src/query/where/parse-where.ts'
import { resolveWhere } from '../../../core/src/query/where/resolve-where.ts'
import type { SqlValue, WriteLog } from '../dialect/database.ts'
import { postgresDialect } from '../dialect/postgres/postgres-dialect.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import { sqliteDialect } from '../dialect/sqlite/sqlite-dialect.ts'
import { DocumentTables } from '../documents/document-tables.ts'
import { compileStatement } from '../documents/statement.ts'
import { beginCompilation } from './condition.ts'
import { keyOfCondition, keyOfSort } from './operators.ts'
import { compileSort } from './sort.ts'

const WRITES: WriteLog = { wrote() {}, wroteAnything() {}, ended() {} }

function layoutsIn(dialect: SqlDialect) {
  const tables = new DocumentTables({ tables: [journal.posts.table, journal.users.table] }, dialect, WRITES)
  return (table: string) => tables.statements(table).layout
}

const LAYOUTS = { sqlite: layoutsIn(sqliteDialect), postgres: layoutsIn(postgresDialect) }
const DIALECTS = { sqlite: sqliteDialect, postgres: postgresDialect }
type Name = keyof typeof DIALECTS

function conditionIn(name: Name, where: unknown) {
  const [dialect, layoutOf] = [DIALECTS[name], LAYOUTS[name]]
  const condition = resolveWhere(parseWhere(where), rootOf())
  const values: SqlValue[] = []
  const key = keyOfCondition(condition, values)
  const fragment = beginCompilation(dialect, layoutOf).condition(condition, { columns: layoutOf('posts'), name: 'd' })
  const { text, parameters } = compileStatement(sql`${fragment}`, dialect)(values)
  return { text, parameters, key }
}

function orderIn(name: Name, sort: unknown) {
  const [dialect, layoutOf] = [DIALECTS[name], LAYOUTS[name]]
  const keys = parseSort(sort, rootOf())
  const values: SqlValue[] = []
  keyOfSort(keys, values)
  const document = { columns: layoutOf('posts'), name: 'd' }
  const order = compileSort(keys, { kind: 'always' }, document, beginCompilation(dialect, layoutOf))
  const written = order.map((key) => dialect.order(key.value, key))
  return compileStatement(sql`${sql.join(written)}`, dialect)(values).text
}

/** How SQLite reads a member of a JSON text, whatever else may be stored there. */
const sqlite =
  (types: string, read: string) =>
  (key: string, from = '"d"."data"') =>
    `(case when json_type(${from}, '$."${key}"') in (${types}) then ${read.replace('?', `json_extract(${from}, '$."${key}"')`)} end)`
const liteText = sqlite("'text'", '?')
const liteNumber = sqlite("'integer', 'real'", 'cast(? as real)')
const liteBoolean = sqlite("'true', 'false'", '?')
const liteNull = (key: string) => `coalesce(json_type("d"."data", '$."${key}"'), 'null') = 'null'`
const liteRow = `(case when "r1"."type" in ('object', 'array') then "r1"."value" end)`
const liteRows = (key: string) =>
  `exists (select 1 from json_each("d"."data", '$."${key}"') as "r1" where typeof("r1"."key") = 'integer' and `

/** The same of PostgreSQL, which orders texts by their bytes. */
const pgMember = (key: string, from = '"d"."data"') => `(${from} -> '${key}')`
const pgRead = (type: string, read: (member: string) => string) => (key: string, from?: string) =>
  `(case when jsonb_typeof(${pgMember(key, from)}) = '${type}' then ${read(pgMember(key, from))} end)`
const pgPlain = pgRead('string', (member) => `${member} #>> '{}'`)
const pgText = (key: string, from?: string) => `(${pgPlain(key, from)} collate "C")`
const pgNumber = pgRead('number', (member) => `${member}::numeric`)
const pgBoolean = pgRead('boolean', (member) => `${member}::boolean`)
const pgNull = (key: string) => `coalesce(jsonb_typeof(${pgMember(key)}), 'null') = 'null'`
const pgRows = (key: string) =>
  `exists (select 1 from jsonb_array_elements(case when jsonb_typeof(${pgMember(key)}) = 'array' then ${pgMember(key)} end) as "r1"("value") where true and `

describe('a condition as SQL', () => {
  it.each<[string, unknown, Record<Name, [text: string, parameters: unknown[]]>]>([
    ['everything', {}, { sqlite: ['true', []], postgres: ['true', []] }],
    ['nothing', { title: { in: [] } }, { sqlite: ['false', []], postgres: ['false', []] }],
    [
      'a text',
      { title: { equals: 'a' } },
      {
        sqlite: [`(${liteText('title')} = ?)`, ['a']],
        postgres: [`(${pgText('title')} = $1::text)`, ['a']],
      },
    ],
    [
      'a boolean, bound as the database has it',
      { done: { equals: true } },
      {
        sqlite: [`(${liteBoolean('done')} = ?)`, [1]],
        postgres: [`(${pgBoolean('done')} = $1::boolean)`, [true]],
      },
    ],
    [
      'bounds of a number, in their order',
      { views: { greater_than: 5, less_than_equal: 9 } },
      {
        sqlite: [`((${liteNumber('views')} > ?) and (${liteNumber('views')} <= ?))`, [5, 9]],
        postgres: [`((${pgNumber('views')} > $1::numeric) and (${pgNumber('views')} <= $2::numeric))`, [5, 9]],
      },
    ],
    [
      'null, which a negation must find to be false',
      { title: { not_equals: null } },
      {
        sqlite: [`(((${liteNull('title')})) is not true)`, []],
        postgres: [`(((${pgNull('title')})) is not true)`, []],
      },
    ],
    [
      'a list of values in one parameter, and null beside it',
      { title: { in: ['a', 'b', null] } },
      {
        sqlite: [
          `(((${liteText('title')} in (select "value" from json_each(?)))) or (${liteNull('title')}))`,
          ['["a","b"]'],
        ],
        postgres: [`(((${pgText('title')} = any($1::text[]))) or (${pgNull('title')}))`, [['a', 'b']]],
      },
    ],
    [
      'or, and what does not exist',
      { or: [{ views: { equals: 1 } }, { kind: { exists: false } }] },
      {
        sqlite: [`((${liteNumber('views')} = ?) or (((not (${liteNull('kind')}))) is not true))`, [1]],
        postgres: [`((${pgNumber('views')} = $1::numeric) or (((not (${pgNull('kind')}))) is not true))`, [1]],
      },
    ],
    [
      'a part of a text, whose signs are no wildcards',
      { title: { contains: '50%_*' } },
      {
        sqlite: [`(${liteText('title')} glob ('*' || quire_pattern(?) || '*'))`, ['50%_*']],
        postgres: [`(strpos(quire_fold(${pgText('title')}), quire_fold($1::text)) > 0)`, ['50%_*']],
      },
    ],
    [
      'several words, of a text that is folded once',
      { title: { like: 'One two' } },
      {
        sqlite: [
          `((${liteText('title')} glob ('*' || quire_pattern(?) || '*') and ${liteText('title')} glob ('*' || quire_pattern(?) || '*')))`,
          ['One', 'two'],
        ],
        postgres: [
          `((select (strpos("f1"."t0", quire_fold($1::text)) > 0 and strpos("f1"."t0", quire_fold($2::text)) > 0) from (select quire_fold(${pgText('title')}) as "t0" offset 0) as "f1"))`,
          ['One', 'two'],
        ],
      },
    ],
    [
      'a whole list',
      { labels: { equals: ['a'] } },
      {
        sqlite: [
          `(length(("d"."data" -> '$."labels"')) = length(?) and quire_json_equals(("d"."data" -> '$."labels"'), quire_parsed(?)))`,
          ['["a"]', '["a"]'],
        ],
        postgres: [`(${pgMember('labels')} = $1::jsonb)`, ['["a"]']],
      },
    ],
    [
      'an element of a list',
      { labels: { contains: 'a' } },
      {
        sqlite: [`${liteRows('labels')}((case when "r1"."type" in ('text') then "r1"."value" end) = ?))`, ['a']],
        postgres: [
          `${pgRows('labels')}(((case when jsonb_typeof("r1"."value") = 'string' then "r1"."value" #>> '{}' end) collate "C") = $1::text))`,
          ['a'],
        ],
      },
    ],
    [
      'a value of rows',
      { 'rows.amount': { equals: 1 } },
      {
        sqlite: [`${liteRows('rows')}(${liteNumber('amount', liteRow)} = ?))`, [1]],
        postgres: [`${pgRows('rows')}(${pgNumber('amount', '"r1"."value"')} = $1::numeric))`, [1]],
      },
    ],
    [
      'one row that meets everything',
      { rows: { some: { label: { equals: 'a' }, amount: { equals: 1 } } } },
      {
        sqlite: [
          `${liteRows('rows')}(((${liteText('label', liteRow)} = ?) and (${liteNumber('amount', liteRow)} = ?))))`,
          ['a', 1],
        ],
        postgres: [
          `${pgRows('rows')}(((${pgText('label', '"r1"."value"')} = $1::text) and (${pgNumber('amount', '"r1"."value"')} = $2::numeric))))`,
          ['a', 1],
        ],
      },
    ],
    [
      'a value in another document',
      { 'author.name': { equals: 'x' } },
      {
        sqlite: [
          `${liteText('author')} in (select "d1"."id" || '' from "doc_users" as "d1" where (${liteText('name', '"d1"."data"')} = ?))`,
          ['x'],
        ],
        postgres: [
          `${pgText('author')} in (select "d1"."id" from "doc_users" as "d1" where (${pgText('name', '"d1"."data"')} = $1::text))`,
          ['x'],
        ],
      },
    ],
    [
      'a column',
      { createdAt: { less_than: '2026-01-01' } },
      {
        sqlite: [`("d"."created_at" < ?)`, ['2026-01-01T00:00:00.000Z']],
        postgres: [`("d"."created_at" < $1::text)`, ['2026-01-01T00:00:00.000Z']],
      },
    ],
    [
      'a place',
      { place: { near: [1, 2, 30] } },
      {
        sqlite: [`(quire_distance(("d"."data" -> '$."place"'), ?, ?) between ? and ?)`, [1, 2, 0, 30]],
        postgres: [
          `(quire_distance(${pgMember('place')}, $1::double precision, $2::double precision) between $3::double precision and $4::double precision)`,
          [1, 2, 0, 30],
        ],
      },
    ],
    [
      'a key of free JSON, which is bound since it can be anything',
      { "extra.a ' b": { equals: 1 } },
      {
        sqlite: [
          `((case when json_type("d"."data", ?) in ('integer', 'real') then cast(json_extract("d"."data", ?) as real) end) = ?)`,
          [`$."extra"."a ' b"`, `$."extra"."a ' b"`, 1],
        ],
        postgres: [
          `((case when jsonb_typeof((${pgMember('extra')} -> $1::text)) = 'number' then (${pgMember('extra')} -> $2::text)::numeric end) = $3::numeric)`,
          ["a ' b", "a ' b", 1],
        ],
      },
    ],
  ])('%s', (_, where, expected) => {
    for (const name of ['sqlite', 'postgres'] as const) {
      const { text, parameters } = conditionIn(name, where)
      expect({ name, text, parameters }).toEqual({ name, text: expected[name][0], parameters: expected[name][1] })
    }
  })

  it.each([
    ['texts', { title: { equals: "'; drop table" } }],
    ['lists', { title: { in: ["'; drop table"] } }],
    ['parts of texts', { title: { contains: "'; drop table" } }],
    ['keys', { "extra.'; drop table": { equals: 1 } }],
    ['whole lists', { labels: { equals: ["'; drop table"] } }],
  ])('never has %s of callers in its text', (_, where) => {
    for (const name of ['sqlite', 'postgres'] as const) {
      const { text, parameters } = conditionIn(name, where)
      expect(text).not.toContain('drop table')
      expect(JSON.stringify(parameters)).toContain('drop table')
    }
  })
})

describe('the cache key of a condition', () => {
  const key = (where: unknown) => conditionIn('sqlite', where).key

  it.each<[string, unknown, unknown]>([
    ['another value of the same type', { title: { equals: 'a' } }, { title: { equals: 'b' } }],
    ['another number of values', { title: { in: ['a'] } }, { title: { in: ['a', 'b', 'c'] } }],
    ['another word', { title: { like: 'a' } }, { title: { like: 'b' } }],
  ])('is the same for %s, and so is the statement', (_, one, other) => {
    expect(key(one)).toBe(key(other))
    expect(conditionIn('sqlite', one).text).toBe(conditionIn('sqlite', other).text)
    expect(conditionIn('postgres', one).text).toBe(conditionIn('postgres', other).text)
  })

  it.each<[string, unknown, unknown]>([
    ['another path', { title: { equals: 'a' } }, { kind: { equals: 'a' } }],
    ['another operator', { views: { less_than: 1 } }, { views: { less_than_equal: 1 } }],
    ['another type of value', { 'extra.a': { equals: 'a' } }, { 'extra.a': { equals: 1 } }],
    ['another number of words', { title: { like: 'a' } }, { title: { like: 'a b' } }],
    [
      'and for or',
      { and: [{ title: { equals: 'a' } }, { kind: { equals: 'a' } }] },
      { or: [{ title: { equals: 'a' } }, { kind: { equals: 'a' } }] },
    ],
    ['a negation', { title: { equals: 'a' } }, { not: { title: { equals: 'a' } } }],
    ['some for one value', { 'rows.label': { equals: 'a' } }, { rows: { some: { label: { equals: 'a' } } } }],
    ['a key with a separator in it', { 'extra.a': { equals: 1 } }, { 'extra.a.b': { equals: 1 } }],
  ])('is different for %s', (_, one, other) => expect(key(one)).not.toBe(key(other)))
})

describe('a sort as SQL', () => {
  it.each<[string, unknown, Record<Name, string>]>([
    [
      'a text, null first, and ids at the end',
      'title',
      {
        sqlite: `${liteText('title')} asc, "d"."id" asc`,
        postgres: `${pgText('title')} asc nulls first, "d"."id" asc`,
      },
    ],
    [
      'a number the other way round, null last',
      '-views',
      {
        sqlite: `${liteNumber('views')} desc, "d"."id" desc`,
        postgres: `${pgNumber('views')} desc nulls last, "d"."id" desc`,
      },
    ],
    [
      'a column that is never null',
      'createdAt',
      {
        sqlite: '"d"."created_at" asc, "d"."id" asc',
        postgres: '"d"."created_at" asc, "d"."id" asc',
      },
    ],
    [
      'several fields, and ids in the direction of the last one',
      ['kind', '-at'],
      {
        sqlite: `${liteText('kind')} asc, ${liteText('at')} desc, "d"."id" desc`,
        postgres: `${pgText('kind')} asc nulls first, ${pgText('at')} desc nulls last, "d"."id" desc`,
      },
    ],
    [
      'a boolean',
      'done',
      {
        sqlite: `${liteBoolean('done')} asc, "d"."id" asc`,
        postgres: `${pgBoolean('done')} asc nulls first, "d"."id" asc`,
      },
    ],
    [
      'a value in another document',
      'author.name',
      {
        sqlite: `(select ${liteText('name', '"d1"."data"')} from "doc_users" as "d1" where "d1"."id" = ${liteText('author')}) asc, "d"."id" asc`,
        postgres: `(select ${pgText('name', '"d1"."data"')} from "doc_users" as "d1" where "d1"."id" = ${pgText('author')}) asc nulls first, "d"."id" asc`,
      },
    ],
  ])('%s', (_, sort, expected) => {
    expect({ sqlite: orderIn('sqlite', sort), postgres: orderIn('postgres', sort) }).toEqual(expected)
  })
})
