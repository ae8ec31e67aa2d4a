import { describeEachDatabase } from '@quirecms/testkit'
import { collection, f, global } from 'quirecms'
import { expect, it } from 'vitest'
import { access, evolving, pendingSteps } from './evolving.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }

describeEachDatabase('a migration that is interrupted at each of its steps (%s)', (dialect) => {
  const database = evolving(dialect)
  const siteAccess = { read: access.read, update: access.update }

  it('continues where it stopped', async () => {
    const people = collection({ fields: { name: f.text() }, access })
    const first = await database.open({
      localization,
      collections: {
        people,
        gone: collection({ fields: { title: f.text() }, access }),
        posts: collection({
          fields: {
            title: f.text(),
            views: f.text(),
            old: f.text(),
            author: f.relationship({ to: 'people' }),
            rows: f.array({ fields: { label: f.text() } }),
          },
          access,
        }),
      },
      globals: { site: global({ fields: { name: f.text() }, access: siteAccess }) },
    })
    const { id: author } = await first.local.collections.people.create({ name: 'Ann' })
    const ids: string[] = []
    for (let number = 0; number < 120; number += 1) {
      const content = { title: `t${number}`, views: String(number), old: 'x', author, rows: [{ id: 'r', label: 'l' }] }
      ids.push((await first.local.collections.posts.create(content)).id)
    }
    await first.local.collections.gone.create({ title: 'Rescued' })
    await first.local.globals.site.update({ name: 'Mine' })

    const next = {
      localization,
      collections: {
        people,
        articles: collection({
          renamedFrom: 'posts',
          trash: true,
          versions: { drafts: true },
          search: { fields: { headline: 1 } },
          fields: {
            headline: f.text({ renamedFrom: 'title', localized: true, unique: true }),
            views: f.number({ index: true }),
            author: f.relationship({ to: ['people', 'articles'], many: true, onDelete: 'restrict' }),
            rows: f.array({ fields: { name: f.text({ renamedFrom: 'label' }) } }),
            added: f.text({ default: 'new' }),
          },
          access,
        }),
      },
      globals: { settings: global({ renamedFrom: 'site', fields: { name: f.text() }, access: siteAccess }) },
    }
    const dataMigrations = [
      {
        name: '20260101-rescue',
        // oxlint-disable-next-line typescript/no-explicit-any -- the types of the configuration are not known here
        up: async ({ stored, local }: { stored: any; local: any }) => {
          for await (const { content } of stored.each('gone'))
            await local.collections.people.create({ name: content.title })
        },
      },
    ]
    const seen = new Set<string>()
    const onProgress = ({ description }: { description: string }) => {
      if (seen.has(description)) return
      seen.add(description)
      throw new Error('power cut')
    }
    for (let isDone = false; !isDone; ) {
      const app = await database.open(next, { migrate: false, dataMigrations })
      isDone = await app.migrate({ onProgress, destructive: true }).then(
        () => true,
        (error: unknown) => {
          expect(String(error)).toContain('power cut')
          return false
        },
      )
    }
    for (const step of [
      'rename collection posts to articles',
      'rename global site to settings',
      'rename field articles.title to headline',
      'rename field articles.rows.label to name',
      'copy articles to articles:live',
      'run 20260101-rescue',
      'convert field articles.views from text to number',
      'convert field articles.headline from text to localized text',
      'create unique index articles headline@en',
      'find references of articles',
      'index the words of articles',
      'drop field articles.old',
      'drop table gone',
    ])
      expect([...seen]).toContain(step)

    const last = await database.open(next, { dataMigrations })
    expect(await pendingSteps(last)).toEqual([])
    const { articles } = last.local.collections
    for (const [number, id] of [
      [0, ids[0]],
      [119, ids[119]],
    ] as const) {
      expect(await articles.findOne(id, { draft: false })).toMatchObject({
        headline: `t${number}`,
        views: number,
        author: [{ relationTo: 'people', value: author }],
        rows: [{ id: 'r', name: 'l' }],
        added: null,
      })
    }
    expect(await articles.count({ where: { views: { less_than: 100 } } })).toEqual({ count: 100 })
    expect((await articles.find({ search: 't119', draft: false })).docs).toMatchObject([{ id: ids[119] }])
    await expect(last.local.collections.people.delete(author)).rejects.toMatchObject({ code: 'referenced' })
    expect((await last.local.collections.people.find({ sort: 'name' })).docs).toMatchObject([
      { name: 'Ann' },
      { name: 'Rescued' },
    ])
    expect(await last.local.globals.settings.get()).toMatchObject({ name: 'Mine' })
    const instances = await Promise.all([1, 2].map(() => database.beside(next, { dataMigrations })))
    for (const app of instances) expect(await pendingSteps(app)).toEqual([])
  })

  it('leaves nothing of the steps of an empty database', async () => {
    const posts = collection({ fields: { slug: f.text({ unique: true }) }, access })
    const app = await database.open({ collections: { posts } }, { migrate: false })
    const steps = await pendingSteps(app)
    const told: string[] = []
    const onProgress = ({ description }: { description: string }) => {
      told.push(description)
      if (told.length === steps.length) throw new Error('power cut')
    }
    await expect(app.migrate({ onProgress })).rejects.toThrow('power cut')
    expect(told).toEqual(steps)
    expect(await pendingSteps(app)).toEqual(steps)
    await app.migrate()
    expect(await pendingSteps(app)).toEqual([])
  })
})
