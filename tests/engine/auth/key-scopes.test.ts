import { createTestApp, describeEachDatabase, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, global, route, type RuleArguments } from 'quirecms'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { makeUser, signedIn } from './people.ts'

const everybody = () => true
const signedInOnly = ({ actor }: RuleArguments) => actor !== null
const SECRET = 'never-shown@example.com'

const asked: unknown[] = []
const statements: string[] = []

const config = defineConfig({
  collections: {
    users: collection({
      auth: { apiKeys: true },
      fields: { name: f.text(), idol: f.relationship({ to: 'people' }) },
      access: { read: everybody },
    }),
    posts: collection({
      fields: {
        title: f.text({ required: true }),
        author: f.relationship({ to: 'users' }),
      },
      versions: { drafts: true },
      trash: true,
      search: { fields: ['title'] },
      access: {
        read: everybody,
        create: (args) => {
          asked.push(args.key)
          return signedInOnly(args)
        },
        delete: () => false,
      },
    }),
    people: collection({
      fields: {
        name: f.text(),
        friend: f.relationship({ to: 'users' }),
        fans: f.join({ collection: 'users', on: 'idol' }),
      },
      hooks: { beforeChange: [({ key, data }) => (asked.push(key), data)] },
      access: { read: everybody },
    }),
  },
  routes: [
    route({
      method: 'POST',
      path: '/note',
      auth: true,
      handler: ({ local }) => local.collection('people').create({ name: 'By a route' }),
    }),
  ],
  globals: { settings: global({ fields: { siteName: f.text() }, access: { read: everybody } }) },
})

describeEachDatabase('API keys with scopes (%s)', (dialect) => {
  let test: TestApp<typeof config>
  let byCookie: { cookie: string }
  let userId: string
  let post: string
  let idol: string

  beforeAll(async () => {
    test = await createTestApp(config, {
      dialect,
      postgresUrl: inject('postgresUrl'),
      onStatement: (text) => void statements.push(text),
    })
    const { id, email } = await makeUser(test, { email: SECRET, name: 'Ada' })
    userId = id
    byCookie = (await signedIn(test, email)).byCookie
    const local = test.local.asSystem()
    idol = ((await local.collection('people').create({ name: 'Grace', friend: id })) as { id: string }).id
    await local.collection('users').update(id, { idol })
    post = ((await local.collection('posts').create({ title: 'Live', author: id })) as { id: string }).id
    await local.collection('posts').publish(post)
    await local.collection('posts').update(post, { title: 'Draft' })
  })
  afterAll(() => test.close())

  const make = (body: object) =>
    test.request('POST', '/api/auth/api-keys', { body: { name: 'k', ...body }, headers: byCookie })
  const keyWith = async (scopes: object, more: object = {}) => {
    const made = await make({ scopes, ...more })
    expect(made.status).toBe(201)
    return { id: String(made.body.doc.id), headers: { authorization: `Bearer ${String(made.body.key)}` } }
  }
  const by = async (scopes: object) => {
    const { headers } = await keyWith(scopes)
    return (method: string, path: string, body?: object) =>
      test.request(method, path, { headers, ...(body && { body }) })
  }

  it('queue nothing that they may not do now', async () => {
    const plan = { runAt: '2100-01-01T00:00:00.000Z', action: 'publish' }
    const path = `/api/collections/posts/${post}/schedule`
    const mayOnlyPlan = await by({ collections: { posts: ['read', 'schedule', 'unpublish'] } })
    const refused = await mayOnlyPlan('POST', path, plan)
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('"publish" in "posts"')])
    expect((await mayOnlyPlan('POST', path, { ...plan, action: 'unpublish' })).status).toBe(201)
    const mayBoth = await by({ collections: { posts: ['read', 'schedule', 'publish'] } })
    expect((await mayBoth('POST', path, { ...plan, runAt: '2100-01-02T00:00:00.000Z' })).status).toBe(201)
  })

  it('permit what their scopes include, and name what is missing', async () => {
    const call = await by({ collections: { posts: ['read', 'create'] }, globals: {} })
    expect((await call('GET', '/api/collections/posts')).status).toBe(200)
    asked.length = 0
    expect((await call('POST', '/api/collections/posts', { title: 'New' })).status).toBe(201)
    expect(asked).toContainEqual({ id: expect.any(String), name: 'k' })
    const refused = await call('PATCH', `/api/collections/posts/${post}`, { title: 'Other' })
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/^This key may not do "update" in "posts"/),
    })
    for (const path of ['/api/collections/people', '/api/globals/settings', '/api/auth/me'])
      expect([path, (await call('GET', path)).status]).toEqual([path, 403])
    expect((await call('POST', '/api/auth/logout-all')).status).toBe(403)
    const access = await call('POST', '/api/access')
    expect(access.body.collections.posts.operations).toMatchObject({
      read: true,
      create: true,
      update: false,
      publish: false,
    })
    expect(access.body.collections).not.toHaveProperty('people')
    expect((await call('GET', '/api/counts')).body.counts).toEqual({ posts: expect.any(Number) })
  })

  it('never widen the rights of their user', async () => {
    const call = await by({ collections: { '*': ['*'] } })
    expect((await call('DELETE', `/api/collections/posts/${post}`)).status).toBe(403)
    expect((await call('PATCH', `/api/collections/posts/${post}`, { title: 'Draft' })).status).toBe(200)
  })

  it('read only live content with `drafts: false`, whatever the rights of their user', async () => {
    const call = await by({ collections: { '*': ['*'] }, drafts: false })
    const { body } = await call('GET', `/api/collections/posts/${post}`)
    expect(body.doc.title).toBe('Live')
    const draft = await call('GET', `/api/collections/posts/${post}?draft=true`)
    expect([draft.status, draft.body.error.message]).toEqual([
      403,
      expect.stringMatching(/^This key may not do "readDrafts"/),
    ])
    expect((await call('GET', `/api/collections/posts/${post}/versions`)).status).toBe(403)
    expect((await call('POST', `/api/preview/collections/posts/${post}/token`)).status).toBe(403)
    // Without the right to read a collection, it gets neither versions nor preview tokens.
    const blind = await by({
      collections: { posts: ['readVersions', 'readDrafts', 'preview', 'publish'], people: ['preview'] },
    })
    expect((await blind('GET', `/api/collections/posts/${post}/versions`)).status).toBe(404)
    expect((await blind('GET', `/api/collections/posts/${post}/versions/1`)).status).toBe(404)
    expect((await blind('GET', '/api/collections/posts/schedule')).body.docs).toEqual([])
    expect((await blind('POST', `/api/preview/collections/posts/${post}/token`)).status).toBe(403)
    expect((await blind('POST', `/api/preview/collections/people/${idol}/token`)).status).toBe(403)
    const whole = await by({ collections: { posts: ['read', 'readDrafts'] } })
    expect((await whole('GET', `/api/collections/posts/${post}?draft=true`)).body.doc.title).toBe('Draft')
  })

  it('that leave out a collection reveal nothing of it, by any operation', async () => {
    const call = await by({ collections: { '*': ['*'], users: [] } })
    const ways = [
      `/api/collections/posts?populate=${encodeURIComponent('{"author":true}')}`,
      '/api/collections/posts?depth=2',
      `/api/collections/posts/${post}?depth=1`,
      '/api/collections/people?depth=2',
      `/api/collections/people?populate=${encodeURIComponent('{"fans":true,"friend":true}')}`,
      '/api/collections/posts?sort=author.email',
      '/api/collections/posts/distinct?field=author.email',
      `/api/collections/posts/${post}/versions?depth=1`,
      `/api/collections/users/${userId}/references`,
      '/api/search?q=Ada',
      '/api/documents',
      '/api/auth/me',
    ]
    for (const path of ways) {
      const { text } = await call('GET', path)
      expect([path, text.includes(SECRET)]).toEqual([path, false])
    }
    // A control: a key with these rights sees it.
    const whole = await by({ collections: { '*': ['*'] } })
    for (const path of ways.slice(0, 5))
      expect([path, (await whole('GET', path)).text.includes(SECRET)]).toEqual([path, true])
    const where = (email: string) =>
      `/api/collections/posts?where=${encodeURIComponent(JSON.stringify({ 'author.email': { equals: email } }))}`
    const right = await call('GET', where(SECRET))
    const wrong = await call('GET', where('nobody@example.com'))
    expect([right.status, right.body.error.issues]).toEqual([400, wrong.body.error.issues])
  })

  it('pass their limits on to preview tokens that they create', async () => {
    const populate = { author: true }
    const token = async (scopes: object) => {
      const made = await (await by(scopes))('POST', `/api/preview/collections/posts/${post}/token`, { populate })
      expect(made.status).toBe(201)
      return { authorization: `Bearer ${String(made.body.token)}` }
    }
    const path = `/api/preview/collections/posts/${post}`
    const open = await test.request('GET', path, { headers: await token({ collections: { '*': ['*'] } }) })
    expect(open.text).toContain(SECRET)
    const closed = await test.request('GET', path, { headers: await token({ collections: { '*': ['*'], users: [] } }) })
    expect(closed.status).toBe(200)
    expect(closed.text).not.toContain(SECRET)
  })

  it.each([
    ['an unknown collection', { collections: { nope: ['read'] } }, 'scopes.collections.nope'],
    ['an unknown action', { collections: { posts: ['read', 'fly'] } }, 'scopes.collections.posts.1'],
    ['an action that a collection lacks', { collections: { people: ['publish'] } }, 'scopes.collections.people.0'],
    ['what the user may not do', { collections: { posts: ['delete'] } }, 'scopes.collections.posts.0'],
    ['an unknown global', { globals: { nope: ['read'] } }, 'scopes.globals.nope'],
    ['an unknown plugin', { plugins: { nope: [] } }, 'scopes.plugins.nope'],
  ])('are refused with %s', async (_, scopes, path) => {
    const made = await make({ scopes })
    expect(made.status).toBe(422)
    expect(made.body.error.issues).toEqual([expect.objectContaining({ code: 'option', path })])
  })

  it('are limited in their number of actions', async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`c${index}`, ['read']]))
    expect((await make({ scopes: { collections: many } })).status).toBe(422)
    expect((await make({ addresses: Array.from({ length: 21 }, () => '10.0.0.0/8') })).status).toBe(422)
    const wrong = await make({ addresses: ['10.0.0.0/33'] })
    expect(wrong.body.error.issues).toEqual([expect.objectContaining({ code: 'format', path: 'addresses.0' })])
  })

  it('work only from their addresses', async () => {
    const here = await keyWith({ collections: { '*': ['*'] } }, { addresses: ['127.0.0.0/8', '::1'] })
    expect((await test.request('GET', '/api/collections/posts', { headers: here.headers })).status).toBe(200)
    const there = await keyWith({ collections: { '*': ['*'] } }, { addresses: ['203.0.113.0/24'] })
    const refused = await test.request('GET', '/api/collections/posts', { headers: there.headers })
    expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_token'])
    await expect
      .poll(async () => {
        const { body } = await test.request('GET', '/api/auth/api-keys', { headers: byCookie })
        return body.docs.find(({ id }: { id: string }) => id === here.id)
      })
      .toMatchObject({ lastUsedAddress: expect.stringMatching(/127\.0\.0\.1|::1/), addresses: ['127.0.0.0/8', '::1'] })
  })

  it('are refused elsewhere at the cost of an unknown key', async () => {
    const there = await keyWith({ collections: { '*': ['*'] } }, { addresses: ['203.0.113.0/24'] })
    const unknown = { authorization: `Bearer qk_${'x'.repeat(43)}` }
    const withClient = async (headers: { authorization: string }) => {
      statements.length = 0
      expect((await test.request('GET', '/api/collections/posts', { headers })).status).toBe(401)
      return [...statements]
    }
    const work = await withClient(unknown)
    expect(work).not.toEqual([])
    expect(await withClient(there.headers)).toEqual(work)
  })

  it('see in the schema what they can call', async () => {
    const schema = async (headers?: { authorization: string }) =>
      (await test.request('GET', '/api/schema', { ...(headers && { headers }) })).body.manifest
    const { headers } = await keyWith({ collections: { posts: ['read', 'create'] }, drafts: false })
    const { collections, globals, operations } = await schema(headers)
    expect([Object.keys(collections), globals]).toEqual([['posts'], {}])
    expect(collections.posts.operations).toEqual(expect.arrayContaining(['list', 'read', 'create', 'access']))
    for (const closed of ['update', 'versions', 'publish', 'previewToken'])
      expect(collections.posts.operations).not.toContain(closed)
    expect(operations).not.toContain('createApiKey')
    const everybodys = await schema()
    expect(Object.keys(everybodys.collections)).toEqual(['users', 'posts', 'people'])
    expect(await schema({ authorization: `Bearer qk_${'x'.repeat(43)}` })).toEqual(everybodys)
  })

  it('can be narrowed, and never widened', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const latest = new Date(Date.now() + 2 * 86_400_000).toISOString()
    const scopes = { collections: { '*': ['read'], posts: ['read', 'update'] } }
    const { id } = await keyWith(scopes, { expiresAt: later, addresses: ['10.0.0.0/8'] })
    const patch = (body: object) => test.request('PATCH', `/api/auth/api-keys/${id}`, { body, headers: byCookie })
    const wider = [
      { scopes: null },
      { scopes: { collections: { '*': ['read', 'create'] } } },
      { scopes: { collections: { '*': ['*'] } } },
      { scopes: { ...scopes, globals: { settings: ['read'] } } },
      { addresses: null },
      { addresses: ['10.0.0.0/7'] },
      { addresses: ['::1'] },
      { expiresAt: null },
      { expiresAt: latest },
    ]
    for (const body of wider) {
      const refused = await patch(body)
      expect([body, refused.status, refused.body.error?.code]).toEqual([body, 409, 'invalid_state'])
    }
    const narrower = {
      name: 'new',
      scopes: { collections: { posts: ['read'] }, drafts: false },
      addresses: ['10.1.0.0/16'],
    }
    const { body } = await patch(narrower)
    expect(body.doc).toMatchObject({ ...narrower, expiresAt: later })
    expect((await patch({ scopes: { collections: { posts: ['read'] } } })).status).toBe(409)
  })

  it('can be narrowed although they include names that no longer exist', async () => {
    const { id } = await keyWith({ collections: { posts: ['read', 'update'] } })
    const gone = { collections: { former: ['read'] }, plugins: { gone: ['do'] } }
    const scopes = { ...gone, collections: { ...gone.collections, posts: ['read', 'update', 'fold'] } }
    await test.app.storage.transaction(({ records }) =>
      records.update('api-keys', { id }, { scopes: JSON.stringify(scopes) }),
    )
    const patch = (collections: object, plugins: object = gone.plugins) =>
      test.request('PATCH', `/api/auth/api-keys/${id}`, {
        body: { scopes: { collections, plugins } },
        headers: byCookie,
      })
    const less = { former: ['read'], posts: ['read', 'fold'] }
    // Unknown scopes stay unknown.
    for (const more of [{ former: ['read', 'update'] }, { other: ['read'] }, { posts: ['read', 'unfold'] }])
      expect([more, (await patch({ ...less, ...more })).status]).toEqual([more, 422])
    expect((await patch(less, { gone: ['do', 'more'] })).status).toBe(422)
    expect((await patch(less)).body.doc).toMatchObject({ scopes: { collections: less, plugins: gone.plugins } })
  })

  it('get another secret, while the old one works as long as requested', async () => {
    const { id, headers: before } = await keyWith({ collections: { '*': ['read'] } })
    const rotate = (body: object) =>
      test.request('POST', `/api/auth/api-keys/${id}/rotate`, { body, headers: byCookie })
    expect((await rotate({ overlap: '25h' })).status).toBe(422)
    const { status, body } = await rotate({ overlap: 3600 })
    expect([status, body.doc.id]).toEqual([200, id])
    const after = { authorization: `Bearer ${String(body.key)}` }
    const read = async (headers: { authorization: string }) =>
      (await test.request('GET', '/api/collections/posts', { headers })).status
    expect([await read(before), await read(after)]).toEqual([200, 200])
    const last = { authorization: `Bearer ${String((await rotate({})).body.key)}` }
    expect([await read(before), await read(after), await read(last)]).toEqual([401, 401, 200])
  })

  it('are listed and revoked by callers who may manage them, without their secrets', async () => {
    const other = await signedIn(test, (await makeUser(test, { name: 'Eve' })).email)
    const { id, headers } = await keyWith({ collections: { '*': ['read'] } })
    const path = `/api/auth/users/${userId}/api-keys`
    const listed = await test.request('GET', `${path}?limit=100`, { headers: other.byCookie })
    expect(listed.body.docs.map((one: { id: string }) => one.id)).toContain(id)
    expect(listed.text).not.toContain(headers.authorization.slice('Bearer '.length))
    expect((await test.request('GET', path)).status).toBe(401)
    expect((await test.request('DELETE', `${path}/${id}`, { headers: other.byCookie })).body).toEqual({
      id,
      deleted: true,
    })
    expect((await test.request('GET', '/api/collections/posts', { headers })).status).toBe(401)
    expect((await test.request('DELETE', `${path}/${id}`, { headers: other.byCookie })).status).toBe(404)
  })

  it('apply to routes of the application, and hooks get the key', async () => {
    const mayCreate = await by({ collections: { people: ['create', 'read'] } })
    asked.length = 0
    expect((await mayCreate('POST', '/api/note')).status).toBe(200)
    expect(asked).toEqual([{ id: expect.any(String), name: 'k' }])
    const mayRead = await by({ collections: { people: ['read'] } })
    const refused = await mayRead('POST', '/api/note')
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringMatching(/^This key may not do "create"/),
    ])
  })

  it('apply in process, too', async () => {
    const actor = { id: userId, collection: 'users' }
    const local = test.local.as(actor, { scopes: { collections: { posts: ['read'] } } })
    expect(await local.collection('posts').count()).toMatchObject({ count: expect.any(Number) })
    await expect(local.collection('posts').create({ title: 'No' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
