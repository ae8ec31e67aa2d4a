import { DatabaseSync } from 'node:sqlite'
import type { Condition, DocumentQuery, SortKey, Storage } from '@quirecms/core'
import { describeEachDatabase } from '@quirecms/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

const always: Condition = { kind: 'always' }
const number: SortKey['path'] = { steps: [{ kind: 'key', name: 'number' }], storedAs: 'number' }
const kind: SortKey['path'] = { steps: [{ kind: 'key', name: 'kind' }], storedAs: 'text' }
const byNumber: readonly SortKey[] = [{ path: number, descending: false }]

const schema = {
  tables: [
    {
      name: 'posts',
      shape: '1',
      columns: [],
      indexes: [{ name: 'number', path: number, unique: false }],
    },
  ],
}

const idOf = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`

describeEachDatabase('pages near the end of a list (%s)', (dialect) => {
  let created: OpenedDatabase
  let own: Storage
  /** Another instance on the same database. */
  let other: Storage
  let next = 0
  const statements: (readonly unknown[])[] = []
  /** Runs just before the next statement. */
  let meanwhile: (() => void) | undefined

  beforeAll(async () => {
    created = await createDatabase(dialect)
    const onStatement = (_: string, parameters: readonly unknown[] = []) => {
      statements.push(parameters)
      meanwhile?.()
      meanwhile = undefined
    }
    own = await created.open({ schema, onStatement })
    await own.migrations.apply()
    other = await created.open({ schema })
    await append(own, 200)
  })

  afterAll(async () => {
    await other?.close()
    await own?.close()
    await created?.drop()
  })

  /** Documents are numbered in their order, so the page at an offset begins with that number. */
  async function append(storage: Storage, count: number): Promise<void> {
    const at = '2026-01-01T00:00:00.000Z'
    await storage.transaction(async (tx) => {
      for (let made = 0; made < count; made += 1) {
        const json = JSON.stringify({ number: next, kind: next % 3 === 0 ? null : `k${next % 2}` })
        const document = { id: idOf(next), revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {}, json }
        await tx.insert('posts', document, [])
        next += 1
      }
    })
  }

  const page = (query: Partial<DocumentQuery>) =>
    own.reader.page('posts', { where: always, sort: byNumber, limit: 10, offset: 0, ...query })
  const numbersOf = (documents: readonly { readonly json: string }[]) =>
    documents.map(({ json }) => (JSON.parse(json) as { number: number }).number)
  const from = (start: number, length: number) => Array.from({ length }, (_, at) => start + at)

  test('are read from there, once the total is known', async () => {
    await page({})
    statements.length = 0
    const { documents, total } = await page({ offset: 190 })
    expect([numbersOf(documents), total]).toEqual([from(190, 10), 200])
    expect(statements.flat()).not.toContain(190)
    expect(numbersOf((await page({ offset: 195 })).documents)).toEqual(from(195, 5))
    expect(await page({ offset: 200 })).toEqual({ documents: [], total: 200 })
    expect(await page({ offset: 1000 })).toEqual({ documents: [], total: 200 })
    // The first half is read from the beginning.
    expect(numbersOf((await page({ offset: 60 })).documents)).toEqual(from(60, 10))
  })

  test('are the same, with documents that are alike in what they are sorted by', async () => {
    for (const descending of [false, true]) {
      const sort = [{ path: kind, descending }]
      const all = await own.reader.find('posts', { where: always, sort, limit: 1000, offset: 0 })
      expect(all).toHaveLength(200)
      await page({ sort })
      for (let offset = 0; offset < 210; offset += 7) {
        const { documents, total } = await page({ sort, offset })
        expect(total).toBe(200)
        expect(documents.map(({ id }) => id)).toEqual(all.slice(offset, offset + 10).map(({ id }) => id))
      }
    }
  })

  test('are of one snapshot, despite concurrent writes', async () => {
    for (const writer of [own, other]) {
      for (let round = 0; round < 60; round += 1) {
        const offset = next - 8
        // The total is cached, and then outdated: before the page is read, or during the read.
        await page({})
        const writing = append(writer, 1 + (round % 3))
        if (round % 2 === 0) await writing
        const { documents, total } = await page({ offset })
        await writing
        expect(numbersOf(documents)).toEqual(from(offset, documents.length))
        expect(documents.length).toBeGreaterThanOrEqual(8)
        expect(total).toBeGreaterThanOrEqual(offset + documents.length)
        if (round % 2 === 0) expect([documents.length, total]).toEqual([Math.min(10, next - offset), next])
      }
    }
  })

  test.skipIf(dialect === 'postgres')('are read again if the end has moved before they were', async () => {
    await page({})
    const file = new DatabaseSync('path' in created.database ? created.database.path : '')
    meanwhile = () => file.prepare('delete from doc_posts where id = ?').run(idOf(0))
    const { documents, total } = await page({ offset: next - 11 })
    file.close()
    expect([numbersOf(documents), total]).toEqual([from(next - 10, 10), next - 1])
  })
})
