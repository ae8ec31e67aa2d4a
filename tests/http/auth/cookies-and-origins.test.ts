import { createTestApp, onEachDatabase, type TestApp } from '@quirecms/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { members } from '../../engine/auth/members.ts'
import { makeUser, newcomer, PASSWORD, type Person, type SignedIn, verdict } from '../../engine/auth/people.ts'

const EVIL = 'https://evil.example'

onEachDatabase('writes with the session cookie', { config: members, matrix: 'validation' }, (app) => {
  const write = (user: SignedIn, headers: Record<string, string>) =>
    app().request('PUT', '/api/preferences/k', { body: { value: 1 }, headers: { ...user.byCookie, ...headers } })

  it.each<[string, Record<string, string>, boolean]>([
    ['the own origin', { origin: 'own' }, true],
    ['the own origin, whatever else is said', { origin: 'own', 'sec-fetch-site': 'cross-site' }, true],
    ['another origin', { origin: EVIL }, false],
    ['another origin that claims to be the same', { origin: EVIL, 'sec-fetch-site': 'same-origin' }, false],
    ['the own host under another scheme', { origin: 'https' }, false],
    ['the own host at another port', { origin: 'http://127.0.0.1:1' }, false],
    ['an opaque origin', { origin: 'null' }, false],
    ['an origin that only begins like the own', { origin: 'prefixed' }, false],
    ['no origin, the same one by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, true],
    ['no origin, by the user’s own doing', { 'sec-fetch-site': 'none' }, true],
    ['no origin, the same site', { 'sec-fetch-site': 'same-site' }, false],
    ['no origin, another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['neither, which no browser sends', {}, true],
  ])('from %s', async (_, { origin, ...rest }, isAllowed) => {
    const user = await newcomer(app())
    const { url } = app()
    const origins: Record<string, string> = {
      own: url,
      https: url.replace('http:', 'https:'),
      prefixed: `${url}.evil.example`,
    }
    const answer = await write(user, { ...rest, ...(origin !== undefined && { origin: origins[origin] ?? origin }) })
    if (isAllowed) expect(answer.status, answer.text).toBe(200)
    else expect(verdict(answer)).toEqual([403, 'origin_not_allowed'])
  })

  it('are checked for every method that changes something, not for reads', async () => {
    const user = await newcomer(app())
    const headers = { ...user.byCookie, origin: EVIL }
    for (const [method, path, body] of [
      ['POST', '/api/auth/logout'],
      ['POST', '/api/auth/logout-all'],
      ['POST', '/api/auth/refresh'],
      ['POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another password' }],
      ['POST', '/api/auth/api-keys', { name: 'k' }],
      ['DELETE', `/api/auth/sessions/${user.sessionId}`],
      ['POST', '/api/collections/posts', { title: 'x' }],
      ['PATCH', `/api/collections/users/${user.id}`, { name: 'x' }],
      ['POST', '/api/auth/users/create-user', { data: { email: 'a@example.com' }, password: PASSWORD }],
    ] as const) {
      expect(verdict(await app().request(method, path, { body, headers })), path).toEqual([403, 'origin_not_allowed'])
    }
    expect((await app().request('GET', '/api/auth/me', { headers })).status).toBe(200)
  })

  it('are checked only for the cookie: other sites cannot send an Authorization header', async () => {
    const user = await newcomer(app())
    const headers = { ...user.byToken, ...user.byCookie, origin: EVIL }
    expect((await app().request('PUT', '/api/preferences/k', { body: { value: 1 }, headers })).status).toBe(200)
  })

  it('reflect no origin', async () => {
    const user = await newcomer(app())
    for (const origin of [EVIL, 'null', app().url]) {
      const { headers } = await app().request('GET', '/api/auth/me', { headers: { ...user.byCookie, origin } })
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('without a trusted proxy', () => {
  it('a cookie matches the actual connection, whatever host or scheme the client claims', async () => {
    const test = await createTestApp(members, { dialect: 'sqlite' })
    onTestFinished(() => test.close())
    const { email } = await makeUser(test)
    const headers = { 'x-forwarded-host': 'cms.example.com', 'x-forwarded-proto': 'https' }
    const answer = await test.request('POST', '/api/auth/users/login', { body: { email, password: PASSWORD }, headers })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toContain('HttpOnly')
    expect(cookie).not.toContain('Secure')
  })
})

const PUBLIC = 'https://cms.example.com'
const FRONT = 'https://www.example.com'

describe('with a public address, a proxy and CORS', () => {
  let test: TestApp<typeof members>
  let user: Person
  beforeAll(async () => {
    const server = {
      publicUrl: `${PUBLIC}/base/`,
      allowedHosts: ['*'],
      trustProxy: true,
      cors: { origins: [FRONT], credentials: true },
      rateLimit: false as const,
    }
    test = await createTestApp<typeof members>({ ...members, server }, { dialect: 'sqlite' })
    user = await makeUser(test)
  })
  afterAll(() => test?.close())

  const logIn = (headers: Record<string, string>) =>
    test.request('POST', '/api/auth/users/login', { body: { email: user.email, password: PASSWORD }, headers })

  it.each([
    ['over https', { 'x-forwarded-proto': 'https' }, true],
    ['on a public name', { 'x-forwarded-host': 'cms.example.com' }, true],
    ['over https on a public name', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cms.example.com' }, true],
    ['on a name that looks like loopback', { 'x-forwarded-host': '127.0.0.1.example.com' }, true],
    ['over plain http on loopback', {}, false],
    ['over plain http on localhost', { 'x-forwarded-host': 'localhost:3000' }, false],
    ['over plain http on the loopback of IPv6', { 'x-forwarded-host': '[::1]:3000' }, false],
  ])('the cookie, reached %s', async (_, headers, isSecure) => {
    const [cookie = ''] = (await logIn(headers)).headers.getSetCookie()
    const attributes = cookie.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
    expect(attributes.some((one) => one.startsWith('Expires='))).toBe(true)
    expect(attributes.some((one) => one.startsWith('Domain='))).toBe(false)
    expect(attributes.includes('Secure')).toBe(isSecure)
  })

  it.each([
    [PUBLIC, 200],
    [FRONT, 200],
    ['http://cms.example.com', 403],
    ['https://cms.example.com.evil.example', 403],
    ['http://127.0.0.1', 403],
    [EVIL, 403],
  ])('a write from %s is %i', async (origin, status) => {
    const { body } = await logIn({})
    const headers = { cookie: `service_session=${body.token}`, origin }
    const answer = await test.request('PUT', '/api/preferences/k', { body: { value: 1 }, headers })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin === FRONT ? FRONT : null)
  })
})

describe.each([true, false])('`cookie.secure: %s`', (secure) => {
  it('overrides the scheme of the request', async () => {
    const users = { ...members.collections.users, auth: { cookie: { secure } } }
    const config = { ...members, collections: { ...members.collections, users }, server: { trustProxy: true } }
    const test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: '' })
    try {
      const { email } = await makeUser(test)
      for (const headers of [{}, { 'x-forwarded-proto': 'https' }]) {
        const body = { email, password: PASSWORD }
        const answer = await test.request('POST', '/api/auth/users/login', { body, headers })
        expect(answer.headers.getSetCookie()[0]?.includes('Secure')).toBe(secure)
      }
    } finally {
      await test.close()
    }
  })
})
