import { type AnyTestApp, createTestApp, describeEachDatabase } from '@quirecms/testkit'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { catalog, items } from './query-catalog.ts'
import { queries, type QueryCase } from './query-table.ts'
import { DIALECTS_OF } from '../../../packages/quire/src/testing/matrix.ts'

const many = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)
const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index))
const exists = { name: { exists: true } }

/** `{ not: { not: … } }`, this many levels deep. */
function nested(levels: number, junction: 'not' | 'and' | 'or' = 'not'): Record<string, unknown> {
  let where: Record<string, unknown> = exists
  for (let level = 0; level < levels; level += 1) where = { [junction]: junction === 'not' ? where : [where] }
  return where
}

/** A ring of this many corners around [10, 50]. */
function positions(count: number): unknown {
  const ring = Array.from({ length: count - 1 }, (_, index) => [10 + ((index % 3) - 1) / 2, 50 + (index % 2)])
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

const ALL = 'one two none'

queries('limits', items, [
  { name: '100 conditions', where: { and: many(100, exists) }, finds: 'one two' },
  { name: '101 conditions', where: { and: many(50, exists), or: many(51, exists) }, refuses: ['max where'] },
  {
    name: '100 conditions on one path',
    where: { or: many(50, { count: { greater_than: 0, less_than: 2 } }) },
    finds: 'one',
  },
  {
    name: '102 conditions on one path',
    where: { or: many(51, { count: { greater_than: 0, less_than: 2 } }) },
    refuses: ['max where'],
  },
  ...[
    { wrong: { nope: { exists: true } }, refused: 'unknown_field where.nope' },
    { wrong: { name: 'Ann' }, refused: 'type where.name' },
    { wrong: { name: { near: 'Ann' } }, refused: 'option where.name' },
  ].flatMap(({ wrong, refused }): QueryCase[] => [
    {
      name: `100 conditions, the last of them wrong: ${JSON.stringify(wrong)}`,
      where: { and: many(99, exists), or: [wrong] },
      refuses: [refused],
    },
    {
      name: `101 conditions, the last of them wrong: ${JSON.stringify(wrong)}`,
      where: { and: many(100, exists), or: [wrong] },
      refuses: ['max where', refused],
    },
  ]),
  { name: 'a list of 101', where: { and: many(101, exists) }, refuses: ['max where.and'] },
  { name: 'and, or and not are not counted as conditions', where: { and: many(100, { or: [{}] }) }, finds: ALL },
  { name: '10 levels', where: nested(10), finds: 'one two' },
  { name: '10 levels of and', where: nested(10, 'and'), finds: 'one two' },
  { name: '10 levels of or', where: nested(10, 'or'), finds: 'one two' },
  { name: '11 levels', where: nested(11), refuses: ['max where'] },
  { name: '11 levels of or', where: nested(11, 'or'), refuses: ['max where'] },
  { name: '500 values', where: { name: { in: texts(500) } }, finds: '' },
  { name: '500 values, negated', where: { name: { not_in: texts(500) } }, finds: ALL },
  { name: '501 values', where: { name: { in: texts(501) } }, refuses: ['max where.name'] },
  { name: '501 values, negated', where: { name: { not_in: texts(501) } }, refuses: ['max where.name'] },
  { name: '500 values that all must be present', where: { tags: { all: texts(500) } }, finds: '' },
  { name: '501 values that all must be present', where: { tags: { all: texts(501) } }, refuses: ['max where.tags'] },
  { name: 'a list of 500', where: { tags: { equals: texts(500) } }, finds: '' },
  { name: 'a list of 501', where: { tags: { equals: texts(501) } }, refuses: ['max where.tags'] },
  { name: 'a search for 1,000 characters', where: { name: { contains: 'a'.repeat(1000) } }, finds: '' },
  { name: 'a search for 1,001', where: { name: { contains: 'a'.repeat(1001) } }, refuses: ['max where.name'] },
  { name: '50 words', where: { name: { like: texts(50).join(' ') } }, finds: '' },
  { name: 'one word a hundred times', where: { name: { like: many(101, 'a').join(' ') } }, finds: 'one two' },
  { name: '51 words', where: { name: { like: texts(51).join(' ') } }, refuses: ['max where'] },
  { name: '50 texts to search for', where: { or: many(50, { name: { contains: 'a' } }) }, finds: 'one two' },
  { name: '51 texts to search for', where: { or: many(51, { name: { contains: 'a' } }) }, refuses: ['max where'] },
  {
    name: '51 words in total',
    where: {
      name: {
        like: texts(20).join(' '),
        contains: texts(20).join(' '),
        starts_with: 'a b c d e',
        ends_with: 'a b c d e f',
      },
    },
    refuses: ['max where'],
  },
  {
    name: '51 words, some of them inside "not"',
    where: { not: { name: { like: texts(26).join(' ') } }, or: [{ name: { like: texts(25).join(' ') } }] },
    refuses: ['max where'],
  },
  {
    name: 'elements of a list are not counted as words',
    where: { or: many(60, { tags: { contains: 'a b' } }) },
    finds: '',
  },
  { name: 'a polygon of 1,000 corners', where: { place: { within: positions(1000) } }, finds: 'one' },
  { name: 'a polygon of 1,001 corners', where: { place: { within: positions(1001) } }, refuses: ['max where.place'] },
  { name: 'a path of 512 characters', where: { [`extra.${'a'.repeat(506)}`]: { exists: true } }, finds: '' },
  {
    name: 'a longer path is unknown, and shortened in the error',
    where: { [`extra.${'a'.repeat(507)}`]: { exists: true } },
    refuses: [`unknown_field where.extra.${'a'.repeat(58)}…`],
  },
  {
    name: 'a path of many steps as well',
    where: { [many(300, 'a').join('.')]: { exists: true } },
    refuses: [`unknown_field where.${many(32, 'a.').join('')}…`],
  },
  {
    name: 'an operator is shortened in the error',
    where: { name: { ['x'.repeat(9000)]: 1 } },
    refuses: ['option where.name'],
  },
  { name: '10 sort fields', sort: [...many(9, 'name'), '-id'], finds: 'none one two' },
  { name: '11 sort fields', sort: many(11, 'name'), refuses: ['max sort'] },
])

const SQL = [
  `'; drop table "doc_items"; --`,
  `" or ""="`,
  `x') or 1=1 --`,
  '1; select pg_sleep(10)',
  '$1',
  '?',
  '\\',
  '"',
]

const injections: QueryCase[] = SQL.flatMap((text) => [
  { name: `${text} as a path`, where: { [text]: { equals: 1 } }, refuses: [`unknown_field where.${text}`] },
  {
    name: `${text} in a path`,
    where: { [`seo.${text}`]: { equals: 1 } },
    refuses: [`unknown_field where.seo.${text}`],
  },
  { name: `${text} as a key of json`, where: { [`extra.${text}`]: { exists: true } }, finds: '' },
  { name: `${text} as an operator`, where: { name: { [text]: 1 } }, refuses: ['option where.name'] },
  { name: `${text} as a value`, where: { name: { equals: text } }, finds: '' },
  { name: `${text} in a list`, where: { name: { in: [text] } }, finds: '' },
  { name: `${text} in a search`, where: { name: { contains: text } }, finds: '' },
  { name: `${text} as an id`, where: { id: { equals: text } }, finds: '' },
  { name: `${text} in a pair`, where: { near: { equals: { relationTo: text, value: text } } }, finds: '' },
  { name: `${text} as a sort`, sort: text, refuses: [`unknown_field sort.${text}`] },
])

queries('statements in disguise', items, [...injections, { name: 'and everything is still stored', finds: ALL }])

const HALF = '\ud800'

queries('NUL, which no database holds', items, [
  { name: 'in a value', where: { name: { equals: 'a\0' } }, refuses: ['type where.name'] },
  { name: 'in a list', where: { name: { in: ['a', '\0'] } }, refuses: ['type where.name'] },
  { name: 'in a search', where: { name: { like: '\0' } }, refuses: ['type where.name'] },
  { name: 'in an order', where: { name: { greater_than: '\0' } }, refuses: ['type where.name'] },
  { name: 'in json', where: { 'extra.color': { equals: '\0' } }, refuses: ['type where.extra.color'] },
  { name: 'in a pair', where: { near: { equals: { relationTo: 'x', value: '\0' } } }, refuses: ['type where.near'] },
  { name: 'in a path', where: { 'na\0me': { exists: true } }, refuses: ['unknown_field where.na\0me'] },
  { name: 'in a key of json', where: { 'extra.\0': { exists: true } }, finds: '' },
  { name: 'in a sort', sort: 'name\0', refuses: ['unknown_field sort.name\0'] },
])

describe.each(DIALECTS_OF.validation)('values that only one kind of call can send (%s)', (dialect) => {
  let under: AnyTestApp
  beforeAll(async () => {
    under = await createTestApp(catalog, { dialect, postgresUrl: inject('postgresUrl') })
    await under.local.asSystem().collection('items').create({ name: 'Alpha' })
  })
  afterAll(() => under?.close())

  const get = async (query: string) => {
    const { status, body } = await under.request('GET', `/api/collections/items?${query}`)
    const { error, docs } = body as { error?: { code: string; issues?: { code: string; path: string }[] }; docs?: [] }
    const issues = error?.issues?.map((issue) => `${issue.code} ${issue.path}`)
    return { status, code: error?.code, issues, found: docs?.length }
  }

  test.each([
    ['no JSON', 'where=name'],
    ['nothing', 'where='],
    ['cut short', 'where={"name":{"exists":true}'],
    ['trailing data', 'where={} {}'],
    ['a trailing comma', 'where={"name":{"exists":true},}'],
    ['a key twice', 'where={"name":{"exists":true},"name":{"exists":false}}'],
    ['a key twice, below', 'where={"name":{"equals":"a","equals":"b"}}'],
    ['a key twice, escaped', String.raw`where={"name":{"equals":"a","\u0065quals":"b"}}`],
    ['a list', 'where=[]'],
    ['null', 'where=null'],
    ['a text', 'where="name"'],
    ['a number', 'where=1'],
    ['an infinite number', 'where={"count":{"equals":1e999}}'],
    ['the prototype', 'where={"__proto__":{"exists":true}}'],
    ['the prototype, below', 'where={"name":{"__proto__":1}}'],
    ['half a character', String.raw`where={"name":{"equals":"\ud800"}}`],
    ['half a character in a key', String.raw`where={"na\udfffme":{"equals":"a"}}`],
    ['33 levels', `where=${'{"not":'.repeat(33)}{}${'}'.repeat(33)}`],
    ['a byte-order mark', 'where=\ufeff{}'],
  ])('a `where` that is %s', async (_name, query) => {
    const encoded = query.replace(/=(.*)$/s, (_, json: string) => `=${encodeURIComponent(json)}`)
    expect(await get(encoded)).toEqual({
      status: 400,
      code: 'invalid_query',
      issues: ['format where'],
      found: undefined,
    })
  })

  test.each([
    ['where twice', 'where={}&where={}', 'invalid_query'],
    ['page twice', 'page=1&page=1', 'invalid_query'],
    ['an unknown parameter', 'filter={}', 'invalid_query'],
    ['a where of brackets', 'where[name][equals]=Alpha', 'invalid_query'],
    ['broken encoding', 'where=%7B%7', 'invalid_request'],
    ['bytes that are no text', 'where=%ff', 'invalid_request'],
    ['page 0', 'page=0', 'invalid_query'],
    ['page 1,000,001', 'page=1000001', 'invalid_query'],
    ['page 1.0', 'page=1.0', 'invalid_query'],
    ['page 1e1', 'page=1e1', 'invalid_query'],
    ['limit 0', 'limit=0', 'invalid_query'],
    ['limit -1', 'limit=-1', 'invalid_query'],
    ['limit 101', 'limit=101', 'invalid_query'],
    ['limit that is empty', 'limit=', 'invalid_query'],
  ])('%s is refused', async (_name, query, code) => {
    expect(await get(query)).toMatchObject({ status: 400, code, found: undefined })
  })

  test('the last possible page', async () => {
    expect(await get('page=1000000&limit=100')).toMatchObject({ status: 200, found: 0 })
  })

  test.each([
    ['half a character', { name: { equals: HALF } }, 'type where.name'],
    ['half a character in a list', { name: { in: [HALF] } }, 'type where.name'],
    ['half a character in a search', { name: { contains: HALF } }, 'type where.name'],
    ['not a number', { count: { equals: Number.NaN } }, 'type where.count'],
    ['infinity', { count: { less_than: Number.POSITIVE_INFINITY } }, 'type where.count'],
    ['a distance that is none', { place: { near: [0, 0, Number.NaN] } }, 'type where.place'],
    ['undefined', { name: { equals: undefined } }, 'type where.name'],
    ['a date that is none', { at: { equals: new Date(Number.NaN) } }, 'type where.at'],
    ['a function', { name: { equals: () => 'a' } }, 'type where.name'],
    ['a large integer', { count: { equals: 1n } }, 'type where.count'],
    ['a list in the place of the expression', [], 'type where'],
    ['null in the place of the expression', null, 'type where'],
    ['a path that is a prototype', JSON.parse('{"__proto__":{"exists":true}}'), 'unknown_field where.__proto__'],
  ])('in process: %s', async (_name, where: unknown, issue) => {
    const found = under.local.collection('items').find({ where })
    await expect(found).rejects.toMatchObject({ code: 'invalid_query' })
    const issues = await found.catch((error: { issues: { code: string; path: string }[] }) => error.issues)
    expect(issues).toMatchObject([{ code: issue.split(' ')[0], path: issue.split(' ')[1] }])
  })
})

describeEachDatabase('all limits together (%s)', (dialect) => {
  let under: AnyTestApp
  beforeAll(async () => {
    under = await createTestApp(catalog, { dialect, postgresUrl: inject('postgresUrl') })
    await under.local.asSystem().collection('items').create({ name: 'Alpha' })
  })
  afterAll(() => under?.close())

  test('in process: as many values as all limits permit', async () => {
    const { find } = under.local.collection('items')
    const each = (index: number) => Array.from({ length: 500 }, (_, value) => `${index}-${value}`)
    const lists = Array.from({ length: 100 }, (_, index) => each(index))
    const words = Array.from({ length: 50 }, (_, index) => String(index).padStart(1000, 'w'))
    expect(await find({ where: { and: lists.map((list) => ({ name: { not_in: list } })) } })).toHaveProperty(
      'docs.length',
      1,
    )
    expect(await find({ where: { or: lists.map((list) => ({ tags: { all: list } })) } })).toHaveProperty(
      'docs.length',
      0,
    )
    expect(await find({ where: { or: words.map((like) => ({ name: { like } })) } })).toHaveProperty('docs.length', 0)
  })
})
