import { describeEachDatabase } from '@quirecms/testkit'
import { collection, f, global } from 'quirecms'
import { expect, it } from 'vitest'
import { access, evolving, get, pendingSteps, storedContent } from './evolving.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }

describeEachDatabase('a removed field (%s)', (dialect) => {
  const database = evolving(dialect)

  const whole = {
    title: f.text(),
    views: f.number(),
    seo: f.group({ fields: { title: f.text(), hint: f.text() } }),
    links: f.array({ fields: { label: f.text(), href: f.text() } }),
    sections: f.blocks({
      blocks: { quote: { fields: { text: f.text(), by: f.text() } }, image: { fields: { alt: f.text() } } },
    }),
  }
  const reduced = {
    views: f.number(),
    seo: f.group({ fields: { hint: f.text() } }),
    links: f.array({ fields: { label: f.text() } }),
    sections: f.blocks({ blocks: { quote: { fields: { text: f.text() } } } }),
  }
  const content = {
    title: 'Hello',
    views: 1,
    seo: { title: 'Seo', hint: 'hint' },
    links: [
      { id: 'a', label: 'A', href: '/a' },
      { id: 'b', label: 'B', href: '/b' },
    ],
    sections: [
      { id: 'i', blockType: 'image', alt: 'first' },
      { id: 'q', blockType: 'quote', text: 'To be', by: 'W' },
      { id: 'j', blockType: 'image', alt: 'second' },
    ],
  }

  it('is found by no query', async () => {
    const first = await database.posts(whole)
    const { id } = await first.local.collections.posts.create(content)
    const images = [{ id: 'k', blockType: 'image', alt: 'third' }]
    const only = await first.local.collections.posts.create({ sections: images })
    const { posts } = (await database.posts(reduced)).local.collections
    expect((await posts.findOne(only.id)).sections).toEqual([])

    const found = async (where: object) =>
      (await posts.find({ where, sort: 'createdAt' })).docs.map((doc: { id: string }) => doc.id)
    expect(await found({ 'sections.blockType': { equals: 'image' } })).toEqual([])
    expect(await found({ 'sections.blockType': { not_equals: 'image' } })).toEqual([id, only.id])
    expect(await found({ 'sections.blockType': { in: ['image', 'quote'] } })).toEqual([id])
    expect(await found({ 'sections.id': { in: ['i', 'k'] } })).toEqual([])
    expect(await found({ 'sections.id': { in: ['q', 'k'] } })).toEqual([id])
    expect(await found({ sections: { exists: true } })).toEqual([id])
    expect(await found({ sections: { equals: null } })).toEqual([only.id])
  })

  it('is never returned, and keeps its values through every write', async () => {
    const first = await database.posts(whole)
    const { id } = await first.local.collections.posts.create(content)
    const second = await database.posts(reduced)
    const { posts } = second.local.collections
    const shown = { views: 1, seo: { hint: 'hint' }, links: [{ label: 'A' }, { label: 'B' }], sections: [{ id: 'q' }] }
    const read = await posts.findOne(id)
    expect(read).toMatchObject(shown)
    await posts.update(id, { views: 2 })
    await posts.update(id, {
      seo: { hint: 'other' },
      links: [{ id: 'b', label: 'B2' }, { label: 'new' }],
      sections: [
        { blockType: 'quote', text: 'New' },
        { id: 'q', blockType: 'quote', text: 'Not to be' },
      ],
    })
    await posts.bulk({ action: 'update', ids: [id], data: { views: 3 } })
    const changed = await posts.findOne(id)
    for (const gone of ['title', 'by', 'href', 'alt', 'image'])
      expect(JSON.stringify(changed)).not.toContain(`"${gone}"`)
    expect((await get(second, '/collections/posts')).docs).toEqual([changed])
    await expect(posts.find({ where: { title: { equals: 'Hello' } } })).rejects.toMatchObject({ code: 'invalid_query' })
    await expect(posts.update(id, { title: 'x' })).rejects.toMatchObject({ code: 'validation' })
    expect(JSON.stringify(second.manifest.collections['posts']?.fields)).not.toContain('"title"')

    const third = await database.posts(whole)
    expect(await third.local.collections.posts.findOne(id)).toMatchObject({
      title: 'Hello',
      views: 3,
      seo: { title: 'Seo', hint: 'other' },
      links: [
        { id: 'b', label: 'B2', href: '/b' },
        { label: 'new', href: null },
      ],
      sections: [
        { id: 'i', blockType: 'image', alt: 'first' },
        { blockType: 'quote', text: 'New', by: null },
        { id: 'q', text: 'Not to be', by: 'W' },
        { id: 'j', blockType: 'image', alt: 'second' },
      ],
    })
  })

  it('keeps the rows of a removed block when the field is emptied', async () => {
    const first = await database.posts(whole)
    const { id } = await first.local.collections.posts.create(content)
    const second = await database.posts(reduced)
    await second.local.collections.posts.update(id, { sections: [] })
    expect((await second.local.collections.posts.findOne(id)).sections).toEqual([])
    const third = await database.posts(whole)
    expect((await third.local.collections.posts.findOne(id)).sections).toMatchObject([{ id: 'i' }, { id: 'j' }])
  })

  it('stays through drafts, publications, restores and cleared references', async () => {
    const people = collection({ fields: { name: f.text() }, access })
    const withTitle = {
      title: f.text(),
      text: f.text(),
      author: f.relationship({ to: 'people', onDelete: 'clear' }),
    }
    const { title: _title, ...without } = withTitle
    const more = { versions: { drafts: true }, access }
    const open = (fields: typeof without) =>
      database.open({ collections: { people, posts: collection({ fields, ...more }) } })

    const first = await open(withTitle)
    const { id: author } = await first.local.collections.people.create({ name: 'Ann' })
    const { id } = await first.local.collections.posts.create({ title: 'One', text: 'one', author })
    await first.local.collections.posts.publish(id)
    await first.local.collections.posts.update(id, { title: 'Two', text: 'two' })
    const second = await open(without)
    const { posts } = second.local.collections
    await posts.update(id, { text: 'three' })
    await second.local.collections.people.delete(author)
    expect(await storedContent(second, 'posts', id)).toMatchObject({ title: 'Two', text: 'three', author: null })
    expect(await storedContent(second, 'posts:live', id)).toMatchObject({ title: 'One', text: 'one', author: null })
    expect(await posts.findOne(id, { draft: false })).not.toHaveProperty('title')
    await posts.publish(id)
    expect(await storedContent(second, 'posts:live', id)).toMatchObject({ title: 'Two', text: 'three' })
    await posts.restore(id, 1)
    const history = await posts.versions(id)
    expect(JSON.stringify(history)).not.toContain('title')
    const third = await open(withTitle)
    // A restore leaves undefined fields unchanged.
    expect(await third.local.asSystem().collections.posts.findOne(id)).toMatchObject({ title: 'Two', text: 'one' })
    expect(await third.local.asSystem().collections.posts.version(id, 1)).toMatchObject({ data: { title: 'One' } })
  })

  it('stays in globals and in each locale', async () => {
    const title = f.text({ localized: true })
    const fields = {
      name: f.text({ localized: true }),
      note: f.group({ localized: true, fields: { a: f.text(), b: f.text() } }),
    }
    const reducedNote = f.group({ localized: true, fields: { a: f.text() } })
    const open = (own: object) =>
      database.open({ localization, globals: { site: global({ fields: { ...fields, ...own }, access: siteAccess }) } })
    const first = await open({ title })
    const { site } = first.local.globals
    const all = { locale: 'all' }
    await site.update({ title: { en: 'Hi', de: 'Hallo' }, name: { en: 'n' }, note: { en: { a: '1', b: '2' } } }, all)
    const second = await open({ note: reducedNote })
    await second.local.globals.site.update({ name: 'Name', note: { a: 'eins' } }, { locale: 'de' })
    await second.local.globals.site.update({ note: { a: 'one' } }, { locale: 'en' })
    await second.local.globals.site.copyLocale({ from: 'en', to: 'de' })
    expect(await second.local.globals.site.get(all)).not.toHaveProperty('title')
    const third = await open({ title })
    expect(await third.local.globals.site.get(all)).toMatchObject({
      title: { en: 'Hi', de: 'Hallo' },
      note: { en: { a: 'one', b: '2' }, de: { a: 'one', b: null } },
    })
  })

  it('is not copied to duplicates, which are new documents', async () => {
    const first = await database.posts(whole)
    const { id } = await first.local.collections.posts.create(content)
    const second = await database.posts(reduced)
    const { id: copy } = await second.local.collections.posts.duplicate(id)
    const third = await database.posts(whole)
    expect(await third.local.collections.posts.findOne(copy)).toMatchObject({
      title: null,
      seo: { title: null, hint: 'hint' },
      sections: [{ blockType: 'quote', text: 'To be', by: null }],
    })
    expect(await third.local.collections.posts.findOne(id)).toMatchObject(content)
  })

  it('is dropped by a destructive step, which shows how much it destroys', async () => {
    const versions = { versions: { drafts: true } }
    const first = await database.posts(whole, versions)
    const { posts } = first.local.collections
    const { id } = await posts.create(content)
    await posts.publish(id)
    for (let number = 0; number < 3; number += 1) await posts.create({ views: number })
    const second = await database.posts(reduced, versions)
    const drops = [
      'drop field posts.links.href: 2 values !',
      'drop block posts.sections.image: 2 rows !',
      'drop field posts.sections.quote.by: 1 value !',
      'drop field posts.seo.title: 1 value !',
      'drop field posts.title: 1 value !',
    ]
    expect((await pendingSteps(second)).toSorted()).toEqual(drops.toSorted())
    expect(await storedContent(second, 'posts', id)).toMatchObject(content)
    const { applied } = await second.migrate({ destructive: true })
    expect(applied.at(-1)?.description).toBe('drop field posts.title: 1 value')
    expect(await pendingSteps(second)).toEqual([])
    for (const table of ['posts', 'posts:live']) {
      expect(await storedContent(second, table, id)).toEqual({
        views: 1,
        seo: { hint: 'hint' },
        links: [
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B' },
        ],
        sections: [{ id: 'q', blockType: 'quote', text: 'To be' }],
      })
    }
    const third = await database.posts(whole, versions)
    expect(await third.local.collections.posts.findOne(id)).toMatchObject({ title: null, views: 1 })
    // Destroyed values are gone from the history, too.
    expect(await third.local.collections.posts.version(id, 1)).toMatchObject({ data: { title: null, views: 1 } })
  })

  it('does not affect content with fields that were added within parts that were not written since', async () => {
    const first = await database.posts({ views: f.number(), seo: f.group({ fields: { a: f.text() } }) })
    const { id } = await first.local.collections.posts.create({ views: 1, seo: { a: '1' } })
    const second = await database.posts({ views: f.number(), seo: f.group({ fields: { a: f.text(), b: f.text() } }) })
    await second.local.collections.posts.update(id, { views: 2 })
    expect(await second.local.collections.posts.findOne(id)).toMatchObject({ seo: { a: '1', b: null } })
    expect((await get(second, `/collections/posts/${id}`)).doc).toMatchObject({ seo: { a: '1', b: null } })
  })
})

const siteAccess = { read: access.read, update: access.update }
