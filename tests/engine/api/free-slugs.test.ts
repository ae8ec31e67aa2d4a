import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = {
  read: () => true,
  create: () => true,
  update: () => true,
  publish: () => true,
  readDrafts: () => true,
}

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    posts: collection({
      fields: {
        title: f.text({ required: true }),
        slug: f.slug({ from: 'title', unique: true, maxLength: 10 }),
        seo: f.group({ fields: { name: f.text(), path: f.slug({ from: 'name', unique: true }) } }),
      },
      access: everybody,
    }),
    pages: collection({
      fields: { title: f.text({ localized: true }), slug: f.slug({ from: 'title', unique: true, localized: true }) },
      versions: { drafts: true },
      access: everybody,
    }),
    loose: collection({ fields: { title: f.text(), slug: f.slug({ from: 'title' }) }, access: everybody }),
  },
})

onEachDatabase('generated slugs are unique', { config }, (app) => {
  const { posts, pages, loose } = {
    posts: () => app().app.local.collections.posts,
    pages: () => app().app.local.collections.pages,
    loose: () => app().app.local.collections.loose,
  }
  const slugOf = async (title: string) => (await posts().create({ title })).slug

  it('by counting up, over HTTP too', async () => {
    const slugs: unknown[] = []
    for (let count = 0; count < 6; count += 1) slugs.push(await slugOf('Hello'))
    expect(slugs).toEqual(['hello', 'hello-2', 'hello-3', 'hello-4', 'hello-5', 'hello-6'])
    const answer = await fetch(`${app().url}/api/collections/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"hello!"}',
    })
    expect(await answer.json()).toMatchObject({ doc: { slug: 'hello-7' } })
  })

  it('also if a concurrent write takes the value', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => slugOf('Hello')))
    expect(new Set(made)).toEqual(new Set(['hello', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `hello-${number}`)]))
    const inside = await Promise.all(
      Array.from({ length: 4 }, () => posts().create({ title: 'x', slug: null, seo: { name: 'Same' } })),
    )
    expect(new Set(inside.map(({ seo }) => seo.path))).toEqual(new Set(['same', 'same-2', 'same-3', 'same-4']))
  })

  it('and keep a free value', async () => {
    await posts().create({ title: 'x', slug: 'hello-2' })
    expect([await slugOf('Hello'), await slugOf('Hello')]).toEqual(['hello', 'hello-3'])
  })

  it('within the maximum length of the field', async () => {
    const slugs = [await slugOf('Longer title'), await slugOf('Longer title'), await slugOf('Longer t')]
    expect(slugs).toEqual(['longer-tit', 'longer-t-2', 'longer-t'])
  })

  it('without changing a value that was sent', async () => {
    await slugOf('Hello')
    await expect(posts().create({ title: 'Other', slug: 'hello' })).rejects.toMatchObject({
      issues: [{ code: 'unique', path: 'slug' }],
    })
    const { id } = await posts().create({ title: 'Other' })
    await expect(posts().update(id, { slug: 'hello' })).rejects.toMatchObject({ issues: [{ path: 'slug' }] })
    expect(await posts().update(id, { title: 'Hello' })).toMatchObject({ slug: 'other' })
  })

  it('in groups', async () => {
    const seo = { name: 'Search me' }
    await posts().create({ title: 'A', seo })
    expect(await posts().create({ title: 'B', seo })).toMatchObject({ slug: 'b', seo: { path: 'search-me-2' } })
  })

  it('in each locale separately, and over live copies', async () => {
    const { id } = await pages().create({ title: 'Hello' })
    await pages().publish(id)
    await pages().update(id, { slug: 'elsewhere' })
    expect(await pages().create({ title: 'Hello' })).toMatchObject({ slug: 'hello-2' })
    expect(await pages().create({ title: 'Hello' }, { locale: 'de' })).toMatchObject({ slug: 'hello' })
    const both = { title: { en: 'Hello', de: 'Hello' } }
    expect(await pages().create(both, { locale: 'all' })).toMatchObject({ slug: { en: 'hello-3', de: 'hello-2' } })
  })

  it('only if the field is unique', async () => {
    await loose().create({ title: 'Hello' })
    expect(await loose().create({ title: 'Hello' })).toMatchObject({ slug: 'hello' })
  })

  it('for each of many documents', async () => {
    const made = await posts().createMany([{ title: 'Hello' }, { title: 'Hello' }, { title: 'Hello' }])
    expect(made.map(({ slug }) => slug)).toEqual(['hello', 'hello-2', 'hello-3'])
  })
})
