import { setTimeout as sleep } from 'node:timers/promises'
import type { CommitPlace, RecordRow, RecordTable, Storage } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COUNTERS, integer, text } from './records-sample.ts'
import { openMigrated } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const NEWS: RecordTable = {
  name: 'news',
  columns: [integer('era'), integer('place'), text('about'), integer('n')],
  key: ['era', 'place'],
  indexes: [],
  inCommitOrder: true,
  firstRecord: () => ({ about: 'beginning', n: 0 }),
}

const START: CommitPlace = { era: 0, place: 0 }

/** Tables in commit order. */
export function commitOrderContract(create: CreateStorage): void {
  describe('records in commit order', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      storage = await openMigrated(under, { schema: { tables: [], records: [NEWS, COUNTERS] } })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    const append = (about: string, n: number) =>
      storage.transaction(({ records }) => records.append(NEWS.name, { about, n }))
    const commitPlaceOf = (row: RecordRow): CommitPlace => ({ era: Number(row['era']), place: Number(row['place']) })
    // Transactions of other tests on the same server may delay them.
    const readFrom = async (after: CommitPlace, limit = 1_000): Promise<readonly RecordRow[]> => {
      const { rows, isHeld } = await storage.reader.records.readAppended(NEWS.name, {}, { after, limit })
      if (!isHeld) return rows
      await sleep(10)
      return readFrom(after, limit)
    }
    const end = async () => commitPlaceOf((await storage.reader.records.readLastAppended(NEWS.name)) ?? START)

    test('start with the initial record, and are read in pages, also filtered', async () => {
      expect(await readFrom(START, 1)).toMatchObject([{ about: 'beginning', n: 0 }])
      const before = await end()
      for (const n of [1, 2, 3]) await append(n === 2 ? 'even' : 'odd', n)
      const [first] = await readFrom(before, 1)
      expect(first).toMatchObject({ about: 'odd', n: 1 })
      expect(await readFrom(commitPlaceOf(first ?? {}))).toMatchObject([{ n: 2 }, { n: 3 }])
      const odd = await storage.reader.records.readAppended(NEWS.name, { about: 'odd' }, { after: before, limit: 10 })
      expect(odd).toMatchObject({ rows: [{ n: 1 }, { n: 3 }], isHeld: false })
      expect(await end()).toEqual(commitPlaceOf((await readFrom(before)).at(-1) ?? {}))
    })

    test('exclude records of rolled-back transactions and savepoints', async () => {
      const before = await end()
      await storage
        .transaction(async ({ records }) => {
          await records.append(NEWS.name, { about: 'undone', n: 1 })
          throw new Error('no')
        })
        .catch(() => undefined)
      await storage.transaction(async (tx) => {
        await tx.records.append(NEWS.name, { about: 'kept', n: 1 })
        await tx
          .nested(async () => {
            await tx.records.append(NEWS.name, { about: 'undone', n: 2 })
            throw new Error('no')
          })
          .catch(() => undefined)
        await tx.records.append(NEWS.name, { about: 'kept', n: 2 })
      })
      expect(await readFrom(before)).toMatchObject([
        { about: 'kept', n: 1 },
        { about: 'kept', n: 2 },
      ])
    })

    test('never appear before a record that was already read, and keep their order by subject', {
      timeout: 30_000,
    }, async () => {
      const before = await end()
      const names = ['a', 'b', 'c']
      await storage.transaction(async ({ records }) => {
        for (const name of names) await records.insert(COUNTERS.name, { collection: 'news', name, n: 0 })
      })
      let isOver = false
      const committed = new Set<string>()
      const write = async (writer: number) => {
        for (let round = 0; round < 12; round += 1) {
          const isolated = (writer + round) % 3 === 0
          const own: string[] = []
          const work = async () => {
            own.length = 0
            await storage.transaction(
              async ({ records }) => {
                own.length = 0
                // The first insert assigns the transaction id, long before the last one.
                for (const name of names.slice((writer + round) % 2)) {
                  const of = { collection: 'news', name }
                  const [counter] = await records.find(COUNTERS.name, of, { lock: true })
                  const n = Number(counter?.['n']) + 1
                  await records.update(COUNTERS.name, of, { n })
                  await records.append(NEWS.name, { about: name, n })
                  own.push(`${name} ${n}`)
                  await sleep(Math.random() * 4)
                }
                if (round % 5 === 4) throw new Error('undone')
              },
              { isolated },
            )
            for (const one of own) committed.add(one)
          }
          await work().catch(() => undefined)
        }
      }
      const followed: RecordRow[] = []
      const follow = async () => {
        let after = before
        for (let isLast = false; !isLast; ) {
          isLast = isOver
          const rows = await readFrom(after, 7)
          followed.push(...rows)
          after = rows.length > 0 ? commitPlaceOf(rows.at(-1) ?? {}) : after
          if (rows.length > 0) isLast = false
          await sleep(1)
        }
      }
      const following = [follow()]
      await Promise.all([0, 1, 2, 3].map(write))
      isOver = true
      await Promise.all(following)
      const all = await readFrom(before)
      expect(followed).toEqual(all)
      expect(new Set(all.map(({ about, n }) => `${about} ${n}`))).toEqual(committed)
      for (const name of names) {
        const numbers = all.filter(({ about }) => about === name).map(({ n }) => Number(n))
        expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      }
    })

    test('of another database are removed, and no others', async () => {
      await append('ours', 1)
      const before = await readFrom(START)
      expect(await storage.transaction(({ records }) => records.removeForeign(NEWS.name))).toBe(0)
      await storage.transaction(({ records }) =>
        records.insert(NEWS.name, { era: 4_000_000_000_000, place: 1, about: 'foreign', n: 1 }),
      )
      expect(await storage.transaction(({ records }) => records.removeForeign(NEWS.name))).toBe(1)
      expect(await readFrom(START)).toEqual(before)
    })

    test('report that records were not stored for a while', async () => {
      const before = await end()
      const without = await under.open({ schema: { tables: [], records: [COUNTERS] } })
      await without.migrations.apply({ destructive: 'leave' })
      await without.close()
      const again = await under.open({ schema: { tables: [], records: [NEWS, COUNTERS] } })
      await again.migrations.apply({ destructive: 'leave' })
      await again.close()
      expect(await readFrom(before)).toMatchObject([{ about: 'beginning', n: 0 }])
    })
  })
}
