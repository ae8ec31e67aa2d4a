import type { DocumentReader, Storage } from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TOKENS, token } from './records-sample.ts'
import { always, column, dataOf, document, openMigrated, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

/** More than there are connections. */
const MANY = 30

const byId = [{ path: column('id'), descending: false }]

const refusal = new Error('the caller is gone')

/** Reads of one moment. `other` is another instance on the same database. */
export function snapshotsContract(create: CreateStorage): void {
  describe('read snapshots', () => {
    let under: StorageUnderTest
    let storage: Storage
    let other: Storage

    beforeAll(async () => {
      under = await create()
      const schema = { tables: [table('posts')], records: [TOKENS] }
      storage = await openMigrated(under, { schema })
      other = await under.open({ schema })
    })

    afterAll(async () => {
      await storage.close()
      await other.close()
      await under.drop()
    })

    beforeEach(() =>
      storage.transaction(async (tx) => {
        for (const id of ['a', 'b', 'c', 'd']) await tx.remove('posts', id)
        await tx.records.remove(TOKENS.name, {})
        for (const id of ['a', 'b']) await tx.insert('posts', document(id, { title: id }), [])
        await tx.records.insert(TOKENS.name, token('a'))
      }),
    )

    const seenBy = async (reader: DocumentReader) => ({
      posts: (await reader.find('posts', { where: always, sort: byId, limit: 10, offset: 0 })).map(dataOf),
      count: await reader.count('posts', always),
      first: dataOf(await reader.get('posts', 'a')),
      tokens: await reader.records.count(TOKENS.name, {}),
    })

    async function changeEverything(): Promise<void> {
      await storage.transaction(async (tx) => {
        await tx.remove('posts', 'a')
        await tx.update('posts', document('b', { title: 'new' }, { revision: 2 }), 1)
        await tx.insert('posts', document('c', { title: 'c' }), [])
        await tx.records.remove(TOKENS.name, {})
      })
      await other.transaction((tx) => tx.insert('posts', document('d', { title: 'd' }), []))
    }

    const before = {
      posts: [{ title: 'a' }, { title: 'b' }],
      count: 2,
      first: { title: 'a' },
      tokens: 1,
    }
    const after = {
      posts: [{ title: 'new' }, { title: 'c' }, { title: 'd' }],
      count: 3,
      first: null,
      tokens: 0,
    }

    test('exclude what is committed after they began, here or elsewhere', async () => {
      const told = await storage.snapshot(async (reader) => {
        expect(await seenBy(reader)).toEqual(before)
        await changeEverything()
        expect(await seenBy(reader)).toEqual(before)
        expect(await seenBy(storage.reader)).toEqual(after)
        return 'what the work returns'
      })
      expect(told).toBe('what the work returns')
      expect(await storage.snapshot(seenBy)).toEqual(after)
    })

    test('begin before their first read', async () => {
      await storage.snapshot(async (reader) => {
        await changeEverything()
        expect(await seenBy(reader)).toEqual(before)
      })
    })

    test('release everything when they end, however they end', async () => {
      for (let number = 0; number < MANY; number += 1) {
        const failing = storage.snapshot(async (reader) => {
          await seenBy(reader)
          throw refusal
        })
        await expect(failing).rejects.toBe(refusal)
      }
      await changeEverything()
      expect(await seenBy(storage.reader)).toEqual(after)
    })

    test('are refused by closed storage', async () => {
      const closed = await under.open({ schema: { tables: [table('posts')], records: [TOKENS] } })
      await closed.close()
      await expect(closed.snapshot(seenBy)).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}
