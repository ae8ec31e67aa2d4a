import type { Storage, StorageTransaction } from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COUNTERS, TOKENS, token } from './records-sample.ts'
import { document, openMigrated, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const refusal = new Error('the hook said no')
const NAME = TOKENS.name
const counter = { collection: 'posts', name: 'views' }

export function recordsInTransactionsContract(create: CreateStorage): void {
  describe('records in transactions', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      // A table of records may have the same name as a table of documents.
      const tables = [table(NAME), table('posts')]
      storage = await openMigrated(under, { schema: { tables, records: [TOKENS, COUNTERS] } })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    beforeEach(() =>
      storage.transaction(async ({ records }) => {
        await records.remove(NAME, {})
        await records.remove(COUNTERS.name, {})
        await records.insert(COUNTERS.name, { ...counter, n: 0 })
      }),
    )

    const ids = async () => (await storage.reader.records.find(NAME, {})).map(({ id }) => id).join(' ')
    const count = async () => (await storage.reader.records.find(COUNTERS.name, counter))[0]?.n

    test('are visible to their own transaction, and to others after the commit', async () => {
      await storage.transaction(async ({ records }) => {
        await records.insert(NAME, token('a'))
        expect(await records.count(NAME, {})).toBe(1)
        expect(await storage.reader.records.count(NAME, {})).toBe(0)
      })
      expect(await ids()).toBe('a')
    })

    test('are committed and rolled back with documents of the same transaction', async () => {
      const failing = storage.transaction(async (tx) => {
        await tx.insert('posts', document('a'), [])
        await tx.records.insert(NAME, token('a'))
        await tx.records.update(COUNTERS.name, counter, { n: 1 })
        throw refusal
      })
      await expect(failing).rejects.toBe(refusal)
      expect(await ids()).toBe('')
      expect(await count()).toBe(0)
      expect(await storage.reader.get('posts', 'a')).toBeNull()
    })

    test('of a savepoint are rolled back with it alone', async () => {
      await storage.transaction(async (tx) => {
        await tx.records.insert(NAME, token('a'))
        const part = tx.nested(async () => {
          await tx.records.insert(NAME, token('b'))
          await tx.records.remove(NAME, { id: 'a' })
          await tx.nested(() => tx.records.update(COUNTERS.name, counter, { n: 5 }))
          throw refusal
        })
        await expect(part).rejects.toBe(refusal)
        await tx.nested(() => tx.records.insert(NAME, token('c')))
      })
      expect(await ids()).toBe('a c')
      expect(await count()).toBe(0)
    })

    test('a refused insert does not fail the transaction', async () => {
      await storage.transaction(async ({ records }) => {
        await records.insert(NAME, token('a'))
        expect(await records.insert(NAME, token('a'))).toBe(false)
        await records.insert(NAME, token('b'))
      })
      expect(await ids()).toBe('a b')
    })

    test('a refused update fails the transaction, even if the error is caught', async () => {
      const swallowing = storage.transaction(async ({ records }) => {
        await records.insert(NAME, token('a'))
        await records.insert(NAME, token('b'))
        await records.update(NAME, { id: 'b' }, { id: 'a' }).catch(() => undefined)
        await expect(records.count(NAME, {})).rejects.toMatchObject({ code: 'conflict' })
      })
      await expect(swallowing).rejects.toMatchObject({ code: 'conflict' })
      expect(await ids()).toBe('')
    })

    test('a refused update in a savepoint fails that savepoint', async () => {
      await storage.transaction(async (tx) => {
        await tx.records.insert(NAME, token('a'))
        await tx.records.insert(NAME, token('b'))
        const part = tx.nested(() => tx.records.update(NAME, { id: 'b' }, { id: 'a' }))
        await expect(part).rejects.toMatchObject({ code: 'conflict' })
        await tx.records.update(NAME, { id: 'b' }, { id: 'c' })
      })
      expect(await ids()).toBe('a c')
    })

    test('nothing is written in a transaction that has ended', async () => {
      let kept: StorageTransaction | undefined
      await storage.transaction(async (tx) => {
        kept = tx
      })
      await expect(kept?.records.insert(NAME, token('late'))).rejects.toMatchObject({ code: 'internal' })
      expect(await ids()).toBe('')
    })

    test('fifty concurrent increments are all counted', async () => {
      const increment = () =>
        storage.transaction(async ({ records }) => {
          const [found] = await records.find(COUNTERS.name, counter, { lock: true })
          expect(await records.update(COUNTERS.name, counter, { n: Number(found?.n) + 1 })).toBe(1)
        })
      await Promise.all(Array.from({ length: 50 }, increment))
      expect(await count()).toBe(50)
    })

    test('concurrent increments are all counted if the first creates the record', async () => {
      const fresh = { collection: 'posts', name: 'fresh' }
      const increment = () =>
        storage.transaction(async ({ records }) => {
          await records.insert(COUNTERS.name, { ...fresh, n: 0 })
          const [found] = await records.find(COUNTERS.name, fresh, { lock: true })
          await records.update(COUNTERS.name, fresh, { n: Number(found?.n) + 1 })
        })
      await Promise.all(Array.from({ length: 20 }, increment))
      expect(await storage.reader.records.find(COUNTERS.name, fresh)).toEqual([{ ...fresh, n: 20 }])
    })

    test('of twenty concurrent inserts of one key, one succeeds', async () => {
      const insert = (uses: number) =>
        storage.transaction(({ records }) => records.insert(NAME, token('only', { uses })))
      const inserted = await Promise.all(Array.from({ length: 20 }, (_, number) => insert(number)))
      expect(inserted.filter(Boolean)).toHaveLength(1)
      expect(await storage.reader.records.find(NAME, {})).toEqual([token('only', { uses: inserted.indexOf(true) })])
    })

    test('of twenty concurrent inserts of one unique value, one succeeds', async () => {
      const insert = (id: string) =>
        storage.transaction(({ records }) => records.insert(NAME, token(id, { tokenHash: 'same' })))
      const inserted = await Promise.all(Array.from({ length: 20 }, (_, number) => insert(`id ${number}`)))
      expect(inserted.filter(Boolean)).toHaveLength(1)
      expect(await ids()).toBe(`id ${inserted.indexOf(true)}`)
    })

    test('of twenty concurrent removals of one record, one succeeds', async () => {
      await storage.transaction(({ records }) => records.insert(NAME, token('once')))
      const remove = () => storage.transaction(({ records }) => records.remove(NAME, { id: 'once' }))
      const removed = await Promise.all(Array.from({ length: 20 }, remove))
      expect(removed.filter((number) => number === 1)).toHaveLength(1)
      expect(removed.filter((number) => number === 0)).toHaveLength(19)
    })
  })
}
