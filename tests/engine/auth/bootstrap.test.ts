import { createTestApp, describeEachDatabase, docOf, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { Outbox } from './mail.ts'
import { members } from './members.ts'
import { admin, freshAddress, logIn, makeUser, PASSWORD, signedIn, verdict } from './people.ts'
import { everything, openSocket } from '../../http/http/edge.ts'
import { hashAtFullCost } from '../../setup/cheap-passwords.ts'

describeEachDatabase('bootstrap (%s)', (dialect) => {
  let test: TestApp<typeof members>
  beforeEach(async () => {
    test = await createTestApp(members, { dialect, postgresUrl: inject('postgresUrl') })
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await test?.close()
  })

  const available = async (slug = 'users') => (await test.request('GET', `/api/auth/${slug}/bootstrap`)).body
  const create = (data: object, headers: Record<string, string> = {}) =>
    test.request('POST', '/api/auth/users/create-user', { body: { data, password: PASSWORD }, headers })

  it('lets one anonymous caller create the first user, with the configured data', async () => {
    expect(await available()).toEqual({ available: true })
    const email = freshAddress('first')
    const answer = await create({ email, name: 'First' })
    expect(answer.status).toBe(201)
    expect(docOf(answer)).toMatchObject({ email, name: 'First', roles: ['admin'] })
    expect(await available()).toEqual({ available: false })
    expect(verdict(await create({ email: freshAddress() }))).toEqual([401, 'unauthenticated'])
    const first = await signedIn(test, email)
    expect((await create({ email: freshAddress() }, first.byToken)).status).toBe(201)
  })

  it('refuses a page of another site that reaches this machine under its own host name', async () => {
    const { port } = new URL(test.url)
    const body = JSON.stringify({ data: { email: freshAddress() }, password: PASSWORD })
    const post = (host: string) =>
      [
        'POST /api/auth/users/create-user HTTP/1.1',
        `Host: ${host}:${port}`,
        `Origin: http://${host}:${port}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n')
    const socket = await openSocket(Number(port))
    socket.write(post('rebound.example'))
    expect(await everything(socket)).toContain('"code":"host_not_allowed"')
    expect(await available()).toEqual({ available: true })
  })

  it('grants nothing else', async () => {
    const wrong = await create({
      email: 'nope',
      roles: ['editor'],
      salary: 1,
      id: '01890000-0000-7000-8000-000000000001',
    })
    const issues = wrong.body.error.issues.map(
      (issue: { path: string; code: string }) => `${issue.path}: ${issue.code}`,
    )
    expect(issues.toSorted()).toEqual([
      'data.email: format',
      'data.id: read_only',
      'data.roles: forbidden',
      'data.salary: forbidden',
    ])
    // A failed call does not use up the bootstrap.
    expect(await available()).toEqual({ available: true })
    expect((await create({ email: freshAddress() })).status).toBe(201)
  })

  it('lets one of many concurrent calls succeed', async () => {
    hashAtFullCost()
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ email: freshAddress() })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 201) expect(verdict(answer)).toEqual([401, 'unauthenticated'])
    expect(await test.local.asSystem().collection('users').count()).toEqual({ count: 1 })
  })

  it('never reopens', async () => {
    const email = freshAddress()
    await create({ email })
    const first = await signedIn(test, email)
    const gone = await test.request('DELETE', `/api/collections/users/${first.id}`, { headers: first.byToken })
    expect(gone.status).toBe(200)
    expect(await test.local.asSystem().collection('users').count()).toEqual({ count: 0 })
    expect(await available()).toEqual({ available: false })
    expect(verdict(await create({ email: freshAddress() }))).toEqual([401, 'unauthenticated'])
  })

  it('is closed once the system has created a user', async () => {
    await makeUser(test)
    expect(await available()).toEqual({ available: false })
    expect(verdict(await create({ email: freshAddress() }))).toEqual([401, 'unauthenticated'])
  })

  it('is for anonymous callers: a signed-in user creates ordinary users', async () => {
    const customer = freshAddress()
    await makeUser(test, { collection: 'customers', email: customer })
    const { byToken } = await signedIn(test, customer, PASSWORD, 'customers')
    expect(verdict(await create({ email: freshAddress() }, byToken))).toEqual([403, 'forbidden'])
    expect(await available()).toEqual({ available: true })
  })

  it('is off in collections other than that of the administrators', async () => {
    expect(await available('customers')).toEqual({ available: false })
    // Its rule lets everyone register, which is not the same as bootstrap.
    const body = { data: { email: freshAddress() }, password: PASSWORD }
    expect((await test.request('POST', '/api/auth/customers/create-user', { body })).status).toBe(201)
    expect(await available('customers')).toEqual({ available: false })
  })

  it('requires the token if one is configured', async () => {
    vi.stubEnv('QUIRE_BOOTSTRAP_TOKEN', 'let me in')
    expect(await available()).toEqual({ available: true })
    expect(verdict(await create({ email: freshAddress() }))).toEqual([403, 'forbidden'])
    for (const token of ['', 'let me i', 'let me in ', 'LET ME IN', 'x'.repeat(5000)]) {
      const answer = await create({ email: freshAddress() }, { 'x-bootstrap-token': token })
      // HTTP trims header values.
      expect([token, answer.status]).toEqual([token, token.trim() === 'let me in' ? 201 : 403])
      if (answer.status === 201) return
    }
  })

  it('accepts the correct token, once', async () => {
    vi.stubEnv('QUIRE_BOOTSTRAP_TOKEN', 'let me in')
    const headers = { 'x-bootstrap-token': 'let me in' }
    expect((await create({ email: freshAddress() }, headers)).status).toBe(201)
    expect(verdict(await create({ email: freshAddress() }, headers))).toEqual([401, 'unauthenticated'])
  })

  it('does not affect other operations', async () => {
    vi.stubEnv('QUIRE_BOOTSTRAP_TOKEN', 'let me in')
    const boss = await admin(test)
    const email = freshAddress()
    expect((await create({ email }, boss.byToken)).status).toBe(201)
    expect((await logIn(test, email)).status).toBe(200)
  })
})

describeEachDatabase('bootstrap verifies without a mail (%s)', (dialect) => {
  const everybody = () => true
  const config = defineConfig({
    admin: { users: 'users' },
    collections: {
      users: collection({ auth: { verification: true }, fields: {} }),
      readers: collection({ auth: { verification: true }, fields: {}, access: { create: everybody } }),
      fans: collection({ auth: { verification: true, bootstrap: true }, fields: {}, access: { create: everybody } }),
    },
  })
  let test: TestApp<typeof config>
  const outbox = new Outbox()
  beforeEach(async () => {
    test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), mailer: outbox })
  })
  afterEach(() => test?.close())
  const register = async (slug: string, email = freshAddress()) => {
    const body = { data: { email }, password: PASSWORD }
    expect((await test.request('POST', `/api/auth/${slug}/create-user`, { body })).status).toBe(201)
    return email
  }

  it('for the first user of each collection with bootstrap, and no later one', async () => {
    expect((await logIn(test, await register('users'))).status).toBe(200)
    expect((await logIn(test, await register('fans'), PASSWORD, 'fans')).status).toBe(200)
    expect(verdict(await logIn(test, await register('fans'), PASSWORD, 'fans'))).toEqual([403, 'unverified'])
  })

  it('but not for the first registration without bootstrap', async () => {
    const email = await register('readers')
    expect(verdict(await logIn(test, email, PASSWORD, 'readers'))).toEqual([403, 'unverified'])
    await outbox.newest(email)
  })

  it('but not for a user that the system or a signed-in caller creates', async () => {
    for (const slug of ['users', 'readers']) {
      const { email } = await makeUser(test, { collection: slug })
      expect(verdict(await logIn(test, email, PASSWORD, slug))).toEqual([403, 'unverified'])
      await outbox.newest(email)
    }
  })
})
