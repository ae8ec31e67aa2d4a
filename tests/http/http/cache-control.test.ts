import { createTestApp, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { logIn, makeUser, PASSWORD } from '../../engine/auth/people.ts'

const everybody = () => true
const fields = { title: f.text() }
const origin = 'https://www.example.com'

const config = defineConfig({
  server: { rateLimit: false, cors: { origins: [origin], credentials: true } },
  collections: {
    users: collection({ cache: '5m', auth: true, fields: { name: f.text() }, access: { read: everybody } }),
    kept: collection({ cache: '60s', fields, access: { read: everybody, create: everybody } }),
    other: collection({ fields, access: { read: everybody, create: everybody } }),
  },
  globals: { site: global({ cache: '1d', fields, access: { read: everybody } }) },
})

const PRIVATE = 'private, no-store'
const NOBODY = '01890000-0000-7000-8000-000000000000'

describe('Cache-Control', () => {
  let app: TestApp<typeof config>
  let kept: string
  let token: string

  beforeAll(async () => {
    app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    const { body } = await app.request('POST', '/api/collections/kept', { body: { title: 'One' } })
    kept = `/api/collections/kept/${(body as { doc: { id: string } }).doc.id}`
    const { email } = await makeUser(app)
    token = ((await logIn(app, email, PASSWORD)).body as { token: string }).token
  })
  afterAll(() => app.close())

  const control = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await app.request(method, path, { headers })
    return [answer.status, answer.headers.get('cache-control'), answer.headers.get('vary')]
  }

  it('states the lifetime of anonymous answers, if the application sets one', async () => {
    const vary = 'Origin, Authorization, Cookie'
    for (const method of ['GET', 'HEAD']) {
      expect(await control(method, '/api/collections/kept')).toEqual([200, 'public, max-age=60', vary])
      expect(await control(method, '/api/collections/kept/count')).toEqual([200, 'public, max-age=60', vary])
      expect(await control(method, kept)).toEqual([200, 'public, max-age=60', vary])
      expect(await control(method, '/api/collections/users')).toEqual([200, 'public, max-age=300', vary])
      expect(await control(method, '/api/globals/site')).toEqual([200, 'public, max-age=86400', vary])
    }
    expect(await control('GET', kept, { 'if-none-match': '"1"' })).toEqual([304, 'public, max-age=60', vary])
    expect(await control('GET', kept, { cookie: 'theme=dark' })).toEqual([200, 'public, max-age=60', vary])
  })

  it('is private for requests with a credential, valid or not', async () => {
    const vary = 'Origin, Authorization, Cookie'
    const paths = ['/api/collections/kept', '/api/collections/kept/count', kept, '/api/globals/site']
    for (const path of paths) {
      expect(await control('GET', path, { authorization: `Session ${token}` })).toEqual([200, PRIVATE, vary])
      expect(await control('GET', path, { cookie: `service_session=${token}` })).toEqual([200, PRIVATE, vary])
      expect(await control('GET', path, { cookie: 'a=b; service_session=stale' })).toEqual([200, PRIVATE, vary])
      expect(await control('GET', path, { cookie: 'service_session=' })).toEqual([200, PRIVATE, vary])
      expect(await control('GET', path, { authorization: 'Session nonsense' })).toEqual([401, PRIVATE, 'Origin'])
    }
    const unchanged = await control('GET', kept, { authorization: `Session ${token}`, 'if-none-match': '"1"' })
    expect(unchanged).toEqual([304, PRIVATE, vary])
  })

  it.each([
    ['GET', '/api/collections/other', 200],
    ['GET', '/api/collections/other/count', 200],
    ['GET', `/api/collections/kept/${NOBODY}`, 404],
    ['GET', '/api/collections/kept?nope=1', 400],
    ['POST', '/api/collections/kept', 400],
    ['GET', '/api/auth/users/bootstrap', 200],
    ['GET', '/api/auth/me', 401],
    ['GET', '/api/schema', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/healthz', 200],
    ['GET', '/none', 404],
  ])('is private for %s %s', async (method, path, status) => {
    expect((await control(method, path)).slice(0, 2)).toEqual([status, PRIVATE])
  })

  it('is private for a created document', async () => {
    const answer = await app.request('POST', '/api/collections/kept', { body: { title: 'Two' } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, PRIVATE])
  })
})

describe('401', () => {
  let app: TestApp<typeof config>
  beforeAll(async () => {
    app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  })
  afterAll(() => app.close())

  it.each([
    ['unauthenticated', 'GET', '/api/auth/me', {}, undefined],
    ['unauthenticated', 'PATCH', '/api/globals/site', {}, { title: 'x' }],
    ['invalid_token', 'GET', '/api/collections/kept', { authorization: 'Bearer qk_nope' }, undefined],
    ['invalid_token', 'GET', '/api/collections/kept', { authorization: 'Basic YTpi' }, undefined],
    ['invalid_token', 'HEAD', '/api/collections/kept', { authorization: 'nonsense' }, undefined],
    ['invalid_credentials', 'POST', '/api/auth/users/login', {}, { email: 'a@example.com', password: 'wrong' }],
  ])('%s of %s %s names the accepted schemes', async (code, method, path, headers, body) => {
    const answer = await app.request(method, path, { headers, body })
    expect(answer.status).toBe(401)
    if (method !== 'HEAD') expect(answer.body.error.code).toBe(code)
    expect(answer.headers.get('www-authenticate')).toBe('Session realm="api", Bearer realm="api"')
  })

  it('is the only status that does', async () => {
    for (const path of ['/api/schema', '/none', '/api/collections/kept?nope=1']) {
      expect((await app.request('GET', path)).headers.get('www-authenticate')).toBeNull()
    }
  })
})
