import type { DataMigration, Storage, StorageSchema } from '@quirecms/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { must } from '../must.ts'
import { always, column, dataOf, document, index, insertAll, path, table } from './sample.ts'
import type { CreateStorage, OpenOptions, StorageUnderTest } from './storage-under-test.ts'

const posts = table('posts')
const slug = path('text', 'slug')
const withSlug = table('posts', { indexes: [index('slug', slug, true)] })

export function migrationsContract(create: CreateStorage): void {
  describe('migrations', () => {
    let under: StorageUnderTest
    const opened: Storage[] = []

    beforeEach(async () => {
      under = await create()
    })

    afterEach(async () => {
      for (const storage of opened.splice(0)) await storage.close()
      await under.drop()
    })

    const open = async (schema: StorageSchema, more: Omit<OpenOptions, 'schema'> = {}) => {
      const storage = await under.open({ schema, ...more })
      opened.push(storage)
      return storage
    }
    const pending = async (storage: Storage) =>
      (await storage.migrations.status()).pending.map(
        ({ description, destructive }) => description + (destructive ? ' !' : ''),
      )

    test('are planned before anything is changed', async () => {
      const storage = await open({ tables: [withSlug, table('pages')] })
      const steps = [
        'prepare the database',
        'create table posts',
        'create table pages',
        'create unique index posts slug',
      ]
      expect(await pending(storage)).toEqual(steps)
      expect((await storage.migrations.status()).applied).toEqual([])
      await expect(storage.reader.get('posts', 'x')).rejects.toMatchObject({ code: 'unavailable' })
      const { pending: left, applied } = await storage.migrations.apply()
      expect(left).toEqual([])
      expect(applied.map(({ description }) => description)).toEqual(steps)
      expect(applied[0]?.appliedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })

    test('do nothing the second time', async () => {
      const first = await open({ tables: [withSlug] })
      const { applied } = await first.migrations.apply()
      const second = await open({ tables: [withSlug] })
      expect(await pending(second)).toEqual([])
      expect((await second.migrations.apply()).applied).toEqual(applied)
    })

    test('add columns and indexes to existing tables', async () => {
      const before = await open({ tables: [posts] })
      await before.migrations.apply()
      await insertAll(before, 'posts', [document('old', { slug: 'old' })])
      const columns = [{ name: 'deletedAt', type: 'text' }] as const
      const indexes = [index('slug', slug, true), index('deletedAt', column('deletedAt'))]
      const after = await open({ tables: [table('posts', { columns, indexes })] })
      expect(await pending(after)).toEqual([
        'add column posts deletedAt',
        'create unique index posts slug',
        'create index posts deletedAt',
      ])
      await after.migrations.apply()
      expect(await after.reader.get('posts', 'old')).toMatchObject({ columns: { deletedAt: null } })
      await expect(insertAll(after, 'posts', [document('new', { slug: 'old' })])).rejects.toThrow('slug')
    })

    test('drop and re-create a changed index without data loss', async () => {
      await (await open({ tables: [withSlug] })).migrations.apply()
      const after = await open({ tables: [table('posts', { indexes: [index('slug', slug)] })] })
      expect(await pending(after)).toEqual(['drop index posts slug', 'create index posts slug'])
      await after.migrations.apply()
      expect(await pending(after)).toEqual([])
      await insertAll(after, 'posts', [document('a', { slug: 'same' }), document('b', { slug: 'same' })])
    })

    test('add frequently read columns to indexes once they exist', async () => {
      const category = index('category', path('text', 'category'))
      const before = await open({ tables: [table('posts', { indexes: [category] })] })
      await before.migrations.apply()
      await insertAll(before, 'posts', [document('old', { category: 'news' })])
      const columns = [{ name: 'deletedAt', type: 'text', scope: true }] as const
      const after = await open({ tables: [table('posts', { columns, indexes: [category] })] })
      const dropped = ['drop index posts by creation', 'drop index posts by change', 'drop index posts category']
      expect((await pending(after)).toSorted()).toEqual(
        [
          ...dropped,
          'add column posts deletedAt',
          'create index posts by creation',
          'create index posts by change',
          'create index posts category',
        ].toSorted(),
      )
      await after.migrations.apply()
      expect(await pending(after)).toEqual([])
      const isThere = { kind: 'compare', path: column('deletedAt'), test: { op: 'is_null' } } as const
      expect(await after.reader.count('posts', isThere)).toBe(1)
      // Removing the column again loses its content, and nothing prevents that.
      const again = await open({ tables: [table('posts', { indexes: [category] })] })
      await again.migrations.apply({ destructive: true })
      expect(await pending(again)).toEqual([])
      expect(await again.reader.count('posts', always)).toBe(1)
    })

    test('refuse destructive steps without the flag, and then change nothing', async () => {
      const columns = [{ name: 'deletedAt', type: 'text' }] as const
      const before = await open({ tables: [table('posts', { columns }), table('pages')] })
      await before.migrations.apply()
      const reference = { path: 'p', locale: '', collection: 'posts', id: 'x' }
      await before.transaction((tx) => tx.insert('pages', document('kept'), [reference]))
      const after = await open({ tables: [posts, table('tags')] })
      expect(await pending(after)).toEqual(['create table tags', 'drop column posts deletedAt !', 'drop table pages !'])
      await expect(after.migrations.apply()).rejects.toMatchObject({ code: 'invalid_state' })
      expect(await pending(after)).toHaveLength(3)
      await after.migrations.apply({ destructive: 'leave' })
      expect(await pending(after)).toEqual(['drop column posts deletedAt !', 'drop table pages !'])
      expect(await before.reader.get('pages', 'kept')).not.toBeNull()
      await after.migrations.apply({ destructive: true })
      expect(await pending(after)).toEqual([])
      await expect(before.reader.get('pages', 'kept')).rejects.toMatchObject({ code: 'unavailable' })
      expect(await after.reader.referencesTo('posts', 'x', 1)).toEqual([])
    })

    test('replace a column whose type changed', async () => {
      const typed = (type: 'text' | 'integer') =>
        table('posts', {
          columns: [{ name: 'at', type }],
          indexes: [index('at', column('at', type === 'text' ? 'text' : 'number'))],
        })
      await (await open({ tables: [typed('text')] })).migrations.apply()
      const after = await open({ tables: [typed('integer')] })
      expect(await pending(after)).toEqual([
        'drop index posts at',
        'drop column posts at !',
        'add column posts at',
        'create index posts at',
      ])
      await after.migrations.apply({ destructive: true })
      await insertAll(after, 'posts', [document('a', {}, { columns: { at: 5 } })])
      expect((await after.reader.get('posts', 'a'))?.columns).toEqual({ at: 5 })
    })

    test('insert the row of a global in the first migration', async () => {
      const seed = { id: 'settings', json: '{"title":"Site"}', columns: { at: 1 } }
      const settings = table('settings', { columns: [{ name: 'at', type: 'integer' }], seed })
      const storage = await open({ tables: [settings] })
      await storage.migrations.apply()
      const stored = must(await storage.reader.get('settings', 'settings'), 'settings')
      expect(stored).toMatchObject({ id: 'settings', revision: 1, shape: 'shape-1', columns: { at: 1 } })
      expect(dataOf(stored)).toEqual({ title: 'Site' })
      expect(stored.createdAt).toBe(stored.updatedAt)
      await storage.transaction((tx) => tx.update('settings', document('settings', {}, { revision: 2 }), 1))
      await storage.migrations.apply()
      expect((await storage.reader.get('settings', 'settings'))?.revision).toBe(2)
    })

    test('refuse a unique index over duplicates, and name them', async () => {
      const before = await open({ tables: [posts] })
      await before.migrations.apply()
      await insertAll(before, 'posts', [document('a', { slug: 'same' }), document('b', { slug: 'same' })])
      const after = await open({ tables: [withSlug, table('tags')] })
      const failure = await after.migrations.apply().catch((error: unknown) => error)
      expect(failure).toMatchObject({ name: 'QuireError', code: 'conflict' })
      expect(String(failure)).toMatch(/posts.*slug/)
      // Earlier steps stay applied, and the rest continues once the cause is removed.
      expect(await pending(after)).toEqual(['create unique index posts slug'])
      await after.transaction((tx) => tx.remove('posts', 'b'))
      await after.migrations.apply()
      expect(await pending(after)).toEqual([])
    })

    test('may run on several instances at once', async () => {
      const runs: string[] = []
      const dataMigrations = [migration('only-once', () => runs.push('run'))]
      const all = await Promise.all(
        [1, 2, 3].map(() => open({ tables: [withSlug, table('pages')] }, { dataMigrations })),
      )
      await Promise.all(all.map((storage) => storage.migrations.apply()))
      expect(runs).toEqual(['run'])
      expect((await all[0]?.migrations.status())?.applied).toHaveLength(5)
    })

    describe('data migrations', () => {
      test('run once, in the order of their names, after the schema', async () => {
        const order: string[] = []
        const dataMigrations = [
          migration('20260102-second', () => order.push('second')),
          {
            name: '20260101-first',
            run: (tx) => tx.insert('posts', document('made'), []).then(() => void order.push('first')),
          },
        ] satisfies DataMigration[]
        const storage = await open({ tables: [posts] }, { dataMigrations })
        expect((await pending(storage)).slice(-2)).toEqual(['run 20260101-first', 'run 20260102-second'])
        await storage.migrations.apply()
        await storage.migrations.apply()
        expect(order).toEqual(['first', 'second'])
        expect(await storage.reader.count('posts', always)).toBe(1)
      })

      test('that fail are rolled back, and run again', async () => {
        let fails = true
        const failing: DataMigration = {
          name: 'failing',
          run: async (tx) => {
            await tx.insert('posts', document('made'), [])
            if (fails) throw new Error('not today')
          },
        }
        const storage = await open({ tables: [posts] }, { dataMigrations: [failing, migration('later')] })
        await expect(storage.migrations.apply()).rejects.toThrow('not today')
        expect(await storage.reader.count('posts', always)).toBe(0)
        expect(await pending(storage)).toEqual(['run failing', 'run later'])
        fails = false
        await storage.migrations.apply()
        expect(await storage.reader.count('posts', always)).toBe(1)
      })
    })
  })
}

function migration(name: string, effect: () => void = () => {}): DataMigration {
  return {
    name,
    run: async () => {
      effect()
    },
  }
}
