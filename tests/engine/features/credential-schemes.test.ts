import { createHmac } from 'node:crypto'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f, plugin, route, sqlite } from 'quirecms'
import {
  answersValue,
  type Call,
  type CredentialPlace,
  type CredentialScheme,
  type Feature,
  signedIn,
} from 'quirecms/plugin'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { newcomer, verdict } from '../auth/people.ts'

const signed = (id: string, url: string) =>
  `${id}.${createHmac('sha256', 'a key').update(`${id} ${url}`).digest('hex')}`

/** Valid for one URL. */
const bySignature = (name: string, place: CredentialPlace): CredentialScheme<Call> => ({
  name,
  description: 'A signature of the address.',
  place,
  recognise(_call, { secret, url }) {
    const [id = ''] = secret.split('.')
    if (id === 'broken') throw new Error('the database of signatures is gone')
    return secret === signed(id, url) ? { collection: 'users', id } : null
  },
})

const schemes: readonly CredentialScheme<Call>[] = [
  bySignature('signature', { in: 'header', name: 'X-Signature' }),
  bySignature('signedUrl', { in: 'query', name: 'sig' }),
  {
    name: 'token',
    description: 'A token.',
    place: { in: 'bearer', prefix: 'tk_' },
    recognise: (_call, { secret }) =>
      secret.startsWith('tk_good_') ? { collection: 'users', id: secret.slice(8), credential: 'one' } : null,
  },
]

/** Returns how it was called. */
const whoami = answersValue({
  name: 'whoami',
  summary: 'Say who calls, and how that is known',
  endpoint: { method: 'GET', path: '/whoami', base: 'plugins/signatures' },
  local: { method: 'whoami', args: [] },
  answer: { kind: 'value', status: 200, schema: { type: 'object' } },
  authorize: signedIn,
  answers: async ({ principal: { actor, credential } }) => ({ id: actor.id, credential: { ...credential } }),
})

const feature = (credentials: readonly CredentialScheme<Call>[]): Feature<Call> => ({
  name: 'signatures',
  for: ({ kind }) => kind === 'service',
  adds: () => ({ credentials, operations: [whoami] }),
})

const config = defineConfig({
  plugins: [plugin({ key: 'signatures', features: [feature(schemes)] })],
  collections: {
    users: collection({ auth: { apiKeys: true, bootstrap: false }, trash: true, fields: { name: f.text() } }),
    posts: collection({
      fields: { title: f.text() },
      cache: '60s',
      access: { read: () => true, create: ({ actor }) => actor !== null },
    }),
  },
  routes: [
    route({
      method: 'GET',
      path: '/seen',
      auth: true,
      handler: ({ query, actor }) => ({ query, id: actor?.id ?? null }),
    }),
    route({ method: 'GET', path: '/open', handler: ({ query, actor }) => ({ query, id: actor?.id ?? null }) }),
  ],
})

const POSTS = '/api/collections/posts'
const WHO = '/api/plugins/signatures/whoami'

onEachDatabase('a kind of credential from a plugin', { config }, (app) => {
  const get = (path: string, headers: Record<string, string> = {}) => app().request('GET', path, { headers })
  const bySign = (id: string, path: string) => ({ 'x-signature': signed(id, path) })
  const withSign = (id: string, path: string) => `${path}${path.includes('?') ? '&' : '?'}sig=${signed(id, path)}`
  const byToken = (id: string) => ({ authorization: `Bearer tk_good_${id}` })

  it('identifies the caller, wherever it is sent', async () => {
    const { id } = await newcomer(app())
    const found = { status: 200, body: { id, credential: { kind: 'scheme', scheme: 'signature', id: null } } }
    expect(await get(WHO, bySign(id, WHO))).toMatchObject(found)
    expect(await get(withSign(id, WHO))).toMatchObject({ status: 200, body: { credential: { scheme: 'signedUrl' } } })
    expect(await get(WHO, byToken(id))).toMatchObject({
      status: 200,
      body: { credential: { scheme: 'token', id: 'one' } },
    })
    expect(verdict(await get(WHO))).toEqual([401, 'unauthenticated'])
    const made = await app().request('POST', POSTS, { body: { title: 'one' }, headers: byToken(id) })
    expect(made.status).toBe(201)
  })

  it('never counts as anonymous', async () => {
    const { id } = await newcomer(app())
    for (const headers of [
      { 'x-signature': '' },
      { 'x-signature': 'wrong' },
      { 'x-signature': `${signed(id, POSTS)}0` },
      { 'x-signature': `${signed(id, POSTS)}, ${signed(id, POSTS)}` },
      { 'x-signature': 'x'.repeat(9_000) },
      bySign(id, WHO),
      bySign('01890000-0000-7000-8000-00000000000a', POSTS),
      { authorization: 'Bearer tk_' },
      { authorization: 'Bearer tk_bad' },
      { authorization: `Session tk_good_${id}` },
      { authorization: `Bearer TK_good_${id}` },
      { authorization: `tk_good_${id}` },
    ])
      expect(verdict(await get(POSTS, headers)), JSON.stringify(headers).slice(0, 60)).toEqual([401, 'invalid_token'])
    for (const query of ['?sig=', '?sig=wrong', `?sig=a&sig=${signed(id, POSTS)}`, `?limit=1&sig=${signed(id, POSTS)}`])
      expect(verdict(await get(POSTS + query)), query).toEqual([401, 'invalid_token'])
    expect((await get(POSTS, { 'x-signature': 'broken.' })).status).toBe(500)
  })

  it('takes precedence over the cookie, and refuses other credentials beside it', async () => {
    const one = await newcomer(app())
    const other = await newcomer(app())
    expect((await get(WHO, { ...byToken(one.id), ...other.byCookie })).body.id).toBe(one.id)
    expect((await get(WHO, { ...bySign(one.id, WHO), ...other.byCookie })).body.id).toBe(one.id)
    const both = { ...bySign(one.id, WHO), ...byToken(one.id) }
    expect(verdict(await get(WHO, both))).toEqual([401, 'invalid_token'])
    expect(verdict(await get(WHO, { ...bySign(one.id, WHO), ...other.byToken }))).toEqual([401, 'invalid_token'])
    expect(verdict(await get(withSign(one.id, WHO), bySign(one.id, WHO)))).toEqual([401, 'invalid_token'])
  })

  it('does not affect sessions and keys', async () => {
    const user = await newcomer(app())
    expect((await get(WHO, user.byToken)).body).toMatchObject({ id: user.id, credential: { kind: 'session' } })
    const made = await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers: user.byCookie })
    const key = { authorization: `Bearer ${made.body.key}` }
    expect((await get(WHO, key)).body).toMatchObject({ id: user.id, credential: { kind: 'apiKey' } })
    expect(verdict(await get('/api/auth/sessions', byToken(user.id)))).toEqual([403, 'forbidden'])
    const another = { body: { name: 'k' }, headers: byToken(user.id) }
    expect(verdict(await app().request('POST', '/api/auth/api-keys', another))).toEqual([403, 'cookie_required'])
  })

  it('is invalid once its user is deleted', async () => {
    const { id } = await newcomer(app())
    const system = app().local.asSystem().collection('users')
    expect((await get(WHO, byToken(id))).status).toBe(200)
    await system.delete(id)
    expect(verdict(await get(POSTS, byToken(id)))).toEqual([401, 'invalid_token'])
    expect(verdict(await get(WHO, bySign(id, WHO)))).toEqual([401, 'invalid_token'])
  })

  it('is ignored by routes without a caller', async () => {
    const wrong = { 'x-signature': 'wrong' }
    for (const path of ['/healthz', '/api/openapi.json', '/api/auth/users/bootstrap', '/api/open'])
      expect((await get(path, wrong)).status, path).toBe(200)
    expect((await get('/api/open?sig=wrong&a=1')).body).toEqual({ query: { a: '1' }, id: null })
  })

  it('is not accepted as a query parameter by other routes', async () => {
    const { id } = await newcomer(app())
    expect((await get(withSign(id, `${POSTS}?limit=1`))).status).toBe(200)
    expect((await get(withSign(id, '/api/seen?a=1&b=%20'))).body).toEqual({ query: { a: '1', b: ' ' }, id })
    expect(verdict(await get(withSign(id, `${POSTS}?signature=1`)))).toEqual([400, 'invalid_query'])
  })

  it('makes responses private, valid or not', async () => {
    const { id } = await newcomer(app())
    const cache = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await get(path, headers)
      return [answer.headers.get('cache-control'), answer.headers.get('vary')]
    }
    const varies = expect.stringContaining('Authorization, Cookie, X-Signature')
    expect(await cache(POSTS)).toEqual([expect.stringContaining('public'), varies])
    expect(await cache(POSTS, bySign(id, POSTS))).toEqual([expect.stringContaining('no-store'), varies])
    expect((await cache(POSTS, byToken(id)))[0]).toContain('no-store')
    expect((await cache(withSign(id, POSTS)))[0]).toContain('no-store')
    expect((await cache(POSTS, { 'x-signature': 'wrong' }))[0]).toContain('no-store')
  })

  it('cannot be sent by a browser for another site', async () => {
    const user = await newcomer(app())
    const body = { title: 'one' }
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const post = (headers: Record<string, string>) => app().request('POST', POSTS, { body, headers })
    expect((await post({ ...foreign, ...byToken(user.id) })).status).toBe(201)
    expect(verdict(await post({ ...foreign, ...user.byCookie }))).toEqual([403, 'origin_not_allowed'])
  })

  it('is described in OpenAPI', async () => {
    const { components, security } = (await get('/api/openapi.json')).body
    expect(components.securitySchemes).toMatchObject({
      sessionToken: { in: 'header' },
      signature: { type: 'apiKey', in: 'header', name: 'X-Signature', description: 'A signature of the address.' },
      signedUrl: { type: 'apiKey', in: 'query', name: 'sig' },
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'tk_…' },
    })
    expect(security).toEqual(
      expect.arrayContaining([{}, { apiKey: [] }, { signature: [] }, { signedUrl: [] }, { token: [] }]),
    )
  })
})

onEachDatabase(
  'a kind of credential beside the application’s own authentication',
  {
    config: {
      ...config,
      identify: ({ headers }) => ({ actor: { id: String(headers['x-user']), collection: 'staff' } }),
    },
  },
  (app) => {
    it('comes first', async () => {
      const { id } = (await app()
        .local.asSystem()
        .users('users')
        .createUser({
          data: { email: 'ann@example.com' },
          password: 'correct horse',
        })) as { id: string }
      const who = async (headers: Record<string, string>) =>
        (await app().request('GET', WHO, { headers: { 'x-user': 'own', ...headers } })).body
      expect(await who({})).toMatchObject({ id: 'own' })
      expect(await who({ 'x-signature': signed(id, WHO) })).toMatchObject({ id })
      expect(await who({ 'x-signature': 'wrong' })).toMatchObject({ error: { code: 'invalid_token' } })
    })
  },
)

describe('an application does not start', () => {
  const start = async (credentials: readonly CredentialScheme<Call>[], kind = 'service', hasUsers = true) => {
    const signatures: Feature<Call> = {
      ...feature(credentials),
      for: (draft) => draft.kind === kind,
      adds: () => ({ credentials }),
    }
    const app = await createApp(
      defineConfig({
        database: sqlite(':memory:'),
        plugins: [plugin({ key: 'signatures', features: [signatures] })],
        collections: { users: hasUsers ? collection({ auth: true, fields: {} }) : collection({ fields: {} }) },
      }),
      { log: createLogger({ level: 'silent' }) },
    )
    onTestFinished(() => app.close())
  }
  const scheme = (name: string, place: CredentialPlace) => bySignature(name, place)

  test.each<[string, CredentialScheme<Call>[], string]>([
    ['a name of the framework’s', [scheme('apiKey', { in: 'bearer', prefix: 'tk_' })], 'already exists'],
    ['a name that is none', [scheme('two words', { in: 'bearer', prefix: 'tk_' })], 'needs a name'],
    ['the prefix of API keys', [scheme('a', { in: 'bearer', prefix: 'qk_' })], 'because other tokens do'],
    ['the prefix of preview tokens', [scheme('a', { in: 'bearer', prefix: 'qp_' })], 'because other tokens do'],
    ['no prefix', [scheme('a', { in: 'bearer', prefix: '' })], 'needs a prefix'],
    ['the header of sessions', [scheme('a', { in: 'header', name: 'Authorization' })], 'has another meaning'],
    ['a header that browsers send', [scheme('a', { in: 'header', name: 'Sec-Fetch-Site' })], 'has another meaning'],
    ['a cookie', [scheme('a', { in: 'header', name: 'cookie' })], 'has another meaning'],
    ['a parameter of lists', [scheme('a', { in: 'query', name: 'limit' })], 'has another meaning'],
    ['a parameter that is none', [scheme('a', { in: 'query', name: 'a&b' })], 'not a valid name'],
    [
      'one name twice',
      [scheme('a', { in: 'bearer', prefix: 'ta_' }), scheme('a', { in: 'bearer', prefix: 'tb_' })],
      'already exists',
    ],
    [
      'one header twice',
      [scheme('a', { in: 'header', name: 'X-Sign' }), scheme('b', { in: 'header', name: 'x-sign' })],
      'is read from the same place as "a"',
    ],
  ])('with %s', async (_what, credentials, message) => {
    await expect(start(credentials)).rejects.toThrow(message)
  })

  test('without users, or with kinds that belong to one collection', async () => {
    const [one] = schemes
    await expect(start(one ? [one] : [], 'service', false)).rejects.toThrow('this application has no users')
    await expect(start(one ? [one] : [], 'collection')).rejects.toThrow('add them to the service')
  })
})
