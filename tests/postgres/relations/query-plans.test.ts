import {
  createTestDatabase,
  describeEachDatabase,
  type Explainer,
  openExplainer,
  type TestDatabase,
} from '@quirecms/testkit'
import { type App, collection, createApp, createLogger, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const access = { read: () => true }

const config = defineConfig({
  localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', fallback: { de: ['en'], fr: ['de', 'en'] } },
  collections: {
    people: collection({
      fields: {
        name: f.text({ index: true }),
        articles: f.join({ collection: 'articles', on: 'author', sort: 'title' }),
        newest: f.join({ collection: 'articles', on: 'author' }),
        oldest: f.join({ collection: 'articles', on: 'author', sort: 'createdAt' }),
        // The relationship has no `index: true`: a join that reads it adds one.
        written: f.join({ collection: 'articles', on: 'writer' }),
        ranked: f.join({ collection: 'articles', on: 'writer', sort: '-rank' }),
        clubs: f.relationship({ to: 'clubs', many: true }),
      },
      access,
    }),
    clubs: collection({ fields: { name: f.text({ index: true }) }, access }),
    articles: collection({
      fields: {
        title: f.text({ localized: true, index: true }),
        code: f.text({ index: true, maxLength: 20 }),
        views: f.number({ localized: true, index: true }),
        due: f.date({ localized: true, index: true }),
        about: f.group({ localized: true, fields: { size: f.number({ index: true }) } }),
        author: f.relationship({ to: 'people', index: true }),
        host: f.relationship({ to: 'people', localized: true, index: true }),
        writer: f.relationship({ to: 'people' }),
        rank: f.number(),
        body: f.text(),
      },
      indexes: [{ fields: ['writer', 'rank'] }],
      access,
    }),
  },
})

const COUNT = 3000
const person = (index: number) => `01890000-0000-7000-8000-${String(index % 300).padStart(12, '0')}`
const club = (index: number) => `01890000-0000-7000-8100-${String(index % 300).padStart(12, '0')}`

/** An index answers each: no scan of all articles, and no sort. */
const indexed: readonly (readonly [name: string, query: Record<string, unknown>])[] = [
  ['equality in the default locale', { where: { title: { equals: 'title 7' } } }],
  ['equality in a locale with a fallback', { locale: 'de', where: { title: { equals: 'Titel 7' } } }],
  ['equality in a locale with a chain', { locale: 'fr', where: { title: { equals: 'Titel 7' } } }],
  ['equality without fallback', { locale: 'de', fallbackLocale: 'false', where: { title: { equals: 'x' } } }],
  ['equality in one of all locales', { locale: 'all', where: { 'title.de': { equals: 'Titel 7' } } }],
  ['a list in a locale', { locale: 'de', where: { title: { in: ['Titel 7', 'title 9'] } } }],
  ['a range of texts in a locale', { locale: 'de', where: { title: { less_than: 'Titel 2' } }, sort: 'title' }],
  ['a range of numbers in a locale', { locale: 'fr', where: { views: { greater_than: COUNT - 5 } }, sort: 'views' }],
  ['a range of dates in a locale', { locale: 'de', where: { due: { greater_than: '2033-01-01' } }, sort: '-due' }],
  ['texts of a locale in order', { locale: 'de', sort: 'title' }],
  ['texts of a locale in reverse', { locale: 'fr', sort: '-title' }],
  ['texts that the index holds as a whole, in order', { sort: 'code' }],
  ['numbers of a locale in order', { locale: 'de', sort: 'views' }],
  ['inside a localized group', { locale: 'de', where: { 'about.size': { equals: 7 } } }],
  ['inside a localized group, in order', { locale: 'fr', sort: '-about.size' }],
  ['who points to a document', { where: { author: { equals: person(7) } } }],
  ['who points to one of some', { where: { author: { in: [person(1), person(2)] } } }],
  ['who points to a document in a locale', { locale: 'de', where: { host: { equals: person(7) } } }],
  ['a field of the target', { where: { 'author.name': { equals: 'Person 7' } } }],
  ['a field of a target in a locale', { locale: 'de', where: { 'host.name': { equals: 'Person 7' } } }],
]

describeEachDatabase('indexes of localized fields and relationships (%s)', (dialect) => {
  let database: TestDatabase
  let app: App<typeof config>
  let explainer: Explainer
  const statements: Statement[] = []
  /** Without background queries for work. */
  const isOfArticles = ({ text }: Statement) => text.includes('doc_articles')

  beforeAll(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
    app = await createApp<typeof config>(
      // All of it in one transaction, which may take long on a busy machine.
      { ...config, database: { ...database.config, transactionTimeout: '2m' } },
      {
        log: createLogger({ level: 'silent' }),
        onStatement: (text: string, parameters: readonly unknown[] = []) => statements.push({ text, parameters }),
      },
    )
    await fill(app)
    explainer = await openExplainer(database.config)
    await explainer.gatherStatistics()
  })

  afterAll(async () => {
    await explainer?.close()
    await app?.close()
    await database?.remove()
  })

  let limit = 10

  /** The plan of the first statement: that of the page. */
  async function planOf(slug: 'articles' | 'people', query: Record<string, unknown>): Promise<string> {
    statements.length = 0
    limit += 1
    const select = { createdAt: true }
    await (app.local.collections[slug].find as (options: unknown) => Promise<unknown>)({ select, limit, ...query })
    const page = statements.find(({ text }) => !text.includes('rec_jobs'))
    if (!page) throw new Error('a list needs a statement')
    return explainer.explain(page.text, page.parameters)
  }

  test.each(indexed)('%s', async (_name, query) => {
    const plan = await planOf('articles', query)
    expect(plan).toMatch(/doc_articles_ix_/)
    expect(plan).not.toMatch(/seq scan on doc_articles|SCAN d$|SCAN doc_articles( as d)?$/im)
    if (query['sort']) expect(plan).not.toMatch(/-> {2}Sort|^Sort|TEMP B-TREE/m)
    // Values with an indexed prefix in common are sorted in addition.
    if (query['sort'] === 'code') expect(plan).not.toContain('Incremental Sort')
  })

  test('the field of a target is found by its own index', async () => {
    for (const operator of ['equals', 'in', 'greater_than']) {
      const value = operator === 'in' ? ['Person 7'] : operator === 'equals' ? 'Person 7' : 'Person 99'
      const plan = await planOf('articles', { where: { 'author.name': { [operator]: value } } })
      expect(plan).toMatch(/doc_people_ix_/)
      expect(plan).not.toMatch(/seq scan on doc_people/i)
    }
  })

  test.skipIf(dialect === 'sqlite')('expensive conditions on targets are evaluated once per target', async () => {
    const isListed = async (where: object) => /hashed SubPlan/i.test(await planOf('people', { where }))
    expect(await isListed({ 'clubs.name': { contains: 'club' } })).toBe(true)
    expect(await isListed({ clubs: { some: { name: { like: 'club' } } } })).toBe(true)
    // PostgreSQL doesn't hash very long lists: this one could contain everything.
    expect(await isListed({ 'clubs.name': { exists: true } })).toBe(false)
  })

  test('joins find their documents through the relationship index', async () => {
    await planOf('people', { select: { articles: true }, limit: 3 })
    const join = statements.findLast(isOfArticles)
    const plan = join ? await explainer.explain(join.text, join.parameters) : ''
    expect(plan).toMatch(/quire_references_by_target/)
    expect(plan).not.toMatch(/seq scan on doc_articles/i)
  })

  test.each(['newest', 'oldest', 'written', 'ranked'])(
    'a join reads only the rows that it shows (%s)',
    async (name) => {
      await planOf('people', { select: { [name]: true }, limit: 3 })
      const join = statements.findLast(isOfArticles)
      const plan = join ? await explainer.explain(join.text, join.parameters) : ''
      expect(plan).toMatch(/doc_articles_ix_/)
      expect(plan).toMatch(/quire_references_by_target/)
      expect(plan).not.toMatch(/seq scan|-> {2}Sort|TEMP B-TREE/i)
    },
  )
})

interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

async function fill(app: App<typeof config>): Promise<void> {
  const columns = (index: number) => {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
    return { revision: 1, createdAt: at, updatedAt: at, shape: '', columns: {} }
  }
  await app.storage.transaction(async (tx) => {
    for (let index = 0; index < 300; index += 1) {
      const clubs = JSON.stringify({ name: `Club ${index}` })
      await tx.insert('clubs', { id: club(index), ...columns(index), json: clubs }, [])
      const people = JSON.stringify({ name: `Person ${index}`, clubs: [club(index)] })
      await tx.insert('people', { id: person(index), ...columns(index), json: people }, [])
    }
    for (let index = 0; index < COUNT; index += 1) {
      const due = new Date(Date.UTC(2026, 0, 1 + index)).toISOString()
      const json = JSON.stringify({
        title: { en: `title ${index}`, ...(index % 2 === 0 && { de: `Titel ${index}` }) },
        code: `code ${index}`,
        views: { en: index },
        due: { en: due },
        about: { en: { size: index } },
        author: person(index),
        host: { en: person(index) },
        writer: person(index),
        rank: (index * 7919) % COUNT,
        body: 'x'.repeat(300),
      })
      const id = `01890000-0000-7000-8200-${String(index).padStart(12, '0')}`
      const references = ['author', 'writer'].map((path) => {
        return { path, locale: '', collection: 'people', id: person(index) }
      })
      await tx.insert('articles', { id, ...columns(index), json }, references)
    }
  })
}
