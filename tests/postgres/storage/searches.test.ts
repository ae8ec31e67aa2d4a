import { DatabaseSync } from 'node:sqlite'
import type { Condition, Path, Storage, Test } from '@quirecms/core'
import { describeEachDatabase, must } from '@quirecms/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

const DOCUMENTS = 40
const WORDS = Array.from({ length: 50 }, (_, number) => `WORT${number}`)

const path = (name: string): Path => ({ storedAs: 'text', steps: [{ kind: 'key', name }] })
const rows: Path = {
  storedAs: 'text',
  steps: [{ kind: 'key', name: 'rows' }, { kind: 'rows' }, { kind: 'key', name: 'text' }],
}
const compare = (at: Path, asked: Test): Condition => ({ kind: 'compare', path: at, test: asked })
const and = (...of: Condition[]): Condition => ({ kind: 'and', of })
const contains = (at: Path, value: string) => compare(at, { op: 'contains', value })

/** Each matches all documents, so that nothing is decided before the last word. */
const searches: readonly (readonly [name: string, where: Condition])[] = [
  ['two words', compare(path('text'), { op: 'like', words: WORDS.slice(0, 2) })],
  ['many words', compare(path('text'), { op: 'like', words: WORDS })],
  ['many conditions', and(...WORDS.map((word) => contains(path('text'), word)))],
  [
    'one of many, or none',
    and(
      compare(path('kind'), { op: 'equals', value: 'note' }),
      { kind: 'or', of: WORDS.map((word) => contains(path('text'), word)) },
      { kind: 'not', of: compare(path('text'), { op: 'starts_with', value: 'nirgends' }) },
    ),
  ],
  ['either of two', { kind: 'or', of: [contains(path('text'), 'nirgends'), contains(path('text'), 'WORT1')] }],
  [
    'not both of two',
    {
      kind: 'not',
      of: and(contains(path('text'), 'nirgends'), compare(path('text'), { op: 'ends_with', value: 'x' })),
    },
  ],
  ['texts of rows', compare(rows, { op: 'like', words: WORDS })],
]

const schema = { tables: [{ name: 'notes', shape: '1', columns: [], indexes: [] }] }

describeEachDatabase('a search on %s', (dialect) => {
  let database: OpenedDatabase
  let storage: Storage
  const statements: { readonly text: string; readonly parameters: readonly unknown[] }[] = []

  beforeAll(async () => {
    database = await createDatabase(dialect)
    const onStatement = (text: string, parameters: readonly unknown[]) => void statements.push({ text, parameters })
    storage = await database.open({ schema, onStatement })
    await storage.migrations.apply()
    const text = `Wörter: ${WORDS.join(' ').toLowerCase()}`
    const json = JSON.stringify({ kind: 'note', text, rows: [{ text }] })
    const at = '2026-01-01T00:00:00.000Z'
    await storage.transaction(async (tx) => {
      for (let number = 0; number < DOCUMENTS; number += 1) {
        const id = `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
        await tx.insert('notes', { id, revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {}, json }, [])
      }
    })
  })
  afterAll(async () => {
    await storage.close()
    await database.drop()
  })

  async function statementOf(where: Condition) {
    statements.length = 0
    expect(await storage.reader.count('notes', where)).toBe(DOCUMENTS)
    expect(statements).toHaveLength(1)
    return must(statements[0], 'statement')
  }

  test.each(searches)('for %s folds a stored text once, or never', async (_name, where) => {
    const { text, parameters } = await statementOf(where)
    if (dialect === 'postgres') {
      expect(text.match(/quire_fold\((?!\$)/g)).toHaveLength(1)
      return
    }
    // `node:sqlite` keeps arguments of functions until the statement ends: no stored text may be among them.
    const handedOver: unknown[] = []
    const file = new DatabaseSync((database.database as { path: string }).path, { readOnly: true })
    try {
      file.function('quire_pattern', { deterministic: true }, (part) => {
        handedOver.push(part)
        return '*'
      })
      file.prepare(text).all(...(parameters as string[]))
    } finally {
      file.close()
    }
    expect(handedOver.length).toBeLessThanOrEqual(WORDS.length + 1)
    expect(handedOver.filter((part) => String(part).startsWith('Wörter'))).toEqual([])
  })

  test.runIf(dialect === 'postgres')('evaluates indexable conditions outside of the folded text', async () => {
    const { text } = await statementOf(
      and(
        contains(path('text'), 'WORT1'),
        compare(path('kind'), { op: 'equals', value: 'note' }),
        contains(path('text'), 'WORT2'),
      ),
    )
    expect(text.indexOf("'kind'")).toBeGreaterThan(0)
    expect(text.indexOf("'kind'")).toBeLessThan(text.indexOf('strpos'))
  })

  test.runIf(dialect === 'sqlite')('passes long parameters to functions once, not for each document', async () => {
    const place: Path = { storedAs: 'json', steps: [{ kind: 'key', name: 'text' }] }
    const corners = Array.from({ length: 999 }, (_, number) => [number / 10, number % 2] as const)
    statements.length = 0
    await storage.reader.count('notes', compare(place, { op: 'within', rings: [[...corners, [0, 0]]] }))
    const { text, parameters } = must(statements[0], 'statement')
    const file = new DatabaseSync((database.database as { path: string }).path, { readOnly: true })
    const calls: unknown[] = []
    try {
      file.function('quire_parsed', { deterministic: true }, (json) => {
        calls.push(String(json).length)
        return 7
      })
      file.function('quire_within', (_point, rings) => calls.push(rings))
      file.prepare(text).all(...(parameters as string[]))
    } finally {
      file.close()
    }
    expect(calls).toEqual([JSON.stringify([[...corners, [0, 0]]]).length, ...Array(DOCUMENTS).fill(7)])
  })

  test('for special characters of `glob` matches only those', async () => {
    const found = (value: string) => storage.reader.count('notes', contains(path('text'), value))
    for (const pattern of ['*', 'w?rter', '[a-z]', 'wort[0]', 'wort1*wort2', '^', ']', '\\']) {
      expect([pattern, await found(pattern)]).toEqual([pattern, 0])
    }
    expect(await found('WÖRTER: wort0 W')).toBe(DOCUMENTS)
  })

  test('may be for a longer text than any pattern', async () => {
    const long = 'Straße '.repeat(10_000)
    const json = JSON.stringify({ kind: 'long', text: `<${long}>` })
    const at = '2026-01-01T00:00:00.000Z'
    const id = '01890000-0000-7000-8000-aaaaaaaaaaaa'
    await storage.transaction((tx) =>
      tx.insert('notes', { id, revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {}, json }, []),
    )
    const count = (asked: Test) => storage.reader.count('notes', compare(path('text'), asked))
    expect(await count({ op: 'contains', value: long.toUpperCase().replaceAll('SS', 'ß') })).toBe(1)
    expect(await count({ op: 'starts_with', value: `<${long}` })).toBe(1)
    expect(await count({ op: 'ends_with', value: `${long}>` })).toBe(1)
    expect(await count({ op: 'contains', value: `${long}!` })).toBe(0)
    expect(await count({ op: 'like', words: ['STRAßE', long] })).toBe(1)
  })
})
