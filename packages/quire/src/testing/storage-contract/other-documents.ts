import type { Condition, JsonObject, Path, PathStep, Reference, SortKey, Storage } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { always, column, compare, document, elements, index, not, openMigrated, path, rows, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const hop = (to: string, scope: Condition = always): PathStep => ({ kind: 'hop', table: to, relationTo: null, scope })
const pairHop = (to: string): PathStep => ({ kind: 'hop', table: to, relationTo: to, scope: always })
const inverse = (scope: Condition = always): PathStep => ({
  kind: 'inverse',
  table: 'posts',
  path: 'author',
  collection: 'authors',
  scope,
})
const idColumn: PathStep = { kind: 'column', name: 'id' }
const twin = (scope: Condition): PathStep => ({ kind: 'twin', table: 'authors', scope })

const people: Readonly<Record<string, JsonObject>> = {
  ada: { name: 'Ada', boss: 'bob', secret: false },
  bob: { name: 'Bob', boss: null, secret: false },
  eve: { name: 'Eve', boss: 'bob', secret: true },
}

const posts: Readonly<Record<string, JsonObject>> = {
  p1: { author: 'ada', editors: ['bob', 'eve'], about: { relationTo: 'authors', value: 'bob' }, n: 1 },
  p2: { author: 'bob', editors: [], about: { relationTo: 'posts', value: 'p1' }, n: 2 },
  p3: { author: 'eve', editors: ['nobody'], rows: [{ by: 'ada' }, { by: 'bob' }], n: 3 },
  p4: { author: 'nobody', n: 4 },
  p5: { author: null, n: 5 },
  p6: { author: 7, editors: [7, null], about: 'authors/bob', n: 6 },
  p7: { author: 'ada', n: 0 },
}

const open = compare(path('boolean', 'secret'), { op: 'equals', value: false })
const equals = (where: Path, value: string) => compare(where, { op: 'equals', value })

const conditions: readonly (readonly [name: string, table: string, condition: Condition, found: string])[] = [
  ['the same id in a table', 'authors', compare(path('text', twin(open), idColumn), { op: 'is_set' }), 'ada bob'],
  ['no such id there', 'authors', not(compare(path('text', twin(open), idColumn), { op: 'is_set' })), 'eve'],
  ['a field of the same id', 'authors', equals(path('text', twin(always), 'name'), 'Eve'), 'eve'],
  [
    'no twin elsewhere',
    'posts',
    compare(path('text', twin(always), 'name'), { op: 'is_null' }),
    'p1 p2 p3 p4 p5 p6 p7',
  ],
  [
    'from there on to others',
    'authors',
    equals(path('text', twin(always), 'boss', hop('authors'), 'name'), 'Bob'),
    'ada eve',
  ],
  ['a field of the target', 'posts', equals(path('text', 'author', hop('authors'), 'name'), 'Ada'), 'p1 p7'],
  [
    'no target is a null',
    'posts',
    compare(path('text', 'author', hop('authors'), 'name'), { op: 'is_null' }),
    'p4 p5 p6',
  ],
  [
    'a target is set',
    'posts',
    compare(path('text', 'author', hop('authors'), 'name'), { op: 'is_set' }),
    'p1 p2 p3 p7',
  ],
  [
    'only targets in scope',
    'posts',
    compare(path('text', 'author', hop('authors', open), 'name'), { op: 'in', values: ['Ada', 'Eve'] }),
    'p1 p7',
  ],
  [
    'a target out of scope is a null',
    'posts',
    compare(path('text', 'author', hop('authors', open), 'name'), { op: 'is_null' }),
    'p3 p4 p5 p6',
  ],
  [
    'two hops',
    'posts',
    equals(path('text', 'author', hop('authors'), 'boss', hop('authors'), 'name'), 'Bob'),
    'p1 p3 p7',
  ],
  [
    'two hops, each with a scope',
    'posts',
    equals(path('text', 'author', hop('authors', open), 'boss', hop('authors', open), 'name'), 'Bob'),
    'p1 p7',
  ],
  [
    'a scope that hops',
    'posts',
    equals(
      path('text', 'author', hop('authors', equals(path('text', 'boss', hop('authors'), 'name'), 'Bob')), 'name'),
      'Eve',
    ),
    'p3',
  ],
  ['many targets', 'posts', equals(path('text', 'editors', elements, hop('authors'), 'name'), 'Eve'), 'p1'],
  [
    'none of many targets is a null',
    'posts',
    compare(path('text', 'editors', elements, hop('authors'), 'name'), { op: 'is_null' }),
    'p2 p3 p4 p5 p6 p7',
  ],
  ['from rows', 'posts', equals(path('text', 'rows', rows, 'by', hop('authors'), 'name'), 'Bob'), 'p3'],
  ['of a pair', 'posts', equals(path('text', 'about', pairHop('authors'), 'name'), 'Bob'), 'p1'],
  [
    'of a pair to another collection',
    'posts',
    compare(path('number', 'about', pairHop('posts'), 'n'), { op: 'gt', value: 0 }),
    'p2',
  ],
  ['a column of the target', 'posts', equals(path('text', 'author', hop('authors'), idColumn), 'ada'), 'p1 p7'],
  ['who points here', 'authors', compare(path('number', inverse(), 'n'), { op: 'lt', value: 3 }), 'ada bob'],
  [
    'a document without references reads null',
    'authors',
    compare(path('number', inverse(), 'n'), { op: 'is_null' }),
    '',
  ],
  [
    'who points here, in scope',
    'authors',
    compare(path('number', inverse(compare(path('number', 'n'), { op: 'gt', value: 1 })), 'n'), { op: 'is_set' }),
    'bob eve',
  ],
  [
    'no document in scope points here',
    'authors',
    compare(path('number', inverse(compare(path('number', 'n'), { op: 'gt', value: 1 })), 'n'), { op: 'is_null' }),
    'ada',
  ],
  ['a column of who points here', 'authors', equals(path('text', inverse(), idColumn), 'p3'), 'eve'],
  ['there and back', 'posts', equals(path('text', 'author', hop('authors'), inverse(), idColumn), 'p7'), 'p1 p7'],
]

export function otherDocumentsContract(create: CreateStorage): void {
  describe('conditions on other documents', () => {
    let under: StorageUnderTest
    let storage: Storage
    const statements: string[] = []

    beforeAll(async () => {
      under = await create()
      const indexes = [index('n', path('number', 'n'))]
      const schema = {
        tables: [table('authors', { indexes: [index('name', path('text', 'name'))] }), table('posts', { indexes })],
      }
      storage = await openMigrated(under, { schema, onStatement: (text) => statements.push(text) })
      await storage.transaction(async (tx) => {
        for (const [id, data] of Object.entries(people)) await tx.insert('authors', document(id, data), [])
        for (const [id, data] of Object.entries(posts)) await tx.insert('posts', document(id, data), referencesOf(data))
      })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    const ids = async (name: string, where: Condition, sort: readonly SortKey[] = []) => {
      const found = await storage.reader.find(name, { where, sort, limit: 100, offset: 0 })
      return found.map(({ id }) => id).join(' ')
    }

    test.each(conditions)('%s', async (_name, name, condition, found) => {
      const all = Object.keys(name === 'posts' ? posts : people)
      expect(await ids(name, condition)).toBe(found)
      expect(await ids(name, not(condition))).toBe(all.filter((id) => !found.split(' ').includes(id)).join(' '))
      expect(await storage.reader.count(name, condition)).toBe(found.split(' ').filter(Boolean).length)
    })

    test('sort by a field of the target', async () => {
      const name = path('text', 'author', hop('authors', open), 'name')
      expect(await ids('posts', always, [{ path: name, descending: false }])).toBe('p3 p4 p5 p6 p1 p7 p2')
      expect(await ids('posts', always, [{ path: name, descending: true }])).toBe('p2 p7 p1 p6 p5 p4 p3')
      const revision = {
        ...path('number', 'author', hop('authors')),
        steps: [...path('text', 'author', hop('authors')).steps, { kind: 'column', name: 'revision' }],
      } as const
      expect(await ids('posts', equals(name, 'Ada'), [{ path: revision, descending: true }])).toBe('p7 p1')
    })

    describe('documents that point to others', () => {
      const query = {
        table: 'posts',
        path: 'author',
        collection: 'authors',
        ids: ['ada', 'bob', 'eve', 'nobody', 'nul\0'],
        scope: always,
        sort: [{ path: path('number', 'n'), descending: false }],
        limit: 10,
      }
      const sorted = (found: readonly { readonly id: string }[]) =>
        found.toSorted((one, other) => (one.id < other.id ? -1 : 1))

      test('are returned in order, with totals, in one statement', async () => {
        statements.length = 0
        expect(sorted(await storage.reader.findInverse(query))).toEqual([
          { id: 'ada', total: 2, sources: ['p7', 'p1'] },
          { id: 'bob', total: 1, sources: ['p2'] },
          { id: 'eve', total: 1, sources: ['p3'] },
          { id: 'nobody', total: 1, sources: ['p4'] },
        ])
        expect(statements).toHaveLength(1)
      })

      test('are limited, with a total', async () => {
        const found = await storage.reader.findInverse({ ...query, ids: ['ada'], limit: 1 })
        expect(found).toEqual([{ id: 'ada', total: 2, sources: ['p7'] }])
        const counted = await storage.reader.findInverse({ ...query, ids: ['ada'], limit: 0 })
        expect(counted).toEqual([{ id: 'ada', total: 2, sources: [] }])
      })

      test('are limited to the scope', async () => {
        const scope = compare(path('number', 'n'), { op: 'gte', value: 1 })
        const found = await storage.reader.findInverse({ ...query, ids: ['ada', 'eve'], scope })
        expect(sorted(found)).toEqual([
          { id: 'ada', total: 1, sources: ['p1'] },
          { id: 'eve', total: 1, sources: ['p3'] },
        ])
        expect(await storage.reader.findInverse({ ...query, scope: { kind: 'never' } })).toEqual([])
      })

      test('are found by one relationship, each once', async () => {
        const found = await storage.reader.findInverse({ ...query, path: 'editors', sort: [] })
        expect(sorted(found)).toEqual([
          { id: 'bob', total: 1, sources: ['p1'] },
          { id: 'eve', total: 1, sources: ['p1'] },
          { id: 'nobody', total: 1, sources: ['p3'] },
        ])
        expect(await storage.reader.findInverse({ ...query, collection: 'editors' })).toEqual([])
        expect(await storage.reader.findInverse({ ...query, ids: [] })).toEqual([])
      })

      test('are sorted by a column', async () => {
        const sort = [{ path: column('id'), descending: true }]
        const found = await storage.reader.findInverse({ ...query, ids: ['ada'], sort })
        expect(found).toEqual([{ id: 'ada', total: 2, sources: ['p7', 'p1'] }])
      })
    })
  })
}

function referencesOf({ author, editors }: JsonObject): Reference[] {
  const to = (id: unknown, where: string, locale = ''): Reference[] =>
    typeof id === 'string' ? [{ path: where, locale, collection: 'authors', id }] : []
  const many = Array.isArray(editors) ? editors : []
  // As if the editors were localized: the same target in two locales is one relationship of the document.
  return [...to(author, 'author'), ...['de', 'en'].flatMap((locale) => many.flatMap((id) => to(id, 'editors', locale)))]
}
