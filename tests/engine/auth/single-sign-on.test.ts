import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyTestApp, must, onEachDatabase, type TestApp } from '@quirecms/testkit'
import { type AccessEvent, type Call, type Feature } from '@quirecms/core'
import { collection, createApp, createLogger, defineConfig, f, oidc } from 'quirecms'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { challengeOf, SECRET, startProvider, type Tampering } from './identity-provider.ts'
import { freshAddress, logIn, makeUser, me, PASSWORD, signedIn, verdict } from './people.ts'

const PUBLIC = 'https://cms.example'
const KEYS = ['company', 'trusted', 'listed', 'closed', 'mapped', 'strict']
const provider = await startProvider(
  [...KEYS.map((key) => `${PUBLIC}/api/auth/users/providers/${key}/callback`), 'https://app.example/signed-in'],
  { logout: `${PUBLIC}/admin/sign-in` },
)
afterAll(() => provider.close())
beforeEach(() => {
  provider.tamper = null
  provider.isSilent = false
  ahead = 0
  meanwhile = null
})

/** By how many seconds the service's clock is ahead of the provider's. */
let ahead = 0
const clock = () => new Date(Date.now() + ahead)
const MINUTE = 60_000

/** Runs while a user is deleted, before the commit. */
let meanwhile: (() => Promise<unknown>) | null = null

const at = { issuer: provider.issuer, clientId: 'quire', clientSecret: SECRET, privateNetwork: true }
const seen: unknown[] = []
const heard: Pick<AccessEvent, 'action' | 'outcome'>[] = []
const listener: Feature<Call> = {
  name: 'listener',
  for: () => true,
  adds: () => ({
    onAccess: async (_, { action, outcome }) => void heard.push({ action, outcome }),
  }),
}
const lines: string[] = []
const log = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } })

const config = defineConfig({
  server: { publicUrl: PUBLIC, rateLimit: false },
  collections: {
    users: collection({
      fields: { name: f.text(), roles: f.select({ options: ['admin', 'viewer'], many: true }) },
      auth: {
        bootstrap: { roles: ['admin'] },
        providers: {
          company: oidc({ ...at, label: 'The company' }),
          trusted: oidc({ ...at, trustEmail: true, logout: true }),
          listed: oidc({ ...at, domains: ['corp.example'] }),
          closed: oidc({ ...at, create: false }),
          mapped: oidc({
            ...at,
            trustEmail: true,
            map: ({ claims }) =>
              claims['groups'] === undefined
                ? undefined
                : { name: claims['name'] ?? null, roles: claims['groups'] as string[] },
          }),
          strict: oidc({ ...at, trustEmail: true, link: 'never' }),
          gone: oidc({ ...at, issuer: 'http://127.0.0.1:9', privateNetwork: true }),
          guarded: oidc({ issuer: 'https://127.0.0.1:9', clientId: 'quire' }),
        },
      },
      access: { read: () => true },
      hooks: {
        beforeLogin: [(args) => void seen.push(['beforeLogin', args.provider, args.id])],
        afterLogin: [(args) => void seen.push(['afterLogin', args.provider, args.id])],
        afterDelete: [async () => void (await meanwhile?.())],
      },
    }),
  },
})

interface Answer {
  readonly status: number
  readonly location: string
  readonly cookies: Readonly<Record<string, string>>
  readonly headers: Headers
  readonly text: string
}

async function browse(test: AnyTestApp, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(test.url + path, { redirect: 'manual', headers })
  const set = response.headers.getSetCookie().map((one) => must(one.split(';')[0], 'cookie').split('='))
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    cookies: Object.fromEntries(set.map(([name, value]) => [name, value])),
    headers: response.headers,
    text: await response.text(),
  }
}

const pathOf = (url: string) => url.slice(PUBLIC.length)

/** Starts a sign-in and visits the provider's pages; only the callback is left. */
async function begin(test: AnyTestApp, key: string, sub: string, query = '') {
  const started = await browse(test, `/api/auth/users/providers/${key}/start${query}`)
  expect([started.status, started.text]).toEqual([302, ''])
  const cookie = `__Host-quire_signin=${must(started.cookies['__Host-quire_signin'], 'cookie')}`
  const callback = pathOf(await provider.visit(started.location, sub))
  return { started, cookie, callback, finish: () => browse(test, callback, { cookie }) }
}

async function signIn(test: AnyTestApp, key: string, sub: string, query = ''): Promise<Answer> {
  return (await begin(test, key, sub, query)).finish()
}

let made = 0
function newPerson(more: Record<string, unknown> & { email?: string | undefined } = {}) {
  made += 1
  const sub = `person-${made}`
  const email = freshAddress(sub)
  provider.people.set(sub, { sub, email, email_verified: true, name: `Person ${made}`, ...more })
  return { sub, email: more.email ?? email }
}

const signedInWith = ({ cookies }: Answer) => ({
  cookie: `service_session=${must(cookies['service_session'], 'session')}`,
})

const setup = { config, clock, log, features: [listener] }

const failed = (code: string) => [303, `/admin/sign-in?error=${code}`]

/** The login was refused: no session cookie was set. */
function expectRefused(answer: Answer, code: string): void {
  expect([answer.status, answer.location]).toEqual(failed(code))
  expect(answer.cookies).not.toHaveProperty('service_session')
}

/** The account's own address counts as confirmed, as after a mail. */
async function confirm(test: TestApp<typeof config>, { id, email }: { id: string; email: string }): Promise<void> {
  const verifiedAddress = createHash('sha256').update(email).digest('base64url')
  await test.app.storage.transaction(async ({ records }) => {
    await records.update('credentials', { collection: 'users', userId: id }, { verifiedAddress })
  })
}

const count = (test: TestApp<typeof config>, table: string, match = {}) =>
  test.app.storage.reader.records.count(table, match)

onEachDatabase('signing in with a provider', setup, (app) => {
  it('gives the first user its initial fields, but no later one', async () => {
    const roles: unknown[] = []
    for (const { sub } of [newPerson(), newPerson()]) {
      const answer = await signIn(app(), 'company', sub)
      roles.push((await me(app(), signedInWith(answer))).body.user.roles)
    }
    expect(roles).toEqual([['admin'], []])
  })

  it('lists the ways to sign in', async () => {
    const { status, body } = await app().request('GET', '/api/auth/users/providers')
    expect([status, body.passwords]).toEqual([200, true])
    expect(body.providers.slice(0, 2)).toEqual([
      { key: 'company', label: 'The company' },
      { key: 'trusted', label: 'trusted' },
    ])
    expect(JSON.stringify(body)).not.toMatch(/secret|issuer|clientId/)
  })

  it('creates a user for a new person, and recognizes the person after a change of address', async () => {
    const { sub, email } = newPerson()
    seen.length = 0
    heard.length = 0
    const first = await signIn(app(), 'company', sub, '?returnTo=/admin/collections/posts%3Fpage=2')
    expect([first.status, first.location]).toEqual([303, '/admin/collections/posts?page=2'])
    expect(first.cookies['__Host-quire_signin']).toBe('')
    const { body } = await me(app(), signedInWith(first))
    expect(body.user).toMatchObject({ email })
    expect(seen).toEqual([
      ['beforeLogin', 'company', body.user.id],
      ['afterLogin', 'company', body.user.id],
    ])
    expect(heard).toContainEqual({ action: 'auth.login', outcome: 'done' })
    provider.people.set(sub, { sub, email: freshAddress('moved'), email_verified: true })
    const again = await signIn(app(), 'company', sub)
    expect((await me(app(), signedInWith(again))).body.user).toMatchObject({ id: body.user.id, email })
    expect(again.location).toBe('/admin')
    expect(verdict(await logIn(app(), email, ''))).toEqual([422, 'validation'])
    expect(verdict(await logIn(app(), email, PASSWORD))).toEqual([401, 'invalid_credentials'])
  })

  it('binds the sign-in to this host, to https and to ten minutes', async () => {
    const { started } = await begin(app(), 'company', newPerson().sub)
    const [cookie] = started.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-quire_signin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+; Secure$/)
    const asked = new URL(started.location).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: `${PUBLIC}/api/auth/users/providers/company/callback`,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
  })

  it('lets no header determine the callback URL', async () => {
    for (const name of ['x-forwarded-host', 'forwarded', 'x-original-host', 'origin', 'referer']) {
      const headers = { [name]: name === 'forwarded' ? 'host=evil.example' : 'https://evil.example' }
      const { location } = await browse(app(), '/api/auth/users/providers/company/start', headers)
      expect(location).toContain(encodeURIComponent(`${PUBLIC}/api/auth`))
      expect(location).not.toContain('evil')
    }
  })

  it.each([
    '//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/%09/evil.example'.replace('%09', '\u0009'),
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    'evil.example',
    ' /admin',
    '/admin\r\nSet-Cookie: a=b',
    `/${'a'.repeat(2_000)}`,
    '',
  ])('redirects to no foreign address: %j', async (returnTo) => {
    const query = new URLSearchParams({ returnTo })
    const answer = await browse(app(), `/api/auth/users/providers/company/start?${query.toString()}`)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalid_query')])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it.each(['/', '/admin', '/a/b?c=d&e=/f', '/@evil.example', '/.evil.example', '/a//b'])(
    'redirects to %s',
    async (returnTo) => {
      const answer = await signIn(app(), 'company', newPerson().sub, `?returnTo=${encodeURIComponent(returnTo)}`)
      expect(answer.location).toBe(returnTo)
    },
  )

  type Attack = (test: TestApp<typeof config>, sub: string) => Promise<Answer>
  const attacks: Readonly<Record<string, readonly [code: string, attack: Attack]>> = {
    'with another state': [
      'invalid_token',
      async (test, sub) => {
        const { callback, cookie } = await begin(test, 'company', sub)
        return browse(test, callback.replace(/state=[\w-]+/, `state=${'a'.repeat(43)}`), { cookie })
      },
    ],
    'without a state': [
      'invalid_token',
      async (test, sub) => {
        const { callback, cookie } = await begin(test, 'company', sub)
        return browse(test, callback.replace(/state=[\w-]+/, ''), { cookie })
      },
    ],
    'in another browser': [
      'invalid_token',
      async (test, sub) => browse(test, (await begin(test, 'company', sub)).callback),
    ],
    'in a browser that has begun another sign-in': [
      'invalid_token',
      async (test, sub) => {
        const { callback } = await begin(test, 'company', sub)
        return browse(test, callback, { cookie: (await begin(test, 'company', sub)).cookie })
      },
    ],
    'with a cookie that a neighbouring host may have set': [
      'invalid_token',
      async (test, sub) => {
        const { callback, cookie } = await begin(test, 'company', sub)
        return browse(test, callback, { cookie: cookie.replace('__Host-', '') })
      },
    ],
    'at the callback of another provider': [
      'invalid_token',
      async (test, sub) => {
        const { callback, cookie } = await begin(test, 'company', sub)
        return browse(test, callback.replace('/company/', '/trusted/'), { cookie })
      },
    ],
    'after ten minutes': [
      'invalid_token',
      async (test, sub) => {
        const { finish } = await begin(test, 'company', sub)
        ahead = 11 * MINUTE
        return finish()
      },
    ],
    'with a code that was used, and a state that was not': [
      'invalid_token',
      async (test, sub) => {
        const used = await begin(test, 'company', sub)
        await used.finish()
        const code = new URLSearchParams(used.callback.split('?')[1]).get('code')
        const { callback, cookie } = await begin(test, 'company', newPerson().sub)
        return browse(test, callback.replace(/code=[\w-]+/, `code=${code}`), { cookie })
      },
    ],
    'from another issuer': [
      'invalid_token',
      async (test, sub) => {
        const { callback, cookie } = await begin(test, 'company', sub)
        return browse(test, callback.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'), { cookie })
      },
    ],
    'without an issuer, although the provider sends one': [
      'invalid_token',
      async (test, sub) => {
        const { callback, cookie } = await begin(test, 'company', sub)
        return browse(test, callback.replace(/&?iss=[^&]+/, ''), { cookie })
      },
    ],
    'of a user who declined': [
      'forbidden',
      async (test, sub) => {
        const { callback, cookie } = await begin(test, 'company', sub)
        return browse(test, `${callback.replace(/code=[\w-]+/, 'error=access_denied')}&error_description=SECRET-WORD`, {
          cookie,
        })
      },
    ],
    'of a user who may not be created': ['forbidden', async (test, sub) => signIn(test, 'closed', sub)],
    'of another domain': ['forbidden', async (test, sub) => signIn(test, 'listed', sub)],
    'with a provider that is not there': [
      'unavailable',
      async (test) => {
        const answer = await browse(test, '/api/auth/users/providers/gone/start')
        return { ...answer, status: answer.status + 1 }
      },
    ],
    'with a provider at an address that is not public': [
      'unavailable',
      async (test) => {
        const answer = await browse(test, '/api/auth/users/providers/guarded/start')
        return { ...answer, status: answer.status + 1 }
      },
    ],
  }

  it.each(Object.entries(attacks))('refuses a sign-in %s', async (_, [code, attack]) => {
    const { sub } = newPerson()
    const users = await app().local.asSystem().collection('users').count()
    lines.length = 0
    const answer = await attack(app(), sub)
    expectRefused(answer, code)
    expect([...answer.headers].join()).not.toMatch(/SECRET-WORD|evil/)
    expect(lines.join('')).not.toContain(SECRET)
    if (!/used/.test(_)) expect(await app().local.asSystem().collection('users').count()).toEqual(users)
  })

  const seconds = () => Math.floor(Date.now() / 1000)
  const claims = (more: object): Tampering => ({ claims: (own) => ({ ...own, ...more }) })
  const wrongTokens: Readonly<Record<string, () => Tampering>> = {
    'another nonce': () => claims({ nonce: 'a'.repeat(43) }),
    'no nonce': () => ({ claims: ({ nonce: _, ...rest }) => rest }),
    'another issuer': () => claims({ iss: 'https://evil.example' }),
    'another audience': () => claims({ aud: 'somebody-else' }),
    'several audiences, and another party': () => claims({ aud: ['quire', 'other'], azp: 'other' }),
    'no subject': () => ({ claims: ({ sub: _, ...rest }) => rest }),
    'the subject of another person': () => claims({ sub: 'person-of-somebody-else' }),
    'an end that has passed': () => claims({ exp: seconds() - 90 }),
    'no signature': () => ({
      signed: (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    }),
    'a signature with the secret of the client': () => ({
      signed(token) {
        const text = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${token.split('.')[1]}`
        return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
      },
    }),
    'the signature of something else': () => ({
      signed: (token) => `${token.split('.').slice(0, 2).join('.')}.${provider.sign({}).split('.')[2]}`,
    }),
    'a key that the provider has no longer': () => ({ header: (header) => ({ ...header, kid: 'gone' }) }),
  }

  it.each(Object.keys(wrongTokens))('refuses a token with %s', async (name) => {
    const { finish } = await begin(app(), 'company', newPerson().sub)
    provider.tamper = must(wrongTokens[name], name)()
    expectRefused(await finish(), 'invalid_token')
  })

  it('accepts tokens with a small clock skew, and with new keys', async () => {
    for (const more of [{ exp: seconds() - 30 }, { iat: seconds() + 45 }]) {
      const { finish } = await begin(app(), 'company', newPerson().sub)
      provider.tamper = claims(more)
      expect((await finish()).location).toBe('/admin')
    }
    provider.tamper = null
    ahead = 50_000
    expect((await signIn(app(), 'company', newPerson().sub)).location).toBe('/admin')
    provider.rotate()
    expect((await signIn(app(), 'company', newPerson().sub)).location).toBe('/admin')
  })

  it('times out for a provider that does not answer', async () => {
    const { finish } = await begin(app(), 'company', newPerson().sub)
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const impatient = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.min(ms, 50)))
    onTestFinished(() => impatient.mockRestore())
    provider.isSilent = true
    expectRefused(await finish(), 'unavailable')
  })

  it('accepts one of many concurrent callbacks', async () => {
    const { finish } = await begin(app(), 'company', newPerson().sub)
    const answers = await Promise.all([finish(), finish(), finish()])
    expect(answers.filter(({ cookies }) => cookies['service_session'] !== undefined)).toHaveLength(1)
  })

  it('creates one user for a person who signs in for the first time in two browsers at once', async () => {
    const { sub, email } = newPerson()
    const begun = [await begin(app(), 'company', sub), await begin(app(), 'company', sub)]
    const answers = await Promise.all(begun.map(({ finish }) => finish()))
    expect(answers.map(({ location }) => location)).toEqual(['/admin', '/admin'])
    const { docs } = await app()
      .local.asSystem()
      .collection('users')
      .find({ where: { email: { equals: email } } })
    expect(docs).toHaveLength(1)
    expect(await count(app(), 'identities', { subject: sub })).toBe(1)
  })

  it('finishes on another instance than it started', async () => {
    const other = await createApp(config, { database: app().database, log: createLogger({ level: 'silent' }) })
    onTestFinished(() => other.close())
    const { callback, cookie } = await begin(app(), 'company', newPerson().sub)
    const response = await other.fetch(new Request(`${PUBLIC}${callback}`, { headers: { cookie } }))
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin'])
  })

  it('writes messages of the provider only to the log', async () => {
    lines.length = 0
    const { callback, cookie } = await begin(app(), 'company', newPerson().sub)
    const said = callback.replace(/code=[\w-]+/, 'error=server_error')
    const answer = await browse(app(), said, { cookie })
    expectRefused(answer, 'unavailable')
    expect(lines.join('')).toContain('server_error')
    const body = { code: 'made-up', codeVerifier: 'a'.repeat(43), redirectUri: 'https://app.example/signed-in' }
    const refused = await app().request('POST', '/api/auth/users/providers/company/token', { body })
    expect(verdict(refused)).toEqual([401, 'invalid_token'])
    expect(lines.join('')).toContain('invalid_grant')
    expect(refused.text).not.toMatch(/grant|OAUTH|openid/i)
    const gone = await app().request('POST', '/api/auth/users/providers/gone/token', { body })
    expect([...verdict(gone), gone.headers.get('retry-after')]).toEqual([503, 'unavailable', '10'])
    expect(gone.text).not.toMatch(/127\.0\.0\.1|ECONN/)
    const unknown = await app().request('POST', '/api/auth/users/providers/nobody/token', { body })
    expect(verdict(unknown)).toEqual([404, 'not_found'])
  })

  it('lets native apps sign in with a code and its verifier', async () => {
    const { sub, email } = newPerson()
    const redirectUri = 'https://app.example/signed-in'
    const codeVerifier = 'v'.repeat(43)
    const asked = new URLSearchParams({
      client_id: 'quire',
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: redirectUri,
      code_challenge: challengeOf(codeVerifier),
      code_challenge_method: 'S256',
    })
    const codeOf = async () =>
      new URL(await provider.visit(`${provider.issuer}/auth?${asked.toString()}`, sub)).searchParams.get('code')
    const send = (body: object) => app().request('POST', '/api/auth/users/providers/company/token', { body })
    const wrong = await send({ code: await codeOf(), codeVerifier: 'w'.repeat(43), redirectUri })
    expect(verdict(wrong)).toEqual([401, 'invalid_token'])
    const right = await send({ code: await codeOf(), codeVerifier, redirectUri })
    expect([right.status, right.body.user.email]).toEqual([200, email])
    expect((await me(app(), { authorization: `Session ${right.body.token}` })).body.session.id).toBe(
      right.body.session.id,
    )
    const odd = await send({ code: 'x', codeVerifier, redirectUri: 'no address' })
    expect(verdict(odd)).toEqual([422, 'validation'])
  })

  it('updates users with the claims of the provider, and writes nothing if they do not fit', async () => {
    const { sub, email } = newPerson({ groups: ['viewer'] })
    const roles = async (answer: Answer) => (await me(app(), signedInWith(answer))).body.user
    expect(await roles(await signIn(app(), 'mapped', sub))).toMatchObject({ roles: ['viewer'], revision: 1 })
    expect(await roles(await signIn(app(), 'mapped', sub))).toMatchObject({ roles: ['viewer'], revision: 1 })
    provider.people.set(sub, { sub, email, email_verified: true, name: 'Other', groups: ['admin'] })
    expect(await roles(await signIn(app(), 'mapped', sub))).toMatchObject({
      roles: ['admin'],
      name: 'Other',
      revision: 2,
    })
    provider.people.set(sub, { sub, email, email_verified: true })
    expect(await roles(await signIn(app(), 'mapped', sub))).toMatchObject({ roles: ['admin'], revision: 2 })
    provider.people.set(sub, { sub, email, email_verified: true, groups: ['owner-of-everything'] })
    lines.length = 0
    expectRefused(await signIn(app(), 'mapped', sub), 'internal')
    expect(lines.join('')).toContain('map')
    const stranger = newPerson({ groups: ['owner-of-everything'] })
    expectRefused(await signIn(app(), 'mapped', stranger.sub), 'internal')
    expect(await count(app(), 'identities', { subject: stranger.sub })).toBe(0)
  })
})

onEachDatabase('an existing account', setup, (app, dialect) => {
  const all = [true, false, undefined].flatMap((verified) =>
    (['company', 'trusted', 'listed', 'strict'] as const).flatMap((key) =>
      [true, false].flatMap((isListed) => [true, false].map((isOwn) => ({ verified, key, isListed, isOwn }))),
    ),
  )

  const areSure = ({ verified, key, isListed, isOwn }: (typeof all)[number]) =>
    verified === true && (key === 'trusted' || (key === 'listed' && isListed)) && isOwn
  // Rules and paging are the same on both databases. Besides the linked users, every fifth has each value of each
  // column.
  const rows = dialect === 'sqlite' ? all : all.filter((row, index) => areSure(row) || index % 5 === 0)

  it.each(rows)('is linked if both sides are verified: $verified, $key, listed $isListed, own $isOwn', async (row) => {
    const { verified, key, isListed, isOwn } = row
    const address = freshAddress('linked').replace('example.com', isListed ? 'corp.example' : 'other.example')
    const user = await makeUser(app(), { email: address })
    if (isOwn) await confirm(app(), user)
    const { sub } = newPerson({ email: address, email_verified: verified })
    const answer = await signIn(app(), key, sub)
    if (areSure(row)) {
      expect((await me(app(), signedInWith(answer))).body.user.id).toBe(user.id)
      return
    }
    const isUnsaid = verified === undefined && (key === 'trusted' || key === 'strict')
    expectRefused(answer, verified === true || isUnsaid ? 'forbidden' : 'unverified')
    expect(await count(app(), 'identities', { subject: sub })).toBe(0)
    expect(await count(app(), 'sessions', { userId: user.id })).toBe(0)
  })

  it('is linked if it has no credentials', async () => {
    const user = await makeUser(app(), { email: freshAddress('invited') })
    await app().app.storage.transaction(async ({ records }) => {
      await records.update('credentials', { userId: user.id }, { passwordHash: '' })
    })
    const { sub } = newPerson({ email: user.email })
    expect((await me(app(), signedInWith(await signIn(app(), 'trusted', sub)))).body.user.id).toBe(user.id)
  })

  it('is not created for an address that the provider has not verified', async () => {
    for (const more of [{ email_verified: false }, { email: undefined }, { email_verified: undefined }])
      expectRefused(await signIn(app(), 'company', newPerson(more).sub), 'unverified')
    const trusted = await signIn(app(), 'trusted', newPerson({ email_verified: undefined }).sub)
    expect(trusted.location).toBe('/admin')
  })

  it('that was deleted refuses its user', async () => {
    const { sub } = newPerson()
    const { body } = await me(app(), signedInWith(await signIn(app(), 'company', sub)))
    await app().local.asSystem().collection('users').delete(body.user.id)
    expect(await count(app(), 'identities', { subject: sub })).toBe(0)
    const again = await me(app(), signedInWith(await signIn(app(), 'company', sub)))
    expect(again.body.user.id).not.toBe(body.user.id)
  })
})

describe('the providers of a user', () => {
  onEachDatabase('', setup, (app) => {
    const add = async (headers: Record<string, string>, body: object) =>
      app().request('POST', '/api/auth/identities', { headers: { ...headers, origin: PUBLIC }, body })
    const identities = async (headers: Record<string, string>) =>
      (await app().request('GET', '/api/auth/identities', { headers })).body.docs

    async function addAs(headers: Record<string, string>, key: string, sub: string): Promise<Answer> {
      const { body, headers: answered } = await add(headers, { provider: key, returnTo: '/admin/profile' })
      const cookie = must(answered.getSetCookie()[0]?.split(';')[0], 'cookie')
      return browse(app(), pathOf(await provider.visit(body.url, sub)), { cookie })
    }

    it('are added right after a sign-in, and can be used then', async () => {
      const { email } = await makeUser(app())
      const ann = await signedIn(app(), email)
      const { sub } = newPerson({ email_verified: false })
      heard.length = 0
      const answer = await addAs(ann.byCookie, 'company', sub)
      expect([answer.status, answer.location]).toEqual([303, '/admin/profile'])
      expect(answer.cookies).not.toHaveProperty('service_session')
      expect(heard).toContainEqual({ action: 'auth.identityAdded', outcome: 'done' })
      expect(await identities(ann.byToken)).toEqual([
        {
          id: expect.any(String),
          provider: 'company',
          label: 'The company',
          email: expect.any(String),
          createdAt: expect.any(String),
          lastUsedAt: expect.any(String),
        },
      ])
      expect((await me(app(), signedInWith(await signIn(app(), 'company', sub)))).body.user.id).toBe(ann.id)
    })

    it('belong to one user each', async () => {
      const { sub } = newPerson()
      await signIn(app(), 'company', sub)
      const ann = await signedIn(app(), (await makeUser(app())).email)
      expectRefused(await addAs(ann.byCookie, 'company', sub), 'conflict')
      expect(await identities(ann.byToken)).toEqual([])
    })

    it('are not added with an old or ended session', async () => {
      const { email } = await makeUser(app())
      const ann = await signedIn(app(), email)
      const { body, headers } = await add(ann.byCookie, { provider: 'company' })
      const cookie = must(headers.getSetCookie()[0]?.split(';')[0], 'cookie')
      const callback = pathOf(await provider.visit(body.url, newPerson().sub))
      await app().request('POST', '/api/auth/logout', { headers: ann.byToken })
      expectRefused(await browse(app(), callback, { cookie }), 'invalid_token')
      const again = await signedIn(app(), email)
      ahead = 16 * MINUTE
      expect(verdict(await add(again.byCookie, { provider: 'company' }))).toEqual([403, 'forbidden'])
    })

    it('are refused with an invalid request', async () => {
      const ann = await signedIn(app(), (await makeUser(app())).email)
      expect(verdict(await add({}, { provider: 'company' }))).toEqual([401, 'unauthenticated'])
      expect(verdict(await add(ann.byCookie, { provider: 'nobody' }))).toEqual([404, 'not_found'])
      expect(verdict(await add(ann.byCookie, { provider: 'company', returnTo: '//evil.example' }))).toEqual([
        422,
        'validation',
      ])
      const foreign = { ...ann.byCookie, origin: 'https://evil.example' }
      const crossed = await app().request('POST', '/api/auth/identities', {
        headers: foreign,
        body: { provider: 'company' },
      })
      expect(verdict(crossed)).toEqual([403, 'origin_not_allowed'])
    })

    it('can be removed only by their user, except for the last way to sign in', async () => {
      const { sub } = newPerson()
      const bob = signedInWith(await signIn(app(), 'company', sub))
      const remove = (headers: Record<string, string>, id: string) =>
        app().request('DELETE', `/api/auth/identities/${id}`, { headers: { ...headers, origin: PUBLIC } })
      const [first] = await identities(bob)
      expect(verdict(await remove(bob, first.id))).toEqual([409, 'conflict'])
      await addAs(bob, 'company', newPerson().sub)
      const eve = await signedIn(app(), (await makeUser(app())).email)
      expect(verdict(await remove(eve.byCookie, first.id))).toEqual([404, 'not_found'])
      heard.length = 0
      expect((await remove(bob, first.id)).body).toEqual({ id: first.id, deleted: true })
      expect(heard).toContainEqual({ action: 'auth.identityRemoved', outcome: 'done' })
      expect(await identities(bob)).toHaveLength(1)
      const again = await signIn(app(), 'company', sub)
      expectRefused(again, 'forbidden')
    })

    it('are not left behind by a user who is deleted during the first sign-in', async () => {
      const { sub, email } = newPerson()
      const { id } = await makeUser(app(), { email })
      const owner = { collection: 'users', userId: id }
      const { storage } = app().app
      // Confirmed, so that the account may be linked.
      const verifiedAddress = createHash('sha256').update(email).digest('base64url')
      await storage.transaction(({ records }) => records.update('credentials', owner, { verifiedAddress }))
      const { finish } = await begin(app(), 'trusted', sub)
      let signingIn: Promise<Answer> | undefined
      meanwhile = () => {
        signingIn = finish()
        // It waits for the deletion, which must not wait for it.
        return Promise.race([signingIn, sleep(500)])
      }
      await app().local.asSystem().collection('users').delete(id)
      // Unknown or asked to start again: never signed in as the deleted user.
      const { cookies } = must(await signingIn, 'sign-in')
      const session = { cookie: `service_session=${cookies['service_session'] ?? 'none'}` }
      expect((await me(app(), session)).body.user?.id).not.toBe(id)
      expect(await storage.reader.records.find('identities', owner)).toEqual([])
      expect(await storage.reader.records.find('credentials', owner)).toEqual([])
    })

    it('are notified of the end of a session, if configured', async () => {
      const ended = async (key: string) =>
        app().request('POST', '/api/auth/logout', {
          headers: { ...signedInWith(await signIn(app(), key, newPerson().sub)), origin: PUBLIC },
        })
      expect((await ended('company')).body).toEqual({ loggedOut: true })
      const { body } = await ended('trusted')
      const url = new URL(body.url)
      expect([body.loggedOut, url.origin]).toEqual([true, provider.issuer])
      expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC}/admin/sign-in`)
      expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
    })
  })
})
