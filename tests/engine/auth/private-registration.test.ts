import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Outbox, tokenIn } from './mail.ts'
import { freshAddress, logIn, makeUser, PASSWORD, signedIn } from './people.ts'

const outbox = new Outbox()
const seen: unknown[] = []
const isAdmin = ({ actor }: { actor: { collection: string } | null }) => actor?.collection === 'admins'

const config = defineConfig({
  admin: { users: 'admins' },
  collections: {
    admins: collection({ auth: true, fields: {} }),
    users: collection({
      auth: { verification: true, registration: 'private', bootstrap: true },
      fields: { name: f.text({ required: true }), nick: f.text({ unique: true }) },
      access: { create: () => true, read: isAdmin, update: isAdmin },
      hooks: { beforeValidate: [({ data }) => void seen.push(data?.['email'])] },
    }),
    open: collection({
      auth: { verification: true },
      fields: { name: f.text() },
      access: { create: () => true, read: () => true, update: isAdmin },
    }),
  },
})

onEachDatabase('a private registration (auth.registration)', { config, mailer: outbox }, (app) => {
  beforeEach(async () => {
    outbox.sent.length = 0
    // The first user of a collection gets an ordinary answer: there is no other user to hide.
    await makeUser(app(), { collection: 'users', name: 'First' })
    seen.length = 0
  })
  const register = (email: string, data: object = { name: 'Ann' }, headers = {}) =>
    app().request('POST', '/api/auth/users/create-user', {
      body: { data: { ...data, email }, password: PASSWORD },
      headers,
    })

  it('answers the same for a known address, and notifies its owner by mail', async () => {
    const email = freshAddress()
    const first = await register(email)
    const mail = await outbox.newest(email)
    const again = await register(email.toUpperCase())
    expect([first.status, again.status]).toEqual([201, 201])
    expect([first.text, again.text]).toEqual(['{"registered":true}', '{"registered":true}'])
    const headersOf = ({ headers }: typeof first) =>
      Object.keys(Object.fromEntries(headers as unknown as Iterable<[string, string]>)).toSorted()
    expect(headersOf(first)).toEqual(headersOf(again))
    expect(await outbox.newest(email, 2)).toMatchObject({ subject: 'You already have an account' })
    // Hooks ran once for each, whatever the result.
    expect(seen).toHaveLength(2)
    expect(await app().request('POST', '/api/auth/users/verify', { body: { token: tokenIn(mail) } })).toMatchObject({
      status: 200,
    })
    expect((await logIn(app(), email)).status).toBe(200)
  })

  it('does not suppress mails about another password, however often strangers try', async () => {
    const email = freshAddress()
    const post = (path: string, body: object) => app().request('POST', `/api/auth/users/${path}`, { body })
    await register(email)
    await outbox.newest(email)
    for (let count = 2; count <= 4; count += 1) {
      await register(email)
      await outbox.newest(email, count)
    }
    await post('forgot-password', { email })
    const token = tokenIn(await outbox.newest(email, 5))
    expect((await post('reset-password', { token, password: 'another password' })).status).toBe(200)
    expect(await outbox.newest(email, 6)).toMatchObject({ subject: 'Your password was changed' })
  })

  it('is stored before the response, so that no crash loses it', async () => {
    const email = freshAddress()
    // State after a crash right behind the answer: nothing of its background work is left.
    const { storage } = app().app
    const transaction = storage.transaction.bind(storage)
    const dying = vi.spyOn(storage, 'transaction').mockImplementation(async (work, options) => {
      if ((await storage.reader.records.count('registrations', {})) > 0) throw new Error('the process is dead')
      return transaction(work, options)
    })
    onTestFinished(() => dying.mockRestore())
    expect((await register(email)).text).toBe('{"registered":true}')
    expect(await storage.reader.records.count('registrations', {})).toBe(1)
    expect(JSON.stringify(await storage.reader.records.find('registrations', {}))).not.toContain(PASSWORD)
    dying.mockRestore()
    const mail = await outbox.newest(email)
    await expect.poll(() => storage.reader.records.count('registrations', {})).toBe(0)
    await app().request('POST', '/api/auth/users/verify', { body: { token: tokenIn(mail) } })
    expect((await logIn(app(), email)).status).toBe(200)
  })

  it('does not sign in before the address is confirmed', async () => {
    const [known, unknown] = [freshAddress(), freshAddress()]
    await makeUser(app(), { collection: 'users', name: 'Known', email: known, password: 'another password' })
    for (const email of [known, unknown]) await register(email)
    await Promise.all([outbox.newest(known, 2), outbox.newest(unknown)])
    const answers = [await logIn(app(), known), await logIn(app(), unknown)]
    expect(answers.map(({ status, body }) => ({ status, code: body.error.code }))).toEqual([
      { status: 401, code: 'invalid_credentials' },
      { status: 401, code: 'invalid_credentials' },
    ])
  })

  it('reports other issues', async () => {
    await makeUser(app(), { collection: 'users', name: 'x', nick: 'taken' })
    const { status, body } = await register('no address', { nick: 'taken' })
    expect({ status, paths: body.error.issues.map(({ path }: { path: string }) => path).toSorted() }).toEqual({
      status: 422,
      paths: ['data.email', 'data.name', 'data.nick'],
    })
    // The two users that were created are asked to confirm their addresses; no other mail is sent.
    const asked = ({ to, subject }: { to: string; subject: string }) =>
      to !== 'no address' && subject === 'Confirm your address'
    expect(outbox.sent.filter((mail) => !asked(mail))).toEqual([])
  })

  it('is an ordinary one for callers who may read all users', async () => {
    const { email } = await makeUser(app(), { collection: 'admins' })
    const admin = await signedIn(app(), email, PASSWORD, 'admins')
    const address = freshAddress()
    expect(await register(address, { name: 'x' }, admin.byToken)).toMatchObject({
      status: 201,
      body: { doc: { name: 'x' } },
    })
    expect(await register(address, { name: 'x' }, admin.byToken)).toMatchObject({ status: 422 })
  })
})

onEachDatabase('_verified in queries', { config, mailer: outbox }, (app) => {
  beforeEach(() => {
    outbox.sent.length = 0
  })
  const find = (where: object, headers = {}) =>
    app().request('GET', `/api/collections/open?sort=name&where=${encodeURIComponent(JSON.stringify(where))}`, {
      headers,
    })
  const names = ({ body }: Awaited<ReturnType<typeof find>>) => body.docs.map(({ name }: { name: string }) => name)

  it('can be read and filtered by callers who may update the user', async () => {
    const admin = await makeUser(app(), { collection: 'admins' })
    const { byToken } = await signedIn(app(), admin.email, PASSWORD, 'admins')
    const ann = await makeUser(app(), { collection: 'open', name: 'Ann' })
    const bob = await makeUser(app(), { collection: 'open', name: 'Bob' })
    const verify = async (email: string, count = 1) => {
      const token = tokenIn(await outbox.newest(email, count))
      expect((await app().request('POST', '/api/auth/open/verify', { body: { token } })).status).toBe(200)
    }
    await verify(bob.email)
    expect(names(await find({ _verified: { equals: true } }, byToken))).toEqual(['Bob'])
    expect(names(await find({ _verified: { not_equals: true } }, byToken))).toEqual(['Ann'])
    const one = await app().request('GET', `/api/collections/open/${bob.id}`, { headers: byToken })
    expect(one.body.doc).toMatchObject({ _verified: true, revision: 1 })

    // With another address, the user has to confirm again.
    await app()
      .local.asSystem()
      .collection('open')
      .update(bob.id, { email: freshAddress('bob') })
    expect(names(await find({ _verified: { equals: true } }, byToken))).toEqual([])
    await app().local.asSystem().collection('open').update(ann.id, { name: 'Anna' })
    await verify(ann.email)
    expect(names(await find({ _verified: { equals: true } }, byToken))).toEqual(['Anna'])
    await app().local.asSystem().collection('open').update(ann.id, { name: 'Annika' })
    expect(names(await find({ _verified: { equals: true } }, byToken))).toEqual(['Annika'])
  })

  it('is unknown to all others, and read-only', async () => {
    const ann = await makeUser(app(), { collection: 'open', name: 'Ann' })
    const token = tokenIn(await outbox.newest(ann.email))
    await app().request('POST', '/api/auth/open/verify', { body: { token } })
    const { byToken } = await signedIn(app(), ann.email, PASSWORD, 'open')
    for (const headers of [{}, byToken]) {
      const { status, body } = await find({ _verified: { equals: true } }, headers)
      const unknown = await find({ nothing: { equals: true } }, headers)
      expect({ status, code: body.error.issues[0].code }).toEqual({ status: 400, code: 'unknown_field' })
      expect(unknown.body.error.issues[0].code).toBe('unknown_field')
    }
    const anonymous = await app().request('GET', `/api/collections/open/${ann.id}`)
    expect(anonymous.body.doc).not.toHaveProperty('_verified')
    const own = await app().request('GET', `/api/collections/open/${ann.id}`, { headers: byToken })
    expect(own.body.doc).toMatchObject({ _verified: true })
    const change = await app().request('PATCH', `/api/collections/open/${ann.id}`, {
      headers: byToken,
      body: { _verified: false },
    })
    expect(change.status).toBe(422)
  })
})
