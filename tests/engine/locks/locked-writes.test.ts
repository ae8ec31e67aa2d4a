import { CHANNELS, docOf, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { setup } from './newsroom.ts'

/** Every way to change a post, or the topic that it references. */
const WRITES: readonly (readonly [name: string, call: string, body?: object])[] = [
  ['an update', 'PATCH /api/collections/posts/{post}', { title: 'B' }],
  ['a deletion', 'DELETE /api/collections/posts/{post}'],
  ['copying a locale', 'POST /api/collections/posts/{post}/copy-locale', { from: 'en', to: 'de' }],
  ['a join from elsewhere', 'PATCH /api/collections/topics/{topic}/joins/posts', { removals: ['{post}'] }],
  ['a deletion that clears its reference', 'DELETE /api/collections/topics/{topic}'],
]

onEachDatabase('while another user holds the lock', setup, (app) => {
  const make = async (collection: string, data: object) =>
    docOf(await app().request('POST', `/api/collections/${collection}`, { as: 'ada', body: data })).id

  async function locked() {
    const topic = await make('topics', { name: 'T' })
    const post = await make('posts', { title: 'A', topic })
    await app().request('POST', `/api/collections/posts/${post}/lock`, { as: 'ada' })
    app().events.length = 0
    const fillIn = <Value>(value: Value): Value =>
      JSON.parse(JSON.stringify(value).replaceAll('{post}', post).replaceAll('{topic}', topic)) as Value
    return { topic, post, fillIn }
  }

  async function isUntouched({ topic, post }: { topic: string; post: string }) {
    const found = await app().request('GET', `/api/collections/posts/${post}`)
    expect(docOf(found)).toMatchObject({ title: 'A', topic, revision: 1 })
    expect((await app().request('GET', `/api/collections/topics/${topic}`)).status).toBe(200)
    expect(app().events).toEqual([])
  }

  for (const [name, call, body] of WRITES) {
    it(`${name} is refused, and changes nothing`, async () => {
      const held = await locked()
      const stated = held.fillIn({ call, ...(body && { body }) })
      for (const [, send] of CHANNELS) {
        const { status, code } = await send(app(), { ...stated, as: 'bob' })
        expect([status, code]).toEqual([409, 'locked'])
      }
      await isUntouched(held)
      const [[, send]] = CHANNELS
      expect((await send(app(), { ...stated, as: 'ada' })).status).toBe(200)
    })
  }

  it('bulk refuses only that document', async () => {
    const held = await locked()
    const other = await make('posts', { title: 'Other' })
    for (const [action, extra] of [
      ['update', { data: { title: 'B' } }],
      ['delete', {}],
    ] as const) {
      const { body } = await app().request('POST', '/api/collections/posts/bulk', {
        as: 'bob',
        body: { action, ids: [held.post, other], ...extra },
      })
      expect(body).toMatchObject({
        results: [
          { id: held.post, ok: false, error: { code: 'locked', status: 409 } },
          { id: other, ok: true },
        ],
        succeeded: 1,
        failed: 1,
      })
    }
    app().events.length = 0
    await isUntouched(held)
  })

  it('reads and copies succeed, and the system may write', async () => {
    const { post } = await locked()
    expect((await app().request('GET', '/api/collections/posts')).body.docs).toHaveLength(1)
    expect(
      (await app().request('POST', `/api/collections/posts/${post}/duplicate`, { as: 'bob', body: {} })).status,
    ).toBe(201)
    await app().local.asSystem().collection('posts').update(post, { title: 'Counted' })
    expect(docOf(await app().request('GET', `/api/collections/posts/${post}`))).toMatchObject({ title: 'Counted' })
  })

  it('an anonymous writer is refused as well', async () => {
    const open = await make('open', { name: 'A' })
    await app().request('POST', `/api/collections/open/${open}/lock`, { as: 'ada' })
    const answer = await app().request('PATCH', `/api/collections/open/${open}`, { body: { name: 'B' } })
    expect(answer.body.error).toMatchObject({ code: 'locked', status: 409 })
    await app().request('DELETE', `/api/collections/open/${open}/lock`, { as: 'ada' })
    expect((await app().request('PATCH', `/api/collections/open/${open}`, { body: { name: 'B' } })).status).toBe(200)
  })

  it('a lock and concurrent writes: writes after the lock are refused', async () => {
    const post = await make('posts', { title: 'A' })
    const write = () => app().request('PATCH', `/api/collections/posts/${post}`, { as: 'bob', body: { title: 'B' } })
    const writes = Array.from({ length: 8 }, write)
    const lock = app().request('POST', `/api/collections/posts/${post}/lock`, { as: 'ada' })
    const answers = await Promise.all([...writes, ...Array.from({ length: 8 }, write)])
    expect((await lock).status).toBe(200)
    const written = answers.filter(({ status }) => status === 200).length
    expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.error.code === 'locked')).toBe(true)
    expect(docOf(await app().request('GET', `/api/collections/posts/${post}`)).revision).toBe(written + 1)
    expect((await write()).body.error.code).toBe('locked')
  })
})
