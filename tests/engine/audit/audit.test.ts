import { createHash } from 'node:crypto'
import { forget } from '@quirecms/audit'
import { type AuditEntry, auditClient } from '@quirecms/audit/client'
import type { KeyScopes } from '@quirecms/core'
import { describeEachDatabase, must } from '@quirecms/testkit'
import { collection, defineConfig, f, global, QuireError, type RuleArguments } from 'quirecms'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Recorded, recorded } from './recorded.ts'

const everybody = () => true
const signedIn = ({ actor }: RuleArguments) => actor !== null
const chief = ({ actor }: RuleArguments) => actor?.['role'] === 'chief'

const newsroom = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({
      auth: { lockout: { attempts: 3 } },
      fields: { name: f.text(), role: f.text(), phone: f.text() },
      access: { create: everybody, update: everybody },
    }),
    readers: collection({ auth: true, fields: {} }),
    posts: collection({
      versions: { drafts: true },
      trash: true,
      fields: {
        title: f.text(),
        text: f.richText(),
        secret: f.text({ hidden: true }),
        wage: f.number({ access: { read: chief } }),
        rows: f.array({ fields: { label: f.text(), amount: f.number() } }),
      },
      access: {
        read: everybody,
        readDrafts: everybody,
        create: signedIn,
        update: signedIn,
        delete: signedIn,
        publish: signedIn,
      },
      hooks: {
        afterChange: [
          ({ doc }) => {
            if (doc?.['title'] === 'Refused') throw new QuireError('conflict', 'Not this one.')
          },
        ],
      },
    }),
    closed: collection({ fields: { title: f.text() }, access: { read: chief, create: everybody, update: chief } }),
  },
  globals: { site: global({ fields: { name: f.text() }, access: { read: everybody, update: signedIn } }) },
})

/** The history of a document, as the local API has it. */
interface History {
  readonly audit: (id: string) => Promise<{ docs: AuditEntry[] }>
}

let now = Date.parse('2026-03-01T10:00:00Z')
const pass = (milliseconds: number) => (now += milliseconds)
const DAY = 86_400_000

describeEachDatabase('the audit log on %s', (dialect) => {
  let log: Recorded
  let ann: Awaited<ReturnType<Recorded['user']>>
  beforeAll(async () => {
    const options = { reads: ['users'], redact: ['users.phone'], chain: true, retention: '30d' } as const
    log = await recorded(newsroom, dialect, options, () => new Date((now += 1)))
    ann = await log.user('Ann', { role: 'chief' })
  })
  afterAll(() => log.close())

  const as = (token: string) => ({
    post: (path: string, body?: unknown) => log.send('POST', path, { token, body: body ?? {} }),
    patch: (path: string, body: unknown) => log.send('PATCH', path, { token, body }),
    get: (path: string) => log.send('GET', path, { token }),
  })
  const make = async (data: object) => String((await as(ann.token).post('/api/collections/posts', data)).body.doc.id)
  const about = (documentId: string) => log.entries({ documentId: { equals: documentId } })
  const query = (where: object) => `where=${encodeURIComponent(JSON.stringify(where))}`
  const path = '/api/plugins/audit/entries'

  it('starts with an entry of the configuration, and records later changes of it', async () => {
    const [first] = await log.entries({ action: { equals: 'config.changed' } })
    expect(first).toMatchObject({ actor: null, via: 'system', request: null })
    const again = await log.start()
    await again.close()
    expect(await log.entries({ action: { equals: 'config.changed' } })).toHaveLength(1)
  })

  it('records actor, change, origin and new values', async () => {
    const id = await make({ title: 'A', wage: 5, rows: [{ label: 'one' }, { label: 'two' }] })
    const { body } = await as(ann.token).get(`/api/collections/posts/${id}?draft=true`)
    const [one, two] = body.doc.rows
    await as(ann.token).patch(`/api/collections/posts/${id}`, {
      title: 'x'.repeat(300),
      wage: 6,
      text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] },
      rows: [
        { id: two.id, label: 'zwei', amount: 2 },
        { id: one.id, label: 'one' },
      ],
    })
    const [made, changed] = await about(id)
    expect(made).toMatchObject({
      action: 'document.created',
      entity: 'posts',
      revision: 1,
      actor: { collection: 'users', id: ann.id, label: 'Ann' },
      via: 'session',
      outcome: 'done',
    })
    expect(must(made, 'entry').request).toMatchObject({ id: expect.any(String), address: expect.any(String) })
    expect(made?.changes).toContainEqual({ path: 'wage', from: '…', to: '…' })
    const hidden = await log.app.local.asSystem().collection('posts').create({ secret: 'a hidden one' })
    expect((await about((hidden as { id: string }).id))[0]?.changes).toEqual([{ path: 'secret', from: '…', to: '…' }])
    expect(changed?.changes).toEqual([
      { path: 'title', from: 'A', to: `${'x'.repeat(255)}…` },
      { path: 'text', from: null, to: 'changed' },
      { path: 'wage', from: '…', to: '…' },
      { path: `rows.${two.id}.label`, from: 'two', to: 'zwei' },
      { path: `rows.${two.id}.amount`, from: null, to: 2 },
      { path: 'rows', from: null, to: 'in another order' },
    ])
  })

  it('omits rolled-back changes, and truncates large ones', async () => {
    const before = (await log.entries()).length
    expect((await as(ann.token).post('/api/collections/posts', { title: 'Refused' })).status).toBe(409)
    expect(await log.entries()).toHaveLength(before)
    const id = await make({
      rows: Array.from({ length: 200 }, (_, index) => ({ label: 'y'.repeat(250), amount: index })),
    })
    const [entry] = await about(id)
    expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThan(8192)
    expect(entry?.changes?.at(-1)).toEqual({ path: '…' })
  })

  it('has an entry for each of a hundred documents of one request', async () => {
    const system = log.app.local.asSystem()
    const ids: string[] = []
    for (let index = 0; index < 100; index += 1)
      ids.push(((await system.collection('posts').create({ title: 'B' })) as { id: string }).id)
    const body = { action: 'update', ids, data: { title: 'C' } }
    const reply = await as(ann.token).post('/api/collections/posts/bulk', body)
    expect(reply.body.failed ?? 0).toBe(0)
    const left = (await log.entries({ action: { equals: 'document.updated' }, 'actor.id': { equals: ann.id } })).slice(
      -100,
    )
    expect(new Set(left.map(({ documentId }) => documentId))).toEqual(new Set(ids))
    expect(new Set(left.map(({ request }) => request?.id)).size).toBe(1)
  })

  it('names the user who queued the job of a change', async () => {
    const id = await make({ title: 'Planned' })
    const runAt = new Date(now + 3_600_000).toISOString()
    expect((await as(ann.token).post(`/api/collections/posts/${id}/schedule`, { runAt })).status).toBe(201)
    pass(3_700_000)
    await log.app.runJobs()
    const entries = await about(id)
    expect(entries.map(({ action }) => action)).toEqual(['document.created', 'schedule', 'document.published'])
    expect(entries.at(-1)).toMatchObject({ via: 'job', actor: { id: ann.id, label: 'Ann' }, request: null })
  })

  it('records repeated refusals once a minute', async () => {
    const bob = await log.user('Bob')
    const { id } = (await log.app.local.asSystem().collection('closed').create({ title: 'A' })) as { id: string }
    const refused = async () =>
      (await log.entries({ outcome: { equals: 'refused' }, 'actor.id': { equals: bob.id } })).length
    const change = async (title: string) =>
      (await as(bob.token).patch(`/api/collections/closed/${id}`, { title })).status
    for (const title of ['B', 'C', 'D']) expect(await change(title)).toBe(403)
    expect(await refused()).toBe(1)
    pass(61_000)
    expect(await change('E')).toBe(403)
    expect(await refused()).toBe(2)
  })

  it('stores no address of an anonymous caller', async () => {
    const login = (email: string) =>
      log.send('POST', '/api/auth/users/login', { body: { email, password: 'a wrong one' } })
    await login('Stranger@example.com')
    await login('stranger@example.com')
    await login(ann.email)
    const failed = await log.entries({ action: { equals: 'auth.loginFailed' } })
    const hashes = failed.filter(({ documentId }) => documentId === null).map(({ changes }) => changes?.[0]?.to)
    expect(hashes).toHaveLength(2)
    expect(new Set(hashes).size).toBe(1)
    expect(failed.at(-1)).toMatchObject({ documentId: ann.id, code: 'invalid_credentials', outcome: 'refused' })
    const text = JSON.stringify(await log.app.storage.reader.records.find('audit-entries', {}))
    expect(text.toLowerCase()).not.toContain('stranger@')
    expect(text).not.toContain(createHash('sha256').update('stranger@example.com').digest('base64url'))
  })

  it('records reads if configured', async () => {
    const token = ann.token
    await as(token).get(`/api/collections/users/${ann.id}`)
    await as(token).get('/api/collections/users?limit=2')
    await as(token).get('/api/collections/posts?limit=2')
    const reads = await log.entries({ action: { in: ['document.read', 'document.listed'] } })
    expect(reads.map(({ action, entity }) => `${action} ${entity}`)).toEqual([
      'document.read users',
      'document.listed users',
    ])
    expect(reads[0]).toMatchObject({ documentId: ann.id })
    expect(reads[1]?.ids).toHaveLength(2)
  })

  it('is filtered like a collection, by users who may read it', async () => {
    const mine = as(ann.token)
    const where = query({ action: { equals: 'document.created' }, at: { greater_than: '2026-01-01T00:00:00Z' } })
    const { body } = await mine.get(`${path}?${where}&limit=2`)
    expect(body.docs).toHaveLength(2)
    expect(body.docs[0].at > body.docs[1].at).toBe(true)
    expect(body.pagination.totalDocs).toBeGreaterThan(2)
    const first = await mine.get(`${path}?${where}&limit=2&after=`)
    const second = await mine.get(`${path}?${where}&limit=2&after=${first.body.pagination.nextCursor}`)
    expect(second.body.docs[0].at < first.body.docs[1].at).toBe(true)
    expect((await mine.get(`${path}/${body.docs[0].id}`)).body.doc).toEqual(body.docs[0])
    expect((await mine.get(`${path}?${query({ hash: { exists: true } })}`)).body.error.issues).toMatchObject([
      { code: 'unknown_field' },
    ])
    expect((await mine.get(`${path}?sort=nonsense`)).status).toBe(400)
    expect((await log.send('GET', path)).status).toBe(401)
    expect(
      (await log.send('DELETE', `${path}/${body.docs[0].id}`, { token: ann.token })).status,
    ).toBeGreaterThanOrEqual(404)
    const bob = await log.user('Bo')
    const seen = await as(bob.token).get(`${path}?${query({ entity: { equals: 'closed' } })}`)
    expect([seen.status, seen.body.docs]).toEqual([200, []])
    const ofPosts = await as(bob.token).get(`${path}?${query({ entity: { equals: 'posts' } })}&limit=1`)
    expect(ofPosts.body.docs[0].changes?.[0] ?? {}).not.toHaveProperty('to')
  })

  it('shows the history of a document without addresses', async () => {
    const id = await make({ title: 'Own' })
    const { body } = await as(ann.token).get(`/api/collections/posts/${id}/audit`)
    expect(body.docs).toMatchObject([{ action: 'document.created', request: { address: null, userAgent: null } }])
    expect((await log.send('GET', `/api/collections/posts/${id}/audit`)).status).toBe(401)
    await as(ann.token).patch('/api/globals/site', { name: 'S' })
    expect((await as(ann.token).get('/api/globals/site/audit')).body.docs).toMatchObject([{ entity: 'global:site' }])
  })

  it('hides names of users from callers who may not read them', async () => {
    const id = await make({ title: 'By Ann' })
    const withKey = (scopes: KeyScopes) =>
      log.app.local.as({ id: ann.id, collection: 'users', role: 'chief' }, { scopes })
    const historyFor = async (users: string[]) => {
      const collections = { posts: ['read', 'readVersions'], users }
      const { docs } = await (withKey({ collections }).collection('posts') as unknown as History).audit(id)
      return docs.map(({ actor }) => actor)
    }
    const label = { collection: 'users', id: ann.id, label: 'Ann' }
    expect(await historyFor(['read'])).toEqual([label])
    expect(await historyFor([])).toEqual([{ ...label, label: null }])

    const logFor = (collections: NonNullable<KeyScopes['collections']>, where: object) =>
      withKey({ collections, plugins: { audit: ['*'] } })
        .plugin(auditClient)
        .entries({ where } as never)
    const { docs } = await logFor({ posts: ['read'] }, { 'actor.id': { equals: ann.id } })
    expect(docs.length).toBeGreaterThan(0)
    expect(new Set(docs.map(({ entity, actor }) => `${entity} ${String(actor?.label)}`))).toEqual(
      new Set(['posts null']),
    )
    const byLabel = { 'actor.label': { equals: 'Ann' } }
    await expect(logFor({ posts: ['read'] }, byLabel)).rejects.toMatchObject({ code: 'invalid_query' })
    expect((await logFor({ '*': ['read'] }, byLabel)).docs.length).toBeGreaterThan(0)
  })

  it('is exported with an entry about it, without formulas for spreadsheets', async () => {
    await make({ title: '=cmd()' })
    const eve = await log.user('Eve', { name: '=EVIL()' })
    await as(eve.token).post('/api/collections/posts', { title: 'E' })
    const file = await as(ann.token).get(`${path}.ndjson`)
    expect([file.status, file.text.slice(0, 400)]).toEqual([200, expect.stringContaining('"id"')])
    const lines = file.text.trim().split('\n')
    expect(lines).toHaveLength((await log.entries()).length - 1)
    expect(JSON.parse(must(lines[0], 'line'))).toMatchObject({ action: expect.any(String) })
    const csv = (await as(ann.token).get(`${path}.csv?${query({ 'actor.id': { equals: eve.id } })}`)).text
    expect(csv).toContain(`"'=EVIL()"`)
    expect(csv).not.toMatch(/,"=/)
    expect((await log.entries({ action: { equals: 'export' } })).map(({ actor }) => actor?.id)).toEqual([
      ann.id,
      ann.id,
    ])
    expect((await log.send('GET', `${path}.csv`)).status).toBe(401)
    expect((await as(ann.token).get(`${path}.csv?where=nonsense`)).status).toBe(400)
  })

  it('finds the changes of a user, and erases users without breaking the chain', async () => {
    await log.app.runJobs()
    await log.app.runJobs()
    const verify = async () => (await as(ann.token).get('/api/plugins/audit/verify')).body
    const sound = await verify()
    expect(sound).toMatchObject({ ok: true, problems: [] })
    expect(sound.entries).toBeGreaterThan(100)
    const bob = await log.user('Forgotten', { phone: '+555 01' })
    await as(bob.token).post('/api/collections/posts', { title: 'F' })
    await log.send('POST', '/api/auth/users/login', {
      body: { email: bob.email, password: 'not the right one' },
      headers: { 'user-agent': 'a browser of few' },
    })
    await log.app.runJobs()
    await log.app.runJobs()
    const { entries } = await forget(log.app, { collection: 'users', id: bob.id })
    expect(entries).toBeGreaterThan(2)
    const stored = JSON.stringify(await log.app.storage.reader.records.find('audit-entries', { actorId: bob.id }))
    expect(stored).not.toContain('Forgotten')
    const subject = JSON.stringify(await about(bob.id))
    expect(subject).not.toMatch(/Forgotten|forgotten-|\+555|of few/)
    expect(subject).toContain('auth.loginFailed')
    expect(subject).toContain('forget')
    expect(await verify()).toMatchObject({ ok: true, problems: [] })
    const victim = must((await log.entries({ action: { equals: 'document.created' } }))[3], 'entry')
    await log.app.storage.transaction(({ records }) =>
      records.update('audit-entries', { id: victim.id }, { actorLabel: 'Mallory' }),
    )
    const tampered = await verify()
    expect(tampered).toMatchObject({ ok: false })
    expect(tampered.problems.map(({ id }: { id: string }) => id)).toContain(victim.id)
    await log.app.storage.transaction(({ records }) => records.remove('audit-entries', { id: victim.id }))
    expect((await verify()).ok).toBe(false)
  })

  it('removes whole days after the retention, then the rest', async () => {
    await log.app.runJobs()
    await log.app.runJobs()
    pass(31 * DAY)
    const before = (await log.entries()).length
    await log.app.runJobs()
    await log.app.runJobs()
    const left = await log.entries()
    expect(left.length).toBeLessThan(before)
    expect(left.every(({ at }) => Date.parse(at) > now - 31 * DAY)).toBe(true)
    const segments = await log.app.storage.reader.records.find('audit-segments', {})
    expect(segments.some((segment) => segment['removedAt'] !== null && segment['lastHash'] !== null)).toBe(true)
    const somebody = await log.user('Zoe', { role: 'chief' })
    await log.app.runJobs()
    await log.app.runJobs()
    expect((await as(somebody.token).get('/api/plugins/audit/verify')).body).toMatchObject({ ok: true })
  })
})
