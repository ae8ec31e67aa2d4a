import { type Condition, LONGEST_READ, type SortKey, type Storage, TooLongTogether } from '@quirecms/core'
import { describeEachDatabase } from '@quirecms/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

const always: Condition = { kind: 'always' }
const title: SortKey['path'] = { steps: [{ kind: 'key', name: 'title' }], storedAs: 'text' }
const schema = { tables: [{ name: 'books', shape: '1', columns: [], indexes: [] }] }

/** Not indexed: SQLite reads them in a child process. */
const everyBook = (limit: number) => ({
  where: { kind: 'not', of: { kind: 'compare', path: title, test: { op: 'equals', value: 'none' } } } as const,
  sort: [],
  limit,
  offset: 0,
})
const idOf = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`
const AT = '2026-01-01T00:00:00.000Z'
const LENGTH = 16_000_000
const MOST = Math.floor(LONGEST_READ / LENGTH)

describeEachDatabase('documents that are large in total, on %s', (dialect) => {
  let created: OpenedDatabase
  let storage: Storage

  beforeAll(async () => {
    created = await createDatabase(dialect)
    storage = await created.open({ schema })
    await storage.migrations.apply()
    for (let number = 0; number <= MOST; number += 1) {
      const content = {
        title: `Book ${number}`,
        nested: { 'a "b"': [1.5, null, 'ü'] },
        text: 'x'.repeat(LENGTH),
        none: null,
      }
      const json = JSON.stringify(content)
      const book = { id: idOf(number), revision: 1, createdAt: AT, updatedAt: AT, shape: '1', columns: {}, json }
      await storage.transaction((tx) => tx.insert('books', book, []))
    }
  })
  afterAll(async () => {
    await storage?.close()
    await created?.drop()
  })

  test('are read up to the same limit on each database, and refused beyond it without a retry time', {
    tags: ['release'],
  }, async () => {
    const found = await storage.reader.find('books', everyBook(MOST))
    expect(found).toHaveLength(MOST)
    expect(found.every(({ json }) => json.length > LENGTH)).toBe(true)
    for (const query of [everyBook(MOST + 1), { ...everyBook(MOST + 1), where: always, sort: [] }]) {
      const refused = await storage.reader.find('books', query).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(TooLongTogether)
      expect(refused).toMatchObject({ code: 'unavailable', retryAfter: undefined })
    }
  })

  test('do not count if only some fields are selected', { tags: ['release'] }, async () => {
    const fields = ['title', 'nested', 'none', 'absent']
    const found = await storage.reader.find('books', { ...everyBook(MOST + 1), fields })
    expect(found).toHaveLength(MOST + 1)
    expect(JSON.parse(found.find(({ id }) => id === idOf(3))?.json ?? '')).toEqual({
      title: 'Book 3',
      nested: { 'a "b"': [1.5, null, 'ü'] },
      none: null,
    })
    const [none] = await storage.reader.find('books', { ...everyBook(1), fields: [] })
    expect(none?.json).toBe('{}')
    const beside = [{ table: 'books', where: { kind: 'never' } as const }]
    const [first] = await storage.reader.find('books', { ...everyBook(1), where: always, union: beside, fields })
    expect(JSON.parse(first?.json ?? '')).toMatchObject({ title: 'Book 0' })
  })
})
