import { onEachDatabase, type Scenario, scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { describe, expect, it } from 'vitest'
import { waysIn } from './ways-in.ts'

const config = defineConfig({
  collections: {
    items: collection({
      fields: {
        name: f.text(),
        rank: f.number({ index: true }),
        day: f.date(),
        flag: f.checkbox(),
        kind: f.select({ options: ['a', 'b'] }),
        friend: f.relationship({ to: 'items' }),
        any: f.relationship({ to: ['items'] }),
        tags: f.select({ options: ['x', 'y'], many: true }),
        place: f.point(),
        extra: f.json(),
        inner: f.group({ fields: { depth: f.number() } }),
        rows: f.array({ fields: { value: f.number() } }),
        blocks: f.blocks({ blocks: { one: { fields: { value: f.number() } } } }),
        hidden: f.text({ hidden: true }),
        computed: f.virtual({ value: () => 1 }),
      },
      access: { read: () => true },
    }),
  },
})

const setup = { config }
const LIST = 'GET /api/collections/items'
const given = {
  a: ['items', { name: 'Zoë', rank: 2, day: '2026-01-02', flag: true, inner: { depth: 1 } }],
  b: ['items', { name: 'anna', rank: 10, day: '2026-01-01T23:00:00-05:00', flag: false }],
  c: ['items', { name: 'Bob', rank: 2, inner: { depth: -1.5 } }],
  d: ['items', { rank: null, day: '0999-12-31', flag: false }],
} as const

const order = (query: string, ...names: readonly string[]): Scenario => ({
  name: query,
  given,
  call: `${LIST}?${query}`,
  answers: { status: 200, docs: names.map((name) => ({ id: `{${name}}` })) },
})

scenarios('sort', setup, [
  { ...order('limit=10', 'd', 'c', 'b', 'a'), name: 'newest first by default' },
  order('sort=createdAt', 'a', 'b', 'c', 'd'),
  order('sort=id', 'a', 'b', 'c', 'd'),
  order('sort=-id', 'd', 'c', 'b', 'a'),
  { ...order('sort=rank', 'd', 'a', 'c', 'b'), name: 'numbers by value, null first, ties by id' },
  { ...order('sort=-rank', 'b', 'c', 'a', 'd'), name: 'descending: ties by id, also descending' },
  { ...order('sort=name', 'd', 'c', 'a', 'b'), name: 'texts by code points, uppercase before lowercase' },
  { ...order('sort=day', 'c', 'd', 'a', 'b'), name: 'dates by instant' },
  { ...order('sort=flag', 'c', 'b', 'd', 'a'), name: 'false before true' },
  order('sort=inner.depth', 'b', 'd', 'c', 'a'),
  { ...order('sort=rank&sort=-name', 'd', 'a', 'c', 'b'), name: 'by several fields, each in its own direction' },
  { ...order('sort=-rank&sort=name', 'b', 'c', 'a', 'd'), name: 'ties in the direction of the last key' },
])

scenarios('sort by an invalid field', { ...setup, matrix: 'validation' }, [
  ...[
    'nope',
    '',
    '-',
    '--rank',
    'rank.x',
    'inner',
    'hidden',
    'computed',
    ' rank',
    'rank;drop',
    "ra'nk",
    'constructor',
    '__proto__',
    'RANK',
  ].map(
    (name): Scenario => ({
      name: `there is no "${name.slice(0, 20)}" to sort by`,
      call: `${LIST}?sort=${name}`,
      answers: {
        status: 400,
        code: 'invalid_query',
        issues: [{ code: 'unknown_field', path: `sort.${name.replace(/^-/, '')}` }],
      },
    }),
  ),
  ...['tags', 'place', 'extra', 'extra.key', 'any', 'rows', 'rows.value', 'blocks.one.value', 'rows.id'].map(
    (name): Scenario => ({
      name: `"${name}" has no order`,
      call: `${LIST}?sort=${name}`,
      answers: { status: 400, code: 'invalid_query', issues: [{ code: 'type', path: `sort.${name}` }] },
    }),
  ),
  {
    name: 'reports all problems at once',
    call: `${LIST}?sort=nope&sort=tags&sort=rank`,
    answers: {
      status: 400,
      code: 'invalid_query',
      issues: [
        { code: 'unknown_field', path: 'sort.nope' },
        { code: 'type', path: 'sort.tags' },
      ],
    },
  },
  {
    name: 'refuses more than ten fields',
    call: `${LIST}?${Array.from({ length: 11 }, () => 'sort=rank').join('&')}`,
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'max', path: 'sort' }] },
  },
])

const page = (query: string, pagination: object, count: number): Scenario => ({
  name: query,
  given,
  call: `${LIST}?${query}`,
  answers: { status: 200, docs: Array.from({ length: count }, () => ({})), body: { pagination } },
})
const refused = (query: string, path: string): Scenario => ({
  name: `${query} is refused`,
  call: `${LIST}?${query}`,
  answers: { status: 400, code: 'invalid_query', issues: [{ code: 'type', path }] },
})

scenarios('page and limit', setup, [
  {
    name: 'an empty page is invalid',
    call: LIST,
    answers: {
      status: 200,
      docs: [],
      body: {
        pagination: {
          page: 1,
          limit: 10,
          totalDocs: 0,
          totalPages: 0,
          hasNextPage: false,
          hasPrevPage: false,
          nextPage: null,
          prevPage: null,
        },
      },
    },
  },
  page(
    'limit=10',
    {
      page: 1,
      limit: 10,
      totalDocs: 4,
      totalPages: 1,
      hasNextPage: false,
      hasPrevPage: false,
      nextPage: null,
      prevPage: null,
    },
    4,
  ),
  page('limit=4', { totalDocs: 4, totalPages: 1, hasNextPage: false }, 4),
  page(
    'limit=3',
    { totalDocs: 4, totalPages: 2, hasNextPage: true, hasPrevPage: false, nextPage: 2, prevPage: null },
    3,
  ),
  page(
    'limit=3&page=2',
    { page: 2, totalDocs: 4, totalPages: 2, hasNextPage: false, hasPrevPage: true, nextPage: null, prevPage: 1 },
    1,
  ),
  page(
    'limit=1&page=2',
    { totalDocs: 4, totalPages: 4, hasNextPage: true, hasPrevPage: true, nextPage: 3, prevPage: 1 },
    1,
  ),
  page(
    'page=3&limit=2',
    { page: 3, totalDocs: 4, totalPages: 2, hasNextPage: false, hasPrevPage: true, prevPage: 2 },
    0,
  ),
  page('page=1000000&limit=100', { page: 1_000_000, limit: 100, totalDocs: 4, totalPages: 1 }, 0),
  page('where={"rank":{"equals":2}}&limit=1', { totalDocs: 2, totalPages: 2 }, 1),
])

scenarios('invalid page and limit', { ...setup, matrix: 'validation' }, [
  ...['0', '-1', '1.5', '1000001', '999999999999999'].map((value) => refused(`page=${value}`, 'page')),
  ...['0', '-1', '2.5', '101', '999999999999999'].map((value) => refused(`limit=${value}`, 'limit')),
  ...['', ' 1', '01', '1e1', '0x1', 'one', 'null', '١', '1,2', '9999999999999999999999', 'Infinity', '{}'].flatMap(
    (value): Scenario[] => [
      { ...refused(`page=${value}`, 'page'), only: 'http' },
      { ...refused(`limit=${value}`, 'limit'), only: 'http' },
    ],
  ),
])

onEachDatabase('pages', setup, (app, dialect) => {
  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    it('never overlap and omit nothing, whatever the sort', async () => {
      const { items } = app().app.local.asSystem().collections
      const ids: string[] = []
      for (let index = 0; index < 25; index += 1)
        ids.push((await items.create({ rank: index % 3, name: index % 2 ? 'x' : null })).id)
      for (const sort of ['rank', '-rank', 'name', '-name', 'createdAt', '-day', 'flag&sort=-rank']) {
        const seen: string[] = []
        for (let number = 1; number <= 4; number += 1) {
          const { docs = [] } = await call(app(), { call: `${LIST}?sort=${sort}&limit=7&page=${number}` })
          seen.push(...docs.map((doc) => (doc as { id: string }).id))
        }
        expect(new Set(seen).size, sort).toBe(25)
        expect(seen.toSorted()).toEqual(ids.toSorted())
      }
    })

    it('limit 100 is the maximum, and returns as many', async () => {
      const { items } = app().app.local.asSystem().collections
      for (let index = 0; index < 101; index += 1) await items.create({ rank: index })
      const { docs, body } = await call(app(), { call: `${LIST}?limit=100` })
      expect(docs).toHaveLength(100)
      expect(body).toMatchObject({ pagination: { totalDocs: 101, totalPages: 2, hasNextPage: true } })
    })
  })
})

onEachDatabase('options that the local API refuses', { ...setup, matrix: 'validation' }, (app) => {
  it.each([
    ['page', 0],
    ['page', 1_000_001],
    ['page', '1'],
    ['page', null],
    ['limit', 101],
    ['limit', 2.5],
    ['limit', '10'],
    ['limit', Number.NaN],
    ['sort', 7],
    ['sort', [null]],
    ['where', 'x'],
    ['select', []],
  ])('%s: %j', async (name, value) => {
    const { find } = app().local.collection('items')
    await expect(find({ [name]: value })).rejects.toMatchObject({ code: 'invalid_query' })
  })
})
