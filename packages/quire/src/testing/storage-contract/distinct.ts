import type { Path, Storage } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  always,
  blocks,
  column,
  compare,
  document,
  elements,
  insertAll,
  locale,
  openMigrated,
  path,
  rows,
  table,
} from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

/** Values at a path with their counts, most frequent first. */
export function distinctContract(create: CreateStorage): void {
  describe('distinct values', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      storage = await openMigrated(under, {
        schema: {
          tables: [table('posts', { indexes: [{ name: 'views', path: path('number', 'views'), unique: false }] })],
        },
      })
      await insertAll(storage, 'posts', [
        document('a', {
          kind: 'news',
          views: 2,
          open: true,
          tags: ['x', 'y', 'x'],
          links: [
            { to: 'home', labels: ['l'] },
            { to: 'home', labels: [] },
          ],
          title: { en: 'One', de: 'Eins' },
          of: { relationTo: 'people', value: 'ada' },
          parts: [
            { blockType: 'quote', by: 'Ada' },
            { blockType: 'code', by: 'Eve' },
          ],
        }),
        document('b', { kind: 'news', views: 2.5, open: false, tags: ['y'], title: { de: 'Eins' } }, { revision: 2 }),
        document('c', { kind: 'Äther', views: 2, open: true, tags: [], links: null, title: { en: 'Eins' } }),
        document('d', { kind: 'apple', views: null, tags: [null, 'z'] }),
        document('e', { kind: null, views: 'many', of: { relationTo: 'pages', value: 'ada' } }),
        document('f', {}),
      ])
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    const valuesAt = async (at: Path) => {
      const found = await storage.reader.distinct('posts', { where: always, path: at, limit: 10 })
      return found.map(({ value, count }) => [value, count])
    }

    test('are returned with their number of documents, the most frequent first, then in order, with null first', async () => {
      expect(await valuesAt(path('text', 'kind'))).toEqual([
        [null, 2],
        ['news', 2],
        ['apple', 1],
        ['Äther', 1],
      ])
    })

    test('may be numbers, booleans and columns', async () => {
      expect(await valuesAt(path('number', 'views'))).toEqual([
        [null, 3],
        [2, 2],
        [2.5, 1],
      ])
      expect(await valuesAt(path('boolean', 'open'))).toEqual([
        [null, 3],
        [true, 2],
        [false, 1],
      ])
      expect(await valuesAt(column('revision', 'number'))).toEqual([
        [1, 5],
        [2, 1],
      ])
    })

    test('of lists and rows count once per document, and are null for empty ones', async () => {
      expect(await valuesAt(path('text', 'tags', elements))).toEqual([
        [null, 4],
        ['y', 2],
        ['x', 1],
        ['z', 1],
      ])
      expect(await valuesAt(path('text', 'links', rows, 'to'))).toEqual([
        [null, 5],
        ['home', 1],
      ])
      expect(await valuesAt(path('text', 'links', rows, 'labels', elements))).toEqual([
        [null, 6],
        ['l', 1],
      ])
      expect(await valuesAt(path('text', 'parts', blocks('quote'), 'by'))).toEqual([
        [null, 5],
        ['Ada', 1],
      ])
    })

    test('of localized fields come from the first locale with a value; pairs identify their collection', async () => {
      expect(await valuesAt(path('text', 'title', locale('en', 'de')))).toEqual([
        [null, 3],
        ['Eins', 2],
        ['One', 1],
      ])
      expect(await valuesAt(path('pair', 'of'))).toEqual([
        [null, 4],
        ['pages/ada', 1],
        ['people/ada', 1],
      ])
    })

    test('are limited to matching documents and to the requested number', async () => {
      const read = compare(path('number', 'views'), { op: 'equals', value: 2 })
      const kinds = { where: read, path: path('text', 'kind') }
      expect(await storage.reader.distinct('posts', { ...kinds, limit: 10 })).toEqual([
        { value: 'news', count: 1 },
        { value: 'Äther', count: 1 },
      ])
      expect(await storage.reader.distinct('posts', { ...kinds, limit: 1 })).toEqual([{ value: 'news', count: 1 }])
      expect(await storage.reader.distinct('posts', { ...kinds, where: { kind: 'never' }, limit: 1 })).toEqual([])
    })

    test('are exact after every change', async () => {
      const at = { where: always, path: path('text', 'kind'), limit: 1 }
      await storage.transaction((tx) => tx.insert('posts', document('g', { kind: 'news' }), []))
      expect(await storage.reader.distinct('posts', at)).toEqual([{ value: 'news', count: 3 }])
      await storage.transaction(async (tx) => {
        await tx.remove('posts', 'g')
        expect(await tx.distinct('posts', at)).toEqual([{ value: null, count: 2 }])
      })
    })
  })
}
