// @module-tag release
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Condition, Storage } from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './databases.ts'

/** Limit for texts of statements: on SQLite per process, on PostgreSQL per connection. */
const MOST_CHARACTERS = { sqlite: 2 * 1024 * 1024, postgres: 1024 * 1024 }
const LONGEST = 8 * 1024

const TABLES = ['posts', 'pages', 'people', 'tags', 'places']
const schema = { tables: TABLES.map((name) => ({ name, shape: '1', columns: [], indexes: [] })) }

const LONG = 40

/** All different: each has its own keys. */
function madeUp(number: number, conditions: number): Condition {
  const of = Array.from({ length: conditions }, (_, index): Condition => {
    const steps = [{ kind: 'key', name: `field_${number}_${index}` }] as const
    return { kind: 'compare', path: { storedAs: 'text', steps }, test: { op: 'equals', value: 'x' } }
  })
  return { kind: 'and', of }
}

async function askFor(storage: Storage, shapes: number, conditions: number): Promise<void> {
  for (let number = 0; number < shapes; number += 1) {
    const table = TABLES[number % TABLES.length] as string
    const query = { where: madeUp(number, conditions), sort: [], limit: 10, offset: 0 }
    // A statement that is used twice is cached.
    for (let time = 0; time < 2; time += 1) expect(await storage.reader.find(table, query)).toEqual([])
  }
}

describe('statements with client-defined shapes', () => {
  test('use bounded memory on SQLite, for all tables together', async () => {
    const created = await createDatabase('sqlite')
    const prepared: { readonly statement: WeakRef<object>; readonly length: number }[] = []
    around(DatabaseSync.prototype, 'prepare', (_connection, [text], prepare) => {
      const statement = prepare() as object
      prepared.push({ statement: new WeakRef(statement), length: (text as string).length })
      return statement
    })
    let openings = 0
    around(DatabaseSync.prototype, 'open', (_connection, _given, open) => {
      openings += 1
      return open()
    })
    const storage = await openStorage({ database: created.database, schema })
    try {
      await storage.migrations.apply()
      await askFor(storage, 800, LONG)
      await askFor(storage, 20, 200)
      const all = prepared.reduce((sum, { length }) => sum + length, 0)
      expect(all).toBeGreaterThan(2 * MOST_CHARACTERS.sqlite)
      // Dropped statements are freed, although they were not garbage-collected.
      expect(openings).toBe(1)
      await collectGarbage()
      const kept = prepared.filter(({ statement }) => statement.deref() !== undefined)
      expect(kept.length).toBeGreaterThan(0)
      expect(kept.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(MOST_CHARACTERS.sqlite)
      expect(kept.filter(({ length }) => length > LONGEST)).toEqual([])
    } finally {
      await storage.close()
      await created.drop()
    }
  })

  test('use bounded memory on each connection to PostgreSQL, released with it', async () => {
    const created = await createDatabase('postgres')
    const named = new Map<object, number>()
    const ended = new Set<object>()
    around(pg.Connection.prototype, 'parse', (connection, [query], parse) => {
      const { name, text } = query as { readonly name?: string; readonly text: string }
      if (!named.has(connection)) connection.once('end', () => ended.add(connection))
      if (name) expect(text.length).toBeLessThanOrEqual(LONGEST)
      named.set(connection, (named.get(connection) ?? 0) + (name ? text.length : 0))
      return parse()
    })
    const storage = await openStorage({ database: { ...created.database, pool: { max: 1 } } as never, schema })
    try {
      await storage.migrations.apply()
      await askFor(storage, 400, LONG)
      await askFor(storage, 5, 200)
      const lengths = [...named.values()]
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(MOST_CHARACTERS.postgres)
      for (const length of lengths) expect(length).toBeLessThanOrEqual(MOST_CHARACTERS.postgres + LONGEST)
      // All but the last connection are closed, which frees their statements on the server.
      await expect.poll(() => ended.size).toBe(named.size - 1)
    } finally {
      await storage.close()
      await created.drop()
    }
  })
})

function around<Target extends object>(
  prototype: Target,
  name: string,
  watch: (target: Target, given: readonly unknown[], call: () => unknown) => unknown,
): void {
  const method = Reflect.get(prototype, name) as (...given: unknown[]) => unknown
  const watched = function (this: Target, ...given: unknown[]) {
    return watch(this, given, () => method.apply(this, given))
  }
  Reflect.set(prototype, name, watched)
  onTestFinished(() => void Reflect.set(prototype, name, method))
}

/** Twice, with a turn in between: dereferencing a weak reference keeps its target until the turn ends. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let time = 0; time < 2; time += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
}
