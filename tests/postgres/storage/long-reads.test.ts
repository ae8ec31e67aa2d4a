import { setImmediate as nextRound } from 'node:timers/promises'
import { type Condition, type DocumentQuery, type SortKey, type Storage, withClient } from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import { describeEachDatabase } from '@quirecms/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

const always: Condition = { kind: 'always' }
const number: SortKey['path'] = { steps: [{ kind: 'key', name: 'number' }], storedAs: 'number' }
const words: SortKey['path'] = { steps: [{ kind: 'key', name: 'words' }], storedAs: 'text' }
/** Reads all documents; the total of all would be quick. */
const withWords: Condition = {
  kind: 'not',
  of: { kind: 'compare', path: words, test: { op: 'equals', value: 'none' } },
}
const by = (path: SortKey['path']): DocumentQuery => ({
  where: always,
  sort: [{ path, descending: false }],
  limit: 100,
  offset: 0,
})

const schema = {
  tables: [
    { name: 'reports', shape: '1', columns: [], indexes: [{ name: 'number', path: number, unique: false }] },
    { name: 'notes', shape: '1', columns: [], indexes: [] },
  ],
}

/** Together they exceed the limit of one read many times. */
const REPORTS = 100
const TEXT = 'Grüße aus der Ferne '.repeat(2_000)

const idOf = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`
const at = '2026-01-01T00:00:00.000Z'
const report = (index: number, text: string, revision = 1) => ({
  id: idOf(index),
  revision,
  createdAt: at,
  updatedAt: at,
  shape: '1',
  columns: {},
  json: JSON.stringify({ number: index, words: `${String(REPORTS - index).padStart(4, '0')} ${text}` }),
})

// Each read of the clock ends the time slice: long reads yield after each row.
let now = performance.now()
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => (now += 8)))
afterEach(() => void vi.restoreAllMocks())

describeEachDatabase('large reads (%s)', (dialect) => {
  let created: OpenedDatabase
  let storage: Storage

  beforeAll(async () => {
    created = await createDatabase(dialect)
    storage = await created.open({ schema })
    await storage.migrations.apply()
    await storage.transaction(async (tx) => {
      for (let index = 0; index < REPORTS; index += 1) await tx.insert('reports', report(index, TEXT), [])
      await tx.insert('notes', { ...report(0, 'short'), id: idOf(0) }, [])
    })
    // The first read of a kind starts processes.
    await storage.reader.find('reports', by(number))
    await storage.reader.find('reports', by(words))
    // To open a connection can take longer than to read all reports.
    await Promise.all(Array.from({ length: 4 }, () => storage.reader.get('notes', idOf(0))))
  })
  afterAll(async () => {
    await storage?.close()
    await created?.drop()
  })

  const wordsOf = (document: { readonly json: string }) => (JSON.parse(document.json) as { words: string }).words

  test('do not block short reads that follow', async () => {
    const order: string[] = []
    const long = storage.reader.find('reports', by(number)).then(({ length }) => order.push(`${length} reports`))
    await nextRound()
    const short = storage.reader.get('notes', idOf(0)).then((note) => order.push(note ? 'the note' : 'nothing'))
    await Promise.all([long, short])
    expect(order).toEqual(['the note', `${REPORTS} reports`])
  })

  test('return complete and in order from the process that sorts them', async () => {
    const sorted = await storage.reader.find('reports', by(words))
    expect(sorted.map(({ id }) => id)).toEqual(Array.from({ length: REPORTS }, (_, index) => idOf(REPORTS - 1 - index)))
    expect(sorted.every((document) => wordsOf(document).endsWith(TEXT))).toBe(true)
  })

  test('end when their client disconnects, and leave nothing behind', async () => {
    const leaving = new AbortController()
    const left = withClient({ name: 'somebody', gone: leaving.signal }, () =>
      storage.reader.find('reports', by(number)),
    )
    const refused = expect(left).rejects.toMatchObject({ code: 'timeout' })
    leaving.abort()
    if (dialect === 'sqlite') await refused
    else await Promise.allSettled([left, refused])
    await storage.transaction((tx) => tx.update('notes', { ...report(0, 'new', 2), id: idOf(0) }, 1, []))
    expect(await storage.reader.find('reports', by(number))).toHaveLength(REPORTS)
    expect(wordsOf((await storage.reader.get('notes', idOf(0))) ?? { json: '{}' })).toMatch(/ new$/)
  })

  // On SQLite, results are read row by row, and requests take turns.
  test.runIf(dialect === 'postgres')(
    'of one client, whatever their number and size, do not block those of another',
    async () => {
      // With one connection, statements are answered in the order in which they were sent.
      const database = { ...created.database, pool: { max: 1 } }
      const narrow = await openStorage({ schema, database })
      onTestFinished(() => narrow.close())
      const order: string[] = []
      const read = (name: string) =>
        withClient({ name, gone: undefined }, () => narrow.reader.get('notes', idOf(0))).then(() => order.push(name))
      await read('first')
      order.length = 0
      const crowd = Array.from({ length: 300 }, () => read('crowd'))
      await Promise.all([...crowd, read('other')])
      expect(order).toHaveLength(301)
      expect(order.indexOf('other')).toBeLessThan(5)
    },
  )

  // On PostgreSQL, each of them is a query.
  test.runIf(dialect === 'sqlite')('that waited for the same total continue one by one', async () => {
    let round = 0
    const count = () => {
      round += 1
      setImmediate(count).unref()
    }
    const waiting = Array.from({ length: 50 }, async () => {
      const total = await storage.reader.count('reports', withWords)
      return { total, round }
    })
    count()
    const [, ...others] = await Promise.all(waiting)
    expect(others.map(({ total }) => total)).toEqual(others.map(() => REPORTS))
    expect(new Set(others.map((one) => one.round)).size).toBe(others.length)
  })

  test('are consistent during concurrent writes', async () => {
    let isRead = false
    const long = storage.reader.find('reports', by(number)).finally(() => (isRead = true))
    await nextRound()
    await storage.transaction(async (tx) => {
      await tx.update('reports', report(REPORTS - 1, 'changed', 2), 1, [])
    })
    if (dialect === 'sqlite') expect(isRead, 'it was written while they were read').toBe(false)
    const before = await long
    expect(before.map(({ revision }) => revision)).toEqual(Array.from({ length: REPORTS }, () => 1))
    expect(before.every((document) => wordsOf(document).endsWith(TEXT))).toBe(true)
    const after = await storage.reader.find('reports', by(number))
    expect(wordsOf(after.at(-1) ?? { json: '{}' })).toMatch(/ changed$/)
  })
})
