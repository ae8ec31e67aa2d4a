import type { Condition, RecordName, SortKey, Storage, StorageTransaction, StoredDocument } from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import { describeEachDatabase } from '@quirecms/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

const always: Condition = { kind: 'always' }
const slug: SortKey['path'] = { steps: [{ kind: 'key', name: 'slug' }], storedAs: 'text' }
const LOG = 'log' as RecordName<{ id: string; text: string }>

const schema = {
  tables: [
    {
      name: 'posts',
      shape: '1',
      columns: [],
      indexes: [{ name: 'slug', path: slug, unique: true }],
      search: {
        version: '1',
        words: (json: string) => [
          { locale: '', words: [[(JSON.parse(json) as { slug: string }).slug.replaceAll('-', '')], [], [], []] },
        ],
      },
    },
    { name: 'tags', shape: '1', columns: [], indexes: [] },
  ],
  records: [
    {
      name: LOG,
      columns: [
        { name: 'id', type: 'text', nullable: false },
        { name: 'text', type: 'text', nullable: false },
      ],
      key: ['id'],
      indexes: [],
    },
  ],
} as const

const at = '2026-01-01T00:00:00.000Z'
const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const post = (number: number, name = `post-${number}`, revision = 1): StoredDocument => ({
  id: idOf(number),
  revision,
  createdAt: at,
  updatedAt: at,
  shape: '1',
  columns: {},
  json: JSON.stringify({ slug: name, number }),
})
const toTag = [{ path: 'tag', locale: '', collection: 'tags', id: idOf(900) }] as const
const isNamed = (name: string): Condition => ({ kind: 'compare', path: slug, test: { op: 'equals', value: name } })

describeEachDatabase('batched writes on %s', (dialect) => {
  let created: OpenedDatabase
  let storage: Storage
  let statements = 0

  beforeAll(async () => {
    created = await createDatabase(dialect)
    storage = await openStorage({
      schema: schema as never,
      database: created.database,
      onStatement: () => (statements += 1),
    })
    await storage.migrations.apply()
  })
  afterAll(async () => {
    await storage?.close()
    await created?.drop()
  })
  beforeEach(async () => {
    await storage.transaction(async (tx) => {
      for (const { id } of await tx.find('posts', { where: always, sort: [], limit: 1_000, offset: 0 }))
        await tx.remove('posts', id)
      await tx.records.remove(LOG, {})
    })
    statements = 0
  })

  /** Whether each run of the work gathered inserts. */
  const gathering = async (work: (tx: StorageTransaction) => Promise<unknown>) => {
    const runs: boolean[] = []
    const run = async (tx: StorageTransaction) => {
      runs.push(tx.gathers)
      return work(tx)
    }
    await storage.transaction(run, { gathers: true })
    return runs
  }
  const numbers = async () => {
    const found = await storage.reader.find('posts', {
      where: always,
      sort: [{ path: slug, descending: false }],
      limit: 1_000,
      offset: 0,
    })
    return found.map(({ json }) => (JSON.parse(json) as { number: number }).number)
  }

  test('need a constant number of statements, and write everything', async () => {
    const insert = (first: number, count: number) =>
      gathering(async (tx) => {
        for (let number = first; number < first + count; number += 1)
          await tx.nested(async () => {
            await tx.insert('posts', post(number), toTag)
            await tx.records.add(LOG, { id: idOf(number), text: 'made' })
          })
      })
    expect(await insert(0, 8)).toEqual([true])
    const forEight = statements
    statements = 0
    expect(await insert(100, 64)).toEqual([true])
    // On SQLite, words are inserted into two tables row by row, which needs no round trips.
    if (dialect === 'postgres') expect(statements).toBe(forEight)
    expect(await numbers()).toHaveLength(72)
    expect(await storage.reader.referencesTo('tags', idOf(900), 100)).toHaveLength(72)
    expect(await storage.reader.records.count(LOG, {})).toBe(72)
    expect(await storage.reader.knowsWords('posts', post(120))).toBe(true)
  })

  test('are visible to all reads of the transaction', async () => {
    const runs = await gathering(async (tx) => {
      await tx.insert('posts', post(1), toTag)
      expect(await tx.referencesOf('posts', idOf(1))).toHaveLength(1)
      await tx.insert('posts', post(5), toTag)
      expect(await tx.referencesTo('tags', idOf(900), 9)).toHaveLength(2)
      expect(await tx.get('posts', idOf(1))).toMatchObject({ revision: 1 })
      expect(await tx.getMany('posts', [idOf(1), idOf(2)])).toHaveLength(1)
      await tx.insert('posts', post(2), [])
      expect(await tx.find('posts', { where: isNamed('post-2'), sort: [], limit: 9, offset: 0 })).toHaveLength(1)
      expect(await tx.count('posts', always)).toBe(3)
      await tx.insert('posts', post(3), [])
      expect(await tx.update('posts', post(3, 'other', 2), 1, [])).toBe(true)
      expect(await tx.getMany('posts', [idOf(3), idOf(2)])).toMatchObject([{}, {}])
      await tx.insert('posts', post(4), [])
      expect(await tx.remove('posts', idOf(4))).toBe(true)
      expect(await tx.referencesTo('tags', idOf(900), 9)).toHaveLength(2)
      await tx.insert('posts', post(6), [])
      expect(await tx.knowsWords('posts', post(6))).toBe(true)
      await tx.insert('posts', post(7), [])
      expect(await tx.indexedAfter('posts', idOf(6), 9)).toEqual([idOf(7)])
    })
    expect(runs).toEqual([true])
    expect(await numbers()).toEqual([3, 1, 2, 5, 6, 7])
  })

  test('of a failed part are discarded while they wait, or rolled back and repeated one by one', async () => {
    const failing = (isRead: boolean) => async (tx: StorageTransaction) => {
      await tx.insert('posts', post(1), [])
      const failed = tx.nested(async () => {
        await tx.insert('posts', post(2), [])
        await tx.records.add(LOG, { id: idOf(2), text: 'made' })
        if (isRead) await tx.count('posts', always)
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      await tx.insert('posts', post(3), [])
    }
    expect(await gathering(failing(false))).toEqual([true])
    expect(await numbers()).toEqual([1, 3])
    expect(await storage.reader.records.count(LOG, {})).toBe(0)
    await storage.transaction((tx) => Promise.all([1, 3].map((number) => tx.remove('posts', idOf(number)))))
    const runs: boolean[] = []
    const work = async (tx: StorageTransaction) => {
      runs.push(tx.gathers)
      return failing(true)(tx)
    }
    await storage.transaction(work, { gathers: true }).catch((error: unknown) => error)
    expect(runs).toEqual([true, false])
    expect(await numbers()).toEqual([1, 3])
    expect(await storage.reader.records.count(LOG, {})).toBe(0)
  })

  test('that are refused are repeated one by one, with an error for each', async () => {
    await storage.transaction((tx) => tx.insert('posts', post(1, 'taken'), []))
    const told: unknown[] = []
    const runs = await gathering(async (tx) => {
      told.length = 0
      for (const [number, name] of [
        [2, 'free'],
        [3, 'taken'],
        [4, 'also-free'],
      ] as const)
        await tx.nested(() => tx.insert('posts', post(number, name), [])).catch((error: Error) => told.push(error.name))
    })
    expect(runs).toEqual([true, false])
    expect(told).toEqual(['DuplicateValue'])
    expect(await numbers()).toEqual([4, 2, 1])
  })

  test('are refused as well if an unexpected row exists', async () => {
    await storage.transaction((tx) => tx.insert('posts', post(1, 'taken'), []))
    const expecting = (name: string) =>
      gathering(async (tx) => {
        await tx.insert('posts', post(name === 'taken' ? 2 : 3), [])
        if (tx.gathers) tx.expectNone('posts', isNamed(name))
      })
    expect(await expecting('free')).toEqual([true])
    expect(await expecting('taken')).toEqual([true, false])
    expect(await numbers()).toHaveLength(3)
  })
})
