import { DuplicateValue, type Storage, type StorageTransaction } from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { always, dataOf, document, index, openMigrated, path, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const refusal = new Error('the hook said no')

export function transactionsContract(create: CreateStorage): void {
  describe('transactions', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      const posts = table('posts', { indexes: [index('slug', path('text', 'slug'), true)] })
      storage = await openMigrated(under, { schema: { tables: [posts] } })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    beforeEach(() =>
      storage.transaction(async (tx) => {
        const all = await tx.find('posts', { where: always, sort: [], limit: 1000, offset: 0 })
        for (const { id } of all) await tx.remove('posts', id)
      }),
    )

    const ids = async () => {
      const found = await storage.reader.find('posts', { where: always, sort: [], limit: 1000, offset: 0 })
      return found.map(({ id }) => id).join(' ')
    }

    test('see their own writes; others see them after the commit', async () => {
      const result = await storage.transaction(async (tx) => {
        await tx.insert('posts', document('a'), [])
        expect(await tx.get('posts', 'a')).not.toBeNull()
        expect(await tx.count('posts', always)).toBe(1)
        expect(await storage.reader.get('posts', 'a')).toBeNull()
        return 'result'
      })
      expect(result).toBe('result')
      expect(await ids()).toBe('a')
    })

    test('write nothing if they throw', async () => {
      const failing = storage.transaction(async (tx) => {
        await tx.insert('posts', document('a'), [{ path: 'p', locale: '', collection: 'c', id: 'x' }])
        throw refusal
      })
      await expect(failing).rejects.toBe(refusal)
      expect(await ids()).toBe('')
      expect(await storage.reader.referencesTo('c', 'x', 1)).toEqual([])
    })

    test('do not affect concurrent transactions', async () => {
      const one = (id: string) => storage.transaction((tx) => tx.insert('posts', document(id), []))
      const failing = storage.transaction(async (tx) => {
        await tx.insert('posts', document('failing'), [])
        throw refusal
      })
      const settled = await Promise.allSettled([one('a'), failing, one('b'), one('a'), one('c')])
      const [a, failed, b, sameAsA, c] = settled.map(({ status }) => status === 'fulfilled')
      expect([failed, b, c]).toEqual([false, true, true])
      // Either order is possible.
      expect(a).not.toBe(sameAsA)
      expect(await ids()).toBe('a b c')
    })

    test.each([0, 1, 4])('are rolled back alone if number %i of a batch fails', async (place) => {
      const write = (id: string, number: number) =>
        storage.transaction(async (tx) => {
          await tx.insert('posts', document(id), [{ path: 'p', locale: '', collection: 'c', id: 'x' }])
          if (number === place) throw refusal
        })
      const all = ['a', 'b', 'c', 'd', 'e']
      const settled = await Promise.allSettled(all.map(write))
      expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(all.map((_, number) => number !== place))
      const kept = all.filter((_, number) => number !== place)
      expect(await ids()).toBe(kept.join(' '))
      expect(await storage.reader.referencesTo('c', 'x', 9)).toHaveLength(kept.length)
    })

    test('all succeed if a hundred run concurrently', async () => {
      const all = Array.from({ length: 150 }, (_, number) => String(number).padStart(3, '0'))
      await Promise.all(all.map((id) => storage.transaction((tx) => tx.insert('posts', document(id), []))))
      expect(await ids()).toBe(all.join(' '))
    })

    test('count all of fifty concurrent increments', async () => {
      await storage.transaction((tx) => tx.insert('posts', document('counter', { n: 0 }), []))
      const increment = () =>
        storage.transaction(async (tx) => {
          const before = await tx.get('posts', 'counter', undefined, { lock: 'change' })
          if (!before) throw new Error('the counter is gone')
          const { n } = JSON.parse(before.json) as { n: number }
          const after = { ...before, revision: before.revision + 1, json: JSON.stringify({ n: n + 1 }) }
          expect(await tx.update('posts', after, before.revision)).toBe(true)
        })
      await Promise.all(Array.from({ length: 50 }, increment))
      const counter = await storage.reader.get('posts', 'counter')
      expect(dataOf(counter)).toEqual({ n: 50 })
      expect(counter?.revision).toBe(51)
    })

    test('that collide without a lock get a revision conflict', async () => {
      await storage.transaction((tx) => tx.insert('posts', document('counter', { n: 0 }), []))
      const seen = await storage.reader.get('posts', 'counter')
      const write = () =>
        storage.transaction((tx) => tx.update('posts', { ...document('counter'), revision: 2 }, seen?.revision ?? 0))
      const written = await Promise.all([write(), write(), write()])
      expect(written.filter(Boolean)).toHaveLength(1)
    })

    test('accept concurrent statements', async () => {
      await storage.transaction(async (tx) => {
        await Promise.all(['a', 'b', 'c'].map((id) => tx.insert('posts', document(id), [])))
        expect(await Promise.all(['a', 'x'].map((id) => tx.get('posts', id)))).toMatchObject([{ id: 'a' }, null])
      })
      expect(await ids()).toBe('a b c')
    })

    describe('nested', () => {
      test('roll back only their own part', async () => {
        await storage.transaction(async (tx) => {
          await tx.insert('posts', document('a'), [])
          const part = tx.nested(async () => {
            await tx.insert('posts', document('b'), [])
            throw refusal
          })
          await expect(part).rejects.toBe(refusal)
          await tx.insert('posts', document('c'), [])
        })
        expect(await ids()).toBe('a c')
      })

      test('can be nested further', async () => {
        await storage.transaction(async (tx) => {
          await tx.nested(async () => {
            await tx.insert('posts', document('a'), [])
            await tx
              .nested(async () => {
                await tx.insert('posts', document('b'), [])
                throw refusal
              })
              .catch(() => undefined)
            await tx.nested(() => tx.insert('posts', document('c'), []))
          })
        })
        expect(await ids()).toBe('a c')
      })

      test('are rolled back with the outer transaction', async () => {
        const failing = storage.transaction(async (tx) => {
          await tx.nested(() => tx.insert('posts', document('a'), []))
          throw refusal
        })
        await expect(failing).rejects.toBe(refusal)
        expect(await ids()).toBe('')
      })

      test('let the transaction continue after a refused write', async () => {
        await storage.transaction(async (tx) => {
          await tx.insert('posts', document('a', { slug: 'same' }), [])
          const second = tx.nested(() => tx.insert('posts', document('b', { slug: 'same' }), []))
          await expect(second).rejects.toBeInstanceOf(DuplicateValue)
          await tx.insert('posts', document('c'), [])
        })
        expect(await ids()).toBe('a c')
      })

      test('refuse concurrent nested parts', async () => {
        let release = () => {}
        const released = new Promise<void>((resolve) => {
          release = resolve
        })
        const overlapping = storage.transaction(async (tx) => {
          const parts = [
            tx.nested(() => released),
            tx.nested(() => tx.insert('posts', document('b'), []).then(() => released)),
          ]
          await tx.get('posts', 'b')
          release()
          await Promise.all(parts)
        })
        await expect(overlapping).rejects.toMatchObject({ code: 'internal' })
        expect(await ids()).toBe('')
      })
    })

    test('a refused write fails the transaction, even if the error is caught', async () => {
      const swallowing = storage.transaction(async (tx) => {
        await tx.insert('posts', document('a', { slug: 'same' }), [])
        await tx.insert('posts', document('b', { slug: 'same' }), []).catch(() => undefined)
        await expect(tx.get('posts', 'a')).rejects.toBeInstanceOf(DuplicateValue)
      })
      await expect(swallowing).rejects.toEqual(new DuplicateValue('posts', 'slug'))
      expect(await ids()).toBe('')
    })

    test('nothing runs in a transaction that has ended', async () => {
      let kept: StorageTransaction | undefined
      await storage.transaction(async (tx) => {
        kept = tx
      })
      await expect(kept?.insert('posts', document('late'), [])).rejects.toMatchObject({ code: 'internal' })
      expect(await ids()).toBe('')
    })

    test('closed storage refuses writes', async () => {
      const other = await under.open({ schema: { tables: [] } })
      await other.close()
      await expect(other.transaction(async () => {})).rejects.toMatchObject({ code: 'unavailable' })
      await expect(other.check()).rejects.toMatchObject({ code: 'unavailable' })
      await expect(other.close()).resolves.toBeUndefined()
    })
  })
}
