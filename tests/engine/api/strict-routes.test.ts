import { onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { actors, blog } from './blog.ts'

const ID = '01890000-0000-7000-8000-000000000000'
const POSTS = '/api/collections/posts'

/** Every path of the application, and what it takes. */
const paths: Readonly<Record<string, readonly string[]>> = {
  [POSTS]: ['GET', 'HEAD', 'POST', 'PUT'],
  [`${POSTS}/count`]: ['GET', 'HEAD'],
  [`${POSTS}/bulk`]: ['POST'],
  [`${POSTS}/${ID}`]: ['DELETE', 'GET', 'HEAD', 'PATCH'],
  [`${POSTS}/${ID}/duplicate`]: ['POST'],
  '/api/globals/settings': ['GET', 'HEAD', 'PATCH'],
  '/api/schema': ['GET', 'HEAD'],
  '/api/openapi.json': ['GET', 'HEAD'],
  '/api/docs': ['GET', 'HEAD'],
  '/healthz': ['GET', 'HEAD'],
  '/readyz': ['GET', 'HEAD'],
}
/** `PUT` needs a parameter, and has tests of its own. */
const routes = Object.entries(paths).flatMap(([path, methods]) =>
  methods.filter((method) => method !== 'PUT').map((method) => [method, path] as const),
)
const others = Object.entries(paths).flatMap(([path, methods]) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    .filter((method) => !methods.includes(method))
    .map((method) => [method, path, methods.join(', ')] as const),
)

const bodyFor = (method: string, path: string): object =>
  method === 'POST' || method === 'PATCH' ? { body: path.endsWith('/bulk') ? { action: 'delete', ids: [ID] } : {} } : {}

function expectEnvelope(response: TestResponse, status: number, code: string): void {
  const { error } = response.body
  expect(response.status, response.text).toBe(status)
  expect(error).toMatchObject({
    code,
    status,
    message: expect.stringMatching(/\S/),
    requestId: response.headers.get('x-request-id'),
  })
  expect(Object.keys(response.body)).toEqual(['error'])
  for (const key of Object.keys(error)) expect(['code', 'status', 'message', 'requestId', 'issues']).toContain(key)
  expect(response.text).not.toMatch(/stack|sqlite|select |node_modules|\.ts:/i)
}

onEachDatabase('every route is strict', { config: blog, actors, matrix: 'validation' }, (app) => {
  const request = (method: string, path: string, options: object = {}) =>
    app().request(method, path, { as: 'editor', ...bodyFor(method, path.split('?')[0] ?? ''), ...options })

  it.each(routes)('%s %s refuses an unknown query parameter', async (method, path) => {
    for (const query of [
      'nope=1',
      'nope',
      'constructor=1',
      '__proto__=1',
      'trash=true',
      'draft=true',
      'locale=en',
      'fallback-locale=en',
    ]) {
      const response = await request(method, `${path}?${query}`)
      if (method === 'HEAD') expect(response).toMatchObject({ status: 400, text: '' })
      else {
        expectEnvelope(response, 400, 'invalid_query')
        expect(response.body.error.issues).toMatchObject([{ code: 'unknown_field', path: query.split('=')[0] }])
      }
    }
    expect(app().events).toEqual([])
  })

  it.each(routes.filter(([method]) => method !== 'HEAD'))(
    '%s %s reports all unknown parameters at once',
    async (method, path) => {
      const response = await request(method, `${path}?one=1&two=2`)
      expect(response.body.error.issues).toMatchObject([{ path: 'one' }, { path: 'two' }])
    },
  )

  const taken: Readonly<Record<string, readonly string[]>> = {
    [`GET ${POSTS}`]: ['page', 'limit', 'where', 'select'],
    [`GET ${POSTS}/count`]: ['page', 'limit', 'where', 'select'],
    [`GET ${POSTS}/${ID}`]: ['select'],
    [`PATCH ${POSTS}/${ID}`]: ['select'],
    [`POST ${POSTS}`]: ['select'],
    [`POST ${POSTS}/${ID}/duplicate`]: ['select'],
    'GET /api/globals/settings': ['select'],
    'PATCH /api/globals/settings': ['select'],
  }

  it.each(routes.filter(([method]) => method !== 'HEAD'))(
    '%s %s accepts its own parameters, each once',
    async (method, path) => {
      const own = taken[`${method} ${path}`] ?? []
      for (const name of ['page', 'limit', 'where', 'select']) {
        const value = name === 'page' || name === 'limit' ? '1' : '{}'
        const once = await request(method, `${path}?${name}=${encodeURIComponent(value)}`)
        if (own.includes(name)) expect(once.body.error?.code).not.toBe('invalid_query')
        else expectEnvelope(once, 400, 'invalid_query')
        expectEnvelope(await request(method, `${path}?${name}=${value}&${name}=${value}`), 400, 'invalid_query')
      }
    },
  )

  it.each(others)('%s %s is 405, and Allow says %s', async (method, path, allow) => {
    const response = await app().request(method, path, { as: 'editor' })
    expectEnvelope(response, 405, 'method_not_allowed')
    expect(response.headers.get('allow')).toBe(allow)
  })

  it.each(others.slice(0, 4))('%s %s is 405 also with a body and parameters', async (method, path, allow) => {
    const response = await app().request(method, `${path}?nope=1`, {
      body: '{"a":1,"a":2}',
      headers: { 'content-type': 'text/html' },
    })
    expectEnvelope(response, 405, 'method_not_allowed')
    expect(response.headers.get('allow')).toBe(allow)
  })

  it.each(routes.filter(([method]) => method === 'HEAD'))(
    '%s %s answers as GET does, without a body',
    async (_method, path) => {
      const [head, get] = [await request('HEAD', path), await request('GET', path)]
      expect(head).toMatchObject({ status: get.status, text: '' })
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name))
      }
      expect(head.headers.get('x-request-id')).toMatch(/./)
    },
  )

  const unknownPaths = [
    '/nope',
    '/api',
    '/api/',
    '/api/nope',
    '/api/collections',
    '/api/collections/',
    '/api/collections/nope',
    '/api/collections/POSTS',
    '/api/collections/posts/',
    '/api/collections//posts',
    '/api/collections/posts%00',
    "/api/collections/posts'--",
    '/api/collections/%22posts%22',
    '/api/collections/p%C3%B6sts',
    '/api/collections/constructor',
    '/api/collections/__proto__',
    '/api/collections/settings',
    `/api/collections/nope/${ID}`,
    `/api/collections/posts/${ID}/`,
    `/api/collections/posts/${ID}/publish`,
    `/api/collections/posts/${ID}/restore-deleted`,
    `/api/collections/posts/${ID}/versions`,
    `/api/collections/posts/${ID.toUpperCase()}A`,
    '/api/collections/posts/remote-upload',
    '/api/collections/posts/hello/duplicate',
    '/api/globals',
    '/api/globals/posts',
    '/api/globals/settings/publish',
    '/api/auth/users/login',
    '/healthz/',
  ]

  it.each(unknownPaths)('%s is 404 for every method', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
      expectEnvelope(await app().request(method, path, { as: 'editor' }), 404, 'not_found')
    }
    expect(await app().request('HEAD', path)).toMatchObject({ status: 404, text: '' })
  })

  it('an uppercase UUID is 404', async () => {
    const { id } = await app().app.local.asSystem().collections.posts.create({ title: 'x' })
    expectEnvelope(await app().request('GET', `${POSTS}/${id.toUpperCase()}`), 404, 'not_found')
  })

  it('a percent-encoded path is the same path', async () => {
    expect((await app().request('GET', '/api/collections/p%6Fsts')).status).toBe(200)
  })

  it.each(['/api/collections/%', '/api/collections/posts/%zz', '/api/%E0%A4%A'])(
    'bad percent-encoding is 400: %s',
    async (path) => {
      expectEnvelope(await app().request('GET', path), 400, 'invalid_request')
    },
  )
})
