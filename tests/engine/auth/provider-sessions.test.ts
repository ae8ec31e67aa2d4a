import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnyTestApp, createTestApp, must, onEachDatabase } from '@quirecms/testkit'
import { collection, createApp, defineConfig, github, oidc, sqlite } from 'quirecms'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SECRET, startProvider } from './identity-provider.ts'
import { freshAddress, logIn, makeUser, me, PASSWORD, verdict } from './people.ts'

const PUBLIC = 'https://cms.example'
const provider = await startProvider([`${PUBLIC}/api/auth/users/providers/company/callback`])
afterAll(() => provider.close())
beforeEach(() => {
  provider.isSilent = false
  ahead = 0
})

let ahead = 0
const clock = () => new Date(Date.now() + ahead)
const MINUTE = 60_000

const loggedOut: unknown[] = []

const at = { issuer: provider.issuer, clientId: 'quire', clientSecret: SECRET, privateNetwork: true }
const config = defineConfig({
  server: { publicUrl: PUBLIC, rateLimit: false },
  collections: {
    users: collection({
      fields: {},
      hooks: { afterLogout: [({ id }) => void loggedOut.push(id)] },
      auth: {
        providers: { company: oidc({ ...at, trustEmail: true }) },
        passwords: ({ user }) => user['email'] === 'emergency@example.com',
        session: { recheck: '10m' },
      },
    }),
  },
})

let made = 0
function newPerson(): string {
  made += 1
  const sub = `session-${made}`
  provider.people.set(sub, { sub, email: freshAddress(sub), email_verified: true })
  return sub
}

async function signIn(test: AnyTestApp, sub: string, key = 'company'): Promise<{ cookie: string }> {
  const started = await fetch(`${test.url}/api/auth/users/providers/${key}/start`, { redirect: 'manual' })
  const cookie = must(started.headers.getSetCookie()[0]?.split(';')[0], 'cookie')
  const callback = await provider.visit(must(started.headers.get('location'), 'location'), sub)
  const response = await fetch(test.url + callback.slice(PUBLIC.length), { redirect: 'manual', headers: { cookie } })
  expect(response.headers.get('location')).toBe('/admin')
  return { cookie: must(response.headers.getSetCookie()[0]?.split(';')[0], 'session') }
}

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

function token(more: object = {}): Record<string, unknown> {
  const iat = Math.floor(Date.now() / 1000)
  return { iss: provider.issuer, aud: 'quire', iat, exp: iat + 120, jti: 'one', events: EVENTS, ...more }
}

const tellOf = async (test: AnyTestApp, text: string, type = 'application/x-www-form-urlencoded') =>
  test.request('POST', '/api/auth/users/providers/company/backchannel', {
    body: `logout_token=${encodeURIComponent(text)}`,
    headers: { 'content-type': type },
  })

const setup = { config, clock, keyring: 'a secret of the tests that is long enough' }

onEachDatabase('sessions that were started with a provider', setup, (app) => {
  const isIn = async (headers: Record<string, string>) => (await me(app(), headers)).status === 200
  const tell = async (text: string, type?: string) => tellOf(app(), text, type)

  it('end when the provider says so, and no others', async () => {
    const [ann, bob] = [newPerson(), newPerson()]
    const [one, other] = [await signIn(app(), ann), await signIn(app(), bob)]
    const { id } = (await me(app(), one)).body.user
    const kept = provider.sign(token({ sub: ann }), { typ: 'logout+jwt' })
    const answer = await tell(kept)
    expect([answer.status, answer.body]).toEqual([200, { loggedOut: true }])
    // Sending it again ends no session, so no event is emitted.
    expect((await tell(kept)).status).toBe(200)
    expect(loggedOut.filter((user) => user === id)).toHaveLength(1)
    expect([await isIn(one), await isIn(other)]).toEqual([false, true])
    expect((await tell(provider.sign(token({ sub: 'nobody' })))).status).toBe(200)
  })

  it('end by the session at the provider, if it names the session', async () => {
    const ann = newPerson()
    const one = await signIn(app(), ann)
    await tell(provider.sign(token({ sub: ann, sid: 'another session' })))
    expect(await isIn(one)).toBe(true)
    const [row] = await app().app.storage.reader.records.find(
      'sessions',
      { provider: 'company' },
      { limit: 1, sort: { column: 'createdAt', descending: true } },
    )
    await tell(provider.sign(token({ sub: ann, sid: must(row, 'session')['providerSession'] })))
    expect(await isIn(one)).toBe(false)
  })

  it('are not ended by other senders, or by an old token', async () => {
    const ann = newPerson()
    const one = await signIn(app(), ann)
    const sign = (more: object, header: object = {}) => provider.sign(token({ sub: ann, ...more }), { ...header })
    const past = Math.floor(Date.now() / 1000) - 600
    const wrong: Record<string, string> = {
      'no token': 'nonsense',
      'another issuer': sign({ iss: 'https://evil.example' }),
      'another audience': sign({ aud: 'other' }),
      'no audience': sign({ aud: undefined }),
      'no event': sign({ events: {} }),
      'a nonce, as tokens of sign-ins have': sign({ nonce: 'a' }),
      'no name': sign({ jti: undefined }),
      'an old one': sign({ iat: past, exp: past + 5_000 }),
      'one that has expired': sign({ exp: past }),
      'a signature of something else': `${sign({}).split('.').slice(0, 2).join('.')}.${provider.sign({}).split('.')[2]}`,
      'no signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${sign({}).split('.')[1]}.`,
    }
    for (const [what, text] of Object.entries(wrong))
      expect([what, ...verdict(await tell(text))]).toEqual([what, 401, 'invalid_token'])
    expect(verdict(await tell('x', 'application/json'))[0]).toBe(415)
    const twice = await app().request('POST', '/api/auth/users/providers/company/backchannel', {
      body: 'logout_token=x&logout_token=y',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(verdict(twice)).toEqual([400, 'invalid_request'])
    expect(await isIn(one)).toBe(true)
    // A logout token of a minute ago ends sessions of that time.
    const kept = Math.floor(Date.now() / 1000) - 120
    expect((await tell(sign({ iat: kept }))).status).toBe(200)
    expect(await isIn(one)).toBe(true)
  })

  it('are rechecked at the provider periodically, with an encrypted token', async () => {
    const one = await signIn(app(), newPerson())
    const rows = await app().app.storage.reader.records.find('sessions', { provider: 'company' })
    expect(must(rows.at(-1), 'session')['refreshToken']).toMatch(/^v1\./)
    const asked = () => provider.requests.filter((request) => request === 'POST /token').length
    const before = asked()
    expect(await isIn(one)).toBe(true)
    expect(asked()).toBe(before)
    ahead = 11 * MINUTE
    expect(await Promise.all([isIn(one), isIn(one), isIn(one)])).toEqual([true, true, true])
    expect(asked()).toBe(before + 1)
    ahead = 22 * MINUTE
    expect(await isIn(one)).toBe(true)
    expect(asked()).toBe(before + 2)
  })

  it('end at their next check, if they are older than such checks', async () => {
    const sub = newPerson()
    const one = await signIn(app(), sub)
    const [identity] = await app().app.storage.reader.records.find('identities', { subject: sub })
    await app().app.storage.transaction(({ records }) =>
      records.update(
        'sessions',
        { userId: must(identity, 'identity')['userId'] },
        { refreshToken: null, recheckedAt: null },
      ),
    )
    expect(await isIn(one)).toBe(true)
    ahead = 11 * MINUTE
    expect(await isIn(one)).toBe(false)
  })

  it('end once their user is deleted at the provider, and survive a provider that does not answer', async () => {
    const sub = newPerson()
    const one = await signIn(app(), sub)
    provider.people.delete(sub)
    expect(await isIn(one)).toBe(true)
    ahead = 11 * MINUTE
    expect(await isIn(one)).toBe(false)
    ahead = 0
    expect(await isIn(one)).toBe(false)
    const other = await signIn(app(), newPerson())
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const impatient = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.min(ms, 50)))
    onTestFinished(() => impatient.mockRestore())
    provider.isSilent = true
    ahead = 11 * MINUTE
    expect(await isIn(other)).toBe(true)
  })

  it('have no password, except for users who may have one', async () => {
    const { email } = await makeUser(app())
    expect(verdict(await logIn(app(), email))).toEqual([403, 'forbidden'])
    expect(verdict(await logIn(app(), email, 'wrong password'))).toEqual([401, 'invalid_credentials'])
    await makeUser(app(), { email: 'emergency@example.com' })
    expect((await logIn(app(), 'emergency@example.com')).status).toBe(200)
  })
})

it('all end when a provider logs many users out at once, with few requests for its keys', async () => {
  const limited = { ...config, server: { publicUrl: PUBLIC, rateLimit: {} } }
  const test = await createTestApp(limited, { keyring: setup.keyring })
  onTestFinished(() => test.close())
  const last = newPerson()
  const session = await signIn(test, last)
  const asked = () => provider.requests.filter((request) => request === 'GET /jwks').length
  const before = asked()
  const answers = new Set<number>()
  for (let i = 0; i < 30; i += 1) answers.add((await tellOf(test, provider.sign(token({ sub: `nobody-${i}` })))).status)
  answers.add((await tellOf(test, provider.sign(token({ sub: last })))).status)
  expect([...answers]).toEqual([200])
  expect((await me(test, session)).status).toBe(401)
  expect(asked()).toBeGreaterThan(before)
  expect(asked() - before).toBeLessThan(10)
})

it('are not rechecked without a secret that encrypts their tokens', async () => {
  const starting = createApp({ ...config, database: sqlite(':memory:') }, { keyring: '', migrate: false })
  await expect(starting).rejects.toThrow('collections.users.auth.session.recheck: needs QUIRE_SECRET')
})

describe('users without passwords', () => {
  it('have no route for one, and are identified by their original address', async () => {
    const test = await createTestApp({
      ...config,
      collections: {
        users: collection({
          fields: {},
          auth: { providers: { company: oidc({ ...at, trustEmail: true, create: false }) }, passwords: false },
        }),
      },
    })
    onTestFinished(() => test.close())
    const email = freshAddress('prepared')
    for (const route of ['users/login', 'users/forgot-password', 'users/reset-password', 'change-password'])
      expect(verdict(await test.request('POST', `/api/auth/${route}`, { body: {} }))[0]).toBe(404)
    expect((await test.request('GET', '/api/auth/users/providers')).body.passwords).toBe(false)
    const refused = await test.request('POST', '/api/auth/users/create-user', {
      body: { data: { email }, password: PASSWORD },
    })
    expect(verdict(refused)).toEqual([422, 'validation'])
    const created = (await test.local.asSystem().users('users').createUser({ data: { email } })) as { id: string }
    provider.people.set('prepared', { sub: 'prepared', email, email_verified: true })
    expect((await me(test, await signIn(test, 'prepared'))).body.user.id).toBe(created.id)
  })
})

describe('GitHub', () => {
  it('returns the user and the primary address by its API', async () => {
    const seen: string[] = []
    const addresses = [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'octo@example.com', primary: true, verified: true },
    ]
    const answers: Record<string, unknown> = {
      '/login/oauth/access_token': { access_token: 'gho_secret', token_type: 'bearer', scope: 'read:user,user:email' },
      '/api/v3/user': { id: 583231, login: 'octo', name: null, avatar_url: 'https://github.example/octo.png' },
      '/api/v3/user/emails': addresses,
    }
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[request.url ?? '']))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const claimed: unknown[] = []
    const gitHub = github({
      url,
      clientId: 'quire',
      clientSecret: 'gh-secret',
      privateNetwork: true,
      create: ({ claims }) => claimed.push(claims) > 0,
    })
    const test = await createTestApp({
      server: { publicUrl: PUBLIC, rateLimit: false },
      collections: { users: collection({ fields: {}, auth: { providers: { gh: gitHub } } }) },
    })
    onTestFinished(async () => {
      server.close()
      await test.close()
    })
    const started = await fetch(`${test.url}/api/auth/users/providers/gh/start`, { redirect: 'manual' })
    const to = new URL(must(started.headers.get('location'), 'location'))
    expect([to.pathname, to.searchParams.get('scope')]).toEqual(['/login/oauth/authorize', 'read:user user:email'])
    const cookie = must(started.headers.getSetCookie()[0]?.split(';')[0], 'cookie')
    const back = `/api/auth/users/providers/gh/callback?code=abc&state=${to.searchParams.get('state')}`
    const response = await fetch(test.url + back, { redirect: 'manual', headers: { cookie } })
    expect(response.headers.get('location')).toBe('/admin')
    expect(claimed).toEqual([
      {
        sub: '583231',
        preferred_username: 'octo',
        name: 'octo',
        picture: 'https://github.example/octo.png',
        email: 'octo@example.com',
        email_verified: true,
      },
    ])
    expect(seen.at(-1)).toBe('GET /api/v3/user/emails Bearer gho_secret')
  })
})
