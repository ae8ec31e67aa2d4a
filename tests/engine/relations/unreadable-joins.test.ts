import { onEachDatabase } from '@quirecms/testkit'
import { type Actor, collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const editors = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
const access = { read: everybody, create: everybody, update: everybody }
const join = { collection: 'comments', on: 'post', writable: true } as const

const config = defineConfig({
  collections: {
    posts: collection({
      fields: {
        title: f.text(),
        kept: f.join(join),
        ruled: f.join({ ...join, access: { read: editors } }),
        byDocument: f.join({ ...join, access: { read: ({ doc }) => doc?.['title'] === 'open' } }),
        closed: f.group({ fields: { inside: f.join(join) }, access: { read: editors } }),
        unseen: f.group({ fields: { inside: f.join(join) }, hidden: true }),
        hidden: f.join({ ...join, hidden: true }),
      },
      access,
    }),
    comments: collection({ fields: { post: f.relationship({ to: 'posts' }) }, access }),
  },
})

const ann: Actor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'writer' }
const eve: Actor = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'editor' }

onEachDatabase('an unreadable join cannot be changed', { config, actors: { ann, eve } }, (app) => {
  const ids: Record<string, string> = {}
  beforeEach(async () => {
    const { posts, comments } = app().app.local.asSystem().collections
    ids['post'] = (await posts.create({ title: 'closed' })).id
    ids['open'] = (await posts.create({ title: 'open' })).id
    ids['comment'] = (await comments.create({})).id
  })

  const change = (post: string, field: string, as: string) =>
    app().request('PATCH', `/api/collections/posts/${ids[post]}/joins/${field}`, {
      as,
      body: { additions: [ids['comment']] },
    })

  describe.each(['ruled', 'byDocument', 'closed.inside', 'unseen.inside', 'hidden', 'nope'])('%s', (field) => {
    it('answers like a missing one', async () => {
      const unknown = await change('post', 'nope', 'ann')
      const answer = await change('post', field, 'ann')
      expect(answer.status).toBe(404)
      expect(answer.body.error).toEqual({ ...unknown.body.error, requestId: answer.body.error.requestId })
      const comment = await app()
        .app.local.asSystem()
        .collections.comments.findOne(ids['comment'] ?? '')
      expect(comment).toMatchObject({ revision: 1, post: null })
    })
  })

  it.each([
    ['post', 'kept', 'ann'],
    ['open', 'byDocument', 'ann'],
    ['post', 'ruled', 'eve'],
    ['post', 'closed.inside', 'eve'],
  ])('%s %s: a caller who may read it changes it (%s)', async (post, field, as) => {
    expect((await change(post, field, as)).status).toBe(200)
  })
})
