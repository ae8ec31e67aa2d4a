import { docOf, must, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { members } from './members.ts'
import { admin, freshAddress, logIn, makeUser, newcomer, PASSWORD, verdict } from './people.ts'

const issuesOf = ({ body }: TestResponse) =>
  body.error.issues.map(({ path, code }: { path: string; code: string }) => `${path}: ${code}`).toSorted()

onEachDatabase('create-user', { config: members }, (app) => {
  const create = (body: unknown, headers: Record<string, string> = {}) =>
    app().request('POST', '/api/auth/users/create-user', { body, headers })

  it('creates a user who can sign in, and returns what that user may read', async () => {
    const boss = await admin(app())
    const email = `New.User-${Date.now()}@Example.com`
    const answer = await create(
      { data: { email, name: 'New', roles: ['editor'], salary: 1 }, password: PASSWORD },
      boss.byToken,
    )
    expect(answer.status).toBe(201)
    expect(docOf(answer)).toMatchObject({ email: email.toLowerCase(), name: 'New', roles: ['editor'], revision: 1 })
    expect(docOf(answer)).not.toHaveProperty('salary')
    expect(answer.text).not.toMatch(/hint|password|hash/i)
    // Rules of fields decide what is in it, so the tag is more than the revision.
    expect(answer.headers.get('etag')).toMatch(/^"1-[\w-]{16}"$/)
    expect(answer.headers.get('location')).toBe(`/api/collections/users/${answer.body.doc.id}`)
    expect((await logIn(app(), email)).status).toBe(200)
  })

  it('accepts select like every write', async () => {
    const boss = await admin(app())
    const select = encodeURIComponent('{"name":true}')
    const body = { data: { email: freshAddress(), name: 'N' }, password: PASSWORD }
    const answer = await app().request('POST', `/api/auth/users/create-user?select=${select}`, {
      body,
      headers: boss.byToken,
    })
    expect(docOf(answer)).toEqual({ id: expect.any(String), name: 'N' })
  })

  it('is refused by the rule, before anything is revealed about the address', async () => {
    const { email } = await makeUser(app())
    const viewer = await newcomer(app())
    for (const address of [email, freshAddress(), 'no address']) {
      const body = { data: { email: address }, password: PASSWORD }
      expect(verdict(await create(body))).toEqual([401, 'unauthenticated'])
      expect(verdict(await create(body, viewer.byToken))).toEqual([403, 'forbidden'])
    }
    expect(verdict(await create({ data: { email }, password: PASSWORD }, { authorization: 'Session forged' }))).toEqual(
      [401, 'invalid_token'],
    )
  })

  it('reports all issues, by their path in the body', async () => {
    const boss = await admin(app())
    const wrong = async (body: unknown) => issuesOf(await create(body, boss.byToken))
    expect(await wrong({ data: {}, password: 'short' })).toEqual(['data.email: required', 'password: min_length'])
    expect(await wrong({ data: { email: 'nope', name: 1, other: 1 }, password: 'short' })).toEqual([
      'data.email: format',
      'data.name: type',
      'data.other: unknown_field',
      'password: min_length',
    ])
    expect(await wrong({ data: { email: null }, password: PASSWORD })).toEqual(['data.email: required'])
    expect(await wrong({ data: { email: `${'a'.repeat(250)}@example.com` }, password: PASSWORD })).toEqual([
      'data.email: max_length',
    ])
    expect(await wrong({})).toEqual(['data: required', 'password: required'])
    expect(await wrong({ data: [], password: 1 })).toEqual(['data: type', 'password: type'])
    expect(await wrong({ data: { email: freshAddress() }, password: PASSWORD, verified: true })).toEqual([
      'verified: unknown_field',
    ])
    expect(await wrong({ data: { email: boss.email.toUpperCase() }, password: PASSWORD })).toEqual([
      'data.email: unique',
    ])
  })

  it('accepts passwords of 8 to 256 characters of any kind', async () => {
    const boss = await admin(app())
    const attempt = async (password: string) => {
      const email = freshAddress()
      const answer = await create({ data: { email }, password }, boss.byToken)
      if (answer.status === 201) expect((await logIn(app(), email, password)).status).toBe(200)
      return answer.status === 201 ? 'made' : issuesOf(answer).join()
    }
    expect(await attempt('p'.repeat(7))).toBe('password: min_length')
    expect(await attempt('p'.repeat(8))).toBe('made')
    expect(await attempt('😀'.repeat(7))).toBe('password: min_length')
    expect(await attempt('😀'.repeat(256))).toBe('made')
    expect(await attempt('p'.repeat(257))).toBe('password: max_length')
    expect(await attempt('p'.repeat(500_000))).toBe('password: max_length')
    expect(await attempt('   ä ö ü   ')).toBe('made')
  })

  it('refuses fields other than its own', async () => {
    const boss = await admin(app())
    const system = {
      id: '01890000-0000-7000-8000-00000000000f',
      revision: 7,
      createdAt: '2020-01-01T00:00:00Z',
      updatedAt: '2020-01-01T00:00:00Z',
    }
    const state = {
      verified: true,
      verifiedAddress: 'x',
      verifiedAt: 'x',
      lockedUntil: null,
      failures: 0,
      passwordHash: 'x',
      password: 'x',
      hint: 'x',
      collection: 'users',
    }
    const answer = await create(
      { data: { email: freshAddress(), ...system, ...state }, password: PASSWORD },
      boss.byToken,
    )
    expect(verdict(answer)).toEqual([422, 'validation'])
    expect(issuesOf(answer)).toEqual(
      [
        ...Object.keys(system).map((name) => `data.${name}: read_only`),
        ...Object.keys(state).map((name) => `data.${name}: unknown_field`),
      ].toSorted(),
    )
  })

  it('refuses roles that the rules of the fields do not allow the caller to set', async () => {
    const registering = { ...members }
    expect(registering.collections.users.access?.create).toBeDefined()
    const user = await newcomer(app())
    for (const data of [{ roles: ['admin'] }, { salary: 1_000_000 }]) {
      const answer = await app().request('PATCH', `/api/collections/users/${user.id}`, {
        body: data,
        headers: user.byToken,
      })
      expect(issuesOf(answer)).toEqual([`${Object.keys(data)[0]}: forbidden`])
    }
  })

  it('is the only way to create a user over HTTP', async () => {
    const boss = await admin(app())
    const body = { email: freshAddress(), name: 'x' }
    const posted = await app().request('POST', '/api/collections/users', { body, headers: boss.byToken })
    expect(verdict(posted)).toEqual([405, 'method_not_allowed'])
    expect(posted.headers.get('allow')).toContain('GET')
    const copied = await app().request('POST', `/api/collections/users/${boss.id}/duplicate`, {
      body: {},
      headers: boss.byToken,
    })
    expect(verdict(copied)).toEqual([404, 'not_found'])
    expect(must(app().manifest.collections['users'], 'users').operations).not.toHaveProperty('duplicate')
    expect('create' in app().local.asSystem().collection('users')).toBe(false)
  })

  it('imports ids and timestamps only for the system', async () => {
    const id = '0189b000-0000-7000-8000-000000000001'
    const createdAt = '2020-01-01T00:00:00.000Z'
    const made = await app()
      .local.asSystem()
      .users('users')
      .createUser({ data: { id, createdAt, email: freshAddress() }, password: PASSWORD })
    expect(made).toMatchObject({ id, createdAt, updatedAt: createdAt })
  })

  it('keeps addresses unique without regard to case, also when they change', async () => {
    const one = await newcomer(app())
    const other = await newcomer(app())
    const change = (email: unknown) =>
      app().request('PATCH', `/api/collections/users/${one.id}`, { body: { email }, headers: one.byToken })
    expect(issuesOf(await change(other.email.toUpperCase()))).toEqual(['email: unique'])
    expect(issuesOf(await change(null))).toEqual(['email: required'])
    expect(issuesOf(await change('nope'))).toEqual(['email: format'])
    const email = `Changed-${Date.now()}@Example.com`
    expect(docOf(await change(email))['email']).toBe(email.toLowerCase())
    expect((await logIn(app(), email)).status).toBe(200)
    expect(verdict(await logIn(app(), one.email))).toEqual([401, 'invalid_credentials'])
    expect((await change(email.toUpperCase())).status).toBe(200)
  })

  it('with one address concurrently creates one user', async () => {
    const email = freshAddress()
    const boss = await admin(app())
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const address = index % 2 === 0 ? email : email.toUpperCase()
        return create({ data: { email: address }, password: PASSWORD }, boss.byToken)
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 201) expect(issuesOf(answer)).toEqual(['data.email: unique'])
  })

  it('lets anonymous callers register if the rule permits it', async () => {
    const email = freshAddress('customer')
    const body = { data: { email }, password: PASSWORD }
    expect((await app().request('POST', '/api/auth/customers/create-user', { body })).status).toBe(201)
    expect((await logIn(app(), email, PASSWORD, 'customers')).status).toBe(200)
  })
})
