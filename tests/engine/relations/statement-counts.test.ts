import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const access = { read: () => true, create: () => true, update: () => true, delete: () => true }

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    people: collection({
      fields: {
        name: f.text(),
        mentor: f.relationship({ to: 'people' }),
        club: f.relationship({ to: 'clubs' }),
        articles: f.join({ collection: 'articles', on: 'author', sort: 'title' }),
      },
      access,
    }),
    clubs: collection({ fields: { name: f.text() }, access }),
    articles: collection({
      fields: {
        title: f.text({ localized: true }),
        author: f.relationship({ to: 'people' }),
        editors: f.relationship({ to: 'people', many: true }),
        about: f.relationship({ to: ['people', 'clubs'] }),
        host: f.relationship({ to: 'people', localized: true }),
        meta: f.group({ fields: { checker: f.relationship({ to: 'people' }) } }),
        credits: f.array({ fields: { person: f.relationship({ to: 'people' }) } }),
        parts: f.blocks({
          blocks: {
            quote: { fields: { by: f.relationship({ to: 'people' }) } },
            box: { fields: { clubs: f.relationship({ to: 'clubs', many: true }) } },
          },
        }),
        comments: f.join({ collection: 'comments', on: 'article' }),
      },
      access,
    }),
    comments: collection({
      fields: { article: f.relationship({ to: 'articles' }), by: f.relationship({ to: 'people' }) },
      access,
    }),
  },
})

const statements: string[] = []
const onStatement = (sql: string) => statements.push(sql)

/** Statements of a list, for one document or a hundred; a full page needs its total. */
const lists: readonly (readonly [options: Record<string, unknown>, statements: number])[] = [
  // The page, and the comments of its articles.
  [{}, 2],
  [{ select: { title: true } }, 1],
  [{ locale: 'all' }, 2],
  [{ select: { author: true, comments: true } }, 2],
  // …and the people, with their articles.
  [{ populate: { author: true } }, 4],
  [{ populate: { author: { select: { name: true } } } }, 3],
  [{ select: { author: true }, populate: { author: { select: { name: true } } } }, 2],
  // Many fields, at many paths, in one read of their target collection.
  [
    {
      select: { comments: false },
      populate: Object.fromEntries(
        ['author', 'editors', 'host', 'meta.checker', 'credits.person', 'parts.quote.by'].map((path) => [
          path,
          { select: { name: true } },
        ]),
      ),
    },
    2,
  ],
  [{ select: { comments: false }, populate: { author: true, editors: true, 'parts.quote.by': true } }, 3],
  // Two collections, one read each.
  [{ select: { about: true }, populate: { about: { select: { name: true } } } }, 3],
  [{ select: { comments: true }, populate: { comments: true } }, 3],
  // People (with articles), clubs, comments.
  [{ depth: 1 }, 6],
  // …and from there the articles of people with their comments; people and clubs are known.
  [{ depth: 2 }, 8],
]

onEachDatabase('the number of statements of a list', { config, onStatement }, (app, dialect) => {
  async function make(count: number): Promise<void> {
    const { people, clubs, articles, comments } = app().app.local.asSystem().collections
    const [club, mentor] = [await clubs.create({ name: 'Club' }), await people.create({ name: 'Mentor' })]
    for (let index = 0; index < count; index += 1) {
      const person = await people.create({ name: `P${index}`, mentor: mentor.id, club: club.id })
      const article = await articles.create({
        title: `T${index}`,
        author: person.id,
        editors: [mentor.id, person.id],
        about: index % 2 === 0 ? { relationTo: 'clubs', value: club.id } : { relationTo: 'people', value: person.id },
        host: person.id,
        meta: { checker: person.id },
        credits: [{ person: person.id }, { person: mentor.id }],
        parts: [
          { blockType: 'quote', by: person.id },
          { blockType: 'box', clubs: [club.id] },
        ],
      })
      await comments.create({ article: article.id, by: person.id })
    }
  }

  /** Invalidates all caches. */
  async function changeAll(): Promise<void> {
    const { people, clubs, articles, comments } = app().app.local.asSystem().collections
    await people.delete((await people.create({})).id)
    await clubs.delete((await clubs.create({})).id)
    await articles.delete((await articles.create({})).id)
    await comments.delete((await comments.create({})).id)
  }

  async function counted(options: Record<string, unknown>): Promise<number> {
    await changeAll()
    statements.length = 0
    await app().local.collection('articles').find(options)
    return statements.length
  }

  async function expectCounts(page: { readonly limit?: number }): Promise<void> {
    for (const [options, expected] of lists) {
      const found = await counted({ ...options, ...page })
      // On SQLite, a repeated statement is cached.
      if (dialect === 'sqlite' && options['depth'] === 2) expect(found).toBeLessThanOrEqual(expected)
      else expect([options, found]).toEqual([options, expected])
    }
  }

  it('is the same for two documents and for many', async () => {
    await make(2)
    await expectCounts({})
    // Not quite a full page, which would need the total.
    await make(90)
    await expectCounts({ limit: 100 })
  })

  it('paths through relationships and joins are part of the one statement', async () => {
    await make(3)
    expect(
      await counted({
        select: { title: true },
        where: { 'author.mentor.name': { equals: 'Mentor' }, 'comments.by.name': { exists: true } },
        sort: ['author.name', 'author.club.name'],
      }),
    ).toBe(1)
  })

  it('includes one lookup per target collection for writes', async () => {
    const { people, clubs } = app().app.local.asSystem().collections
    const ids: string[] = []
    for (let index = 0; index < 30; index += 1) ids.push((await people.create({ name: `P${index}` })).id)
    const club = await clubs.create({ name: 'Club' })
    const cost = async (data: Record<string, unknown>) => {
      statements.length = 0
      await app()
        .local.collection('articles')
        .create(data, { select: { title: true } })
      return statements.filter((sql) => sql.startsWith('select')).length
    }
    expect(await cost({ title: 'T' })).toBe(0)
    expect(await cost({ title: 'T', author: ids[0] })).toBe(1)
    expect(await cost({ title: 'T', editors: ids, author: ids[0], credits: ids.map((person) => ({ person })) })).toBe(1)
    const ofTwo = { title: 'T', editors: ids, about: { relationTo: 'clubs', value: club.id } }
    // SQLite has a single writer, whose lookups stay valid until the next write.
    const [known, again] = dialect === 'sqlite' ? [1, 0] : [2, 2]
    expect(await cost(ofTwo)).toBe(known)
    expect(await cost(ofTwo)).toBe(again)
    await people.update(ids[3] ?? '', { name: 'Q' })
    expect(await cost(ofTwo)).toBe(again === 0 ? 1 : 2)
    await people.delete(ids[3] ?? '')
    await expect(cost(ofTwo)).rejects.toMatchObject({ code: 'validation' })
  })
})
