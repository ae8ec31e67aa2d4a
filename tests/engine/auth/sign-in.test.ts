import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { members } from './members.ts'
import { admin, cookieOf, freshAddress, logIn, makeUser, me, newcomer, PASSWORD, signedIn, verdict } from './people.ts'

onEachDatabase('signing in', { config: members }, (app) => {
  it('returns the user, a token, the session and the cookie', async () => {
    const { email, id } = await makeUser(app(), { name: 'Ann' })
    const { status, body, headers } = await logIn(app(), email)
    expect(status).toBe(200)
    expect(body).toEqual({
      user: expect.objectContaining({ id, email, name: 'Ann', roles: ['viewer'], revision: 1 }),
      token: expect.stringMatching(/^[\w-]{43,}$/),
      session: { id: expect.any(String), expiresAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    expect(cookieOf(headers)).toBe(`service_session=${body.token}`)
  })

  it('returns the fields of the user that the user may read', async () => {
    const { email } = await makeUser(app())
    const { text, body } = await logIn(app(), email)
    expect(body.user).not.toHaveProperty('salary')
    expect(text).not.toMatch(/hint|4711|argon2|hash|locked|verified/i)
  })

  it('compares addresses without case', async () => {
    const { email, id } = await makeUser(app(), { email: `Mixed.Case-${Date.now()}@Example.com` })
    for (const spelled of [email.toUpperCase(), email.toLowerCase(), email]) {
      expect((await logIn(app(), spelled)).body.user.id).toBe(id)
    }
  })

  it('does not reveal whether there is such a user', async () => {
    const { email } = await makeUser(app())
    const wrong = await logIn(app(), email, 'wrong password')
    const unknown = await logIn(app(), freshAddress('unknown'), 'wrong password')
    expect(verdict(wrong)).toEqual([401, 'invalid_credentials'])
    const plain = ({ body }: typeof wrong) => ({ ...body.error, requestId: null })
    expect(plain(unknown)).toEqual(plain(wrong))
    expect([...unknown.headers.keys()].toSorted()).toEqual([...wrong.headers.keys()].toSorted())
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['that is empty', {}, ['email', 'password']],
    ['without a password', { email: 'a@example.com' }, ['password']],
    ['of other types', { email: 1, password: [] }, ['email', 'password']],
    ['with an empty password', { email: 'a@example.com', password: '' }, ['password']],
    ['with more than that', { email: 'a@example.com', password: 'p', remember: true }, ['remember']],
    ['with an over-long address', { email: `${'a'.repeat(400)}@example.com`, password: 'p' }, ['email']],
    ['with an over-long password', { email: 'a@example.com', password: 'p'.repeat(5000) }, ['password']],
  ])('refuses a body %s', async (_, body, paths) => {
    const answer = await app().request('POST', '/api/auth/users/login', { body })
    expect(verdict(answer)).toEqual([422, 'validation'])
    expect(answer.body.error.issues.map((issue: { path: string }) => issue.path).toSorted()).toEqual(paths)
  })

  it('treats texts that no database can store as unknown', async () => {
    const { email } = await makeUser(app())
    const { login } = app().local.users('users')
    for (const odd of ['\u0000', '\ud800']) {
      expect((await logIn(app(), `a${odd}@example.com`)).status).toBeLessThan(500)
      for (const body of [
        { email: `a${odd}@example.com`, password: PASSWORD },
        { email, password: `${odd}${PASSWORD}` },
      ]) {
        await expect(login(body)).rejects.toMatchObject({ code: 'invalid_credentials' })
      }
    }
  })

  it('accepts no parameters', async () => {
    const body = { email: 'a@example.com', password: PASSWORD }
    expect(verdict(await app().request('POST', '/api/auth/users/login?a=1', { body }))).toEqual([400, 'invalid_query'])
  })

  it('never adopts a cookie of the request, and ignores credentials', async () => {
    const { email } = await makeUser(app())
    const planted = 'service_session=planted-by-somebody-else-planted-by-somebody'
    const answer = await app().request('POST', '/api/auth/users/login', {
      body: { email, password: PASSWORD },
      headers: { cookie: planted, authorization: 'Session forged', origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(200)
    expect(cookieOf(answer.headers)).not.toBe(planted)
    expect(verdict(await me(app(), { cookie: planted }))).toEqual([401, 'unauthenticated'])
    const again = await app().request('POST', '/api/auth/users/login', {
      body: { email, password: PASSWORD },
      headers: { cookie: cookieOf(answer.headers) },
    })
    expect(again.body.token).not.toBe(answer.body.token)
    expect(again.body.session.id).not.toBe(answer.body.session.id)
  })

  it('returns the signed-in user', async () => {
    const user = await newcomer(app(), { name: 'Ann' })
    for (const headers of [user.byToken, user.byCookie, { authorization: `JWT ${user.token}` }]) {
      const { status, body, text } = await me(app(), headers)
      expect(status).toBe(200)
      expect(body).toEqual({
        user: expect.objectContaining({ id: user.id, name: 'Ann' }),
        collection: 'users',
        session: { id: user.sessionId, expiresAt: expect.any(String) },
      })
      expect(text).not.toMatch(/hint|salary|hash/i)
    }
    expect(verdict(await me(app(), {}))).toEqual([401, 'unauthenticated'])
  })

  it('ends only the current session with logout', async () => {
    const one = await newcomer(app())
    const other = await signedIn(app(), one.email)
    const answer = await app().request('POST', '/api/auth/logout', { headers: one.byCookie })
    expect([answer.status, answer.body]).toEqual([200, { loggedOut: true }])
    expect(answer.headers.getSetCookie()[0]).toMatch(/^service_session=; .*Max-Age=0/)
    expect(verdict(await me(app(), one.byToken))).toEqual([401, 'invalid_token'])
    expect(verdict(await me(app(), { authorization: `JWT ${one.token}` }))).toEqual([401, 'invalid_token'])
    expect(verdict(await me(app(), one.byCookie))).toEqual([401, 'unauthenticated'])
    expect((await me(app(), other.byToken)).status).toBe(200)
    expect(verdict(await app().request('POST', '/api/auth/logout'))).toEqual([401, 'unauthenticated'])
  })

  it('ends all sessions of the actor with logout-all, but not those of other users', async () => {
    const one = await newcomer(app())
    const other = await signedIn(app(), one.email)
    const stranger = await newcomer(app())
    const answer = await app().request('POST', '/api/auth/logout-all', { headers: one.byToken })
    expect([answer.status, answer.body]).toEqual([200, { loggedOut: true, revoked: 2 }])
    expect(answer.headers.getSetCookie()[0]).toMatch(/^service_session=; /)
    for (const { byToken } of [one, other]) expect(verdict(await me(app(), byToken))).toEqual([401, 'invalid_token'])
    expect((await me(app(), stranger.byToken)).status).toBe(200)
  })

  it('replaces the token of a session; the old one stops working at once', async () => {
    const user = await newcomer(app())
    const answer = await app().request('POST', '/api/auth/refresh', { headers: user.byCookie })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      token: expect.any(String),
      session: { id: user.sessionId, expiresAt: expect.any(String) },
    })
    expect(cookieOf(answer.headers)).toBe(`service_session=${answer.body.token}`)
    expect(verdict(await me(app(), user.byToken))).toEqual([401, 'invalid_token'])
    expect((await me(app(), { authorization: `Session ${answer.body.token}` })).status).toBe(200)
  })

  it('accepts one of many concurrent refreshes of one token', async () => {
    const user = await newcomer(app())
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app().request('POST', '/api/auth/refresh', { headers: user.byToken })),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers) if (answer !== won[0]) expect(verdict(answer)).toEqual([401, 'invalid_token'])
    expect((await me(app(), { authorization: `Session ${won[0]?.body.token}` })).status).toBe(200)
  })

  it('lists the sessions of the actor, and ends one of them', async () => {
    const one = await newcomer(app())
    const login = await app().request('POST', '/api/auth/users/login', {
      body: { email: one.email, password: PASSWORD },
      headers: { 'user-agent': 'Test/1.0' },
    })
    const stranger = await newcomer(app())
    const { status, body, text } = await app().request('GET', '/api/auth/sessions', { headers: one.byToken })
    expect(status).toBe(200)
    expect(body.pagination).toMatchObject({ page: 1, totalDocs: 2 })
    const shown = body.docs.find(({ id }: { id: string }) => id === login.body.session.id)
    expect(shown).toEqual({
      id: login.body.session.id,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: login.body.session.expiresAt,
      userAgent: 'Test/1.0',
      ip: expect.stringMatching(/127\.0\.0\.1$/),
      current: false,
    })
    expect(body.docs.find(({ id }: { id: string }) => id === one.sessionId).current).toBe(true)
    expect(text).not.toMatch(/hash/i)

    const page = await app().request('GET', '/api/auth/sessions?limit=1&page=2', { headers: one.byToken })
    expect(page.body.docs).toHaveLength(1)
    expect(verdict(await app().request('GET', '/api/auth/sessions?sort=id', { headers: one.byToken }))).toEqual([
      400,
      'invalid_query',
    ])

    const ended = await app().request('DELETE', `/api/auth/sessions/${shown.id}`, { headers: one.byToken })
    expect([ended.status, ended.body]).toEqual([200, { id: shown.id, deleted: true }])
    expect(ended.headers.getSetCookie()).toEqual([])
    expect(verdict(await me(app(), { authorization: `Session ${login.body.token}` }))).toEqual([401, 'invalid_token'])
    const gone = await app().request('DELETE', `/api/auth/sessions/${shown.id}`, { headers: one.byToken })
    expect(verdict(gone)).toEqual([404, 'not_found'])
    const foreign = await app().request('DELETE', `/api/auth/sessions/${stranger.sessionId}`, { headers: one.byToken })
    expect(verdict(foreign)).toEqual([404, 'not_found'])
    expect((await me(app(), stranger.byToken)).status).toBe(200)
    const own = await app().request('DELETE', `/api/auth/sessions/${one.sessionId}`, { headers: one.byToken })
    expect(own.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
    expect(verdict(await app().request('GET', '/api/auth/sessions'))).toEqual([401, 'unauthenticated'])
  })

  it('hides sessions of other users from an administrator', async () => {
    const user = await newcomer(app())
    const boss = await admin(app())
    const answer = await app().request('DELETE', `/api/auth/sessions/${user.sessionId}`, { headers: boss.byToken })
    expect(verdict(answer)).toEqual([404, 'not_found'])
  })
})
