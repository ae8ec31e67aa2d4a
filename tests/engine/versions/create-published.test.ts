import { onEachDatabase } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const seen: string[] = []

const config = defineConfig({
  collections: {
    posts: collection({
      fields: { title: f.text({ required: true }), kind: f.text() },
      versions: { drafts: true },
      access: {
        read: everybody,
        create: everybody,
        readDrafts: ({ actor }: RuleArguments) => actor !== null,
        readVersions: everybody,
        publish: ({ actor }: RuleArguments) => (actor ? { kind: { equals: 'news' } } : false),
      },
      hooks: {
        afterCommit: [
          () => {
            seen.push('afterCommit')
          },
        ],
      },
    }),
    plain: collection({ fields: { title: f.text() }, access: { create: everybody } }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase('creating a published document', { config, actors: { ann } }, (app) => {
  const post = (query: string, body: object, as?: string) =>
    app().request('POST', `/api/collections/posts${query}`, { body, ...(as && { as }) })

  it('creates one revision, which is live, created and published', async () => {
    seen.length = 0
    const { status, body } = await post('?publish=true', { title: 'T', kind: 'news' }, 'ann')
    expect([status, body.doc]).toMatchObject([201, { revision: 1, _status: 'published', _publishedRevision: 1 }])
    expect((await app().request('GET', `/api/collections/posts/${body.doc.id}`)).body.doc.title).toBe('T')
    const versions = await app().request('GET', `/api/collections/posts/${body.doc.id}/versions`, { as: 'ann' })
    expect(versions.body.docs).toMatchObject([{ revision: 1, _status: 'published' }])
    expect(app().events.map(({ event }) => event)).toEqual(['document.created', 'document.published'])
    expect(seen).toEqual(['afterCommit'])
  })

  it('creates a draft without the option', async () => {
    const { body } = await post('?publish=false', {}, 'ann')
    expect(body.doc).toMatchObject({ _status: 'draft', _publishedRevision: null })
    expect((await app().request('GET', `/api/collections/posts/${body.doc.id}`)).status).toBe(404)
  })

  it('requires complete content, and the right to publish that document', async () => {
    const incomplete = await post('?publish=true', { kind: 'news' }, 'ann')
    expect([incomplete.status, incomplete.body.error.issues[0]]).toMatchObject([
      422,
      { code: 'required', path: 'title' },
    ])
    expect((await post('?publish=true', { title: 'T', kind: 'news' })).status).toBe(401)
    expect((await post('?publish=true', { title: 'T', kind: 'other' }, 'ann')).status).toBe(403)
    expect((await post('?publish=yes', { title: 'T' }, 'ann')).status).toBe(400)
    expect(await app().app.local.asSystem().collections.posts.count()).toEqual({ count: 0 })
    expect(app().events).toEqual([])
    const plain = await app().request('POST', '/api/collections/plain?publish=true', { body: {} })
    expect([plain.status, plain.body.error.code]).toEqual([400, 'invalid_query'])
  })

  it('is an option in process', async () => {
    const doc = await app().app.local.as(ann).collections.posts.create({ title: 'T', kind: 'news' }, { publish: true })
    expect(doc._status).toBe('published')
  })
})
