import type {
  Comparison,
  Condition,
  DocumentQuery,
  Path,
  RecordMatch,
  RecordQuery,
  SortKey,
  Storage,
} from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import { describeEachDatabase, type Explainer, openExplainer } from '@quirecms/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

const key = (storedAs: Path['storedAs'], name: string): Path => ({ storedAs, steps: [{ kind: 'key', name }] })
const title = key('text', 'title')
const slug = key('text', 'slug')
const rank = key('number', 'rank')
const category = key('text', 'category')
const author = key('text', 'author')
const germanTitle: Path = { storedAs: 'text', steps: [...title.steps, { kind: 'locale', chain: ['de'] }] }
const createdAt: Path = { storedAs: 'text', steps: [{ kind: 'column', name: 'createdAt' }] }
const updatedAt: Path = { storedAs: 'text', steps: [{ kind: 'column', name: 'updatedAt' }] }
const deletedAt: Path = { storedAs: 'text', steps: [{ kind: 'column', name: 'deletedAt' }] }

const always: Condition = { kind: 'always' }
const newestFirst: SortKey[] = [{ path: createdAt, descending: true }]

const schema = {
  tables: [
    {
      name: 'posts',
      shape: '1',
      columns: [{ name: 'deletedAt', type: 'text', scope: true }],
      indexes: [
        { name: 'slug', path: slug, unique: true },
        { name: 'title', path: title, unique: false },
        { name: 'title de', path: germanTitle, unique: false },
        { name: 'rank', path: rank, unique: false },
        { name: 'category', path: category, unique: false, short: true },
        { name: 'author', path: author, unique: false, short: true, unsorted: true },
        { name: 'deletedAt', path: deletedAt, unique: false },
      ],
    },
  ],
  records: [
    {
      name: 'sessions',
      columns: [
        { name: 'id', type: 'text', nullable: false },
        { name: 'userId', type: 'text', nullable: false },
        { name: 'tokenHash', type: 'text', nullable: false },
        { name: 'lockedUntil', type: 'text', nullable: true },
        { name: 'uses', type: 'integer', nullable: true },
      ],
      key: ['id'],
      indexes: [
        { columns: ['tokenHash'], unique: true },
        { columns: ['userId', 'uses'], unique: false },
        { columns: ['lockedUntil'], unique: false },
        { columns: ['uses'], unique: false },
      ],
    },
  ],
} as const

const isThere: Condition = { kind: 'compare', path: deletedAt, test: { op: 'is_null' } }
const compare = (path: Path, held: Comparison['test']): Condition => ({ kind: 'compare', path, test: held })
const sorted = (path: Path, descending: boolean): Partial<DocumentQuery> => ({ sort: [{ path, descending }] })
const both = (...of: readonly Condition[]): Condition => ({ kind: 'and', of })

/** An index answers each: no table scan, and no sort. */
const queries: readonly (readonly [string, Partial<DocumentQuery>])[] = [
  ['the default order', { sort: newestFirst }],
  ['the default order, without the trash', { where: isThere, sort: newestFirst }],
  ['the order of changes', sorted(updatedAt, true)],
  ['equality of a unique text', { where: compare(slug, { op: 'equals', value: 'slug-7' }) }],
  ['equality of a text', { where: compare(title, { op: 'equals', value: 'title-7' }) }],
  ['equality in a locale', { where: compare(germanTitle, { op: 'equals', value: 'Titel' }) }],
  ['equality of a number', { where: compare(rank, { op: 'equals', value: 7 }) }],
  ['a category, newest first', { where: compare(category, { op: 'equals', value: 'category-3' }), sort: newestFirst }],
  [
    'a category, by itself',
    { where: compare(category, { op: 'equals', value: 'category-3' }), ...sorted(category, true) },
  ],
  [
    'a category without the trash, newest first',
    { where: both(isThere, compare(category, { op: 'equals', value: 'category-3' })), sort: newestFirst },
  ],
  ['an author', { where: compare(author, { op: 'equals', value: 'author-3' }) }],
  ['an author, newest first', { where: compare(author, { op: 'equals', value: 'author-3' }), sort: newestFirst }],
  [
    'an author without the trash, newest first',
    { where: both(isThere, compare(author, { op: 'equals', value: 'author-3' })), sort: newestFirst },
  ],
  ['several authors', { where: compare(author, { op: 'in', values: ['author-1', 'author-2'] }) }],
  ['a list of texts', { where: compare(slug, { op: 'in', values: ['slug-1', 'slug-2'] }) }],
  ['a list of numbers', { where: compare(rank, { op: 'in', values: [1, 2] }) }],
  ['a range of texts', { where: compare(slug, { op: 'gt', value: 'slug-99' }) }],
  ['a range of numbers', { where: compare(rank, { op: 'lte', value: 3 }) }],
  ['null', { where: compare(rank, { op: 'is_null' }) }],
  ['categories in order', sorted(category, false)],
  ['categories in reverse', sorted(category, true)],
  ['numbers in order', sorted(rank, false)],
  ['numbers in reverse', sorted(rank, true)],
  ['a range in its order', { where: compare(rank, { op: 'gte', value: 900 }), ...sorted(rank, false) }],
  [
    'a range without the trash',
    { where: both(isThere, compare(rank, { op: 'gte', value: 900 })), ...sorted(rank, true) },
  ],
]

/** Texts of any length: PostgreSQL sorts those with the same prefix in addition. */
const longTexts: readonly (readonly [string, Partial<DocumentQuery>])[] = [
  ['texts in order', sorted(title, false)],
  ['texts in reverse', sorted(title, true)],
]

/** An index-only count, without reading a document. */
const counts: readonly (readonly [string, Condition])[] = [
  ['all that is not in the trash', isThere],
  ['a category', compare(category, { op: 'equals', value: 'category-3' })],
  ['a category without the trash', both(isThere, compare(category, { op: 'equals', value: 'category-3' }))],
  ['an author', compare(author, { op: 'equals', value: 'author-3' })],
  ['an author without the trash', both(isThere, compare(author, { op: 'equals', value: 'author-3' }))],
  ['a text', compare(title, { op: 'equals', value: 'title-7' })],
  ['a list of texts', compare(title, { op: 'in', values: ['title-1', 'title-2'] })],
  ['a range of numbers', compare(rank, { op: 'gte', value: 900 })],
  ['a range of numbers without the trash', both(isThere, compare(rank, { op: 'gte', value: 900 }))],
]

const recordQueries: readonly (readonly [string, RecordMatch, RecordQuery])[] = [
  ['the key', { id: 's-7' }, {}],
  ['the key, locked', { id: 's-7' }, { lock: true }],
  ['a unique text', { tokenHash: 'hash-7' }, {}],
  ['the first of two columns', { userId: 'user-7' }, {}],
  ['two columns', { userId: 'user-7', uses: 7 }, {}],
  ['a number', { uses: 7 }, {}],
  ['a range of texts', { lockedUntil: { below: '0003' } }, {}],
  ['a range of numbers', { uses: { above: 997 } }, {}],
  ['null', { lockedUntil: null }, {}],
  ['the order of a column that may be null', {}, { sort: { column: 'uses', descending: true }, limit: 5 }],
]

describeEachDatabase('query plans on %s', (dialect) => {
  let database: OpenedDatabase
  let storage: Storage
  let explainer: Explainer
  let last: { text: string; parameters: readonly unknown[] }
  const explain = (text: string, parameters: readonly unknown[]) => explainer.explain(text, parameters)

  beforeAll(async () => {
    database = await createDatabase(dialect)
    storage = await openStorage({
      database: database.database,
      schema,
      onStatement: (text, parameters) => {
        last = { text, parameters }
      },
    })
    await storage.migrations.apply()
    await storage.transaction(async (tx) => {
      for (let number = 0; number < 1000; number += 1) {
        const written = { path: 'author', locale: '', collection: 'authors', id: `a-${number % 50}` }
        await tx.insert('posts', post(number), [written])
        await tx.records.insert('sessions', session(number))
      }
    })
    explainer = await openExplainer(database.database)
    await explainer.gatherStatistics()
  })

  afterAll(async () => {
    await explainer?.close()
    await storage.close()
    await database.drop()
  })

  const planOf = async (query: Partial<DocumentQuery>) => {
    await storage.reader.find('posts', { where: always, sort: [], limit: 10, offset: 0, ...query })
    return explain(last.text, last.parameters)
  }

  test.each([...queries, ...longTexts])('%s', async (_name, query) => {
    const plan = await planOf(query)
    expect(plan).toMatch(/using (covering )?index|index (only )?scan/i)
    expect(plan).not.toMatch(/seq scan|SCAN d$/im)
    if (query.sort) expect(plan).not.toMatch(/-> {2}Sort|TEMP B-TREE/)
  })

  test.each(queries.filter(([, { sort }]) => sort))('%s: no sort is needed', async (_name, query) => {
    expect(await planOf(query)).not.toMatch(/Incremental Sort/)
  })

  test.each(counts)('the number of %s', async (_name, where) => {
    await storage.reader.count('posts', where)
    expect(await explain(last.text, last.parameters)).toMatch(/using covering index|index only scan/i)
  })

  test.each(recordQueries)('records by %s', async (_name, match, query) => {
    await storage.reader.records.find('sessions', match, query)
    const plan = await explain(last.text, last.parameters)
    expect(plan).toMatch(/using (covering )?index|index (only )?scan/i)
    expect(plan).not.toMatch(/seq scan|SCAN rec_sessions$/m)
  })

  test('documents by id, one and many', async () => {
    const byId = /sqlite_autoindex|doc_posts_pkey/
    await storage.reader.get('posts', 'id-7')
    expect(await explain(last.text, last.parameters)).toMatch(byId)
    await storage.reader.getMany('posts', ['id-7', 'id-8'], compare(title, { op: 'is_set' }))
    expect(await explain(last.text, last.parameters)).toMatch(byId)
    await storage.reader.idsAmong('posts', ['id-7', 'id-8'], compare(title, { op: 'is_set' }))
    expect(await explain(last.text, last.parameters)).toMatch(byId)
  })

  test('ids in their order, from the index alone', async () => {
    const id: Path = { storedAs: 'text', steps: [{ kind: 'column', name: 'id' }] }
    const sort = [{ path: id, descending: false }]
    await storage.reader.findIds('posts', {
      where: compare(id, { op: 'gt', value: 'id-7' }),
      sort,
      limit: 100,
      offset: 0,
    })
    expect(last.text).not.toContain('"data"')
    const plan = await explain(last.text, last.parameters)
    expect(plan).toMatch(/sqlite_autoindex|doc_posts_pkey/)
    expect(plan).not.toMatch(/temp b-tree|sort key: d\.id/i)
  })

  test('the relationship index, in both directions', async () => {
    await storage.reader.referencesTo('authors', 'a-3', 10)
    expect(await explain(last.text, last.parameters)).toMatch(/quire_references_by_target/)
    await storage.transaction((tx) => tx.remove('posts', 'id-1'))
    expect(await explain(last.text, last.parameters)).toMatch(
      /SEARCH quire_references USING PRIMARY KEY|quire_references_pkey/,
    )
  })
})

function post(number: number) {
  const data = {
    title: `title-${number}`,
    slug: `slug-${number}`,
    rank: number,
    category: `category-${number % 20}`,
    author: `author-${number % 50}`,
    body: 'x'.repeat(500),
  }
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
  return {
    id: `id-${number}`,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    json: JSON.stringify(data),
    shape: '1',
    columns: { deletedAt: null },
  }
}

function session(number: number) {
  return {
    id: `s-${number}`,
    userId: `user-${number % 100}`,
    tokenHash: `hash-${number}`,
    lockedUntil: number % 50 === 0 ? null : String(number).padStart(4, '0'),
    uses: number,
  }
}
