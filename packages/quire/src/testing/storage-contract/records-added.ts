import type { RecordTable, Storage } from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { integer, text } from './records-sample.ts'
import { openMigrated } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const NOTES: RecordTable = {
  name: 'notes',
  columns: [text('id'), integer('n'), text('text', true)],
  key: ['id'],
  indexes: [],
}

const NEWS: RecordTable = {
  name: 'news',
  columns: [integer('era'), integer('place'), integer('n')],
  key: ['era', 'place'],
  indexes: [],
  inCommitOrder: true,
}

const ARRIVALS: RecordTable = {
  name: 'arrivals',
  columns: [integer('place'), integer('n'), text('text', true)],
  key: ['place'],
  indexes: [],
  numbered: true,
}

/** More than one batch, and not a multiple of it. */
const MANY = 203

const note = (n: number) => ({ id: `n${String(n).padStart(4, '0')}`, n })

/** Added records: storage may gather the inserts, but reads must not show that. */
export function recordsAddedContract(create: CreateStorage): void {
  describe('inserting many records', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      storage = await openMigrated(under, { schema: { tables: [], records: [NOTES, NEWS, ARRIVALS] } })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    beforeEach(() => storage.transaction(({ records }) => records.remove(NOTES.name, {})))

    const numbers = async (records = storage.reader.records) =>
      (await records.find(NOTES.name, {})).map(({ n }) => Number(n))
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

    test('inserts all, whatever their number', async () => {
      for (const count of [1, 2, 3, 63, 64, 65, MANY]) {
        await storage.transaction(async ({ records }) => {
          await records.remove(NOTES.name, {})
          for (const n of upTo(count)) await records.add(NOTES.name, note(n))
        })
        expect(await numbers()).toEqual(upTo(count))
      }
      // The second time, statements are prepared.
      await storage.transaction(async ({ records }) => {
        for (const n of [900, 901])
          await records.add(NOTES.name, { ...note(n), text: `'; drop table "x" -- \\ ${n} é\n$1` })
      })
      const [, last] = await storage.reader.records.find(NOTES.name, { n: { above: 899 } })
      expect(last).toEqual({ id: 'n0901', n: 901, text: `'; drop table "x" -- \\ 901 é\n$1` })
    })

    test('is visible to other statements of the transaction', async () => {
      await storage.transaction(async ({ records }) => {
        await records.add(NOTES.name, note(1))
        expect(await numbers(records)).toEqual([1])
        await records.add(NOTES.name, note(2))
        expect(await records.count(NOTES.name, {})).toBe(2)
        await records.add(NOTES.name, note(3))
        expect(await records.sum(NOTES.name, 'n', {})).toBe(6)
        await records.add(NOTES.name, note(4))
        expect(await records.insert(NOTES.name, note(4))).toBe(false)
        await records.add(NOTES.name, note(5))
        expect(await records.update(NOTES.name, { n: 5 }, { n: 50 })).toBe(1)
        await records.add(NOTES.name, note(6))
        expect(await records.remove(NOTES.name, { n: 6 })).toBe(1)
      })
      expect(await numbers()).toEqual([1, 2, 3, 4, 50])
    })

    test('is rolled back with its transaction or savepoint only', async () => {
      const undone = storage.transaction(async ({ records }) => {
        for (const n of upTo(MANY)) await records.add(NOTES.name, note(n))
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      expect(await numbers()).toEqual([])
      await storage.transaction(async (tx) => {
        const add = (n: number) => tx.records.add(NOTES.name, note(n))
        await add(1)
        const part = tx.nested(async () => {
          await add(2)
          await tx.nested(() => add(3))
          throw new Error('no')
        })
        await part.catch(() => undefined)
        await add(4)
        await tx.nested(() => add(5))
        const read = tx.nested(async () => {
          await add(6)
          expect(await numbers(tx.records)).toEqual([1, 4, 5, 6])
          throw new Error('no')
        })
        await read.catch(() => undefined)
      })
      expect(await numbers()).toEqual([1, 4, 5])
    })

    test('is refused as a whole if a key exists, even at the end of the transaction', async () => {
      await storage.transaction(({ records }) => records.add(NOTES.name, note(1)))
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const twice = storage.transaction(async ({ records }) => {
          await records.insert(NOTES.name, note(2))
          await records.add(NOTES.name, note(1))
        })
        await expect(twice).rejects.toMatchObject({ code: 'conflict' })
        expect(await numbers()).toEqual([1])
      }
      // The connection is still usable.
      await storage.transaction(({ records }) => records.add(NOTES.name, note(3)))
      expect(await numbers()).toEqual([1, 3])
    })

    test('refuses invalid records at once', async () => {
      const wrong = storage.transaction(async ({ records }) => {
        await expect(records.add(NOTES.name, { id: 'x' })).rejects.toThrow('needs n')
        await expect(records.append(NOTES.name, note(1))).rejects.toThrow('not for storage to fill')
      })
      await wrong
      expect(await numbers()).toEqual([])
    })

    test('keeps the commit order', async () => {
      await storage.transaction(async (tx) => {
        for (const n of upTo(MANY)) {
          await tx.records.append(NEWS.name, { n })
          if (n === 100) await tx.nested(async () => undefined)
        }
      })
      await storage.transaction(({ records }) => records.append(NEWS.name, { n: MANY }))
      const rows = await storage.reader.records.find(NEWS.name, {})
      expect(rows.map(({ n }) => n)).toEqual(upTo(MANY + 1))
    })

    test('assigns sequential numbers if the table has such a key, by which records can be removed', async () => {
      const arrivals = () => storage.reader.records.find(ARRIVALS.name, {})
      await storage.transaction(async ({ records }) => {
        for (const n of upTo(MANY)) await records.append(ARRIVALS.name, { n, text: n % 2 === 0 ? 'even' : null })
        expect(await records.count(ARRIVALS.name, {})).toBe(MANY)
      })
      const undone = storage.transaction(async ({ records }) => {
        await records.append(ARRIVALS.name, { n: 9_999 })
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      await Promise.all(
        [1, 2, 3].map(() => storage.transaction(({ records }) => records.append(ARRIVALS.name, { n: MANY }))),
      )
      const rows = await arrivals()
      expect(rows.map(({ n }) => n)).toEqual([...upTo(MANY), MANY, MANY, MANY])
      expect(rows[2]).toMatchObject({ n: 2, text: 'even' })
      expect(new Set(rows.map(({ place }) => place)).size).toBe(rows.length)
      const [first, second] = rows.map(({ place }) => Number(place))
      await storage.transaction(({ records }) => records.remove(ARRIVALS.name, { place: { below: Number(second) } }))
      expect((await arrivals()).map(({ place }) => place)).not.toContain(first)
      expect(await arrivals()).toHaveLength(MANY + 2)
    })

    test('keeps the records of concurrent transactions', async () => {
      const many = upTo(40).map((n) => storage.transaction(({ records }) => records.add(NOTES.name, note(n))))
      await Promise.all(many)
      expect(await numbers()).toEqual(upTo(40))
    })
  })
}
