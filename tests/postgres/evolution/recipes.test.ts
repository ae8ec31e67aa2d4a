import type { MigrationProgress } from '@quirecms/core'
import { describeEachDatabase } from '@quirecms/testkit'
import { type ApplicationMigration, collection, f } from 'quirecms'
import { expect, it } from 'vitest'
import { access, evolving, pendingSteps, storedContent } from './evolving.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }

/** Each recipe of docs/migrations.md. */
describeEachDatabase('data migrations (%s)', (dialect) => {
  const database = evolving(dialect)
  const migration = (up: ApplicationMigration['up']) => ({ dataMigrations: [{ name: '20260101-change', up }] })
  // oxlint-disable-next-line typescript/no-explicit-any -- the types of a configuration are not known here
  const collections = (local: unknown) => (local as any).collections

  it('split a field', async () => {
    const versions = { versions: { drafts: true } }
    const first = await database.posts({ name: f.text({ required: true }) }, versions)
    const { posts } = first.local.collections
    const { id } = await posts.create({ name: 'Ada Lovelace' })
    await posts.publish(id)
    await posts.update(id, { name: 'Ada King' })
    const second = await database.posts(
      { firstName: f.text({ required: true }), lastName: f.text({ index: true }) },
      versions,
      migration(async ({ stored }) => {
        await stored.change('posts', (content) => {
          const [firstName = '', ...rest] = (content['name'] as string).split(' ')
          Object.assign(content, { firstName, lastName: rest.join(' ') })
        })
      }),
    )
    const now = second.local.collections.posts
    expect(await now.findOne(id)).toMatchObject({ firstName: 'Ada', lastName: 'King', revision: 3 })
    expect(await now.findOne(id, { draft: false })).toMatchObject({ lastName: 'Lovelace', revision: 2 })
    expect((await now.find({ where: { lastName: { equals: 'King' } } })).docs).toHaveLength(1)
    expect((await now.version(id, 3)).data).toEqual({ firstName: 'Ada', lastName: 'King' })
    expect((await now.version(id, 2)).data).toEqual({ firstName: 'Ada', lastName: 'Lovelace' })
    expect(await pendingSteps(second)).toEqual(['drop field posts.name: 1 value !'])
  })

  it('change a type by a custom rule', async () => {
    const first = await database.posts({ views: f.text() })
    const { id } = await first.local.collections.posts.create({ views: '1,204' })
    await expect(database.posts({ views: f.number() })).rejects.toMatchObject({ code: 'conflict' })
    const second = await database.posts(
      { views: f.number() },
      {},
      migration(({ stored }) =>
        stored.change('posts', (content) => ({
          ...content,
          views: Number((content['views'] as string).replaceAll(',', '')),
        })),
      ),
    )
    expect(await second.local.collections.posts.findOne(id)).toMatchObject({ views: 1204 })
  })

  it('turn localization off, keeping a chosen translation, and on again', async () => {
    const open = (isLocalized: boolean, options = {}) =>
      database.open(
        {
          localization,
          collections: { posts: collection({ fields: { title: f.text({ localized: isLocalized }) }, access }) },
        },
        options,
      )
    const first = await open(true)
    const { id } = await first.local.collections.posts.create({ title: { en: 'One', de: 'Eins' } }, { locale: 'all' })
    await expect(open(false)).rejects.toMatchObject({ code: 'conflict' })
    const second = await open(
      false,
      migration(({ stored }) =>
        stored.change('posts', (content) => {
          const { title } = content
          content['title'] = (title as { en?: string } | null)?.en ?? null
        }),
      ),
    )
    expect(await second.local.collections.posts.findOne(id)).toMatchObject({ title: 'One' })
    const third = await open(true, {
      dataMigrations: [
        {
          name: '20260202-german',
          up: ({ stored }) =>
            stored.change('posts', (content) => ({ ...content, title: { de: content['title'] ?? null } })),
        } satisfies ApplicationMigration,
      ],
    })
    const all = { locale: 'all' }
    expect(await third.local.collections.posts.findOne(id, all)).toMatchObject({ title: { de: 'One' } })
  })

  it('make values unique', async () => {
    const first = await database.posts({ slug: f.text() })
    const { posts } = first.local.collections
    for (const slug of ['a', 'b', 'a', null, 'a', null]) await posts.create({ slug })
    const second = await database.posts(
      { slug: f.text({ unique: true }) },
      {},
      migration(async ({ stored }) => {
        const taken = new Map<string, number>()
        await stored.change('posts', (content) => {
          const { slug } = content
          if (typeof slug !== 'string') return
          const times = (taken.get(slug) ?? 0) + 1
          taken.set(slug, times)
          if (times > 1) content['slug'] = `${slug}-${times}`
        })
      }),
    )
    const { docs } = await second.local.collections.posts.find({ sort: 'id' })
    expect(docs.map(({ slug }: { slug: string | null }) => slug)).toEqual(['a', 'b', 'a-2', null, 'a-3', null])
  })

  it('merge a collection into another', async () => {
    const posts = (more: object) => collection({ fields: { title: f.text(), kind: f.text(), ...more }, access })
    const first = await database.open({
      collections: { posts: posts({}), news: collection({ fields: { headline: f.text() }, access, trash: true }) },
    })
    const { id, createdAt } = await first.local.collections.news.create({ headline: 'Today' })
    const second = await database.open(
      { collections: { posts: posts({}) } },
      migration(async ({ stored, local }) => {
        expect(stored.tables).toContain('news')
        for await (const { id: kept, createdAt: then, content } of stored.each('news')) {
          const title = content['headline'] ?? null
          await collections(local).posts.create({ id: kept, createdAt: then, title, kind: 'news' })
        }
      }),
    )
    expect(await second.local.collections.posts.findOne(id)).toMatchObject({ title: 'Today', kind: 'news', createdAt })
    expect(await pendingSteps(second)).toEqual(['drop table news: 1 document !'])
    await second.migrate({ destructive: true })
    expect(await pendingSteps(second)).toEqual([])
  })

  it('move rows to a collection', async () => {
    const comments = f.array({ fields: { text: f.text(), by: f.text() } })
    const first = await database.posts({ title: f.text(), comments })
    const rows = [
      { text: 'one', by: 'Ann' },
      { text: 'two', by: 'Bob' },
    ]
    const { id } = await first.local.collections.posts.create({ title: 'x', comments: rows })
    const second = await database.open(
      {
        collections: {
          posts: collection({
            fields: { title: f.text(), replies: f.join({ collection: 'comments', on: 'post' }) },
            access,
          }),
          comments: collection({
            fields: { text: f.text(), by: f.text(), post: f.relationship({ to: 'posts', onDelete: 'restrict' }) },
            access,
          }),
        },
      },
      migration(async ({ stored, local }) => {
        for await (const { id: post, content } of stored.each('posts')) {
          for (const row of content['comments'] as { text: string; by: string }[])
            await collections(local).comments.create({ post, text: row.text, by: row.by })
        }
      }),
    )
    expect((await second.local.collections.comments.find({ sort: 'text' })).docs).toMatchObject(
      rows.map((row) => ({ ...row, post: id })),
    )
    await expect(second.local.collections.posts.delete(id)).rejects.toMatchObject({ code: 'referenced' })
    expect(await pendingSteps(second)).toEqual(['drop field posts.comments: 1 value !'])
  })

  it('report their progress, and leave nothing behind if they fail', { tags: ['release'] }, async () => {
    const first = await database.posts({ number: f.number() })
    await first.local.asSystem().collections.posts.createMany(Array.from({ length: 250 }, (_, number) => ({ number })))
    const told: MigrationProgress[] = []
    let fails = true
    const second = await database.posts(
      { number: f.number(), twice: f.number() },
      {},
      {
        migrate: false,
        ...migration(async ({ stored }) => {
          await stored.change('posts', (content) => void (content['twice'] = 2 * Number(content['number'])))
          if (fails) throw new Error('not today')
        }),
      },
    )
    await expect(second.migrate()).rejects.toThrow('not today')
    fails = false
    await second.migrate({ onProgress: (progress) => told.push(progress) })
    const ran = told.filter(({ description }) => description.startsWith('run '))
    expect(ran.map(({ done, total }) => [done, total])).toEqual([
      [100, 250],
      [200, 250],
      [250, 250],
    ])
    expect(told.at(-1)).toEqual({ description: 'remember the fields of posts', done: 1, total: 1 })
    const { docs } = await second.local.collections.posts.find({ where: { twice: { equals: 498 } } })
    expect(docs).toMatchObject([{ number: 249, revision: 1 }])
    const { id } = docs[0] as { id: string }
    expect(await storedContent(second, 'posts', id)).toEqual({ number: 249, twice: 498 })
  })

  it('write and remove single documents, and keep references consistent', async () => {
    const people = collection({ fields: { name: f.text() }, access })
    const posts = collection({
      fields: { title: f.text(), author: f.relationship({ to: 'people', onDelete: 'restrict' }) },
      access,
    })
    const first = await database.open({ collections: { people, posts } })
    const { id: ann } = await first.local.collections.people.create({ name: 'Ann' })
    const { id: bob } = await first.local.collections.people.create({ name: 'Bob' })
    const { id } = await first.local.collections.posts.create({ title: 'One', author: ann })
    const { id: gone } = await first.local.collections.posts.create({ title: 'Two', author: ann })
    const second = await database.open(
      { collections: { people, posts } },
      migration(async ({ stored }) => {
        await stored.write('posts', id, { title: 'One', author: bob })
        await stored.remove('posts', gone)
        await expect(stored.write('posts', gone, {})).rejects.toMatchObject({ code: 'not_found' })
        await expect(stored.change('nothing', () => {})).rejects.toMatchObject({ code: 'not_found' })
      }),
    )
    await expect(second.local.collections.people.delete(bob)).rejects.toMatchObject({ code: 'referenced' })
    await second.local.collections.people.delete(ann)
  })
})
