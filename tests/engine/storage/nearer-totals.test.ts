import { DatabaseSync } from 'node:sqlite'
import type { Condition, SortKey, Storage } from '@quirecms/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from '../../postgres/storage/databases.ts'

const number: SortKey['path'] = { steps: [{ kind: 'key', name: 'number' }], storedAs: 'number' }
const name: SortKey['path'] = { steps: [{ kind: 'key', name: 'name' }], storedAs: 'text' }
const from = (value: number): Condition => ({ kind: 'compare', path: number, test: { op: 'gte', value } })
const named = (op: 'gt' | 'lt', value: string): Condition => ({ kind: 'compare', path: name, test: { op, value } })

const schema = {
  tables: [
    {
      name: 'posts',
      shape: '1',
      columns: [],
      indexes: [
        { name: 'number', path: number, unique: false },
        { name: 'name', path: name, unique: false },
      ],
    },
  ],
}

/** By UTF-16 code units, U+FFFD sorts after the second; by bytes and code points, before it. */
const NAMES = ['a', 'b', '\u{fffd}', '\u{1f600}']

// PostgreSQL validates each cached total in the statement.
describe('totals of lists that differ in their bound alone (SQLite)', () => {
  let created: OpenedDatabase
  let storage: Storage
  const statements: (readonly unknown[])[] = []
  /** Runs just before the next statement. */
  let meanwhile: (() => void) | undefined

  beforeAll(async () => {
    created = await createDatabase('sqlite')
    const onStatement = (_: string, parameters: readonly unknown[] = []) => {
      statements.push(parameters)
      meanwhile?.()
      meanwhile = undefined
    }
    storage = await created.open({ schema, onStatement })
    await storage.migrations.apply()
  })

  beforeEach(async () => {
    const at = '2026-01-01T00:00:00.000Z'
    await storage.transaction(async (tx) => {
      for (let next = 0; next < 40; next += 1) {
        const id = `01890000-0000-7000-8000-${String(next).padStart(12, '0')}`
        await tx.remove('posts', id)
        const json = JSON.stringify({ number: next, name: NAMES[next % NAMES.length] })
        await tx.insert('posts', { id, revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {}, json }, [])
      }
    })
    statements.length = 0
  })

  afterAll(async () => {
    await storage?.close()
    await created?.drop()
  })

  const count = (where: Condition) => storage.reader.count('posts', where)

  test('are counted from the nearest that holds fewer', async () => {
    expect([await count(from(30)), await count(from(10)), await count(from(20))]).toEqual([10, 30, 20])
    expect(statements).toEqual([[30], [10, 30], [20, 30]])
    statements.length = 0
    // No known total is a subset of it.
    expect([await count(from(35)), await count(from(33))]).toEqual([5, 7])
    expect(statements).toEqual([[35], [33, 35]])
  })

  test('are exact where JavaScript and the database would order texts otherwise', async () => {
    const [, , first = '', second = ''] = NAMES
    expect([await count(named('gt', second)), await count(named('gt', first))]).toEqual([0, 10])
    expect([await count(named('lt', first)), await count(named('lt', second))]).toEqual([20, 30])
    expect(statements.map(({ length }) => length)).toEqual([1, 1, 1, 1])
  })

  test('are no sum of two moments', async () => {
    await count(from(30))
    const file = new DatabaseSync('path' in created.database ? created.database.path : '')
    // Moves a document that is already counted between the two bounds.
    meanwhile = () => file.exec(`update doc_posts set data = json_set(data, '$.number', 15) where data like '%:35,%'`)
    expect(await count(from(10))).toBe(30)
    file.close()
    expect(statements).toEqual([[30], [10, 30], [10]])
  })
})
