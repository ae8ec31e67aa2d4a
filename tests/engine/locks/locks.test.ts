import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { ada, bob, MINUTE, setup, time } from './newsroom.ts'

const NOTHING = '01890000-0000-7000-8000-000000000000'

onEachDatabase('locks', setup, (app) => {
  const make = async (collection: string, data: object) =>
    docOf(await app().request('POST', `/api/collections/${collection}`, { as: 'ada', body: data })).id
  const lock = (path: string, as?: string, body?: object) =>
    app().request('POST', `/api/collections/${path}/lock`, { as, body })
  const look = (path: string, as?: string) => app().request('GET', `/api/collections/${path}/lock`, { as })
  const release = (path: string, as?: string) => app().request('DELETE', `/api/collections/${path}/lock`, { as })
  const at = (milliseconds: number) => new Date(milliseconds).toISOString()
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ]

  it('a lock is acquired, read, renewed and released', async () => {
    const start = time.now
    const post = `posts/${await make('posts', { title: 'A' })}`
    expect((await look(post, 'bob')).body).toEqual({ lock: null })
    const held = {
      actor: { collection: 'users', id: ada.id },
      acquiredAt: at(start),
      expiresAt: at(start + 5 * MINUTE),
    }
    const acquired = await lock(post, 'ada')
    expect([acquired.status, acquired.body]).toEqual([200, { lock: { ...held, mine: true } }])
    expect((await look(post, 'ada')).body).toEqual({ lock: { ...held, mine: true } })
    expect((await look(post, 'bob')).body).toEqual({ lock: { ...held, mine: false } })
    time.now += MINUTE
    const renewed = await lock(post, 'ada', {})
    expect(renewed.body).toEqual({ lock: { ...held, expiresAt: at(start + 6 * MINUTE), mine: true } })
    expect((await release(post, 'ada')).body).toEqual({ released: true })
    expect((await look(post, 'ada')).body).toEqual({ lock: null })
    // The document itself has not changed.
    expect(docOf(await app().request('GET', `/api/collections/${post}`)).revision).toBe(1)
  })

  it('another user gets it by a takeover, or once it has expired, not before', async () => {
    const post = `posts/${await make('posts', { title: 'A' })}`
    const start = time.now
    await lock(post, 'ada')
    expect(codeOf(await lock(post, 'bob'))).toEqual([409, 'locked'])
    expect(codeOf(await lock(post, 'bob', { takeover: false }))).toEqual([409, 'locked'])
    expect((await look(post, 'ada')).body.lock).toMatchObject({ mine: true })
    const taken = await lock(post, 'bob', { takeover: true })
    expect(taken.body.lock).toMatchObject({ actor: { id: bob.id }, acquiredAt: at(start), mine: true })
    expect(codeOf(await lock(post, 'ada'))).toEqual([409, 'locked'])
    time.now += 5 * MINUTE - 1
    expect(codeOf(await lock(post, 'ada'))).toEqual([409, 'locked'])
    time.now += 1
    expect((await look(post, 'bob')).body).toEqual({ lock: null })
    expect((await lock(post, 'ada')).body.lock).toMatchObject({ actor: { id: ada.id }, acquiredAt: at(time.now) })
  })

  it('releasing a free lock succeeds, releasing the lock of another user does not', async () => {
    const post = `posts/${await make('posts', { title: 'A' })}`
    expect((await release(post, 'ada')).body).toEqual({ released: true })
    await lock(post, 'ada')
    expect(codeOf(await release(post, 'bob'))).toEqual([409, 'not_lock_holder'])
    expect((await look(post, 'ada')).body.lock).toMatchObject({ mine: true })
    time.now += 5 * MINUTE
    expect((await release(post, 'bob')).body).toEqual({ released: true })
  })

  it('lasts as long as the collection configures', async () => {
    const topic = `topics/${await make('topics', { name: 'A' })}`
    expect((await lock(topic, 'ada')).body.lock.expiresAt).toBe(at(time.now + MINUTE))
  })

  it('requires a signed-in caller with the right to update, also to read it', async () => {
    const post = `posts/${await make('posts', { title: 'A' })}`
    for (const call of [look, lock, release]) {
      expect(codeOf(await call(post))).toEqual([401, 'unauthenticated'])
      expect(codeOf(await call(post, 'reader'))).toEqual([403, 'forbidden'])
      expect(codeOf(await call(`posts/${NOTHING}`, 'ada'))).toEqual([404, 'not_found'])
    }
    const open = `open/${await make('open', { name: 'A' })}`
    expect((await look(open)).body).toEqual({ lock: null })
    expect(codeOf(await lock(open))).toEqual([401, 'unauthenticated'])
    expect(codeOf(await release(open))).toEqual([401, 'unauthenticated'])
    await expect(app().local.asSystem().collection('posts').lock(post.slice(6))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    const own = `own/${await make('own', { owner: ada.id })}`
    const secret = `own/${await make('own', { owner: bob.id, secret: true })}`
    expect((await lock(own, 'ada')).status).toBe(200)
    expect(codeOf(await lock(own, 'bob', { takeover: true }))).toEqual([403, 'forbidden'])
    expect(codeOf(await lock(secret, 'ada'))).toEqual([404, 'not_found'])
    expect(codeOf(await look(secret, 'ada'))).toEqual([404, 'not_found'])
  })

  it('an actor is identified by collection and id, and so is a document', async () => {
    const post = await make('posts', { title: 'A' })
    await lock(`posts/${post}`, 'ada')
    expect((await look(`posts/${post}`, 'twin')).body.lock.mine).toBe(false)
    expect(codeOf(await lock(`posts/${post}`, 'twin'))).toEqual([409, 'locked'])
    // The same id in another collection is another document.
    await app().local.asSystem().collection('open').create({ id: post, name: 'Same id' })
    expect((await look(`open/${post}`, 'bob')).body).toEqual({ lock: null })
    expect((await app().request('PATCH', `/api/collections/open/${post}`, { body: { name: 'B' } })).status).toBe(200)
  })

  it('one of many concurrent callers acquires it', async () => {
    const post = `posts/${await make('posts', { title: 'A' })}`
    const answers = await Promise.all(['ada', 'bob', 'twin', 'ada', 'bob', 'twin'].map((as) => lock(post, as)))
    const holders = answers.filter(({ status }) => status === 200).map(({ body }) => body.lock.actor)
    expect(holders).toHaveLength(2)
    expect(holders[0]).toEqual(holders[1])
  })

  it('is deleted with its document, in the trash too, and with its holder', async () => {
    const post = await make('posts', { title: 'A' })
    const { local, manifest } = app()
    await lock(`posts/${post}`, 'ada')
    await app().request('DELETE', `/api/collections/posts/${post}`, { as: 'ada' })
    for (const call of [look, lock, release])
      expect(codeOf(await call(`posts/${post}`, 'ada'))).toEqual([404, 'not_found'])
    const restored = await app().request('POST', `/api/collections/posts/${post}/restore-deleted`, { as: 'bob' })
    expect(restored.status).toBe(200)
    expect((await look(`posts/${post}`, 'bob')).body).toEqual({ lock: null })
    const users = local.asSystem().users('users')
    const user = await users.createUser({ data: { email: 'eve@example.com', role: 'editor' }, password: 'long enough' })
    await local
      .as({ ...user, collection: 'users' })
      .collection('posts')
      .lock(post)
    expect(codeOf(await lock(`posts/${post}`, 'bob'))).toEqual([409, 'locked'])
    await local.asSystem().collection('users').delete(user.id)
    expect((await lock(`posts/${post}`, 'bob')).status).toBe(200)
    expect(Object.keys(must(manifest.collections['posts'], 'posts').operations)).toContain('lock')
  })

  it('exists only where it is enabled, and never for globals', async () => {
    const free = `free/${await make('free', { name: 'A' })}`
    for (const call of [look, lock, release]) expect(codeOf(await call(free, 'ada'))).toEqual([404, 'not_found'])
    const { body } = await app().request('GET', '/api/openapi.json')
    const paths = Object.keys(body.paths)
      .filter((path) => path.endsWith('/lock'))
      .toSorted()
    expect(paths).toEqual(
      ['open', 'own', 'posts', 'topics', 'users'].map((slug) => `/api/collections/${slug}/{id}/lock`),
    )
    const { body: capabilities } = await app().request('POST', '/api/access/collections/free', { as: 'ada' })
    expect(capabilities.operations).not.toHaveProperty('lock')
  })

  it('is a capability of callers who may update', async () => {
    const id = await make('own', { owner: ada.id })
    const can = async (as: string) => {
      const { body } = await app().request('POST', '/api/access/collections/own', { as, body: { id } })
      return body.operations.lock
    }
    expect([await can('ada'), await can('bob')]).toEqual([true, false])
    // Even if all callers may update, a lock needs a signed-in holder.
    const { body } = await app().request('POST', '/api/access/collections/open')
    expect(body.operations).toMatchObject({ update: true, lock: false })
  })

  it('accepts only `takeover`', async () => {
    const post = `posts/${await make('posts', { title: 'A' })}`
    for (const body of [{ takeover: 'yes' }, { force: true }, { takeover: null }]) {
      expect(codeOf(await lock(post, 'ada', body))).toEqual([422, 'validation'])
    }
    expect((await look(post, 'ada')).body).toEqual({ lock: null })
    const { status, body } = await app().request('GET', `/api/collections/${post}/lock?locale=en`, { as: 'ada' })
    expect(codeOf({ status, body })).toEqual([400, 'invalid_query'])
  })

  it('expired ones are deleted', async () => {
    const post = await make('posts', { title: 'A' })
    await lock(`posts/${post}`, 'ada')
    const kept = () => app().app.storage.reader.records.count('locks', { collection: 'posts', documentId: post })
    time.now += 5 * MINUTE - 1
    await app().app.runJobs()
    expect(await kept()).toBe(1)
    time.now += 2
    await app().app.runJobs()
    expect(await kept()).toBe(0)
  })
})
