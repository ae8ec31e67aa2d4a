import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Condition, Storage } from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { always, column, compare, document, index, openMigrated, path, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const kind = path('text', 'kind')
const news = compare(kind, { op: 'equals', value: 'news' })
const byAda = compare(path('text', 'author', hop('people'), 'name'), { op: 'equals', value: 'Ada' })
const writesNews = compare(path('text', inverse('posts'), 'kind'), { op: 'equals', value: 'news' })
const newestFirst = [{ path: column('createdAt'), descending: true }]

const refusal = new Error('the hook said no')

function hop(target: string, scope: Condition = always) {
  return { kind: 'hop', table: target, relationTo: null, scope } as const
}

function inverse(source: string) {
  return { kind: 'inverse', table: source, path: 'author', collection: 'people', scope: always } as const
}

/** Totals are always exact, whatever other writers commit. `other` is another instance on the same database. */
export function totalsContract(create: CreateStorage): void {
  describe('totals', () => {
    let under: StorageUnderTest
    let storage: Storage
    let other: Storage

    beforeAll(async () => {
      under = await create()
      const tables = [
        table('posts', { indexes: [index('kind', kind), index('author', path('text', 'author'))] }),
        table('people', { indexes: [index('name', path('text', 'name'))] }),
      ]
      storage = await openMigrated(under, { schema: { tables } })
      other = await under.open({ schema: { tables } })
    })

    afterAll(async () => {
      await storage.close()
      await other.close()
      await under.drop()
    })

    beforeEach(() =>
      storage.transaction(async (tx) => {
        for (const name of ['posts', 'people']) {
          const all = await tx.find(name, { where: always, sort: [], limit: 1000, offset: 0 })
          for (const { id } of all) await tx.remove(name, id)
        }
      }),
    )

    const insert = (by: Storage, name: string, id: string, data = {}) =>
      by.transaction((tx) => tx.insert(name, document(id, data), []))
    const posts = async (count: number) => {
      for (let number = 0; number < count; number += 1) await insert(storage, 'posts', `p${number}`, { kind: 'news' })
    }
    const page = (where: Condition, limit: number, offset = 0) =>
      storage.reader.page('posts', { where, sort: newestFirst, limit, offset })

    test('are returned together with a page', async () => {
      await posts(5)
      await insert(storage, 'posts', 'x', { kind: 'other' })
      const shown = async (...of: Parameters<typeof page>) => {
        const { documents, total } = await page(...of)
        return `${documents.map(({ id }) => id).join(' ')} of ${total}`
      }
      expect(await shown(news, 2)).toBe('p4 p3 of 5')
      expect(await shown(news, 2, 2)).toBe('p2 p1 of 5')
      expect(await shown(news, 2, 4)).toBe('p0 of 5')
      expect(await shown(news, 5)).toBe('p4 p3 p2 p1 p0 of 5')
      expect(await shown(news, 10)).toBe('p4 p3 p2 p1 p0 of 5')
      expect(await shown(news, 2, 6)).toBe(' of 5')
      expect(await shown(always, 2)).toBe('x p4 of 6')
      expect(await shown(compare(kind, { op: 'equals', value: 'none' }), 2)).toBe(' of 0')
      expect(await shown(compare(kind, { op: 'equals', value: 'none' }), 2, 2)).toBe(' of 0')
      expect(await shown({ kind: 'never' }, 2)).toBe(' of 0')
    })

    test('reflect writes of this instance', async () => {
      await posts(3)
      expect(await storage.reader.count('posts', news)).toBe(3)
      await insert(storage, 'posts', 'more', { kind: 'news' })
      expect(await storage.reader.count('posts', news)).toBe(4)
      await storage.transaction((tx) => tx.update('posts', document('more', { kind: 'other' }, { revision: 2 }), 1))
      expect(await storage.reader.count('posts', news)).toBe(3)
      await storage.transaction((tx) => tx.remove('posts', 'p0'))
      expect(await storage.reader.count('posts', news)).toBe(2)
      expect((await page(news, 1)).total).toBe(2)
    })

    test('reflect writes of another instance', async () => {
      await posts(3)
      expect((await page(news, 2)).total).toBe(3)
      await insert(other, 'posts', 'more', { kind: 'news' })
      expect((await page(news, 2)).total).toBe(4)
      expect(await other.reader.count('posts', news)).toBe(4)
      await insert(storage, 'posts', 'yet more', { kind: 'news' })
      expect(await other.reader.count('posts', news)).toBe(5)
    })

    test('reflect writes to the documents that a condition refers to', async () => {
      await insert(storage, 'people', 'ada', { name: 'Ada' })
      await insert(storage, 'posts', 'a', { author: 'ada' })
      await insert(storage, 'posts', 'b', { author: 'ada' })
      expect((await page(byAda, 1)).total).toBe(2)
      await storage.transaction((tx) => tx.update('people', document('ada', { name: 'Eve' }, { revision: 2 }), 1))
      expect((await page(byAda, 1)).total).toBe(0)
      expect(await storage.reader.count('people', writesNews)).toBe(0)
      const reference = { path: 'author', locale: '', collection: 'people', id: 'ada' }
      await storage.transaction((tx) => tx.insert('posts', document('c', { kind: 'news' }), [reference]))
      expect(await storage.reader.count('people', writesNews)).toBe(1)
      await storage.transaction((tx) => tx.update('posts', document('c', { kind: 'news' }, { revision: 2 }), 1, []))
      expect(await storage.reader.count('people', writesNews)).toBe(0)
    })

    test('reflect writes of their own transaction, and no rolled-back ones', async () => {
      await posts(2)
      expect(await storage.reader.count('posts', news)).toBe(2)
      const failing = storage.transaction(async (tx) => {
        await tx.insert('posts', document('new', { kind: 'news' }), [])
        expect(await tx.count('posts', news)).toBe(3)
        expect((await tx.page('posts', { where: news, sort: [], limit: 1, offset: 0 })).total).toBe(3)
        expect(await storage.reader.count('posts', news)).toBe(2)
        await tx.nested(() => tx.remove('posts', 'new').then(() => Promise.reject(refusal))).catch(() => undefined)
        expect(await tx.count('posts', news)).toBe(3)
        throw refusal
      })
      await expect(failing).rejects.toBe(refusal)
      expect(await storage.reader.count('posts', news)).toBe(2)
    })

    test('are never older than an acknowledged write, also under concurrent writes', async () => {
      const progress = { started: 0, acknowledged: 0, isWriting: true }
      const write = async (by: Storage, name: string) => {
        for (let number = 0; number < 25; number += 1) {
          progress.started += 1
          await insert(by, 'posts', `${name}${number}`, { kind: 'news' })
          progress.acknowledged += 1
        }
      }
      const writing = Promise.all([write(storage, 'a'), write(other, 'b'), write(storage, 'c')]).finally(() => {
        progress.isWriting = false
      })
      while (progress.isWriting) {
        // Reads may not need a turn of the event loop, but writes do.
        await nextTurn()
        for (const reader of [storage.reader, other.reader]) {
          const least = progress.acknowledged
          const total = await reader.count('posts', news)
          expect(total).toBeGreaterThanOrEqual(least)
          expect(total).toBeLessThanOrEqual(progress.started)
        }
      }
      await writing
      expect(await other.reader.count('posts', news)).toBe(75)
    })
  })
}
