import type { AnyLocalApi, QuireConfig } from '@quirecms/core'
import {
  createTestDatabase,
  describeEachDatabase,
  onEachDatabase,
  openExplainer,
  resolveApplication,
} from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { testLocal } from '../../../packages/quire/src/testing/test-local.ts'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, publish: everybody, readDrafts: everybody }

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
  collections: {
    sites: collection({ fields: { name: f.text() }, access }),
    pages: collection({
      fields: {
        site: f.relationship({ to: 'sites' }),
        title: f.text(),
        slug: f.slug({ from: 'title' }),
        seo: f.group({ fields: { code: f.number() } }),
        name: f.text({ localized: true }),
        kind: f.select({ options: ['a', 'b'] }),
      },
      versions: { drafts: true },
      indexes: [
        { fields: ['site', 'slug'], unique: true },
        { fields: ['seo.code', 'kind', 'name'], unique: true },
        { fields: ['kind', 'createdAt'] },
      ],
      access,
    }),
    rooms: collection({
      fields: { tenant: f.text({ hidden: true }), number: f.number() },
      indexes: [{ fields: ['tenant', 'number'], unique: true }],
      hooks: {
        beforeChange: [({ data, operation }) => (operation === 'create' ? { ...data, tenant: 'ours' } : data)],
      },
      access,
    }),
  },
})

const taken = (path: string) => ({
  code: 'validation',
  issues: [{ code: 'unique', path, message: 'Another document already has these values together.' }],
})

onEachDatabase('unique indexes over several fields', { config }, (app) => {
  const pages = () => app().app.local.collections.pages
  const site = async () => (await app().app.local.collections.sites.create({ name: 'x' })).id

  it('refuse a duplicate, at the first field', async () => {
    const [one, two] = [await site(), await site()]
    await pages().create({ site: one, slug: 'home' })
    await pages().create({ site: two, slug: 'home' })
    const other = await pages().create({ site: one, slug: 'about' })
    await expect(pages().create({ site: one, slug: 'home' })).rejects.toMatchObject(taken('site'))
    await expect(pages().update(other.id, { slug: 'home' })).rejects.toMatchObject(taken('site'))
    expect(await pages().count()).toEqual({ count: 3 })
  })

  it('name no hidden field', async () => {
    const create = (number: number) => app().request('POST', '/api/collections/rooms', { body: { number } })
    expect((await create(1)).status).toBe(201)
    const { status, body } = await create(1)
    expect({ status, issues: body.error.issues }).toEqual({ status: 422, issues: taken('number').issues })
    const system = app().app.local.asSystem().collections.rooms
    await expect(system.create({ number: 1 })).rejects.toMatchObject(taken('tenant'))
  })

  it('permit documents that lack one of them', async () => {
    const one = await site()
    await pages().create({ site: one })
    await pages().create({ site: one })
    await pages().create({ slug: 'home' })
    expect(await pages().create({ slug: 'home' })).toMatchObject({ slug: 'home' })
  })

  it('permit a document to keep its own values', async () => {
    const one = await site()
    const { id } = await pages().create({ site: one, slug: 'home' })
    expect(await pages().update(id, { site: one, slug: 'home', title: 'x' })).toMatchObject({ title: 'x' })
  })

  it('include live copies', async () => {
    const one = await site()
    const { id } = await pages().create({ site: one, slug: 'home' })
    await pages().publish(id)
    await pages().update(id, { slug: 'start' })
    await expect(pages().create({ site: one, slug: 'home' })).rejects.toMatchObject(taken('site'))
  })

  it('apply in each locale', async () => {
    await pages().create({ seo: { code: 1 }, kind: 'a', name: 'x' }, { locale: 'en' })
    const other = await pages().create({ seo: { code: 1 }, kind: 'a', name: 'y' }, { locale: 'en' })
    expect(await pages().update(other.id, { name: 'x' }, { locale: 'de' })).toMatchObject({ name: 'x' })
    await expect(pages().update(other.id, { name: 'x' }, { locale: 'en' })).rejects.toMatchObject(taken('seo.code'))
  })

  it('number generated slugs within the other fields', async () => {
    const [one, two] = [await site(), await site()]
    const slugs: unknown[] = []
    for (const where of [one, one, two, one]) slugs.push((await pages().create({ site: where, title: 'Home' })).slug)
    expect(slugs).toEqual(['home', 'home-2', 'home', 'home-3'])
  })

  it('rename a copy', async () => {
    const { id } = await pages().create({ site: await site(), slug: 'home', seo: { code: 1 }, kind: 'a', name: 'x' })
    const copies = [await pages().duplicate(id), await pages().duplicate(id)]
    expect(copies).toMatchObject([
      { slug: 'home-copy', seo: { code: 1 }, name: 'x-copy' },
      { slug: 'home-copy-2', name: 'x-copy-2' },
    ])
  })

  it('hold for concurrent writes', async () => {
    const one = await site()
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => pages().create({ site: one, slug: 'same' })))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const attempt of made)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'validation' })
  })
})

it('names fields that cannot be indexed', () => {
  const fields = {
    a: f.text(),
    many: f.text({ many: true }),
    rows: f.array({ fields: { a: f.text() } }),
    at: f.point(),
  }
  const indexes = [
    { fields: ['a', 'nothing'] },
    { fields: ['many', 'rows.a', 'at'] },
    { fields: ['a', 'createdAt'], unique: true },
  ]
  expect(() => resolveApplication(defineConfig({ collections: { things: collection({ fields, indexes }) } }))).toThrow(
    expect.objectContaining({
      problems: [
        { place: 'collections.things.indexes.0', message: expect.stringContaining('"nothing", which is not a field') },
        { place: 'collections.things.indexes.1', message: expect.stringContaining('"many", which is not a single') },
        { place: 'collections.things.indexes.1', message: expect.stringContaining('"rows.a"') },
        { place: 'collections.things.indexes.1', message: expect.stringContaining('"at"') },
        {
          place: 'collections.things.indexes.2',
          message: expect.stringContaining('"createdAt", which cannot be part'),
        },
      ],
    }),
  )
})

describeEachDatabase('indexes of several fields across migrations on %s', (dialect) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let known = 0
  const statements: { text: string; parameters: readonly unknown[] }[] = []
  beforeEach(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
    known = 0
  })
  afterEach(() => database.remove())

  async function within<T>(
    indexes: QuireConfig['collections'][string]['indexes'],
    work: (local: ReturnType<typeof testLocal>, done: readonly string[]) => Promise<T>,
    isIndexed = false,
  ): Promise<T> {
    const fields = { a: f.text({ index: isIndexed }), b: f.number(), c: f.text() }
    const app = await createApp(
      defineConfig({
        database: database.config,
        collections: { things: collection({ fields, access, indexes: indexes ?? [] }) },
      }),
      {
        log: createLogger({ level: 'silent' }),
        onStatement: (text: string, parameters: readonly unknown[] = []) => statements.push({ text, parameters }),
      },
    )
    try {
      await app.storage.migrations.apply()
      const { applied } = await app.storage.migrations.status()
      const done = applied.slice(known).map(({ description }) => description)
      known = applied.length
      return await work(testLocal(app.local as unknown as AnyLocalApi).asSystem(), done)
    } finally {
      await app.close()
    }
  }

  it('are created, changed and dropped with the configuration', async () => {
    const ab = { fields: ['a', 'b'], unique: true }
    const steps = async (_local: unknown, done: readonly string[]) => done.filter((one) => one.includes('index'))
    await within(undefined, async (local) => {
      await local.collection('things').create({ a: 'x', b: 1, c: 'long '.repeat(2_000) })
    })
    expect(await within([ab], steps)).toEqual(['create unique index things a,b'])
    expect(await within([ab], steps)).toEqual([])
    expect(await within([ab, { fields: ['b', 'c'] }], steps)).toEqual(['create index things b,c'])
    // The field's own index takes over the column that others use.
    const changed = await within([ab, { fields: ['b', 'c'] }], steps, true)
    expect(changed).toContain('create index things a')
    await within([ab, { fields: ['b', 'c'] }], async (local) => {
      await expect(local.collection('things').create({ a: 'x', b: 1 })).rejects.toMatchObject({ code: 'validation' })
      await local.collection('things').create({ a: 'x', b: 2, c: 'y' })
      expect(
        (await local
          .collection('things')
          .find({ where: { b: { equals: 1 }, c: { equals: 'long '.repeat(2_000) } } })) as object,
      ).toMatchObject({ docs: [{ a: 'x' }] })
    })
    expect(await within([], steps)).toEqual(expect.arrayContaining(['drop index things a,b', 'drop index things b,c']))
    await within([], async (local) => {
      await local.collection('things').create({ a: 'x', b: 1 })
    })
    await expect(within([ab], steps)).rejects.toThrow('Documents in things have the same a and b')
  })

  it('are used', async () => {
    const plans = await within([{ fields: ['a', 'b'] }], async (local) => {
      const things = Array.from({ length: 400 }, (_, number) => ({ a: `a${number % 20}`, b: number }))
      for (const thing of things) await local.collection('things').create(thing)
      statements.length = 0
      await local.collection('things').find({ where: { a: { equals: 'a3' }, b: { equals: 3 } }, sort: 'c' })
      const explainer = await openExplainer(database.config)
      try {
        await explainer.gatherStatistics()
        // Without background queries for work.
        const asked = statements.filter(({ text }) => text.includes('things') && text.includes('order by'))
        return await Promise.all(asked.map(({ text, parameters }) => explainer.explain(text, parameters)))
      } finally {
        await explainer.close()
      }
    })
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).toMatch(/ix_[0-9a-f]+/)
  })
})
