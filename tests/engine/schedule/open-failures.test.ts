import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'
import { signUp } from './magazine.ts'

const HOUR = 3_600_000
const everybody = () => true

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: { role: f.text() } }),
    posts: collection({
      trash: true,
      versions: { drafts: true },
      fields: { title: f.text({ required: true }), kind: f.text() },
      access: {
        read: everybody,
        readDrafts: everybody,
        create: everybody,
        update: everybody,
        publish: ({ actor }) => actor?.['role'] === 'editor' || { kind: { equals: 'open' } },
      },
    }),
    secrets: collection({ versions: { drafts: true }, fields: { title: f.text({ required: true }) } }),
  },
  globals: {
    site: global({
      versions: { drafts: { schedule: true } },
      fields: { name: f.text({ required: true }) },
      access: { read: everybody, readDrafts: everybody, update: everybody, publish: everybody },
    }),
  },
})

const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
const statements: string[] = []
const setup = {
  config,
  clock: () => new Date(time.now),
  jobs: false,
  onStatement: (sql: string) => void statements.push(sql),
}

interface Plan {
  readonly documentId: string
}

onEachDatabase('unresolved failed actions', setup, (app) => {
  const posts = '/api/collections/posts'
  const system = () => app().app.local.asSystem()
  const editor = () => signUp(app(), 'editor')
  const runAt = () => new Date(time.now + HOUR).toISOString()
  const pass = async () => {
    for (const wait of [HOUR, 1_000, 5_000]) {
      time.now += wait
      await app().app.runJobs()
    }
  }
  /** A post whose scheduled publication failed. */
  const failed = async (data: object = {}) => {
    const { id } = await system().collections.posts.create(data)
    await system().collections.posts.schedule(id, { runAt: runAt() })
    await pass()
    return id
  }
  const listed = async (path: string, as: object = {}) => (await app().request('GET', path, as)).body
  const inCollection = async (as: object = {}, more = '') =>
    ((await listed(`${posts}/schedule?failed=true${more}`, as)).docs as Plan[]).map(({ documentId }) => documentId)

  it('are listed with their issues, in every list of actions', async () => {
    const as = await editor()
    const id = await failed()
    const one = { documentId: id, status: 'failed', action: 'publish', error: { code: 'validation' } }
    const shown = { ...one, issues: [{ code: 'required', path: 'title' }] }
    expect((await listed(`${posts}/schedule?failed=true`, as)).docs[0]).toMatchObject(shown)
    expect((await listed(`${posts}/${id}/schedule?failed=true`, as)).docs).toMatchObject([shown])
    const placed = { ...shown, collection: 'posts', title: null }
    expect((await listed('/api/schedule?failed=true', as)).results[0]).toMatchObject(placed)
    expect((await listed('/api/start', as)).failed[0]).toMatchObject(placed)
    expect((await app().app.local.asSystem().scheduledAll({ failed: true })).results[0]).toMatchObject(placed)
    expect((await listed('/api/schedule', as)).results).toEqual([])
    expect((await listed('/api/start', as)).planned).toEqual([])
  })

  it('are resolved by publishing, rescheduling, trashing, or the same action by hand', async () => {
    const as = await editor()
    const [published, planned, trashed, edited] = [await failed(), await failed(), await failed(), await failed()]
    expect(await inCollection(as)).toEqual(expect.arrayContaining([published, planned, trashed, edited]))
    await system().collections.posts.update(published, { title: 'A' })
    await system().collections.posts.publish(published)
    await system().collections.posts.schedule(planned, { runAt: runAt() })
    await system().collections.posts.delete(trashed)
    await system().collections.posts.update(edited, { kind: 'changed' })
    const left = await inCollection(as)
    expect(left).toContain(edited)
    for (const id of [published, planned, trashed]) expect(left).not.toContain(id)
    // The newer schedule fails as well: it is listed instead of the previous one.
    await pass()
    expect((await inCollection(as)).filter((id) => id === planned)).toHaveLength(1)
    expect((await listed(`${posts}/${planned}/schedule`, as)).docs).toHaveLength(2)
    expect((await listed(`${posts}/${planned}/schedule?failed=true`, as)).docs).toHaveLength(1)
  })

  it('are sorted by time, newest first, and filtered by time', async () => {
    const as = await editor()
    const [first, between, second] = [await failed(), new Date(time.now).toISOString(), await failed()]
    const all = await inCollection(as)
    expect(all.indexOf(second)).toBeLessThan(all.indexOf(first))
    expect(await inCollection(as, `&from=${between}`)).toEqual([second])
    expect(await inCollection(as, `&until=${between}`)).toContain(first)
    expect(await inCollection(as, `&until=${between}`)).not.toContain(second)
    expect(await inCollection(as, '&limit=1&page=1')).toEqual([second])
  })

  it('are found without reading the documents', async () => {
    const as = await editor()
    const id = await failed({ kind: 'of which nothing is read' })
    statements.length = 0
    expect(await inCollection(as)).toContain(id)
    const read = statements.filter((sql) => sql.includes('"doc_posts"'))
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter((sql) => sql.includes('"shape", "data"'))).toEqual([])
  })

  it('are shown only to users who may publish', async () => {
    const [closed, open] = [await failed({ kind: 'closed' }), await failed({ kind: 'open' })]
    const as = await signUp(app(), 'author')
    expect(await inCollection(as)).toContain(open)
    expect(await inCollection(as)).not.toContain(closed)
    const { results } = await listed('/api/schedule?failed=true', as)
    expect(results.map(({ documentId }: Plan) => documentId)).not.toContain(closed)
    const secret = (await system().collections.secrets.create({})).id
    await system().collections.secrets.schedule(secret, { runAt: runAt() })
    await pass()
    const anonymous = await listed('/api/start')
    expect(anonymous.failed.map(({ documentId }: Plan) => documentId)).not.toContain(secret)
  })

  it('include globals, until they are published', async () => {
    const as = await editor()
    const { site } = system().globals
    await site.update({})
    await site.schedule({ runAt: runAt() })
    await pass()
    const failures = async () =>
      (await listed('/api/schedule?failed=true&limit=100', as)).results.filter((one: object) => 'global' in one)
    expect(await failures()).toMatchObject([{ global: 'site', status: 'failed', issues: [{ path: 'name' }] }])
    await site.update({ name: 'Mine' })
    await site.publish()
    expect(await failures()).toEqual([])
  })

  it('are requested with true or false', async () => {
    const { error } = await listed(`${posts}/schedule?failed=perhaps`)
    expect(error).toMatchObject({ code: 'invalid_query', issues: [{ path: 'failed' }] })
  })
})
