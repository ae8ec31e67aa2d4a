import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { ada, bob } from './newsroom.ts'

const everybody = () => true

const config = defineConfig({
  collections: {
    posts: collection({
      trash: true,
      versions: { drafts: { autosave: true } },
      fields: { title: f.text(), topic: f.relationship({ to: 'topics', onDelete: 'clear' }) },
      access: {
        read: everybody,
        readDrafts: everybody,
        create: everybody,
        update: everybody,
        delete: everybody,
        publish: everybody,
      },
    }),
    topics: collection({
      fields: { name: f.text() },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
  },
})

onEachDatabase('while another user holds the lock of a draft', { config, actors: { ada, bob } }, (app) => {
  const posts = '/api/collections/posts'

  it('other users cannot publish, unpublish, restore, save or schedule it, in single or bulk calls', async () => {
    const topic = docOf(await app().request('POST', '/api/collections/topics', { body: { name: 'T' } })).id
    const { id } = docOf(await app().request('POST', posts, { body: { title: 'A', topic } }))
    await app().request('POST', `${posts}/${id}/publish`)
    await app().request('PATCH', `${posts}/${id}`, { body: { title: 'B' } })
    await app().request('POST', `${posts}/${id}/lock`, { as: 'ada' })
    app().events.length = 0
    const runAt = new Date(Date.now() + 3_600_000).toISOString()
    for (const [method, path, body] of [
      ['POST', `${posts}/${id}/publish`],
      ['POST', `${posts}/${id}/unpublish`],
      ['POST', `${posts}/${id}/restore/1`],
      ['POST', `${posts}/${id}/restore/1?draft=true`],
      ['PATCH', `${posts}/${id}?autosave=true`, { title: 'C' }],
      ['POST', `${posts}/${id}/schedule`, { runAt }],
      ['DELETE', `${posts}/${id}`],
      ['DELETE', `/api/collections/topics/${topic}`],
    ] as const) {
      const answer = await app().request(method, path, { as: 'bob', body })
      expect([method, path, answer.status, answer.body.error?.code]).toEqual([method, path, 409, 'locked'])
    }
    for (const action of ['publish', 'unpublish', 'delete']) {
      const { body } = await app().request('POST', `${posts}/bulk`, { as: 'bob', body: { action, ids: [id] } })
      expect(body).toMatchObject({ results: [{ ok: false, error: { code: 'locked' } }], failed: 1 })
    }
    expect(app().events).toEqual([])
    const found = docOf(await app().request('GET', `${posts}/${id}?draft=true`))
    expect(found).toMatchObject({ title: 'B', topic, revision: 3, _publishedRevision: 2 })
    expect((await app().request('POST', `${posts}/${id}/publish`, { as: 'ada' })).status).toBe(200)
  })
})
