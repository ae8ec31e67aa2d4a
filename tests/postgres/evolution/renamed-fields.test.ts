import { describeEachDatabase } from '@quirecms/testkit'
import { collection, f } from 'quirecms'
import { expect, it } from 'vitest'
import { access, evolving, get, pendingSteps, storedContent } from './evolving.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }

describeEachDatabase('renamedFrom of fields and blocks (%s)', (dialect) => {
  const database = evolving(dialect)

  it('moves values at every depth, in documents, live copies and snapshots', async () => {
    const before = {
      title: f.text({ unique: true, localized: true }),
      seo: f.group({ fields: { name: f.text(), by: f.relationship({ to: 'people', onDelete: 'restrict' }) } }),
      rows: f.array({ fields: { label: f.text() } }),
      sections: f.blocks({ blocks: { quote: { fields: { text: f.text() } }, image: { fields: { alt: f.text() } } } }),
    }
    const after = {
      headline: f.text({ unique: true, localized: true, renamedFrom: 'title' }),
      meta: f.group({
        renamedFrom: 'seo',
        fields: {
          title: f.text({ renamedFrom: 'name' }),
          author: f.relationship({ to: 'people', onDelete: 'restrict', renamedFrom: 'by' }),
        },
      }),
      rows: f.array({ fields: { name: f.text({ renamedFrom: 'label' }) } }),
      sections: f.blocks({
        blocks: {
          citation: { renamedFrom: 'quote', fields: { words: f.text({ renamedFrom: 'text' }) } },
          image: { fields: { alt: f.text() } },
        },
      }),
    }
    const open = (fields: object) =>
      database.open({
        localization,
        collections: {
          people: collection({ fields: { name: f.text() }, access }),
          posts: collection({ fields: { ...fields }, access, versions: { drafts: true }, trash: true }),
        },
      })
    const first = await open(before)
    const { id: by } = await first.local.collections.people.create({ name: 'Ann' })
    const { posts } = first.local.collections
    const content = {
      title: { en: 'One', de: 'Eins' },
      seo: { name: 'seo', by },
      rows: [{ id: 'r', label: 'row' }],
      sections: [
        { id: 'q', blockType: 'quote', text: 'To be' },
        { id: 'i', blockType: 'image', alt: 'none' },
      ],
    }
    const { id } = await posts.create(content, { locale: 'all' })
    await posts.publish(id)
    await posts.update(id, { title: 'Two' })
    const { id: thrown } = await posts.create({ title: 'Thrown' })
    await posts.delete(thrown)

    const second = await open(after)
    expect(await pendingSteps(second)).toEqual([])
    const moved = {
      headline: { en: 'One', de: 'Eins' },
      meta: { title: 'seo', author: by },
      rows: [{ id: 'r', name: 'row' }],
      sections: [{ id: 'q', blockType: 'citation', words: 'To be' }, { id: 'i' }],
    }
    const now = second.local.collections.posts
    expect(await now.findOne(id, { locale: 'all', draft: false })).toMatchObject(moved)
    expect(await now.findOne(id, { locale: 'all' })).toMatchObject({ ...moved, headline: { en: 'Two', de: 'Eins' } })
    expect(await now.version(id, 1, { locale: 'all' })).toMatchObject({ data: moved })
    for (const table of ['posts', 'posts:live'])
      expect(Object.keys(await storedContent(second, table, id)).toSorted()).toEqual(Object.keys(after).toSorted())
    await now.restoreDeleted(thrown)
    expect(await now.findOne(thrown)).toMatchObject({ headline: 'Thrown', revision: 3 })
    // The unique index and the relationship index follow.
    await expect(now.create({ headline: 'Two' })).rejects.toMatchObject({ code: 'validation' })
    await expect(second.local.collections.people.delete(by)).rejects.toMatchObject({ code: 'referenced' })
    expect((await now.find({ where: { 'meta.author': { equals: by } } })).docs).toMatchObject([{ id }])
    expect((await get(second, `/collections/posts/${id}?draft=false`)).doc).toMatchObject({ headline: 'One' })
    // The next start has no steps, with or without the option.
    const { applied } = await second.storage.migrations.status()
    const third = await open(after)
    expect((await third.storage.migrations.status()).applied).toEqual(applied)
  })

  it('replaces an existing but empty field, and refuses to overwrite', async () => {
    const first = await database.posts({ title: f.text(), headline: f.text() })
    const { posts } = first.local.collections
    const { id } = await posts.create({ title: 'One' })
    const { id: other } = await posts.create({ title: 'Two', headline: 'Zwei' })
    const { id: third } = await posts.create({ headline: 'Drei' })
    const fields = { headline: f.text({ renamedFrom: 'title' }), added: f.text({ unique: true }) }
    const failure = await database.posts(fields).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'conflict' })
    expect(String(failure)).toMatch(new RegExp(`rename field posts.title to headline.*${other}: "Two" .*"Zwei"`, 's'))
    expect(String(failure)).not.toContain(id)
    const again = await database.posts({ title: f.text(), headline: f.text() })
    expect((await again.storage.migrations.status()).pending).toEqual([])
    await again.local.collections.posts.update(other, { headline: null })
    const last = await database.posts(fields)
    const { docs } = await last.local.collections.posts.find({ sort: 'id' })
    expect(docs).toMatchObject([
      { id, headline: 'One' },
      { id: other, headline: 'Two' },
      { id: third, headline: 'Drei' },
    ])
    expect(await pendingSteps(last)).toEqual([])
  })

  it.runIf(dialect === 'sqlite')('moves values of a database from before fields were recorded', async () => {
    const first = await database.posts({ title: f.text(), seo: f.group({ fields: { a: f.text() } }) })
    const { id } = await first.local.collections.posts.create({ title: 'One', seo: { a: 'x' } })
    await database.forget('fields')
    const fields = {
      headline: f.text({ renamedFrom: 'title', required: true }),
      seo: f.group({ fields: { b: f.text({ renamedFrom: 'a' }) } }),
    }
    const second = await database.posts(fields)
    expect(await second.local.collections.posts.findOne(id)).toMatchObject({ headline: 'One', seo: { b: 'x' } })
    const { applied } = await second.storage.migrations.status()
    const third = await database.posts(fields)
    expect((await third.storage.migrations.status()).applied).toEqual(applied)
    await database.forget('fields')
    const fourth = await database.posts({ headline: f.text(), seo: f.group({ fields: { b: f.text() } }) })
    expect((await fourth.storage.migrations.status()).applied.at(-1)?.description).toBe('remember the fields of posts')
    expect(await pendingSteps(fourth)).toEqual([])
  })

  it('finds the values of a field that was removed long ago', async () => {
    const first = await database.posts({ title: f.text(), views: f.number() })
    const { id } = await first.local.collections.posts.create({ title: 'One', views: 1 })
    const second = await database.posts({ views: f.number() })
    await second.local.collections.posts.update(id, { views: 2 })
    const third = await database.posts({ views: f.number(), headline: f.text({ renamedFrom: 'title' }) })
    expect(await third.local.collections.posts.findOne(id)).toMatchObject({ headline: 'One', views: 2 })
  })
})
