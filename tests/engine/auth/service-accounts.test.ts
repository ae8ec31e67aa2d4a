import { createHash } from 'node:crypto'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { expect, it } from 'vitest'
import { logIn, makeUser, PASSWORD, signedIn, verdict } from './people.ts'

const HOUR = 3_600_000
const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
const at = (milliseconds: number) => new Date(milliseconds).toISOString()
const mails: string[] = []
/** Without mails that ask users of the tests to confirm their addresses. */
const mailed = () => mails.filter((to) => !to.startsWith('someone-'))
const seen: unknown[] = []

const isAdmin = ({ actor }: RuleArguments) => actor?.['role'] === 'admin'

const config = defineConfig({
  collections: {
    users: collection({
      auth: { apiKeys: true, verification: true, accounts: { service: true } },
      fields: { name: f.text(), role: f.select({ options: ['admin', 'editor'], access: { update: isAdmin } }) },
      access: { read: ({ actor }) => actor !== null, create: isAdmin, update: isAdmin, manageKeys: isAdmin },
    }),
    posts: collection({
      fields: { title: f.text() },
      versions: { drafts: true },
      authors: true,
      access: {
        read: () => true,
        create: ({ actor, key }) => {
          seen.push([actor?.['name'], actor?.['email'], key?.name])
          return actor !== null
        },
        delete: isAdmin,
        readDrafts: ({ actor, key }) => {
          seen.push(key?.name)
          return actor !== null
        },
      },
    }),
  },
})

const setup = {
  config,
  clock: () => new Date(time.now),
  jobs: false,
  mailer: { send: async (to: string) => void mails.push(to) },
}

onEachDatabase('service accounts', setup, (app) => {
  const base = '/api/auth/users'
  const posts = '/api/collections/posts'
  const person = async (role: string) => {
    const { id, email } = await makeUser(app(), { name: role, role })
    // The creator of an account does not confirm its address; only the mailed token does.
    await app().app.storage.transaction(async ({ records }) => {
      const verifiedAddress = createHash('sha256').update(email).digest('base64url')
      await records.update('credentials', { collection: 'users', userId: id }, { verifiedAddress })
    })
    return { ...(await signedIn(app(), email)), id }
  }
  const account = async (data: object = { name: 'Importer', role: 'editor' }) =>
    (await app().local.asSystem().users('users').createUser({ data, kind: 'service' })) as { id: string }
  const keyOf = async (id: string, body: object = {}) => {
    const made = (await app()
      .local.asSystem()
      .users('users')
      .createUserApiKey(id, { name: 'k', ...body })) as { key: string; doc: { id: string } }
    return { id: made.doc.id, secret: made.key, headers: { authorization: `Bearer ${made.key}` } }
  }

  it('are created by callers who may create users and manage keys, without password and address', async () => {
    const admin = await person('admin')
    const editor = await person('editor')
    mails.length = 0
    const create = (body: object, headers: object = admin.byCookie) =>
      app().request('POST', `${base}/create-user`, { body, headers: headers as Record<string, string> })
    const made = await create({ data: { name: 'Importer' }, kind: 'service' })
    expect([made.status, docOf(made)]).toMatchObject([
      201,
      { name: 'Importer', email: null, _service: true, _verified: false },
    ])
    // Service accounts have no address, so uniqueness does not limit them.
    expect((await create({ data: { name: 'Exporter' }, kind: 'service' })).status).toBe(201)
    const refusals: [object, object, number, string?][] = [
      [{ data: {}, kind: 'service' }, editor.byCookie, 403],
      [{ data: {}, kind: 'service' }, {}, 401],
      [{ data: {}, kind: 'service', password: PASSWORD }, admin.byCookie, 422, 'password'],
      [{ data: { email: 'a@example.com' }, kind: 'service' }, admin.byCookie, 422, 'data.email'],
      [{ data: { _service: true }, kind: 'service' }, admin.byCookie, 422, 'data._service'],
      [{ data: { email: 'a@example.com' } }, admin.byCookie, 422, 'password'],
      [{ data: {}, password: PASSWORD }, admin.byCookie, 422, 'data.email'],
      [{ data: {}, kind: 'robot' }, admin.byCookie, 422, 'kind'],
    ]
    for (const [body, headers, status, path] of refusals) {
      const refused = await create(body, headers)
      const issues = refused.body.error.issues as { path: string }[] | undefined
      expect([body, refused.status, issues?.map((issue) => issue.path)]).toEqual([body, status, path && [path]])
    }
    await app().app.runJobs()
    expect(mailed()).toEqual([])
    const list = async (where: object) =>
      (
        await app().request('GET', `/api/collections/users?where=${encodeURIComponent(JSON.stringify(where))}`, {
          headers: admin.byCookie,
        })
      ).body.docs.map((doc: { name: string }) => doc.name)
    expect((await list({ _service: { equals: true } })).toSorted()).toEqual(['Exporter', 'Importer'])
    expect((await list({ email: { equals: null } })).toSorted()).toEqual(['Exporter', 'Importer'])
    expect((await list({ _service: { not_equals: true } })).toSorted()).toEqual(['admin', 'editor'])
  })

  it('stay service accounts: no address, no sign-in, no recovery, for every caller', async () => {
    const admin = await person('admin')
    const { id } = await account()
    const patch = (user: string, body: object) =>
      app().request('PATCH', `/api/collections/users/${user}`, { body, headers: admin.byCookie })
    const refused = await patch(id, { email: 'taken-over@example.com' })
    expect([refused.status, refused.body.error.issues]).toMatchObject([422, [{ path: 'email' }]])
    expect((await patch(id, { _service: false })).status).toBe(422)
    expect((await patch(admin.id, { email: null })).status).toBe(422)
    expect((await patch(id, { name: 'Renamed', email: null })).status).toBe(200)
    mails.length = 0
    for (const email of ['null', ' ', 'taken-over@example.com']) {
      expect(verdict(await logIn(app(), email))).toEqual([401, 'invalid_credentials'])
      for (const path of ['forgot-password', 'request-verification'])
        expect((await app().request('POST', `${base}/${path}`, { body: { email } })).status).toBe(200)
    }
    await app().app.runJobs()
    expect(mailed()).toEqual([])
    const { headers } = await keyOf(id)
    const me = await app().request('GET', '/api/auth/me', { headers })
    expect(me.body).toMatchObject({ user: { id, email: null, name: 'Renamed' }, session: null })
    for (const [method, path] of [
      ['POST', '/api/auth/change-password'],
      ['POST', '/api/auth/refresh'],
      ['GET', '/api/auth/api-keys'],
      ['GET', '/api/auth/sessions'],
    ] as const) {
      const body = path.endsWith('password') ? { currentPassword: PASSWORD, newPassword: PASSWORD } : undefined
      expect([path, (await app().request(method, path, { headers, ...(body && { body }) })).status]).toEqual([
        path,
        403,
      ])
    }
  })

  it('act by keys that other users create, narrow, rotate and revoke', async () => {
    const admin = await person('admin')
    const editor = await person('editor')
    const { id } = await account()
    const keys = `${base}/${id}/api-keys`
    const call = (method: string, path: string, body?: object, headers: object = admin.byCookie) =>
      app().request(method, path, { headers: headers as Record<string, string>, ...(body && { body }) })
    const scopes = { collections: { posts: ['read', 'create'] } }
    const made = await call('POST', keys, { name: 'Nightly', scopes, expiresAt: at(time.now + HOUR) })
    expect([made.status, made.body]).toMatchObject([
      201,
      { doc: { name: 'Nightly', scopes }, key: expect.stringMatching(/^qk_/) },
    ])
    const by = (key: unknown) => ({ authorization: `Bearer ${String(key)}` })
    const status = async (key: unknown) => (await call('GET', posts, undefined, by(key))).status
    seen.length = 0
    const post = docOf(await call('POST', posts, { title: 'By a service' }, by(made.body.key)))
    expect(post).toMatchObject({ createdBy: id })
    expect(seen).toContainEqual(['Importer', null, 'Nightly'])
    const key = `${keys}/${String(made.body.doc.id)}`
    expect(await call('PATCH', key, { scopes: { collections: { posts: ['read'] } } })).toMatchObject({ status: 200 })
    expect(verdict(await call('PATCH', key, { scopes }))).toEqual([409, 'invalid_state'])
    expect((await call('POST', posts, { title: 'No more' }, by(made.body.key))).status).toBe(403)
    const rotated = await call('POST', `${key}/rotate`, { overlap: 60 })
    expect([await status(made.body.key), await status(rotated.body.key)]).toEqual([200, 200])
    time.now += 61_000
    expect([await status(made.body.key), await status(rotated.body.key)]).toEqual([401, 200])

    // Keys cannot exceed the account; their secrets go only to callers who may change it, authenticated by cookie.
    const wide = await call('POST', keys, { name: 'x', scopes: { collections: { posts: ['read', 'delete'] } } })
    expect((await call('DELETE', `${posts}/${post.id}`, undefined, by(wide.body.key))).status).toBe(403)
    const unknown = await call('POST', keys, { name: 'x', scopes: { collections: { nope: ['read'] } } })
    expect(unknown.body.error.issues).toMatchObject([{ code: 'option', path: 'scopes.collections.nope' }])
    for (const path of [keys, `${key}/rotate`]) {
      const body = path === keys ? { name: 'x' } : {}
      expect([path, verdict(await call('POST', path, body, admin.byToken))]).toEqual([path, [403, 'cookie_required']])
      expect([path, (await call('POST', path, body, editor.byCookie)).status]).toEqual([path, 403])
      expect([path, (await call('POST', path, body, {})).status]).toEqual([path, 401])
    }
    expect(verdict(await call('POST', `${base}/${editor.id}/api-keys`, { name: 'x' }))).toEqual([409, 'invalid_state'])
    expect((await call('DELETE', key)).status).toBe(200)
    expect(await status(rotated.body.key)).toBe(401)
    const another = await keyOf(id)
    await app().local.asSystem().collection('users').delete(id)
    expect(await status(another.secret)).toBe(401)
  })

  it('lose schedules and previews with a revoked key, and restrict them with a narrowed one', async () => {
    const admin = await person('admin')
    const { id } = await account()
    const draft = async () => {
      const made = await app().local.asSystem().collection('posts').create({ title: 'Draft' })
      return (made as { id: string }).id
    }
    const all = ['read', 'readDrafts', 'schedule', 'publish', 'preview']
    const start = async () => {
      const key = await keyOf(id, { scopes: { collections: { posts: all } }, expiresAt: at(time.now + 10 * HOUR) })
      const post = await draft()
      const plan = (runAt: number) =>
        app().request('POST', `${posts}/${post}/schedule`, { headers: key.headers, body: { runAt: at(runAt) } })
      expect((await plan(time.now + HOUR)).status).toBe(201)
      const token = await app().request('POST', `/api/preview/collections/posts/${post}/token`, {
        headers: key.headers,
      })
      const preview = () =>
        app().request('GET', `/api/preview/collections/posts/${post}`, {
          headers: { authorization: `Bearer ${String(token.body.token)}` },
        })
      const planned = async () =>
        (await app().request('GET', `${posts}/${post}/schedule`, { headers: admin.byCookie })).body.docs[0]
      return { key, post, plan, preview, planned }
    }
    const patch = (key: string, body: object) =>
      app().request('PATCH', `${base}/${id}/api-keys/${key}`, { headers: admin.byCookie, body })
    const revoked = await start()
    const narrowed = await start()
    const kept = await start()
    seen.length = 0
    expect((await revoked.preview()).body.doc).toMatchObject({ title: 'Draft' })
    expect(seen).toContain('k')
    expect((await kept.plan(time.now + 11 * HOUR)).body.error.issues).toMatchObject([{ code: 'max', path: 'runAt' }])
    await app().request('DELETE', `${base}/${id}/api-keys/${revoked.key.id}`, { headers: admin.byCookie })
    await patch(narrowed.key.id, { scopes: { collections: { posts: ['read', 'readDrafts'] } } })
    expect(verdict(await revoked.preview())).toEqual([401, 'invalid_token'])
    expect(verdict(await narrowed.preview())).toEqual([401, 'invalid_token'])
    expect((await kept.preview()).status).toBe(200)
    time.now += HOUR
    for (const wait of [0, 2_000, 10_000]) {
      time.now += wait
      await app().app.runJobs()
    }
    expect(await revoked.planned()).toMatchObject({
      status: 'failed',
      error: { code: 'forbidden', message: expect.stringMatching(/API key/) },
    })
    expect(await narrowed.planned()).toMatchObject({
      status: 'failed',
      error: { code: 'forbidden', message: expect.stringMatching(/^This key may not/) },
    })
    expect(await kept.planned()).toMatchObject({ status: 'completed' })
  })

  it('see by `access` what a key really permits', async () => {
    const { id } = await account()
    const access = async (actions: readonly string[]) => {
      const { headers } = await keyOf(id, { scopes: { collections: { posts: actions } } })
      return (await app().request('POST', '/api/access/collections/posts', { headers, body: {} })).body.operations
    }
    expect(await access(['read', 'schedule'])).toMatchObject({ read: true, schedule: false, publish: false })
    expect(await access(['read', 'schedule', 'unpublish'])).toMatchObject({ schedule: true, publish: false })
    expect(await access(['update', 'create'])).toMatchObject({ update: false, create: true, read: false })
  })
})
