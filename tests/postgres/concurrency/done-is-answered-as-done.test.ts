import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global, type LocalApi, route, sqlite } from 'quirecms'
import { afterEach, expect, it } from 'vitest'
import { ownTime } from '../../setup/own-time.ts'
import { form } from '../../http/uploads/gallery.ts'

const everybody = () => true

const PATIENCE = 30_000
const time = ownTime()

/** Where application code hangs, and what releases it. */
let hanging: { readonly place: string; readonly gate: PromiseWithResolvers<void> } | undefined

const waitAt = async (place: string) => {
  if (hanging?.place !== place) return
  setImmediate(() => time.pass(PATIENCE))
  await hanging.gate.promise
}

function hangAt(place: string): void {
  hanging = { place, gate: Promise.withResolvers() }
}

function goOn(): void {
  hanging?.gate.resolve()
  hanging = undefined
}

let begun = 0
let hangingChange = 0

const fields = {
  title: f.text({ hooks: { afterRead: [() => waitAt('field hook')] } }),
  shout: f.virtual({
    value: async () => {
      await waitAt('virtual field')
      return 'made'
    },
  }),
  secret: f.text({
    access: {
      read: async () => {
        await waitAt('field rule')
        return true
      },
    },
  }),
}
const hooks = {
  afterRead: [() => waitAt('hook')],
  beforeChange: [
    () => {
      begun += 1
      return begun === hangingChange ? waitAt('change') : undefined
    },
  ],
}
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const collections = {
  notes: collection({
    versions: { drafts: true },
    fields,
    hooks,
    access: { ...access, publish: everybody, readDrafts: everybody },
  }),
}
const schema = defineConfig({ collections })
const config = defineConfig({
  database: sqlite(':memory:', {}),
  server: { rateLimit: false, requestTimeout: PATIENCE },
  collections: {
    ...collections,
    files: collection({
      upload: true,
      fields: { alt: f.text() },
      hooks: { afterRead: [() => waitAt('hook')] },
      access,
    }),
    users: collection({
      auth: true,
      fields: { name: f.text() },
      hooks: { afterRead: [() => waitAt('hook')], afterLogout: [() => waitAt('logout')] },
      access,
    }),
  },
  routes: [
    route({
      method: 'POST',
      path: '/all',
      handler: async ({ local }) => {
        const { notes } = (local as unknown as LocalApi<typeof schema>).collections
        const { docs } = await notes.find({ draft: true })
        await notes.bulk({ action: 'update', ids: docs.map(({ id }) => id), data: { title: 'changed' } })
        await waitAt('route')
        return { isDone: true }
      },
    }),
  ],
  globals: {
    site: global({
      fields: { name: f.text() },
      hooks: { afterRead: [() => waitAt('hook')] },
      access: { read: everybody, update: everybody },
    }),
  },
})

afterEach(() => {
  goOn()
  begun = 0
  hangingChange = 0
})

onEachDatabase('a committed write that hangs while it is read back', { config }, (app, dialect) => {
  // All run after the commit, in the same code; on PostgreSQL, one place is enough.
  const places = dialect === 'sqlite' ? ['hook', 'field hook', 'virtual field', 'field rule'] : ['hook']

  const notes = '/api/collections/notes'
  const make = async (title: string) => docOf(await app().request('POST', notes, { body: { title } }))
  const titles = async () => {
    goOn()
    const { docs } = await app().app.local.collections.notes.find({ sort: 'createdAt', draft: true })
    return docs.map(({ title }) => title)
  }

  it.each(places)('is answered as success in a %s', async (place) => {
    const before = await make('first')
    hangAt(place)
    const made = await app().request('POST', notes, { body: { title: 'second', secret: 's' } })
    expect(made).toMatchObject({ status: 201, body: { doc: { revision: 1 } } })
    // Undecidable cases are left out.
    expect(made.body.doc).not.toHaveProperty('secret')
    expect(made.body.doc).not.toHaveProperty('title')
    const changed = await app().request('PATCH', `${notes}/${before.id}`, { body: { title: 'changed' } })
    expect(changed).toMatchObject({ status: 200, body: { doc: { id: before.id, revision: 2 } } })
    expect(await titles()).toEqual(['changed', 'second'])
  })

  it('is answered as success by publishing, deleting, uploads, globals and users', async () => {
    const { id } = await make('first')
    const other = await make('second')
    const account = { data: { email: 'a@b.test' }, password: 'correct horse battery' }
    hangAt('hook')
    const answers = {
      publish: await app().request('POST', `${notes}/${id}/publish`),
      delete: await app().request('DELETE', `${notes}/${other.id}`),
      upload: await app().request('POST', '/api/collections/files', { body: form('text', 'a.txt', { alt: 'A' }) }),
      global: await app().request('PATCH', '/api/globals/site', { body: { name: 'Site' } }),
      user: await app().request('POST', '/api/auth/users/create-user', { body: account }),
      login: await app().request('POST', '/api/auth/users/login', {
        body: { email: account.data.email, password: account.password },
      }),
    }
    const statuses = Object.entries(answers).map(([name, { status }]) => [name, status])
    expect(Object.fromEntries(statuses)).toEqual({
      publish: 200,
      delete: 200,
      upload: 201,
      global: 200,
      user: 201,
      login: 200,
    })
    expect(answers.login.body).toMatchObject({ user: { id: answers.user.body.doc.id } })
    expect(typeof answers.login.body.token).toBe('string')
    goOn()
    expect(docOf(await app().request('GET', `${notes}/${id}`))).toMatchObject({ title: 'first' })
    expect(await titles()).toEqual(['first'])
    const [file] = (await app().app.local.collections.files.find()).docs
    expect(file).toMatchObject({ id: answers.upload.body.doc.id, alt: 'A' })
    expect((await app().request('GET', String(file?.url))).status).toBe(200)
    expect(await app().app.local.globals.site.get()).toMatchObject({ name: 'Site' })
  })

  it('is reported by a bulk call, beside documents that were not processed', async () => {
    const ids = [await make('1'), await make('2'), await make('3')].map(({ id }) => id)
    hangAt('hook')
    const answer = await app().request('POST', `${notes}/bulk`, {
      body: { action: 'update', ids, data: { title: 'changed' } },
    })
    expect(answer).toMatchObject({ status: 200, body: { succeeded: 1, failed: 2 } })
    expect(answer.body.results).toMatchObject([
      { id: ids[0], ok: true, doc: { id: ids[0], revision: 2 } },
      { id: ids[1], ok: false, error: { code: 'unavailable' } },
      { id: ids[2], ok: false },
    ])
    expect(await titles()).toEqual(['changed', '2', '3'])
  })

  it('is reported by a bulk call whose next document hangs before its commit', async () => {
    const ids = [await make('1'), await make('2'), await make('3')].map(({ id }) => id)
    begun = 0
    hangingChange = 2
    hangAt('change')
    const answer = await app().request('POST', `${notes}/bulk`, {
      body: { action: 'update', ids, data: { title: 'changed' } },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject([
      { id: ids[0], ok: true },
      { id: ids[1], ok: false, error: { code: 'timeout' } },
      { id: ids[2], ok: false, error: { code: 'unavailable' } },
    ])
    goOn()
    await make('next')
    expect(await titles()).toEqual(['changed', '2', '3', 'next'])
  })

  it('is reported by a bulk call whose last document hangs', async () => {
    const ids = [await make('1'), await make('2'), await make('3')].map(({ id }) => id)
    begun = 0
    hangingChange = 3
    hangAt('change')
    const answer = await app().request('POST', `${notes}/bulk`, {
      body: { action: 'update', ids, data: { title: 'changed' } },
    })
    expect(answer).toMatchObject({ status: 200, body: { succeeded: 2, failed: 1 } })
    expect(answer.body.results).toMatchObject([
      { id: ids[0], ok: true },
      { id: ids[1], ok: true },
      { id: ids[2], ok: false, error: { code: 'timeout' } },
    ])
    goOn()
    await make('next')
    expect(await titles()).toEqual(['changed', 'changed', '3', 'next'])
  })

  it('is reported by signing out, here and everywhere', async () => {
    const account = { data: { email: 'a@b.test' }, password: 'correct horse battery' }
    await app().request('POST', '/api/auth/users/create-user', { body: account })
    const login = async () => {
      const body = { email: account.data.email, password: account.password }
      return String((await app().request('POST', '/api/auth/users/login', { body })).body.token)
    }
    const [first, second, third] = [await login(), await login(), await login()]
    const as = (token: string) => ({ headers: { authorization: `Session ${token}` } })
    hangAt('logout')
    expect(await app().request('POST', '/api/auth/logout', as(first))).toMatchObject({
      status: 200,
      body: { loggedOut: true },
    })
    hangAt('logout')
    expect(await app().request('POST', '/api/auth/logout-all', as(second))).toMatchObject({
      status: 200,
      body: { loggedOut: true, revoked: 2 },
    })
    for (const token of [first, second, third])
      expect(await app().request('GET', '/api/auth/me', as(token))).toMatchObject({ status: 401 })
  })

  it('is reported by a bulk call of many, one batch of which hangs', async () => {
    await app().app.local.transaction(async (local) => {
      for (let n = 0; n < 101; n += 1) await local.collections.notes.create({ title: String(n) })
    })
    const body = { action: 'update', where: { title: { exists: true } }, data: { title: 'changed' } }
    const countChanged = () =>
      app().app.local.collections.notes.count({ where: { title: { equals: 'changed' } }, draft: true })
    begun = 0
    // Batches may be smaller on a slow machine, but none contains everything.
    hangingChange = 101
    hangAt('change')
    const answer = await app().request('POST', `${notes}/bulk`, { body })
    goOn()
    expect(answer.status).toBe(200)
    expect(answer.body.matched).toBe(101)
    expect(answer.body.succeeded).toBeGreaterThan(0)
    expect(answer.body.succeeded + (answer.body.remaining ?? 0)).toBe(101)
    await make('next')
    expect(await countChanged()).toEqual({ count: answer.body.succeeded })
  })

  it('is refused as a whole if nothing is committed', async () => {
    const ids = [await make('1'), await make('2')].map(({ id }) => id)
    begun = 0
    hangingChange = 1
    hangAt('change')
    const answer = await app().request('POST', `${notes}/bulk`, {
      body: { action: 'update', ids, data: { title: 'changed' } },
    })
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
    goOn()
    await make('next')
    expect(await titles()).toEqual(['1', '2', 'next'])
  })

  it('does not keep a route of the application from being refused, which continues by itself', async () => {
    await make('1')
    hangAt('route')
    expect(await app().request('POST', '/api/all')).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
    goOn()
    expect(await app().request('POST', '/api/all')).toMatchObject({ status: 200, body: { isDone: true } })
  })
})
