import type { Reference, Storage } from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { always, document, openMigrated, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const author = (id: string): Reference => ({ path: 'author', locale: '', collection: 'authors', id })
const tag = (id: string, locale: string): Reference => ({ path: 'sections.quote.tags', locale, collection: 'tags', id })

export function referencesContract(create: CreateStorage): void {
  describe('the reference index', () => {
    let under: StorageUnderTest
    let storage: Storage
    const statements: string[] = []

    beforeAll(async () => {
      under = await create()
      const schema = { tables: [table('posts'), table('pages')] }
      storage = await openMigrated(under, { schema, onStatement: (text) => statements.push(text) })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    beforeEach(async () => {
      await storage.transaction(async (tx) => {
        for (const name of ['posts', 'pages']) {
          const all = await tx.find(name, { where: always, sort: [], limit: 100, offset: 0 })
          for (const { id } of all) await tx.remove(name, id)
        }
      })
      statements.length = 0
    })

    test('lists the documents that point to a document, in order', async () => {
      await storage.transaction(async (tx) => {
        await tx.insert('posts', document('p2'), [author('a1'), tag('t1', 'de')])
        await tx.insert('posts', document('p1'), [author('a1'), author('a2')])
        await tx.insert('pages', document('x'), [{ ...author('a1'), collection: 'editors' }, author('a1')])
      })
      expect(await storage.reader.referencesTo('authors', 'a1', 10)).toEqual([
        { sourceTable: 'pages', sourceId: 'x', ...author('a1') },
        { sourceTable: 'posts', sourceId: 'p1', ...author('a1') },
        { sourceTable: 'posts', sourceId: 'p2', ...author('a1') },
      ])
      expect(await storage.reader.referencesTo('authors', 'a1', 1)).toHaveLength(1)
      expect(await storage.reader.referencesTo('tags', 't1', 10)).toEqual([
        { sourceTable: 'posts', sourceId: 'p2', ...tag('t1', 'de') },
      ])
      expect(await storage.reader.referencesTo('authors', 'nul\0', 10)).toEqual([])
    })

    test('lists the references of a document, and iterates over all referencing documents', async () => {
      await storage.transaction(async (tx) => {
        await tx.insert('posts', document('p2'), [author('a1'), tag('t1', 'de')])
        await tx.insert('posts', document('p1'), [author('a1')])
        await tx.insert('pages', document('x'), [author('a1')])
        await tx.insert('pages', document('nothing'), [])
      })
      const { reader } = storage
      expect(await reader.referencesOf('posts', 'p2')).toEqual(expect.arrayContaining([author('a1'), tag('t1', 'de')]))
      expect(await reader.referencesOf('pages', 'nothing')).toEqual([])
      const [x, p1, p2] = [
        { table: 'pages', id: 'x' },
        { table: 'posts', id: 'p1' },
        { table: 'posts', id: 'p2' },
      ]
      expect(await reader.sourcesAfter(null, 2)).toEqual([x, p1])
      expect(await reader.sourcesAfter(p1, 2)).toEqual([p2])
      await storage.transaction((tx) => tx.forgetReferences('posts', 'p2'))
      expect(await reader.sourcesAfter(null, 10)).toEqual([x, p1])
    })

    test('is updated with updates and removals', async () => {
      const next = document('p', {}, { revision: 2 })
      await storage.transaction((tx) => tx.insert('posts', document('p'), [author('a1'), tag('t1', 'de')]))
      await storage.transaction((tx) => tx.update('posts', next, 1, [author('a2'), tag('t1', 'de'), tag('t1', 'en')]))
      expect(await storage.reader.referencesTo('authors', 'a1', 10)).toEqual([])
      expect(await storage.reader.referencesTo('authors', 'a2', 10)).toHaveLength(1)
      expect((await storage.reader.referencesTo('tags', 't1', 10)).map(({ locale }) => locale)).toEqual(['de', 'en'])
      await storage.transaction((tx) => tx.remove('posts', 'p'))
      expect(await storage.reader.referencesTo('tags', 't1', 10)).toEqual([])
    })

    test('does not change if an update does not mention references, or fails', async () => {
      const next = document('p', {}, { revision: 2 })
      await storage.transaction((tx) => tx.insert('posts', document('p'), [author('a1')]))
      await storage.transaction((tx) => tx.update('posts', next, 1))
      await storage.transaction((tx) => tx.update('posts', next, 1, [author('a2')]))
      expect(await storage.reader.referencesTo('authors', 'a1', 10)).toHaveLength(1)
      expect(await storage.reader.referencesTo('authors', 'a2', 10)).toEqual([])
    })

    test('stores a duplicate reference once', async () => {
      await storage.transaction((tx) => tx.insert('posts', document('p'), [author('a1'), author('a1')]))
      expect(await storage.reader.referencesTo('authors', 'a1', 10)).toHaveLength(1)
    })

    test('writes only changed references', async () => {
      const next = document('p', {}, { revision: 2 })
      await storage.transaction((tx) => tx.insert('posts', document('p'), [author('a1'), tag('t1', 'de')]))
      statements.length = 0
      await storage.transaction((tx) => tx.update('posts', next, 1, [tag('t1', 'de'), author('a1')]))
      expect(statements.map((text) => text.split(' ')[0])).toEqual(['update', 'select'])
    })
  })
}
