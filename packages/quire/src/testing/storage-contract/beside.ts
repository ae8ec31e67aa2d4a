import type { Condition, Path, FilteredTable, SortKey, Storage } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { always, column, compare, document, index, not, openMigrated, path, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const kind = path('text', 'kind')
const own = compare(path('text', 'by'), { op: 'equals', value: 'me' })

/** Documents that the first table doesn't have. */
const otherwise: FilteredTable = {
  table: 'live',
  where: not(
    compare({ storedAs: 'text', steps: [{ kind: 'twin', table: 'posts', scope: own }, id()] }, { op: 'is_set' }),
  ),
}

function id(): Path['steps'][number] {
  return { kind: 'column', name: 'id' }
}

/** Lists over several tables equal lists over one with all of their documents. */
export function besideContract(create: CreateStorage): void {
  describe('lists over several tables', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      const parts = { indexes: [index('kind', kind), { ...index('to', path('text', 'to')), short: true }] }
      const tables = [table('posts', parts), table('live', parts), table('people')]
      storage = await openMigrated(under, { schema: { tables } })
      const to = [{ path: 'to', locale: '', collection: 'people', id: 'ada' }]
      const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
      await storage.transaction(async (tx) => {
        const put = (name: string, key: string, kindOf: string | null, by: string, minute: number) =>
          tx.insert(name, document(key, { kind: kindOf, by, to: 'ada' }, { createdAt: at(minute) }), to)
        await put('posts', 'a', 'new', 'me', 1)
        await put('live', 'a', 'old', 'me', 1)
        await put('posts', 'b', 'secret', 'her', 2)
        await put('live', 'b', 'told', 'her', 2)
        await put('posts', 'c', null, 'me', 3)
        await put('posts', 'd', 'hidden', 'her', 4)
        await put('posts', 'e', 'same', 'her', 5)
        await put('live', 'e', 'same', 'her', 5)
      })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    const found = async (sort: readonly SortKey[], limit = 10, offset = 0, asked: Condition = always) => {
      const narrowed = (where: Condition): Condition => ({ kind: 'and', of: [where, asked] })
      const union = [{ table: otherwise.table, where: narrowed(otherwise.where) }]
      const query = { where: narrowed(own), union, sort, limit, offset }
      const { documents, total } = await storage.reader.page('posts', query)
      expect(await storage.reader.count('posts', query.where, union)).toBe(total)
      expect(await storage.reader.find('posts', query)).toEqual(documents)
      expect(await storage.reader.findIds('posts', query)).toEqual(documents.map((one) => one.id))
      const shown = documents.map((one) => `${one.id}:${(JSON.parse(one.json) as { kind: string | null }).kind}`)
      return `${shown.join(' ')} of ${total}`
    }
    const by = (where: Path, descending = false): readonly SortKey[] => [{ path: where, descending }]

    test('have one order, nulls first, and one total', async () => {
      expect(await found([])).toBe('a:new b:told c:null e:same of 4')
      expect(await found(by(kind))).toBe('c:null a:new e:same b:told of 4')
      expect(await found(by(kind, true))).toBe('b:told e:same a:new c:null of 4')
      expect(await found(by(column('createdAt'), true))).toBe('e:same c:null b:told a:new of 4')
      expect(await found([...by(column('revision', 'number')), ...by(kind)])).toBe('c:null a:new e:same b:told of 4')
      // All documents of the first table have the same value here.
      expect(await found(by(path('text', 'by')))).toBe('b:told e:same a:new c:null of 4')
    })

    test('are paged', async () => {
      expect(await found(by(kind), 3)).toBe('c:null a:new e:same of 4')
      expect(await found(by(kind), 2, 1)).toBe('a:new e:same of 4')
      expect(await found(by(kind), 3, 3)).toBe('b:told of 4')
      expect(await found(by(kind), 3, 6)).toBe(' of 4')
    })

    test("apply each table's own conditions", async () => {
      const is = (value: string) => compare(kind, { op: 'equals', value })
      expect(await found([], 10, 0, is('told'))).toBe('b:told of 1')
      expect(await found([], 10, 0, is('old'))).toBe(' of 0')
      expect(await found([], 10, 0, is('secret'))).toBe(' of 0')
      expect(await found(by(kind), 10, 0, not(is('new')))).toBe('c:null e:same b:told of 3')
    })

    test('count distinct values together', async () => {
      const values = await storage.reader.distinct('posts', { where: own, union: [otherwise], path: kind, limit: 10 })
      expect(values.map(({ value, count }) => [value, count])).toEqual([
        [null, 1],
        ['new', 1],
        ['same', 1],
        ['told', 1],
      ])
    })

    test('follow references of all tables, with and without an index in their order', async () => {
      const asked = {
        table: 'posts',
        path: 'to',
        collection: 'people',
        ids: ['ada', 'eve'],
        scope: own,
        union: [otherwise],
      }
      const pointing = (sort: readonly SortKey[], limit: number) =>
        storage.reader.findInverse({ ...asked, sort, limit })
      for (const sort of [by(column('createdAt'), true), by(column('id'), true)]) {
        expect(await pointing(sort, 3)).toEqual([{ id: 'ada', total: 4, sources: ['e', 'c', 'b'] }])
        expect(await pointing(sort, 10)).toEqual([{ id: 'ada', total: 4, sources: ['e', 'c', 'b', 'a'] }])
      }
      expect(await pointing(by(kind), 2)).toEqual([{ id: 'ada', total: 4, sources: ['c', 'a'] }])
      expect(await pointing([], 2)).toEqual([{ id: 'ada', total: 4, sources: ['a', 'b'] }])
    })

    test('reflect every change of one of the tables', async () => {
      expect(await found([])).toBe('a:new b:told c:null e:same of 4')
      await storage.transaction((tx) => tx.remove('live', 'e'))
      expect(await found([])).toBe('a:new b:told c:null of 3')
      await storage.transaction((tx) =>
        tx.update('posts', document('d', { kind: 'mine', by: 'me' }, { revision: 2 }), 1),
      )
      expect(await found([])).toBe('a:new b:told c:null d:mine of 4')
    })
  })
}
