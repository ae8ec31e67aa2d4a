import type { Storage, StorageTransaction } from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataOf, document, openMigrated, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const refusal = new Error('the hook said no')

/**
 * Storage may cache lookups by id in transactions, but results must be as without a cache. `other` is another instance
 * on the same database.
 */
export function lookedUpAgainContract(create: CreateStorage): void {
  describe('cached documents of a transaction', () => {
    let under: StorageUnderTest
    let storage: Storage
    let other: Storage

    beforeAll(async () => {
      under = await create()
      const schema = { tables: [table('people'), table('posts')] }
      storage = await openMigrated(under, { schema })
      other = await under.open({ schema })
    })

    afterAll(async () => {
      await storage.close()
      await other.close()
      await under.drop()
    })

    beforeEach(async () => {
      await storage.transaction(async (tx) => {
        for (const id of ['ada', 'eve', 'new']) await tx.remove('people', id)
        for (const id of ['ada', 'eve']) await tx.insert('people', document(id, { name: id }), [])
      })
      expect(await namesNow()).toEqual(['ada', 'eve'])
      expect(await namesNow()).toEqual(['ada', 'eve'])
    })

    const names = async (tx: StorageTransaction, lock: 'use' | undefined = 'use') => {
      const found = await tx.getMany('people', ['ada', 'eve', 'new'], undefined, lock && { lock })
      return found.map((one) => (dataOf(one) as { name: string }).name).toSorted()
    }
    const namesNow = (by = storage) => by.transaction((tx) => names(tx))
    const rename = (tx: StorageTransaction, name: string) =>
      tx.update('people', document('ada', { name }, { revision: 2 }), 1)

    test('reflect earlier transactions of this instance', async () => {
      await storage.transaction((tx) => rename(tx, 'Ada'))
      expect(await namesNow()).toEqual(['Ada', 'eve'])
      await storage.transaction((tx) => tx.remove('people', 'eve'))
      await storage.transaction((tx) => tx.insert('people', document('new', { name: 'new' }), []))
      expect(await namesNow()).toEqual(['Ada', 'new'])
    })

    test('reflect earlier transactions of another instance', async () => {
      expect(await namesNow(other)).toEqual(['ada', 'eve'])
      await other.transaction((tx) => rename(tx, 'Ada'))
      expect(await namesNow()).toEqual(['Ada', 'eve'])
      await storage.transaction((tx) => tx.remove('people', 'eve'))
      expect(await namesNow(other)).toEqual(['Ada'])
    })

    test('reflect changes of their own transaction', async () => {
      await storage.transaction(async (tx) => {
        expect(await names(tx)).toEqual(['ada', 'eve'])
        await rename(tx, 'Ada')
        expect(await names(tx)).toEqual(['Ada', 'eve'])
        expect(await names(tx, undefined)).toEqual(['Ada', 'eve'])
        const nested = tx.nested(async () => {
          await tx.remove('people', 'eve')
          expect(await names(tx)).toEqual(['Ada'])
          throw refusal
        })
        await expect(nested).rejects.toBe(refusal)
        expect(await names(tx)).toEqual(['Ada', 'eve'])
      })
      expect(await namesNow()).toEqual(['Ada', 'eve'])
    })

    test('never reflect a rolled-back change that was read at the same time', async () => {
      const seen: string[][] = []
      const failing = storage.transaction(async (tx) => {
        await rename(tx, 'undone')
        await tx.insert('people', document('new', { name: 'new' }), [])
        seen.push(await names(tx))
        throw refusal
      })
      const beside = () =>
        storage.transaction(
          async (tx) => {
            await tx.insert('posts', document(crypto.randomUUID()), [])
            return names(tx)
          },
          { repeatableForOthers: true },
        )
      const [before, failed, after] = await Promise.allSettled([beside(), failing, beside()])
      expect(seen).toEqual([['eve', 'new', 'undone']])
      expect(failed.status).toBe('rejected')
      for (const one of [before, after]) expect(one).toEqual({ status: 'fulfilled', value: ['ada', 'eve'] })
      expect(await namesNow()).toEqual(['ada', 'eve'])
      expect(await namesNow(other)).toEqual(['ada', 'eve'])
    })

    test('never reflect a rolled-back change that was made during the read', async () => {
      // The cache is empty.
      await storage.transaction((tx) => rename(tx, 'Ada'))
      const failing = storage.transaction(async (tx) => {
        await Promise.all([names(tx), tx.insert('people', document('new', { name: 'new' }), [])])
        throw refusal
      })
      await expect(failing).rejects.toBe(refusal)
      expect(await namesNow()).toEqual(['Ada', 'eve'])
    })
  })
}
