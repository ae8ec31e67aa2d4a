import { DuplicateValue, QuireError, type Storage } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compare, dataOf, document, index, insertAll, openMigrated, path, table } from './sample.ts'
import type { CreateStorage, StorageUnderTest } from './storage-under-test.ts'

const slug = path('text', 'slug')

export function documentsContract(create: CreateStorage): void {
  describe('documents', () => {
    let under: StorageUnderTest
    let storage: Storage

    beforeAll(async () => {
      under = await create()
      const columns = [
        { name: 'deletedAt', type: 'text' },
        { name: '_publishedRevision', type: 'integer' },
      ] as const
      const tables = [
        table('posts', { columns, indexes: [index('slug', slug, true)] }),
        table('posts:live', { columns, indexes: [index('slug', slug, true)] }),
        table(`an odd "name"; drop table x`),
      ]
      storage = await openMigrated(under, { schema: { tables } })
    })

    afterAll(async () => {
      await storage.close()
      await under.drop()
    })

    test('round-trip', async () => {
      const data = {
        title: `O'Brien "ü😀" \\ \u2028`,
        list: [1, 2.5, null, true, { deep: [] }],
        big: 1e300,
        tiny: 5e-324,
      }
      const one = document('round', data, {
        revision: 3,
        createdAt: '2026-03-01T10:00:00.123Z',
        updatedAt: '2026-03-02T10:00:00.456Z',
        shape: 'older',
        columns: { deletedAt: '2026-03-03T00:00:00.000Z', _publishedRevision: 2 },
      })
      await insertAll(storage, 'posts', [one])
      const stored = await storage.reader.get('posts', 'round')
      expect({ ...stored, json: dataOf(stored) }).toEqual({ ...one, json: data })
    })

    test('have null in columns that are not given', async () => {
      await insertAll(storage, 'posts', [document('bare')])
      expect((await storage.reader.get('posts', 'bare'))?.columns).toEqual({
        deletedAt: null,
        _publishedRevision: null,
      })
    })

    test('that do not exist are undefined', async () => {
      expect(await storage.reader.get('posts', 'nobody')).toBeNull()
      expect(await storage.reader.get('posts', 'nul\0')).toBeNull()
      expect(await storage.reader.get('posts', `' or 1=1 --`)).toBeNull()
      expect(await storage.reader.get('posts:live', 'round')).toBeNull()
    })

    test('are read only within the scope', async () => {
      await insertAll(storage, 'posts', [document('scoped', { slug: 'scoped' })])
      const mine = compare(slug, { op: 'equals', value: 'scoped' })
      const other = compare(slug, { op: 'equals', value: 'other' })
      expect(await storage.reader.get('posts', 'scoped', mine)).not.toBeNull()
      expect(await storage.reader.get('posts', 'scoped', other)).toBeNull()
      expect(await storage.reader.getMany('posts', ['scoped'], other)).toEqual([])
      expect(await storage.reader.idsAmong('posts', ['scoped'], other)).toEqual([])
      expect(await storage.reader.idsAmong('posts', ['scoped'], mine)).toEqual(['scoped'])
    })

    test('are read many at a time, without missing ones', async () => {
      await insertAll(storage, 'posts', [document('many1'), document('many2')])
      const found = await storage.reader.getMany('posts', ['many2', 'nobody', 'many1', 'many1', 'nul\0'])
      expect(found.map(({ id }) => id).toSorted()).toEqual(['many1', 'many2'])
      expect(await storage.reader.getMany('posts', [])).toEqual([])
      const ids = await storage.reader.idsAmong('posts', ['many2', 'nobody', 'many1', 'many1', 'nul\0'])
      expect(ids.toSorted()).toEqual(['many1', 'many2'])
      expect(await storage.reader.idsAmong('posts', [])).toEqual([])
    })

    test('are stored in a table of any name', async () => {
      await insertAll(storage, `an odd "name"; drop table x`, [document('x')])
      expect(await storage.reader.get(`an odd "name"; drop table x`, 'x')).not.toBeNull()
    })

    test('are updated only with the expected revision', async () => {
      await insertAll(storage, 'posts', [document('changing', { n: 1 })])
      const next = document('changing', { n: 2 }, { revision: 2 })
      expect(await storage.transaction((tx) => tx.update('posts', next, 7))).toBe(false)
      expect(dataOf(await storage.reader.get('posts', 'changing'))).toEqual({ n: 1 })
      expect(await storage.transaction((tx) => tx.update('posts', next, 1))).toBe(true)
      expect(dataOf(await storage.reader.get('posts', 'changing'))).toEqual({ n: 2 })
      expect(await storage.transaction((tx) => tx.update('posts', document('nobody'), 1))).toBe(false)
    })

    test('are removed, with a result that says whether they existed', async () => {
      await insertAll(storage, 'posts', [document('going')])
      expect(await storage.transaction((tx) => tx.remove('posts', 'going'))).toBe(true)
      expect(await storage.transaction((tx) => tx.remove('posts', 'going'))).toBe(false)
      expect(await storage.reader.get('posts', 'going')).toBeNull()
    })

    test('have unique ids', async () => {
      await insertAll(storage, 'posts', [document('taken')])
      const again = insertAll(storage, 'posts', [document('taken')])
      await expect(again).rejects.toMatchObject({ name: 'QuireError', code: 'conflict' })
    })

    test('violating a unique index are refused, with the name of the index', async () => {
      await insertAll(storage, 'posts', [document('first', { slug: 'same' })])
      const second = insertAll(storage, 'posts', [document('second', { slug: 'same' })])
      await expect(second).rejects.toEqual(new DuplicateValue('posts', 'slug'))
      await insertAll(storage, 'posts', [document('third', { slug: 'other' })])
      const changed = document('third', { slug: 'same' }, { revision: 2 })
      const update = storage.transaction((tx) => tx.update('posts', changed, 1))
      await expect(update).rejects.toEqual(new DuplicateValue('posts', 'slug'))
      expect(dataOf(await storage.reader.get('posts', 'third'))).toEqual({ slug: 'other' })
    })

    test("in a unique index are compared case-sensitively, and nulls and other tables don't conflict", async () => {
      await insertAll(storage, 'posts', [document('case1', { slug: 'CASE' }), document('case2', { slug: 'case' })])
      await insertAll(storage, 'posts', [document('null1', { slug: null }), document('null2', {})])
      await insertAll(storage, 'posts:live', [document('case1', { slug: 'CASE' })])
    })

    test('in a unique index are distinguished by long values', async () => {
      const long = 'ü'.repeat(4000)
      await insertAll(storage, 'posts', [document('l1', { slug: `${long}1` }), document('l2', { slug: `${long}2` })])
      const same = insertAll(storage, 'posts', [document('l3', { slug: `${long}2` })])
      await expect(same).rejects.toBeInstanceOf(DuplicateValue)
    })

    test.each([
      ['NUL', '{"t":"a\\u0000b"}'],
      ['half a surrogate pair', '{"t":"\\ud800"}'],
      ['NUL in a key', '{"\\u0000":1}'],
    ])('%s is refused', async (_name, json) => {
      const insert = storage.transaction((tx) => tx.insert('posts', { ...document('odd'), json }, []))
      await expect(insert).rejects.toMatchObject({ code: 'validation' })
      expect(await storage.reader.get('posts', 'odd')).toBeNull()
    })

    test('text that looks like a refused escape is stored', async () => {
      const data = { t: '\\u0000 \\ud800', emoji: '😀' }
      await insertAll(storage, 'posts', [document('looks', data)])
      expect(dataOf(await storage.reader.get('posts', 'looks'))).toEqual(data)
    })

    test('an unknown table is a programming error', async () => {
      await expect(storage.reader.get('nowhere', 'x')).rejects.toThrow('there is no table nowhere')
      await expect(storage.reader.get('nowhere', 'x')).rejects.not.toBeInstanceOf(QuireError)
    })

    test('a working database passes the health check', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
    })
  })
}
