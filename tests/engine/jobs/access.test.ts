import { randomUUID } from 'node:crypto'
import { createTestApp, must, onEachDatabase } from '@quirecms/testkit'
import { createClient } from '@quirecms/sdk'
import { collection, defineConfig, job } from 'quirecms'
import { beforeEach, expect, it, onTestFinished, test } from 'vitest'
import { office, told } from './office.ts'

const ann = { id: randomUUID(), collection: 'staff' }
const bob = { id: randomUUID(), collection: 'guests' }
const eve = { id: randomUUID(), collection: 'guests' }

onEachDatabase('jobs over HTTP', { config: office, actors: { ann, bob, eve }, jobs: false }, (app) => {
  beforeEach(async () => {
    told.runs.splice(0)
    await app().app.storage.transaction(async ({ records }) => {
      for (const name of ['jobs', 'job-details', 'job-keys']) await records.remove(name, {})
    })
  })

  const queue = async (as: string, text: string): Promise<string> => {
    const { status, body } = await app().request('POST', '/api/jobs/write', { as, body: { input: { text }, in: '1h' } })
    expect(status).toBe(201)
    return String(body.id)
  }

  it('are queued by callers whom the rule permits, with valid input', async () => {
    const id = await queue('bob', 'hello')
    const own = await app().request('GET', `/api/jobs/${id}`, { as: 'bob' })
    expect(own.body.doc).toMatchObject({
      job: 'write',
      status: 'pending',
      input: { text: 'hello' },
      createdBy: { collection: 'guests', id: bob.id },
      isScheduled: false,
      requestId: expect.any(String),
    })
    const post = (as: string | undefined, body: unknown, name = 'write') =>
      app().request('POST', `/api/jobs/${name}`, { as, body })
    expect((await post(undefined, { input: { text: 'x' } })).status).toBe(401)
    expect((await post('bob', { input: { text: 'forbidden' } })).status).toBe(403)
    const wrong = await post('bob', { input: { text: 7, more: 1 } })
    expect([wrong.status, wrong.body.error.issues.map(({ path }: { path: string }) => path).toSorted()]).toEqual([
      422,
      ['input.more', 'input.text'],
    ])
    for (const body of [{ input: 'x' }, { text: 'x' }, { input: { text: 'x' }, in: 'soon' }, { at: '1', in: '1m' }])
      expect((await post('bob', body)).status).toBe(422)
    // Jobs without public access, and unknown names, have no route.
    for (const name of ['exact', 'nothing', 'constructor']) expect((await post('ann', {}, name)).status).toBe(404)
    expect((await app().request('GET', '/api/jobs', { as: 'ann' })).body.pagination.totalDocs).toBe(1)
  })

  it('are part of the capabilities of the caller', async () => {
    const sees = async (as?: string) => (await app().request('POST', '/api/access', { as, body: {} })).body.jobs
    expect([await sees('ann'), await sees('bob'), await sees()]).toEqual([true, true, false])
    const { body } = await app().request('GET', '/api/start', { as: 'bob' })
    expect(body.access.jobs).toBe(true)
  })

  it('are visible to the user who queued them, and to managers of all jobs, who may cancel them', async () => {
    const own = await queue('bob', 'of bob')
    const other = await queue('eve', 'of eve')
    const list = async (as: string, query = '') => {
      const { body } = await app().request('GET', `/api/jobs${query}`, { as })
      return [body.pagination.totalDocs, ...body.docs.map(({ id }: { id: string }) => id)]
    }
    expect(await list('bob')).toEqual([1, own])
    expect(await list('ann')).toEqual([2, other, own])
    expect(await list('ann', '?limit=1&page=2')).toEqual([2, own])
    expect(await list('ann', '?status=failed')).toEqual([0])
    expect(await list('ann', '?job=exact')).toEqual([0])
    const ask = async (as: string | undefined, id: string, what = '') => {
      const method = what === '' ? 'GET' : 'POST'
      return (await app().request(method, `/api/jobs/${id}${what}`, { as })).status
    }
    expect(await ask('bob', other)).toBe(404)
    expect(await ask('bob', other, '/cancel')).toBe(404)
    expect(await ask(undefined, own)).toBe(401)
    expect(await ask('bob', 'no-id')).toBe(404)
    expect(await ask('bob', own, '/cancel')).toBe(200)
    expect(await ask('bob', own, '/retry')).toBe(403)
    expect(await ask('ann', own, '/retry')).toBe(200)
    expect(await ask('ann', own, '/retry')).toBe(409)
    expect((await app().request('GET', '/api/jobs')).status).toBe(401)
  })

  it('are listed with their definitions, as far as each caller may see them', async () => {
    const ask = async (as: string) => (await app().request('GET', '/api/jobs/definitions', { as })).body
    const known = await ask('bob')
    expect(known).toMatchObject({ mayRead: false, mayManage: false, jobs: [{ name: 'write', mayQueue: true }] })
    const all = await ask('ann')
    expect(all.jobs.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(Object.keys(office.jobs ?? {})),
    )
    expect((await app().request('GET', '/api/jobs/definitions')).status).toBe(401)
  })

  it('act with the rights of the user who queued them', async () => {
    const client = createClient<typeof office>({ baseUrl: app().url, fetch: app().fetchAs('ann') })
    const { id } = await client.jobs.write({ text: 'by a client' })
    await app().app.runJobs()
    // The collection has no user with this id.
    expect(await client.queue.read(id)).toMatchObject({ status: 'pending', error: { code: 'forbidden' } })
  })
})

const moody = defineConfig({
  admin: { users: 'staff' },
  collections: { staff: collection({ auth: true, fields: {} }) },
  jobs: {
    // Its rule throws without an input, so it can only be asked about a job.
    picky: job({
      input: { type: 'object', properties: { kind: { type: 'string' } } },
      access: { queue: ({ data }) => (data as { kind: string }).kind === 'good' },
      run: () => undefined,
    }),
    plain: job({ access: { queue: ({ actor }) => actor !== null }, run: () => undefined }),
  },
})

onEachDatabase('jobs whose rules use the input', { config: moody, actors: { ann, bob }, jobs: false }, (app) => {
  it('do not block reads of other jobs', async () => {
    const ask = async (as: string) => {
      const { status, body } = await app().request('GET', '/api/jobs/definitions', { as })
      return [status, body.jobs?.map(({ name, mayQueue }: { name: string; mayQueue: boolean }) => [name, mayQueue])]
    }
    expect(await ask('bob')).toEqual([200, [['plain', true]]])
    const [status, jobs] = await ask('ann')
    expect([status, jobs]).toEqual([
      200,
      expect.arrayContaining([
        ['picky', false],
        ['plain', true],
      ]),
    ])
    const queued = await app().request('POST', '/api/jobs/picky', { as: 'bob', body: { input: { kind: 'good' } } })
    expect(queued.status).toBe(201)
  })
})

test('a key with scopes queues nothing, and a key without does', async () => {
  const config = defineConfig({
    admin: { users: 'staff' },
    server: { rateLimit: false },
    collections: { staff: collection({ auth: { apiKeys: true }, fields: {} }) },
    jobs: { work: job({ access: { queue: ({ actor }) => actor !== null }, run: () => undefined }) },
  })
  const own = await createTestApp(config, { jobs: false })
  onTestFinished(() => own.close())
  const { auth } = own.app.local.asSystem()
  const login = { email: 'ann@example.com', password: 'correct horse battery' }
  await auth.staff.createUser({ data: { email: login.email }, password: login.password })
  const signedIn = await own.request('POST', '/api/auth/staff/login', { body: login })
  const cookie = must(signedIn.headers.get('set-cookie'), 'cookie').split(';')[0] ?? ''
  const statusWith = async (scopes?: object) => {
    const headers = { cookie, origin: own.url }
    const made = await own.request('POST', '/api/auth/api-keys', {
      body: { name: 'x', ...(scopes && { scopes }) },
      headers,
    })
    const authorization = `Bearer ${String(made.body.key)}`
    const ask = (path: string) => own.request('POST', path, { headers: { authorization } })
    // The caller gets the real capabilities.
    return [made.status, (await ask('/api/jobs/work')).status, (await ask('/api/access')).body.jobs]
  }
  expect(await statusWith()).toEqual([201, 201, true])
  expect(await statusWith({ collections: { '*': ['*'] } })).toEqual([201, 403, false])
})
