import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: {} }),
    tags: collection({ fields: { name: f.text() }, access }),
    posts: collection({
      fields: {
        open: f.checkbox({ default: true }),
        tag: f.relationship({ to: 'tags' }),
        more: f.array({ fields: { tag: f.relationship({ to: ['tags', 'posts'] }) } }),
        quiet: f.relationship({ to: 'tags', access: { read: () => false } }),
      },
      trash: true,
      access: { ...access, read: () => ({ open: { equals: true } }) },
    }),
    notes: collection({
      versions: { drafts: true },
      fields: { isShared: f.checkbox() },
      access: { ...access, readDrafts: () => ({ isShared: { equals: true } }) },
    }),
    secrets: collection({ fields: { tag: f.relationship({ to: 'tags' }) } }),
  },
  globals: {
    settings: global({
      fields: { tag: f.relationship({ to: 'tags' }) },
      access: { read: everybody, update: everybody },
    }),
  },
})

onEachDatabase('references', { config }, (app) => {
  const references = async (id: string, query = '') =>
    app().request('GET', `/api/collections/tags/${id}/references${query}`)

  it('lists and counts only readable documents', async () => {
    const system = app().app.local.asSystem()
    const { id } = await system.collections.tags.create({ name: 'a' })
    const post = await system.collections.posts.create({ tag: id, more: [{ tag: { relationTo: 'tags', value: id } }] })
    await system.collections.posts.create({ tag: id, open: false })
    await system.collections.posts.create({ quiet: id })
    await system.collections.secrets.create({ tag: id })
    await system.globals.settings.update({ tag: id })
    const trashed = await system.collections.posts.create({ tag: id })
    await system.collections.posts.delete(trashed.id)
    const answer = await references(id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      docs: [
        { kind: 'collection', slug: 'posts', id: post.id, field: 'tag' },
        { kind: 'collection', slug: 'posts', id: post.id, field: 'more.tag' },
        { kind: 'global', slug: 'settings', id: 'settings', field: 'tag' },
      ],
      pagination: expect.objectContaining({ totalDocs: 3, totalPages: 1 }) as unknown,
    })
    const all = await system.collections.tags.references(id)
    expect(all.docs.map(({ slug, field }) => `${slug}.${field}`)).toEqual([
      'posts.tag',
      'posts.tag',
      'posts.more.tag',
      'posts.quiet',
      'secrets.tag',
      'settings.tag',
    ])
  })

  it('includes unpublished drafts for callers who may read them', async () => {
    const { notes } = app().app.local.asSystem().collections
    const [shared, own] = [await notes.create({ isShared: true }), await notes.create({ isShared: false })]
    const statusOf = async (id: string) =>
      (await app().request('GET', `/api/collections/notes/${id}/references`)).status
    expect([await statusOf(shared.id), await statusOf(own.id)]).toEqual([200, 404])
  })

  it('is paged over all fields', async () => {
    const tags = app().app.local.asSystem().collections.tags
    const posts = app().app.local.asSystem().collections.posts
    const { id } = await tags.create({ name: 'a' })
    for (let i = 0; i < 3; i++) await posts.create({ tag: id, more: [{ tag: { relationTo: 'tags', value: id } }] })
    const seen: string[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await references(id, `?limit=2&page=${page}`)
      expect(body.pagination).toMatchObject({ totalDocs: 6, totalPages: 3, page })
      for (const doc of body.docs as { id: string; field: string }[]) seen.push(`${doc.field} ${doc.id}`)
    }
    expect(new Set(seen).size).toBe(6)
    expect((await references(id, '?page=9')).body.docs).toEqual([])
  })

  it('is available to readers of the document', async () => {
    const secret = await app().app.local.asSystem().collections.secrets.create({})
    expect((await app().request('GET', `/api/collections/secrets/${secret.id}/references`)).status).toBe(401)
    expect((await references('01900000-0000-7000-8000-000000000000')).status).toBe(404)
    const tag = docOf(await app().request('POST', '/api/collections/tags', { body: {} }))
    expect((await references(tag.id, '?sort=id')).body.error.code).toBe('invalid_query')
  })
})
