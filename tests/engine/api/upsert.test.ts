import { createClient } from '@quirecms/sdk'
import { onEachDatabase } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const staff = ({ actor }: RuleArguments) => actor !== null

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    posts: collection({
      fields: {
        slug: f.text({ unique: true }),
        title: f.text({ required: true }),
        path: f.text({ unique: true, localized: true }),
        code: f.number({ unique: true, access: { read: staff } }),
        meta: f.group({ fields: { key: f.text({ unique: true }) } }),
        owner: f.text(),
        views: f.number({ default: 0 }),
      },
      trash: true,
      access: {
        read: ({ actor }) => (actor ? true : { owner: { not_equals: 'hidden' } }),
        create: everybody,
        update: everybody,
        delete: everybody,
      },
    }),
    closed: collection({
      fields: { slug: f.text({ unique: true }) },
      access: { read: everybody, create: staff, update: () => false },
    }),
    pages: collection({
      fields: { slug: f.text({ unique: true }), owner: f.text() },
      versions: { drafts: true },
      access: {
        read: everybody,
        create: everybody,
        update: ({ actor }) => actor !== null && { owner: { equals: actor.id } },
        readDrafts: ({ actor }) => actor !== null && { owner: { equals: actor.id } },
      },
    }),
    plain: collection({ fields: { slug: f.text() }, access: { read: everybody, create: everybody } }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase('upsert by a unique field', { config, actors: { ann } }, (app) => {
  const put = (query: string, body: object, options: object = {}) =>
    app().request('PUT', `/api/collections/posts?${query}`, { body, ...options })
  const system = () => app().app.local.asSystem().collections.posts

  it('creates a document, and changes it the next time', async () => {
    const made = await put('by=slug', { slug: 'a', title: 'One' })
    expect([made.status, made.body.doc.title, made.body.doc.revision]).toEqual([201, 'One', 1])
    expect(made.headers.get('location')).toBe(`/api/collections/posts/${made.body.doc.id}`)
    const changed = await put('by=slug', { slug: 'a', title: 'Two' })
    expect([changed.status, changed.headers.get('location')]).toEqual([200, null])
    expect(changed.body.doc).toMatchObject({ id: made.body.doc.id, title: 'Two', revision: 2, views: 0 })
    expect(app().events.map(({ event }) => event)).toEqual(['document.created', 'document.updated'])
    const inGroup = await put('by=meta.key', { meta: { key: 'k' }, title: 'Three' })
    expect((await put('by=meta.key', { meta: { key: 'k' }, title: 'Four' })).body.doc.id).toBe(inGroup.body.doc.id)
    expect(await system().count()).toEqual({ count: 2 })
  })

  it('creates one document under concurrent calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => put('by=slug', { slug: 'same', title: `T${index}` })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 19 }, () => 200),
      201,
    ])
    expect(await system().count()).toEqual({ count: 1 })
    expect((await system().find()).docs[0]?.revision).toBe(20)
  })

  it('accepts only unique fields that the caller may read', async () => {
    for (const [query, as] of [
      ['', undefined],
      ['by=title', 'ann'],
      ['by=path', 'ann'],
      ['by=nope', 'ann'],
      ['by=id', 'ann'],
      ['by=code', undefined],
    ]) {
      const { status, body } = await put(query ?? '', { slug: 'x', title: 'T', code: 1 }, { as })
      expect([query, status, body.error?.code, body.error?.issues[0].path]).toEqual([query, 400, 'invalid_query', 'by'])
    }
    expect((await put('by=code', { code: 1, title: 'T' }, { as: 'ann' })).status).toBe(201)
    const missing = await put('by=slug', { title: 'T' })
    expect([missing.status, missing.body.error.issues]).toEqual([
      422,
      [expect.objectContaining({ code: 'required', path: 'slug' })],
    ])
    const wrong = await put('by=slug', { slug: 5, title: 'T' })
    expect([wrong.status, wrong.body.error.issues[0]]).toMatchObject([422, { code: 'type', path: 'slug' }])
    const relative = await put('by=code', { code: 1, title: 'T', views: { increment: 1 } }, { as: 'ann' })
    expect([relative.status, relative.body.error.issues]).toMatchObject([
      422,
      expect.arrayContaining([expect.objectContaining({ code: 'type', path: 'views' })]),
    ])
    expect((await system().find()).docs).toMatchObject([{ revision: 1, views: 0 }])
  })

  it('checks the rule of the resulting action, and says of unreadable documents only that the value is taken', async () => {
    await system().create({ slug: 'secret', title: 'T', owner: 'hidden' })
    const hidden = await put('by=slug', { slug: 'secret', title: 'Mine now' })
    expect([hidden.status, hidden.body.error.issues[0]]).toMatchObject([422, { code: 'unique', path: 'slug' }])
    expect((await put('by=slug', { slug: 'secret', title: 'Seen' }, { as: 'ann' })).status).toBe(200)
    const gone = await system().create({ slug: 'gone', title: 'T' })
    await system().delete(gone.id)
    expect((await put('by=slug', { slug: 'gone', title: 'T' })).status).toBe(422)
    const closed = (body: object, as?: string) =>
      app().request('PUT', '/api/collections/closed?by=slug', { body, ...(as && { as }) })
    expect((await closed({ slug: 'a' })).status).toBe(401)
    expect((await closed({ slug: 'a' }, 'ann')).status).toBe(201)
    expect((await closed({ slug: 'a' }, 'ann')).status).toBe(403)
  })

  it("says no more of another user's draft", async () => {
    const { pages } = app().app.local.asSystem().collections
    await pages.create({ slug: 'theirs', owner: 'x' })
    const own = await pages.create({ slug: 'own', owner: ann.id })
    const live = await pages.create({ slug: 'live', owner: 'x' }, { publish: true })
    const send = async (slug: string) => {
      const { status, body } = await app().request('PUT', '/api/collections/pages?by=slug', {
        body: { slug },
        as: 'ann',
      })
      return [status, body.doc?.id ?? body.error.issues?.[0]?.code ?? body.error.code]
    }
    expect(await send('theirs')).toEqual([422, 'unique'])
    expect(await send('own')).toEqual([200, own.id])
    expect(await send('live')).toEqual([403, 'forbidden'])
    expect((await pages.findOne(live.id)).revision).toBe(1)
  })

  it('honours If-Match, which a new document cannot satisfy', async () => {
    const headers = { 'if-match': '"1"' }
    expect((await put('by=slug', { slug: 'a', title: 'T' }, { headers })).body.error.code).toBe('revision_conflict')
    await put('by=slug', { slug: 'a', title: 'T' })
    expect((await put('by=slug', { slug: 'a', title: 'U' }, { headers })).status).toBe(200)
    expect((await put('by=slug', { slug: 'a', title: 'V' }, { headers })).status).toBe(409)
  })

  it('exists only for collections with a unique field', async () => {
    expect((await app().request('PUT', '/api/collections/plain?by=slug', { body: { slug: 'a' } })).status).toBe(405)
  })

  it('returns the same in process and to the client', async () => {
    const client = createClient<typeof config>({ baseUrl: app().url, fetch: app().fetchAs('ann') })
    const made = await client.collections.posts.upsert({ slug: 'a', title: 'One' }, { by: 'slug' })
    const again = await app().app.local.as(ann).collections.posts.upsert({ slug: 'a', title: 'Two' }, { by: 'slug' })
    expect([again.id, again.title, again.revision]).toEqual([made.id, 'Two', 2])
    // @ts-expect-error: a localized field names no document.
    await expect(client.collections.posts.upsert({ slug: 'a', title: 'T' }, { by: 'path' })).rejects.toThrow('"by"')
  })
})
