import { createClient, QuireError } from '@quirecms/sdk'
import { createTestApp, type TestApp } from '@quirecms/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { everything } from './everything.ts'

const PASSWORD = 'correct horse battery staple'
const NOTHING = '01890000-0000-7000-8000-000000000000'

let app: TestApp<typeof everything>
const connect = (options = {}) => createClient<typeof everything>({ baseUrl: app.url, ...options })

beforeAll(async () => {
  app = await createTestApp(everything, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
})
afterAll(() => app.close())
beforeEach(() => app.clear())

/** The error of a call. */
async function refusal(call: Promise<unknown>): Promise<QuireError> {
  try {
    await call
  } catch (error) {
    if (error instanceof QuireError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}

describe('documents', () => {
  it('are written and read, with all query options', async () => {
    const { posts, people } = connect().collections
    const ada = await people.create({ name: 'Ada' })
    const post = await posts.create({ title: 'One', author: ada.id, views: 3 })
    await posts.create({ title: 'Two & three', views: 7 })
    await posts.update(post.id, { title: 'Eins' }, { locale: 'de' })

    const { docs, pagination } = await posts.find({
      where: { or: [{ views: { equals: 3 } }, { title: { contains: '&' } }] },
      sort: ['-views', 'title'],
      select: { title: true, author: true },
      populate: { author: { select: { name: true } } },
    })
    expect(docs).toEqual([
      { id: expect.any(String) as string, title: 'Two & three', author: null },
      { id: post.id, title: 'One', author: { id: ada.id, name: 'Ada' } },
    ])
    expect(pagination).toMatchObject({ totalDocs: 2, hasNextPage: false })
    expect(await posts.count({ where: { views: { greater_than: 3 } } })).toEqual({ count: 1 })
    expect((await posts.findOne(post.id, { locale: 'all' })).title).toEqual({ en: 'One', de: 'Eins' })
    expect((await posts.findOne(post.id, { locale: 'de', fallbackLocale: ['en'] })).title).toBe('Eins')
    expect(await posts.delete(post.id)).toEqual({ id: post.id, deleted: true })
    expect((await posts.find({ trash: true })).docs).toMatchObject([{ id: post.id }])
  })

  it('are changed only at the revision that the caller knows', async () => {
    const { posts } = connect().collections
    const { id, revision } = await posts.create({ title: 'One' })
    await posts.update(id, { views: 1 }, { ifMatch: revision })
    const error = await refusal(posts.update(id, { views: 2 }, { ifMatch: revision }))
    expect(error).toMatchObject({ code: 'revision_conflict', status: 409 })
    expect(await posts.findOne(id)).toMatchObject({ views: 1 })
  })

  it('are iterated over, whatever their number', async () => {
    await app.app.local.asSystem().transaction(async ({ collections: { people } }) => {
      await people.createMany(Array.from({ length: 203 }, (_, index) => ({ name: `Person ${index}` })))
    })
    const names = new Set<string>()
    for await (const { name } of connect().collections.people.each({ where: { name: { starts_with: 'Person' } } }))
      names.add(name)
    expect(names.size).toBe(203)
  })

  it('are published, restored and locked', async () => {
    const { posts } = connect().collections
    const { id } = await posts.create({ title: 'One' })
    expect(await posts.publish(id)).toMatchObject({ _status: 'published' })
    await posts.update(id, { title: 'Two' }, { autosave: true })
    expect((await posts.versions(id, { limit: 1 })).docs).toHaveLength(1)
    expect(await posts.version(id, 1)).toMatchObject({ revision: 1, data: { title: 'One' } })
    expect(await posts.nameVersion(id, 1, { name: 'First' })).toMatchObject({ revision: 1, name: 'First' })
    expect((await posts.versions(id)).docs.map(({ name, autosave }) => [name, autosave])).toEqual([
      [null, true],
      [null, false],
      ['First', false],
    ])
    expect(await posts.restore(id, 1, { draft: true })).toMatchObject({ title: 'One', _status: 'draft' })
    expect(await posts.readLock(id)).toEqual({ lock: null })
    expect(await refusal(posts.lock(id))).toMatchObject({ code: 'unauthenticated', status: 401 })
  })

  it('are changed in bulk, with a result for each', async () => {
    const { posts } = connect().collections
    const { id } = await posts.create({ title: 'One' })
    const answer = await posts.bulk({ action: 'update', ids: [id, NOTHING], data: { views: 9 } })
    expect(answer).toMatchObject({ succeeded: 1, failed: 1, results: [{ ok: true }, { error: { code: 'not_found' } }] })
    expect(await posts.selection({ where: { views: { equals: 9 } } })).toMatchObject({ ids: [id] })
  })
})

describe('errors', () => {
  it('have code, issues and the request id of the log', async () => {
    const { people } = connect().collections
    // @ts-expect-error -- that is what the service is to refuse
    const error = await refusal(people.create({ nickname: 'A' }))
    expect(error).toMatchObject({ name: 'QuireError', code: 'validation', status: 422 })
    expect(error.requestId).toMatch(/^[A-Za-z0-9._-]+$/)
    expect(error.issues.map(({ path, code }) => `${path}: ${code}`).toSorted()).toEqual([
      'name: required',
      'nickname: unknown_field',
    ])
  })

  it.each(['', '.', '..', 'a/b', '../../schema'])('"%s" is not the id of a document', async (id) => {
    expect(await refusal(connect().collections.posts.findOne(id))).toMatchObject({ code: 'not_found', status: 404 })
    expect(await refusal(connect().collections.posts.delete(id))).toMatchObject({ code: 'not_found', status: 404 })
  })

  it('distinguish a response of another server from one of the service', async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 500 })
    const error = await refusal(connect({ fetch }).collections.posts.find())
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 500, issues: [] })
    const page = async () => new Response('<h1>Welcome</h1>')
    expect(await refusal(connect({ fetch: page }).account.me())).toMatchObject({ code: 'unexpected_answer' })
  })
})

describe('users', () => {
  it('sign in, and the same client acts for them with a token or a key', async () => {
    const client = connect()
    const data = { email: 'ann@example.com', name: 'Ann' }
    const ann = await client.auth.users.createUser({ data, password: PASSWORD })
    expect(await refusal(client.account.me())).toMatchObject({ code: 'unauthenticated', status: 401 })
    const refused = await refusal(client.auth.users.login({ email: 'ann@example.com', password: 'wrong' }))
    expect(refused).toMatchObject({ code: 'invalid_credentials', status: 401 })

    const { token } = await client.auth.users.login({ email: 'ann@example.com', password: PASSWORD })
    const mine = client.with({ token })
    expect(await mine.account.me()).toMatchObject({ user: { id: ann.id, name: 'Ann' }, collection: 'users' })
    await mine.account.writePreference('posts.columns', { value: ['title'] })
    expect(await mine.account.readPreference('posts.columns')).toEqual({ key: 'posts.columns', value: ['title'] })
    const { id } = await mine.collections.posts.create({ title: 'One' })
    expect(await mine.collections.posts.lock(id)).toMatchObject({ lock: { mine: true } })
    const job = await mine.collections.posts.schedule(id, { runAt: new Date(Date.now() + 60_000) })
    expect((await mine.collections.posts.scheduled(id)).docs).toEqual([job])
    expect(await mine.collections.posts.cancelScheduled(id, job.id)).toMatchObject({ cancelled: true })
    const preview = await mine.collections.posts.previewToken(id)
    expect(await client.collections.posts.preview(id, preview.token, { select: { title: true } })).toEqual({
      id,
      title: 'One',
    })
    expect(await client.account.revokePreviewToken({ token: preview.token })).toEqual({ revoked: true })

    // Keys are created in a browser, which sends its cookie.
    const headers = { cookie: `service_session=${token}` }
    const { key } = await client.account.createApiKey({ name: 'Robot' }, { headers })
    expect(await client.with({ apiKey: key }).account.me()).toMatchObject({ user: { name: 'Ann' }, session: null })
    expect(await mine.account.logout()).toEqual({ loggedOut: true })
    expect(await refusal(mine.account.me())).toMatchObject({ code: 'invalid_token', status: 401 })
  })

  it('get the token or key of each call from a function', async () => {
    const sent: (string | null)[] = []
    const fetch = async (_: unknown, init?: RequestInit) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return Response.json({ user: null })
    }
    let kept: string | null = null
    const client = connect({ fetch, token: async () => kept, apiKey: 'qk_1' })
    await client.account.me()
    kept = 'abc'
    await client.account.me()
    await createClient({ fetch }).account.me()
    await client.collections.posts.preview(NOTHING, 'secret')
    expect(sent).toEqual(['Bearer qk_1', 'Session abc', null, 'Bearer secret'])
  })
})

describe('globals, the manifest, and other routes', () => {
  it('are available', async () => {
    const client = connect()
    expect(await client.globals.settings.update({ siteName: 'Quire' })).toMatchObject({ id: 'settings' })
    expect(await client.globals.settings.publish()).toMatchObject({ siteName: 'Quire', _status: 'published' })
    expect(await client.globals.settings.access()).toMatchObject({ operations: { update: true } })
    expect(Object.keys((await client.schema()).collections)).toContain('posts')
    expect(await client.request<{ status: string }>('GET', '/healthz')).toEqual({ status: 'ok' })
    expect(await refusal(client.request('GET', '/api/nowhere'))).toMatchObject({ status: 404 })
  })

  it('are available without the types of a configuration', async () => {
    const client = createClient({ fetch: (input, init) => app.app.fetch(new Request(input, init)), baseUrl: app.url })
    const { id, revision } = await client.collection('people').create({ name: 'Ada' })
    const { docs } = await client
      .collection('people')
      .find({ where: { name: { equals: 'Ada' } }, select: { name: true } })
    expect(docs).toEqual([{ id, name: 'Ada' }])
    expect(await client.collection('people').update(id, { name: 'Bea' }, { ifMatch: revision })).toMatchObject({
      revision: 2,
    })
    expect(await client.global('settings').get({ draft: true })).toMatchObject({ siteName: null })
    expect(await client.users('users').bootstrap()).toEqual({ available: false })
    const missing = await refusal(client.collection('nothing').publish(id))
    expect(missing).toMatchObject({ code: 'not_found', status: 404 })
  })

  it('are not promises', async () => {
    const client = connect()
    const { collections }: { collections: unknown } = await Promise.resolve(client)
    expect(await Promise.resolve(collections)).toBe(client.collections)
  })

  it('have no other methods: a wrong name throws, with the existing ones', () => {
    const posts = connect().collections.posts as unknown as Record<string, unknown>
    expect(() => posts['pblish']).toThrow('There is no method "pblish". Available: access, ')
    expect('pblish' in posts).toBe(false)
    expect(posts['__v_isRef']).toBeUndefined()
  })
})
