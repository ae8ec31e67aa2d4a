import type { Condition, DocumentQuery, Path, PathStep, Storage } from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import { describeEachDatabase, type Explainer, openExplainer } from '@quirecms/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

/** A path of texts; a string is a key. */
const path = (...steps: (string | PathStep)[]): Path => ({
  storedAs: 'text',
  steps: steps.map((step) => (typeof step === 'string' ? { kind: 'key', name: step } : step)),
})
const to = (table: string): PathStep => ({ kind: 'hop', table, relationTo: null, scope: { kind: 'always' } })
const from = (table: string, relationship: string, collection: string): PathStep => ({
  kind: 'inverse',
  table,
  path: relationship,
  collection,
  scope: { kind: 'always' },
})
const elements: PathStep = { kind: 'elements' }

const index = (name: string) => ({ name, path: path(name), unique: false, short: true })
const schema = {
  tables: [
    { name: 'posts', shape: '1', columns: [], indexes: [index('title'), index('author'), index('related')] },
    { name: 'people', shape: '1', columns: [], indexes: [index('name'), index('club')] },
    { name: 'clubs', shape: '1', columns: [], indexes: [index('name')] },
  ],
}

const equals = (where: Path): Condition => ({ kind: 'compare', path: where, test: { op: 'equals', value: 'x' } })
const createdAt: Path = { storedAs: 'text', steps: [{ kind: 'column', name: 'createdAt' }] }

/** Each starts from the far end: the index of the condition, then those of the references. */
const throughReferences: readonly (readonly [name: string, table: string, where: Path])[] = [
  ['a field of the target', 'posts', path('author', to('people'), 'name')],
  ['a field of a target of the same table', 'posts', path('related', to('posts'), 'title')],
  ['a field two references away', 'posts', path('author', to('people'), 'club', to('clubs'), 'name')],
  ['a field of those that point here', 'people', path(from('posts', 'author', 'people'), 'title')],
  [
    'a field of those that point to those',
    'clubs',
    path(from('people', 'club', 'clubs'), from('posts', 'author', 'people'), 'title'),
  ],
  [
    'a field of another target of those',
    'people',
    path(from('posts', 'author', 'people'), 'related', to('posts'), 'title'),
  ],
]

/**
 * What a plan must not contain. SQLite follows the statement. PostgreSQL compares costs, so it may scan small tables,
 * but it must never go through all documents in their order until enough of them match.
 */
const wrongEnd = { sqlite: /\bSCAN (d\d*|x\d*)\b|CORRELATED|quire_references_by_target/, postgres: /Backward/ }

describeEachDatabase('plans of a database on %s without statistics', (dialect) => {
  let database: OpenedDatabase
  let storage: Storage
  let explainer: Explainer
  const statements: { text: string; parameters: readonly unknown[] }[] = []

  beforeAll(async () => {
    database = await createDatabase(dialect)
    const onStatement = (text: string, parameters: readonly unknown[]) => statements.push({ text, parameters })
    storage = await openStorage({ database: database.database, schema, onStatement })
    await storage.migrations.apply()
    await storage.transaction(async (tx) => {
      for (let number = 0; number < 900; number += 1) {
        const author = { path: 'author', locale: '', collection: 'people', id: `people ${number % 300}` }
        const club = { path: 'club', locale: '', collection: 'clubs', id: `clubs ${number % 50}` }
        const post = { title: `${number}`, author: author.id, related: `posts ${number}`, many: [`posts ${number}`] }
        await tx.insert('posts', documentOf('posts', number, { ...post, text: 'x'.repeat(1000) }), [author])
        if (number < 300)
          await tx.insert('people', documentOf('people', number, { name: `${number}`, club: club.id }), [club])
        if (number < 50) await tx.insert('clubs', documentOf('clubs', number, { name: `${number}` }), [])
      }
    })
    explainer = await openExplainer(database.database)
  })

  afterAll(async () => {
    await explainer?.close()
    await storage?.close()
    await database?.drop()
  })

  async function plansOf(table: string, where: Condition): Promise<string[]> {
    statements.length = 0
    const query: DocumentQuery = { where, sort: [{ path: createdAt, descending: true }], limit: 10, offset: 0 }
    await storage.reader.find(table, query)
    await storage.reader.count(table, where)
    return Promise.all(statements.map(({ text, parameters }) => explainer.explain(text, parameters)))
  }

  test.each(throughReferences)('%s', async (_name, table, where) => {
    for (const plan of await plansOf(table, equals(where))) {
      expect(plan).not.toMatch(wrongEnd[dialect])
      expect(plan).toMatch(/doc_\w+_ix_/)
    }
  })

  test('an element of a list is compared with targets that were found once', async () => {
    for (const plan of await plansOf('posts', equals(path('many', elements, to('posts'), 'title')))) {
      // Each post has its own list to search; posts must not be searched again for each.
      expect(plan).not.toMatch(/seq scan on doc_posts d\d|SCAN d\d/i)
    }
  })
})

function documentOf(table: string, number: number, data: object) {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
  const json = JSON.stringify(data)
  return { id: `${table} ${number}`, revision: 1, createdAt: at, updatedAt: at, json, shape: '1', columns: {} }
}
