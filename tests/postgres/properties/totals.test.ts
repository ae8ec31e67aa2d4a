import type { Condition, DocumentReader, Reference, Storage, StorageTransaction } from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import { createTestDatabase, describeEachDatabase, type TestDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { PATIENCE, runs } from '../../setup/runs.ts'

const KINDS = ['news', 'guide'] as const
const NAMES = ['Ada', 'Eve'] as const
const IDS = ['0', '1', '2', '3', '4', '5'] as const

const key = (name: string) => ({ kind: 'key', name }) as const
const text = (...steps: Extract<Condition, { kind: 'compare' }>['path']['steps']) =>
  ({ storedAs: 'text', steps }) as const
const always: Condition = { kind: 'always' }
const equals = (path: ReturnType<typeof text>, value: string): Condition => ({
  kind: 'compare',
  path,
  test: { op: 'equals', value },
})
const author = { kind: 'hop', table: 'people', relationTo: null, scope: equals(text(key('name')), 'Ada') } as const
const posts = { kind: 'inverse', table: 'posts', path: 'author', collection: 'people', scope: always } as const

/** Queries after every write: of one table, and of two. */
const questions: readonly (readonly [table: string, where: Condition])[] = [
  ['posts', always],
  ['posts', equals(text(key('kind')), 'news')],
  ['posts', { kind: 'not', of: equals(text(key('kind')), 'news') }],
  ['posts', equals(text(key('author'), author, key('city')), 'Rome')],
  ['people', equals(text(posts, key('kind')), 'guide')],
]

const number = { storedAs: 'number', steps: [key('views')] } as const
const day = text(key('day'))

/** Lists that differ in their bound only, ordered so that each can use the total of a previous one. */
const bounded: readonly Condition[] = (['gt', 'gte', 'lt', 'lte'] as const).flatMap((op) =>
  [2, 0, 3, 1].flatMap((value): Condition[] => {
    const ofDay: Condition = { kind: 'compare', path: day, test: { op, value: `2026-01-0${value}` } }
    const ofViews: Condition = { kind: 'compare', path: number, test: { op, value } }
    return [ofViews, ofDay, { kind: 'and', of: [equals(text(key('kind')), 'news'), ofViews] }]
  }),
)

const schema = {
  tables: [
    {
      name: 'posts',
      shape: '1',
      columns: [],
      indexes: [
        { name: 'kind', path: text(key('kind')), unique: false },
        { name: 'author', path: text(key('author')), unique: false },
        { name: 'views', path: number, unique: false },
      ],
    },
    { name: 'people', shape: '1', columns: [], indexes: [] },
  ],
}

const write = fc.record({
  table: fc.constantFrom('posts', 'people'),
  act: fc.constantFrom('put', 'put', 'remove'),
  id: fc.constantFrom(...IDS),
  kind: fc.constantFrom(...KINDS),
  name: fc.constantFrom(...NAMES),
  city: fc.constantFrom('Rome', 'Oslo'),
  author: fc.constantFrom(...IDS),
  views: fc.constantFrom<unknown>(0, 1, 1.5, 2, 3, null, '2'),
  day: fc.constantFrom<unknown>('2026-01-00', '2026-01-01', '2026-01-02', '2026-01-03', null, 2),
})
type Write = Parameters<Parameters<typeof write.map>[0]>[0]

/** Transactions of two instances on one database, some of which fail. */
const history = fc.array(
  fc.record({ by: fc.nat(1), writes: fc.array(write, { minLength: 1, maxLength: 3 }), fails: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
)

async function apply(
  tx: StorageTransaction,
  { table, act, id, kind, name, city, author: to, views, day: on }: Write,
): Promise<void> {
  const before = await tx.get(table, id)
  if (act === 'remove') {
    await tx.remove(table, id)
    return
  }
  const at = '2026-01-01T00:00:00.000Z'
  const json = JSON.stringify(table === 'posts' ? { kind, author: to, views, day: on } : { name, city })
  const references: Reference[] =
    table === 'posts' ? [{ path: 'author', locale: '', collection: 'people', id: to }] : []
  const document = {
    id,
    revision: (before?.revision ?? 0) + 1,
    createdAt: at,
    updatedAt: at,
    json,
    shape: '1',
    columns: {},
  }
  if (before) await tx.update(table, document, before.revision, references)
  else await tx.insert(table, document, references)
}

const byAuthor = { path: text(key('author'), author, key('city')), descending: false }
const inOrder = { path: text({ kind: 'column', name: 'id' }), descending: true }

async function answersOf(reader: DocumentReader): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const [table, where] of questions) {
    const query = { where, sort: table === 'posts' ? [byAuthor, inOrder] : [inOrder], limit: 2, offset: 0 }
    answers.push(await reader.count(table, where), await reader.page(table, query), await reader.find(table, query))
    answers.push((await reader.getMany(table, IDS, where)).toSorted((a, b) => a.id.localeCompare(b.id)))
  }
  for (const where of bounded) answers.push(await reader.count('posts', where))
  const joined = { table: 'posts', path: 'author', collection: 'people', ids: IDS, sort: [inOrder], limit: 2 }
  answers.push(await reader.findInverse({ ...joined, scope: equals(text(key('kind')), 'news') }))
  return answers
}

describeEachDatabase('totals and pages on %s', (dialect) => {
  let database: TestDatabase
  let instances: Storage[]

  beforeAll(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
    const { config } = database
    const options = config.dialect === 'sqlite' ? config : { dialect: 'postgres' as const, url: config.url ?? '' }
    instances = [await openStorage({ database: options, schema }), await openStorage({ database: options, schema })]
    await instances[0]?.migrations.apply()
  }, PATIENCE)

  afterAll(async () => {
    for (const storage of instances) await storage.close()
    await database.remove()
  })

  /** Compares caches with fresh reads: transactions use no cache. */
  async function expectExact(storage: Storage): Promise<void> {
    const remembered = await answersOf(storage.reader)
    expect(remembered).toEqual(await storage.transaction(answersOf))
  }

  test(
    'equal a fresh count, after any writes of any instance',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async (transactions) => {
          for (const { by, writes, fails } of transactions) {
            const transaction = instances[by]?.transaction(async (tx) => {
              for (const one of writes) await apply(tx, one)
              if (fails) throw new Error('undone')
            })
            await transaction?.catch(() => undefined)
            for (const storage of instances) await expectExact(storage)
          }
        }),
        // Caches don't depend on the database, and PostgreSQL is slower.
        runs(dialect === 'sqlite' ? 12 : 4),
      )
    },
    PATIENCE,
  )
})
