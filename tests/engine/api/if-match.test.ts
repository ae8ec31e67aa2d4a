import type { Actor } from '@quirecms/core'
import { onEachDatabase, type Scenario, scenarios } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { actors, blog } from './blog.ts'

const setup = { config: blog, actors }
const POST = '/api/collections/posts/{post}'
const post = ['posts', { title: 'One' }] as const

/** Every write that supports `If-Match`, and the state after a refusal. */
const writes: readonly Pick<Scenario, 'name' | 'given' | 'call' | 'body' | 'leaves'>[] = [
  {
    name: 'update',
    given: { post },
    call: `PATCH ${POST}`,
    body: { title: 'Two' },
    leaves: { post: { title: 'One', revision: 1 } },
  },
  { name: 'PATCH {}', given: { post }, call: `PATCH ${POST}`, body: {}, leaves: { post: { revision: 1 } } },
  { name: 'delete', given: { post }, call: `DELETE ${POST}`, leaves: { post: { title: 'One', revision: 1 } } },
  { name: 'duplicate', given: { post }, call: `POST ${POST}/duplicate`, body: {} },
  {
    name: 'update of a global',
    call: 'PATCH /api/globals/settings',
    body: { siteName: 'Mine' },
    leaves: { settings: { siteName: 'Untitled', revision: 1 } },
  },
]

const malformed = ['*', 'W/"1"', '0', '-1', '1.5', '', '"1', '1, 2', '9007199254740992', '99999999999999999999']
const malformedForOne = [...malformed, 'w/1', '"0"', '1e0', '01', '""', "'1'", '"1", "1"', 'one', '+1', '0x1', 'null']

scenarios(
  'an If-Match that is not a revision is 400',
  { ...setup, matrix: 'validation' },
  writes.flatMap((write, index) =>
    // One place decides which texts are malformed; for all other writes, one example suffices.
    (index === 0 ? malformedForOne : malformed).map(
      (header): Scenario => ({
        ...write,
        name: `${write.name}: ${JSON.stringify(header)}`,
        only: 'http',
        as: 'editor',
        headers: { 'if-match': header },
        answers: { status: 400, code: 'invalid_if_match' },
      }),
    ),
  ),
)

onEachDatabase(
  'an ifMatch that is not a revision is refused in process too',
  { ...setup, matrix: 'validation' },
  (app) => {
    it.each([0, -1, 1.5, Number.NaN, 2 ** 60, '1', null, true, {}])('%j', async (ifMatch) => {
      const { local, events, actors: known } = app()
      const posts = local.as(known['editor'] as Actor).collection('posts')
      const created: unknown = await posts.create({ title: 'One' })
      const { id } = created as { id: string }
      events.length = 0
      const refused = { code: 'invalid_if_match' }
      await expect(posts.update(id, { title: 'Two' }, { ifMatch })).rejects.toMatchObject(refused)
      await expect(posts.delete(id, { ifMatch })).rejects.toMatchObject(refused)
      await expect(posts.duplicate(id, {}, { ifMatch })).rejects.toMatchObject(refused)
      expect(events).toEqual([])
    })
  },
)

scenarios('an If-Match with another revision is 409 and changes nothing', setup, [
  ...writes.flatMap((write) =>
    ['2', '"2"', '"9007199254740991"'].map(
      (header): Scenario => ({
        ...write,
        name: `${write.name}: ${header}`,
        as: 'editor',
        headers: { 'if-match': header },
        answers: { status: 409, code: 'revision_conflict' },
      }),
    ),
  ),
  {
    name: 'the conflict is detected before the body is validated',
    as: 'editor',
    given: { post },
    call: `PATCH ${POST}`,
    body: { nope: 1 },
    headers: { 'if-match': '2' },
    answers: { status: 409, code: 'revision_conflict' },
    never: ['nope'],
  },
  {
    name: 'a caller without the right to update learns nothing about the revision',
    given: { post },
    call: `PATCH ${POST}`,
    body: { title: 'Two' },
    headers: { 'if-match': '2' },
    answers: { status: 401, code: 'unauthenticated' },
    never: ['revision'],
  },
  {
    name: 'a missing document is 404, whatever the revision',
    as: 'editor',
    call: 'PATCH /api/collections/posts/{nothing}',
    body: { title: 'Two' },
    headers: { 'if-match': '1' },
    answers: { status: 404, code: 'not_found' },
  },
])

onEachDatabase('an If-Match with an earlier revision is 409', setup, (app) => {
  it.each(writes.map(({ name, call, body }) => [name, call, body] as const))('%s', async (_name, call, body) => {
    const system = app().local.asSystem()
    const { id } = (await system.collection('posts').create({ title: 'One' })) as { id: string }
    for (const title of ['Two', 'Three']) await system.collection('posts').update(id, { title })
    const settings = system.global('settings')
    for (const siteName of ['A', 'B']) await settings.update({ siteName })
    const [method = '', path = ''] = call.replace('{post}', id).split(' ')
    const before = [await system.collection('posts').find({}), await settings.get()]
    for (const revision of ['1', '"2"']) {
      const answer = await app().request(method, path, { as: 'editor', body, headers: { 'if-match': revision } })
      expect([answer.status, answer.body.error.code]).toEqual([409, 'revision_conflict'])
    }
    expect([await system.collection('posts').find({}), await settings.get()]).toEqual(before)
  })
})

scenarios('an If-Match with the current revision, quoted or not', setup, [
  ...['1', '"1"'].flatMap((header): Scenario[] => [
    {
      name: `update: ${header}`,
      as: 'editor',
      given: { post },
      call: `PATCH ${POST}`,
      body: { title: 'Two' },
      headers: { 'if-match': header },
      answers: { status: 200, doc: { revision: 2, title: 'Two' }, headers: { etag: '"2"' } },
      events: ['document.updated'],
    },
    {
      name: `PATCH {}: ${header}`,
      as: 'editor',
      given: { post },
      call: `PATCH ${POST}`,
      body: {},
      headers: { 'if-match': header },
      answers: { status: 200, doc: { revision: 1 }, headers: { etag: '"1"' } },
      events: [],
    },
    {
      name: `delete: ${header}`,
      as: 'editor',
      given: { post },
      call: `DELETE ${POST}`,
      headers: { 'if-match': header },
      answers: { status: 200, body: { id: '{post}', deleted: true } },
      events: ['document.deleted'],
      leaves: { post: null },
    },
    {
      name: `duplicate: ${header}`,
      as: 'editor',
      given: { post },
      call: `POST ${POST}/duplicate`,
      body: {},
      headers: { 'if-match': header },
      answers: { status: 201, doc: { revision: 1, title: 'One' } },
      events: ['document.created'],
      leaves: { post: { revision: 1 } },
    },
    {
      name: `update of a global: ${header}`,
      as: 'editor',
      call: 'PATCH /api/globals/settings',
      body: { siteName: 'Mine' },
      headers: { 'if-match': header },
      answers: { status: 200, doc: { revision: 2, siteName: 'Mine' }, headers: { etag: '"2"' } },
      events: ['global.updated'],
    },
  ]),
  {
    name: 'a create accepts no If-Match',
    only: 'http',
    as: 'editor',
    call: 'POST /api/collections/posts',
    body: { title: 'New' },
    headers: { 'if-match': '7' },
    answers: { status: 201, doc: { title: 'New', revision: 1 } },
    counts: { posts: 1 },
  },
])
