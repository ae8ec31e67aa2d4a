import { describe, expect, it } from 'vitest'
import { entityOf, ENGLISH } from '../../../../tests/unit/journal.ts'
import { f } from '../../../core/src/fields/index.ts'
import { openPaths } from '../../../core/src/query/open-paths.ts'
import { parseSort } from '../../../core/src/query/parse-sort.ts'
import { parseWhere } from '../../../core/src/query/where/parse-where.ts'
import { resolveWhere } from '../../../core/src/query/where/resolve-where.ts'
import type { WriteLog } from '../dialect/database.ts'
import { sqliteDialect } from '../dialect/sqlite/sqlite-dialect.ts'
import { DocumentTables } from '../documents/document-tables.ts'
import { REFERENCES_TABLE } from '../schema/database-names.ts'
import { reachOfCount, reachOfFind, reachOfValues, weightOf } from './reach-of.ts'

const WRITES: WriteLog = { wrote() {}, wroteAnything() {}, ended() {} }

const shelf = {
  posts: entityOf('posts', {
    title: f.text({ index: true }),
    slug: f.text({ unique: true }),
    body: f.text(),
    views: f.number({ index: true }),
    author: f.relationship({ to: 'users', index: true }),
    place: f.point(),
    rows: f.array({ fields: { label: f.text() } }),
  }),
  users: entityOf('users', {
    name: f.text(),
    email: f.text({ unique: true }),
    written: f.join({ collection: 'posts', on: 'author' }),
  }),
}

const tables = new DocumentTables({ tables: [shelf.posts.table, shelf.users.table] }, sqliteDialect, WRITES)
const columnsOf = (table: string) => tables.statements(table).layout
const [posts, users] = [columnsOf('posts'), columnsOf('users')]
const rootOf = (slug: keyof typeof shelf) =>
  openPaths(shelf[slug], { collections: shelf, localization: null, locale: ENGLISH })
const whereIn = (slug: keyof typeof shelf, where: unknown) => resolveWhere(parseWhere(where), rootOf(slug))

const find = (where: unknown, sort?: unknown) =>
  reachOfFind(whereIn('posts', where), sort === undefined ? [] : parseSort(sort, rootOf('posts')), posts, columnsOf)
const looked = (tests: number, table = posts.table) => ({ table, tests })

const IN_ORDER = { reach: [], inOrder: true, countable: false }
const ONE = { reach: [], inOrder: false, countable: false }

describe('the cost of a page', () => {
  it.each<[string, unknown, unknown, object]>([
    ['nothing in the order of ids', {}, undefined, IN_ORDER],
    ['nothing in the order of a column', {}, '-createdAt', IN_ORDER],
    ['nothing in the order of an index', {}, 'title', IN_ORDER],
    ['every document in the order of what has no index', {}, 'body', { ...ONE, reach: [looked(1)] }],
    ['every document in the order of two fields', {}, ['title', 'views'], { ...ONE, reach: [looked(2)] }],
    ['one document by its id', { id: { equals: 'a' } }, 'body', ONE],
    ['a few documents by their ids', { id: { in: ['a', 'b'] } }, 'body', ONE],
    [
      'one document by a unique value, whatever else is asked',
      { slug: { equals: 'a' }, body: { equals: 'b' } },
      'body',
      ONE,
    ],
    [
      'every document where a unique value is excluded',
      { slug: { not_equals: 'a' } },
      undefined,
      { ...ONE, reach: [looked(1)] },
    ],
    ['nothing for one value of an index', { title: { equals: 'a' } }, undefined, IN_ORDER],
    ['nothing for one value of an index, the newest first', { title: { equals: 'a' } }, '-createdAt', IN_ORDER],
    [
      'what has the value of an index, in another order',
      { title: { equals: 'a' } },
      'views',
      { reach: [looked(2)], inOrder: false, countable: true },
    ],
    ['nothing for a range in its own order', { views: { greater_than: 1, less_than: 9 } }, 'views', IN_ORDER],
    [
      'what is in the range, in another order',
      { views: { greater_than: 1 } },
      'title',
      { reach: [looked(2)], inOrder: false, countable: true },
    ],
    [
      'every document where two indexes could be used',
      { views: { equals: 1 }, title: { equals: 'a' } },
      undefined,
      { ...ONE, reach: [looked(2)] },
    ],
    [
      'every document where any of two may pass',
      { or: [{ views: { equals: 1 } }, { title: { equals: 'a' } }] },
      undefined,
      { ...ONE, reach: [looked(2)] },
    ],
    ['every document for words in an index', { title: { contains: 'a' } }, undefined, { ...ONE, reach: [looked(2)] }],
    ['every document for what has no index', { body: { equals: 'a' } }, undefined, { ...ONE, reach: [looked(1)] }],
    [
      'every document for a value in its rows',
      { 'rows.label': { equals: 'a' } },
      undefined,
      { ...ONE, reach: [looked(1)] },
    ],
  ])('is %s', (_, where, sort, cost) => expect(find(where, sort)).toEqual(cost))

  it('includes the documents that paths lead to', () => {
    // Each user is asked for the name; the index of the reference leads from there to the posts.
    expect(find({ 'author.name': { equals: 'Ann' } }).reach).toEqual([looked(1, users.table), looked(1)])
    expect(find({ 'author.email': { equals: 'a@example.com' } }).reach).toEqual([looked(1)])
  })

  it('includes the references that joins follow backwards', () => {
    const where = whereIn('users', { 'written.body': { equals: 'a' } })
    expect(reachOfFind(where, [], users, columnsOf).reach).toEqual([
      { table: REFERENCES_TABLE, tests: 0 },
      looked(1),
      looked(1, users.table),
    ])
  })
})

describe('the cost of a total', () => {
  it.each<[string, unknown, object[]]>([
    ['nothing of one document', { id: { equals: 'a' } }, []],
    ['the index where every document counts', {}, [looked(0)]],
    ['the index for one of its values', { title: { equals: 'a' } }, [looked(0)]],
    ['every document where none helps', { body: { equals: 'a' } }, [looked(1)]],
  ])('is %s', (_, where, reach) => expect(reachOfCount(whereIn('posts', where), posts, columnsOf)).toEqual(reach))
})

describe('the cost of distinct values', () => {
  it('includes every document, its value and the comparison with others', () => {
    expect(reachOfValues(whereIn('posts', {}), posts, columnsOf)).toEqual([looked(2)])
    expect(reachOfValues(whereIn('posts', { body: { equals: 'a' } }), posts, columnsOf)).toEqual([looked(3)])
  })
})

describe('the cost of a condition', () => {
  const square = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
    [0, 0],
  ]
  it.each<[string, unknown, number]>([
    ['of nothing is nothing', {}, 0],
    ['is one for a value', { body: { equals: 'a' } }, 1],
    [
      'is the sum of its parts',
      { and: [{ body: { equals: 'a' } }, { or: [{ views: { exists: true } }, { title: { equals: 'b' } }] }] },
      3,
    ],
    ['is that of the complement', { body: { not_equals: 'a' } }, 1],
    ['is two for a part of a text', { body: { starts_with: 'a' } }, 2],
    ['is one more than the words of like', { body: { like: 'a b c' } }, 4],
    ['is one more than the rest for a row', { rows: { some: { label: { equals: 'a' } } } }, 2],
    ['grows with the corners of an area', { place: { within: { type: 'Polygon', coordinates: [square] } } }, 9],
  ])('%s', (_, where, weight) => expect(weightOf(whereIn('posts', where))).toBe(weight))
})
