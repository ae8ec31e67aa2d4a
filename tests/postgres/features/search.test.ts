import type { AnyLocalApi } from '@quirecms/core'
import { createTestDatabase, describeEachDatabase, must, onEachDatabase, resolveApplication } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { testLocal } from '../../../packages/quire/src/testing/test-local.ts'

const everybody = () => true
const isStaff = ({ actor }: { actor: unknown }) => actor !== null
const access = {
  read: ({ actor }: { actor: unknown }) => (actor ? true : { secret: { not_equals: true } }),
  create: everybody,
  update: everybody,
  delete: everybody,
  publish: everybody,
  readDrafts: isStaff,
}

const paragraph = (...texts: string[]) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: texts.map((text) => ({ type: 'text', text })) }],
})

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: ['en'] } },
  collections: {
    posts: collection({
      fields: {
        title: f.text({ localized: true }),
        body: f.richText({ localized: true }),
        seo: f.group({ fields: { note: f.textarea() } }),
        tags: f.text({ many: true }),
        sections: f.blocks({
          blocks: { quote: { fields: { text: f.text() } }, aside: { fields: { text: f.text() } } },
        }),
        plain: f.text(),
        secret: f.checkbox(),
      },
      search: { fields: { title: 10, body: 1, 'seo.note': 1, tags: 3, 'sections.quote.text': 1 } },
      versions: { drafts: true },
      trash: true,
      access,
    }),
    other: collection({ fields: { title: f.text() }, access: { read: everybody } }),
  },
})
const staff = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase('full-text search', { config, actors: { staff } }, (app) => {
  const posts = () => app().app.local.as(staff).collections.posts
  const find = async (search: string, options: object = {}, local = posts()) => {
    const [{ docs, pagination }, { count }] = [
      await local.find({ search, limit: 100, ...options }),
      await local.count({ search, ...options }),
    ]
    expect([pagination.totalDocs, docs.length]).toEqual([count, count])
    return docs.map(({ plain }) => plain)
  }

  it('finds words and prefixes, without case and diacritics, in all configured fields', async () => {
    await posts().create({ plain: 'title', title: 'Über den Wolken: Straße!' })
    await posts().create({ plain: 'body', body: paragraph('half a wo', 'rd and CAFÉ') })
    await posts().create({ plain: 'note', seo: { note: 'Zażółć gęślą jaźń' } })
    await posts().create({ plain: 'tags', tags: ['first tag', 'second'] })
    await posts().create({
      plain: 'blocks',
      sections: [
        { blockType: 'quote', text: 'quoted 東京タワー' },
        { blockType: 'aside', text: 'beside' },
      ],
    })
    expect(await find('UBER wolk')).toEqual(['title'])
    expect(await find('strasse')).toEqual(['title'])
    expect(await find('word')).toEqual(['body'])
    expect(await find('cafe')).toEqual(['body'])
    expect(await find('zazolc jazn')).toEqual(['note'])
    expect(await find('seco')).toEqual(['tags'])
    expect(await find('quot')).toEqual(['blocks'])
    expect(await find('京タ')).toEqual(['blocks'])
    for (const nothing of ['beside', 'olken', 'title', 'über wolken cafe', '!', "'", '"', '*', 'a:b', 'or'])
      expect(await find(nothing)).toEqual([])
  })

  it('lists the best matches first, unless a sort is requested', async () => {
    await posts().create({ plain: 'b', body: paragraph('apple and more, and still more, and even more') })
    await posts().create({ plain: 'a', title: 'Apple' })
    await posts().create({ plain: 'c', tags: ['apple'] })
    expect(await find('apple')).toEqual(['a', 'c', 'b'])
    expect(await find('apple', { sort: [] })).toEqual(['a', 'c', 'b'])
    expect(await find('apple', { sort: '-plain' })).toEqual(['c', 'b', 'a'])
    expect(await find('apple', { where: { plain: { not_equals: 'c' } } })).toEqual(['a', 'b'])
    const { docs, pagination } = await posts().find({ search: 'apple', limit: 1, page: 2 })
    expect({ docs, pagination }).toMatchObject({ docs: [{ plain: 'c' }], pagination: { totalDocs: 3, totalPages: 3 } })
  })

  it('ranks by weight, exact words and frequency, and otherwise in the usual order', async () => {
    const often = Array.from({ length: 3 }, () => 'apple').join(' ')
    const bodies = {
      once: 'apple tart',
      begun: 'applesauce',
      often,
      'once more': 'an apple',
      longer: 'apples apples apples',
    }
    for (const [plain, text] of Object.entries(bodies)) await posts().create({ plain, body: paragraph(text) })
    await posts().create({ plain: 'tagged', tags: ['applesauce'] })
    await posts().create({ plain: 'titled', title: 'Applesauce' })
    await posts().create({ plain: 'titled so', title: 'Apple', body: paragraph(often) })
    expect(await find('apple')).toEqual([
      'titled so',
      'titled',
      'tagged',
      'often',
      'once more',
      'once',
      'longer',
      'begun',
    ])
    expect(await find('apple tart')).toEqual(['once'])
  })

  it('ranks by the document alone: ranks reveal no other documents', async () => {
    const nobody = app().app.local.collections.posts
    const seen = { plain: 'both', title: 'apple', body: paragraph('pear') }
    for (const doc of [seen, { ...seen, plain: 'turned', title: 'pear', body: paragraph('apple') }])
      await posts().publish((await posts().create(doc)).id)
    const before = await find('apple pear', {}, nobody)
    // With inverse document frequency, these would reverse the order.
    const hidden = Array.from({ length: 20 }, () => ({ title: 'pear', tags: ['pear', 'pear'], secret: true }))
    for (const doc of hidden) await posts().publish((await posts().create(doc)).id)
    for (const doc of hidden) await posts().create({ ...doc, secret: false })
    for (const { id } of (await posts().find({ where: { secret: { equals: true } }, limit: 10 })).docs)
      await posts().delete(id)
    expect(await find('apple pear', {}, nobody)).toEqual(before)
    expect(before).toHaveLength(2)
  })

  it('searches in the locale of the read', async () => {
    const { id } = await posts().create({ plain: 'x', title: 'Hello' }, { locale: 'en' })
    expect(await find('hello', { locale: 'de' })).toEqual(['x'])
    await posts().update(id, { title: 'Guten Tag' }, { locale: 'de' })
    expect(await find('hello', { locale: 'de' })).toEqual([])
    expect(await find('guten', { locale: 'de' })).toEqual(['x'])
    expect(await find('guten', { locale: 'en' })).toEqual([])
    expect(await find('hello', { locale: 'all' })).toEqual(['x'])
  })

  it('respects changes, drafts, rules and the trash', async () => {
    const nobody = app().app.local.collections.posts
    const { id } = await posts().create({ plain: 'x', title: 'Apple' })
    expect(await find('apple', {}, nobody)).toEqual([])
    await posts().publish(id)
    expect(await find('apple', {}, nobody)).toEqual(['x'])
    await posts().update(id, { title: 'Pear' })
    expect([await find('apple'), await find('pear')]).toEqual([[], ['x']])
    expect([await find('apple', {}, nobody), await find('pear', {}, nobody)]).toEqual([['x'], []])
    await posts().publish(id)
    expect([await find('apple', {}, nobody), await find('pear', {}, nobody)]).toEqual([[], ['x']])
    await posts().update(id, { secret: true })
    await posts().publish(id)
    expect([await find('pear'), await find('pear', {}, nobody)]).toEqual([['x'], []])
    await posts().delete(id)
    expect([
      await find('pear'),
      await find('pear', { trash: true }, app().app.local.asSystem().collections.posts),
    ]).toEqual([[], ['x']])
    await app().app.local.asSystem().collections.posts.deletePermanent(id)
    expect(await find('pear', { trash: true }, app().app.local.asSystem().collections.posts)).toEqual([])
  })

  it('accepts a document with more words than the index can store', async () => {
    // Each has the maximum length with three bytes per letter: together, more than PostgreSQL indexes for one document.
    const word = (number: number) => number.toString(8).replaceAll(/[0-7]/g, (digit) => 'აბგდევზთ'[Number(digit)] ?? '')
    const note = Array.from({ length: 7_000 }, (_, number) => `${word(number).padStart(6, 'ა')}${'კ'.repeat(58)}`)
    const { id } = await posts().create({ plain: 'long', body: paragraph(note.join(' ')) })
    expect(await find(note[4]?.slice(0, 10) ?? '')).toEqual(['long'])
    await posts().update(id, { body: paragraph('short') })
    expect([await find(note[4] ?? ''), await find('short')]).toEqual([[], ['long']])
  })

  it('can be verified against the documents', async () => {
    const { storage } = app().app
    const { id } = await posts().create({ plain: 'x', title: 'Apple' })
    const { id: other } = await posts().create({ plain: 'y', title: 'Plum' })
    const stored = async (one: string) => must(await storage.reader.get('posts', one), 'document')
    const apple = await stored(id)
    expect(await storage.reader.knowsWords('posts', apple)).toBe(true)
    expect(await storage.reader.knowsWords('posts', { ...apple, json: apple.json.replace('Apple', 'Pear') })).toBe(
      false,
    )
    expect(await storage.reader.knowsWords('other', apple)).toBe(true)
    expect(await storage.reader.indexedAfter('posts', '', 1)).toEqual([id])
    expect(await storage.reader.indexedAfter('posts', id, 10)).toEqual([other])
    expect(await storage.reader.indexedAfter('other', '', 10)).toEqual([])
    await storage.transaction((tx) => tx.forgetWords('posts', id))
    expect(await storage.reader.knowsWords('posts', apple)).toBe(false)
    expect(await find('apple')).toEqual([])
    await storage.transaction((tx) => tx.update('posts', apple, apple.revision))
    expect(await storage.reader.knowsWords('posts', apple)).toBe(true)
    expect(await find('apple')).toEqual(['x'])
  })

  it('works over HTTP if configured, within limits', async () => {
    await app()
      .app.local.asSystem()
      .collections.posts.createMany([{ plain: 'x', title: 'Apple pie' }])
    const get = (path: string) => app().request('GET', `/api/collections/${path}`)
    expect(await get('posts?search=pie')).toMatchObject({ status: 200 })
    expect((await get('posts/count?search=apple%20p')).status).toBe(200)
    for (const wrong of [
      'other?search=x',
      `posts?search=${'a'.repeat(201)}`,
      `posts?search=${'a b c d e f g h i j k'.replaceAll(' ', '+')}`,
      'posts?search=a&search=b',
    ])
      expect(await get(wrong)).toMatchObject({ status: 400, body: { error: { code: 'invalid_query' } } })
  })
})

it('names fields that cannot be searched', () => {
  const fields = {
    title: f.text(),
    hidden: f.text({ hidden: true }),
    ruled: f.group({ access: { read: everybody }, fields: { text: f.text() } }),
    size: f.number(),
  }
  const search = { fields: ['title', 'nothing', 'hidden', 'ruled.text', 'size'] }
  expect(() => resolveApplication(defineConfig({ collections: { things: collection({ fields, search }) } }))).toThrow(
    expect.objectContaining({
      problems: ['nothing', 'hidden', 'ruled.text', 'size'].map((path) => ({
        place: `collections.things.search.fields.${path}`,
        message: expect.any(String),
      })),
    }),
  )
})

describeEachDatabase('search across migrations on %s', (dialect) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeEach(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
  })
  afterEach(() => database.remove())

  async function within<T>(
    options: { readonly search?: { readonly fields: readonly string[] } },
    work: (things: ReturnType<ReturnType<typeof testLocal>['collection']>) => Promise<T>,
  ): Promise<T> {
    const things = collection({ fields: { a: f.text(), b: f.text() }, access: { read: everybody }, ...options })
    const app = await createApp(defineConfig({ database: database.config, collections: { things } }), {
      log: createLogger({ level: 'silent' }),
    })
    try {
      await app.storage.migrations.apply({ destructive: true })
      return await work(
        testLocal(app.local as unknown as AnyLocalApi)
          .asSystem()
          .collection('things'),
      )
    } finally {
      await app.close()
    }
  }

  it('indexes existing documents, and changes during the migration', async () => {
    const titles = (search: string) => async (things: ReturnType<ReturnType<typeof testLocal>['collection']>) =>
      ((await things.find({ search })) as { docs: { a: string }[] }).docs.map(({ a }) => a)
    await within({}, async (things) => void (await things.create({ a: 'apple', b: 'pear' })))
    expect(await within({ search: { fields: ['a'] } }, titles('apple'))).toEqual(['apple'])
    expect(await within({ search: { fields: ['a'] } }, titles('pear'))).toEqual([])
    expect(await within({ search: { fields: ['a', 'b'] } }, titles('pear'))).toEqual(['apple'])
    await within({}, async (things) => void (await things.create({ a: 'plum' })))
    await expect(within({}, titles('plum'))).rejects.toMatchObject({ code: 'invalid_query' })
    expect(await within({ search: { fields: ['a'] } }, titles('plum'))).toEqual(['plum'])
  })
})
