import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTestApp, must, onEachDatabase, type TestApp } from '@quirecms/testkit'
import { collection, ConfigurationError, defineConfig, f, global, plugin, QuireError, route } from 'quirecms'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { newcomer } from '../../engine/auth/people.ts'

const everybody = () => true
let entered = Promise.withResolvers<void>()
let left = Promise.withResolvers<void>()

const config = defineConfig({
  collections: {
    users: collection({ auth: { apiKeys: true }, fields: {} }),
    posts: collection({
      fields: { title: f.text() },
      access: { read: everybody },
      routes: [
        route({
          method: 'GET',
          path: '/titles',
          handler: async ({ local }) =>
            (await must(local.collections['posts']?.['find'], 'find')({})).docs.map(
              ({ title }: { title: string }) => title,
            ),
        }),
      ],
    }),
  },
  globals: {
    settings: global({
      fields: { name: f.text() },
      routes: [route({ method: 'POST', path: '/reset', handler: () => ({ reset: true }) })],
    }),
  },
  routes: [
    route({ method: 'GET', path: '/hello/:name', handler: ({ params, query }) => ({ hello: params['name'], query }) }),
    route({
      method: 'POST',
      path: '/orders',
      input: {
        type: 'object',
        required: ['amount'],
        additionalProperties: false,
        properties: { amount: { type: 'integer', minimum: 1 } },
      },
      output: { type: 'object', required: ['total'], properties: { total: { type: 'number' } } },
      handler: ({ body, respond }) => respond(201, { total: body.amount * 2 }, { 'x-order': 'yes' }),
    }),
    route({
      method: 'GET',
      path: '/lookup',
      input: {
        type: 'object',
        additionalProperties: false,
        properties: { limit: { type: 'integer', maximum: 10 }, tag: { type: 'array', items: { type: 'string' } } },
      },
      handler: ({ query }) => query,
    }),
    // `route` would not accept it.
    { method: 'GET', path: '/wrong-output', output: { type: 'object' }, handler: () => 'a text' },
    route({ method: 'GET', path: '/me', auth: true, handler: ({ actor }) => ({ id: actor?.id }) }),
    route({ method: 'POST', path: '/maybe-me', auth: 'optional', handler: ({ actor }) => ({ id: actor?.id ?? null }) }),
    route({ method: 'GET', path: '/public-route', handler: ({ actor }) => ({ actor }) }),
    route({ method: 'GET', path: '/nothing', handler: () => undefined }),
    route({
      method: 'POST',
      path: '/slow',
      handler: async ({ request: { signal }, query }) => {
        if (query['wait'] === undefined) return { aborted: await nextTurn().then(() => signal.aborted) }
        entered.resolve()
        signal.addEventListener('abort', () => left.resolve())
        return left.promise
      },
    }),
    route({
      method: 'GET',
      path: '/refused',
      handler: () => {
        throw new QuireError('conflict', 'Not now.', { issues: [{ code: 'custom', path: 'x', message: 'No.' }] })
      },
    }),
    route({
      method: 'GET',
      path: '/broken',
      handler: () => {
        throw new Error('the secret of the house')
      },
    }),
    route({
      method: 'GET',
      path: '/text',
      handler: ({ respond }) => respond(200, 'plain', { 'content-type': 'text/plain' }),
    }),
    route({
      method: 'GET',
      path: '/stream',
      handler: ({ respond }) => respond(200, Readable.from(['one,', 'two']), { 'content-type': 'text/csv' }),
    }),
    route({
      method: 'POST',
      path: '/raw',
      body: { as: 'bytes', limit: '1kb' },
      handler: ({ body }) => ({ bytes: (body as Uint8Array).length }),
    }),
    route({ method: 'POST', path: '/small', body: { limit: 20 }, handler: ({ body }) => body ?? {} }),
    route({
      method: 'GET',
      path: '/about',
      handler: ({ request: { id, method, path, address } }) => ({ id, method, path, address }),
    }),
  ],
})

onEachDatabase('routes of the application', { config, matrix: 'validation' }, (app) => {
  const ask = (call: string, body?: unknown, headers?: Record<string, string>) => {
    const [method = '', path = ''] = call.split(' ')
    return app().request(method, path, { body, headers })
  }

  it.each([
    ['GET /api/hello/ann?a=1&b=2&b=3', undefined, 200, { hello: 'ann', query: { a: '1', b: ['2', '3'] } }],
    ['GET /api/hello/a%20b', undefined, 200, { hello: 'a b', query: {} }],
    ['POST /api/orders', { amount: 2 }, 201, { total: 4 }],
    ['GET /api/lookup?limit=5&tag=a', undefined, 200, { limit: 5, tag: ['a'] }],
    ['GET /api/collections/posts/titles', undefined, 200, []],
    ['POST /api/globals/settings/reset', undefined, 200, { reset: true }],
    ['POST /api/small', { a: 1 }, 200, { a: 1 }],
    ['POST /api/small', undefined, 200, {}],
  ])('%s %j: %i', async (call, body, status, answer) => {
    expect(await ask(call, body)).toMatchObject({ status, body: answer })
  })

  it.each([
    ['POST /api/orders', { amount: 0 }, 422, 'validation'],
    ['POST /api/orders', { amount: 1, more: 1 }, 422, 'validation'],
    ['POST /api/orders', undefined, 400, 'invalid_json'],
    ['GET /api/lookup?limit=11', undefined, 422, 'validation'],
    ['GET /api/lookup?limit=x', undefined, 422, 'validation'],
    ['GET /api/lookup?other=1', undefined, 422, 'validation'],
    ['GET /api/hello/ann?a=%zz', undefined, 400, 'invalid_request'],
    ['POST /api/hello/ann', undefined, 405, 'method_not_allowed'],
    ['DELETE /api/collections/posts/titles', undefined, 405, 'method_not_allowed'],
    ['POST /api/small', { text: 'x'.repeat(30) }, 413, 'payload_too_large'],
    ['GET /api/refused', undefined, 409, 'conflict'],
    ['GET /api/broken', undefined, 500, 'internal'],
    ['GET /api/wrong-output', undefined, 500, 'internal'],
    ['GET /api/me', undefined, 401, 'unauthenticated'],
  ])('%s %j: %i %s', async (call, body, status, code) => {
    const answer = await ask(call, body)
    expect(answer).toMatchObject({ status, body: { error: { code, requestId: expect.any(String) } } })
    expect(answer.text).not.toContain('secret of the house')
  })

  it('return headers, statuses and bodies of other types', async () => {
    expect((await ask('POST /api/orders', { amount: 1 })).headers.get('x-order')).toBe('yes')
    expect(await ask('GET /api/nothing')).toMatchObject({ status: 204, text: '' })
    const text = await ask('GET /api/text')
    expect([text.text, text.headers.get('content-type'), text.headers.get('x-content-type-options')]).toEqual([
      'plain',
      'text/plain',
      'nosniff',
    ])
    const stream = await ask('GET /api/stream')
    expect([stream.text, stream.headers.get('content-type')]).toEqual(['one,two', 'text/csv'])
    expect(await ask('POST /api/raw', 'abc', { 'content-type': 'text/plain' })).toMatchObject({ body: { bytes: 3 } })
    expect((await ask('POST /api/raw', 'x'.repeat(2000), { 'content-type': 'text/plain' })).status).toBe(413)
    const about = await ask('GET /api/about?x=1', undefined, { 'x-request-id': 'mine' })
    expect(about.body).toMatchObject({ id: 'mine', method: 'GET', path: '/api/about', address: '127.0.0.1' })
  })

  it('are notified when the client disconnects, and only then', async () => {
    expect((await ask('POST /api/slow', { a: 1 })).body).toEqual({ aborted: false })
    ;[entered, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const client = new AbortController()
    const call = fetch(`${app().url}/api/slow?wait=1`, { method: 'POST', signal: client.signal })
    await entered.promise
    client.abort()
    await expect(call).rejects.toThrow('aborted')
    await left.promise
  })

  it('get the caller only if they request it', async () => {
    const ann = await newcomer(app())
    expect((await ask('GET /api/me', undefined, ann.byToken)).body).toEqual({ id: ann.id })
    expect((await ask('POST /api/maybe-me', {}, ann.byToken)).body).toEqual({ id: ann.id })
    expect((await ask('POST /api/maybe-me', {})).body).toEqual({ id: null })
    expect((await ask('GET /api/public-route', undefined, ann.byToken)).body).toEqual({ actor: null })
    const wrong = { authorization: 'Session nope' }
    expect((await ask('GET /api/public-route', undefined, wrong)).status).toBe(200)
    expect((await ask('POST /api/maybe-me', {}, wrong)).status).toBe(401)
  })

  it('refuse a write with the cookie from another origin', async () => {
    const ann = await newcomer(app())
    const evil = { ...ann.byCookie, origin: 'https://evil.example' }
    expect((await ask('POST /api/maybe-me', {}, evil)).body.error.code).toBe('origin_not_allowed')
    expect((await ask('POST /api/maybe-me', {}, ann.byCookie)).body).toEqual({ id: ann.id })
  })

  it('are described in OpenAPI', async () => {
    const { paths } = (await ask('GET /api/openapi.json')).body
    expect(paths['/api/orders'].post).toMatchObject({
      requestBody: { required: true, content: { 'application/json': { schema: { required: ['amount'] } } } },
      responses: { '2XX': { content: { 'application/json': { schema: { required: ['total'] } } } } },
      security: [],
    })
    expect(paths['/api/hello/{name}'].get.parameters).toMatchObject([{ name: 'name', in: 'path', required: true }])
    expect(paths['/api/lookup'].get.parameters.map(({ name }: { name: string }) => name)).toEqual(['limit', 'tag'])
    expect(paths['/api/collections/posts/titles'].get.tags).toEqual(['posts'])
    expect(paths['/api/globals/settings/reset'].post.tags).toEqual(['global settings'])
    expect(paths['/api/me'].get.security).toBeUndefined()
  })
})

describe('plugins', () => {
  const heard: string[] = []
  const audited: string[] = []
  const audit = plugin({
    key: 'audit',
    collections: { entries: collection({ fields: { text: f.text() }, access: { read: everybody } }) },
    hooks: { afterChange: [({ collection: slug }) => void audited.push(slug)] },
    routes: [
      route({ method: 'GET', path: '/count', handler: ({ local }) => local.collection('entries').count() }),
      route({ method: 'POST', path: '/hook', exact: true, handler: () => ({ transport: true }) }),
    ],
    setup: (app) => void app.on('document.created', () => heard.push('created')),
  })
  const titles = plugin({
    key: 'titles',
    dependsOn: ['audit'],
    config: (given) => ({
      ...given,
      collections: {
        ...given.collections,
        pages: { ...must(given.collections['pages'], 'pages'), label: 'Renamed' },
      },
    }),
  })
  const withPlugins = defineConfig({
    plugins: [audit, titles],
    collections: { pages: collection({ fields: { title: f.text() }, access: { create: everybody, read: everybody } }) },
  })
  let app: TestApp<typeof withPlugins>

  beforeAll(async () => {
    app = await createTestApp(withPlugins, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  })
  afterAll(() => app.close())

  it('add collections, hooks, routes, a changed configuration and set-up', async () => {
    expect((await app.request('GET', '/api/collections/entries')).status).toBe(200)
    expect((await app.request('POST', '/api/collections/pages', { body: { title: 'x' } })).status).toBe(201)
    expect([audited, heard]).toEqual([['pages'], ['created']])
    expect((await app.request('GET', '/api/plugins/audit/count')).body).toEqual({ count: 0 })
    expect((await app.request('POST', '/hook')).body).toEqual({ transport: true })
    expect((await app.request('DELETE', '/api/plugins/audit/count')).status).toBe(405)
    expect((await app.request('GET', '/api/schema')).body.manifest.collections.pages.label).toBe('Renamed')
    const { paths } = (await app.request('GET', '/api/openapi.json')).body
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/plugins/audit/count', '/hook']))
  })
})

describe('an invalid route stops the start', () => {
  const none = () => null
  const pages = collection({ fields: {} })

  it.each([
    [
      'a route of the framework',
      { routes: [route({ method: 'GET', path: '/schema', handler: none })] },
      "routes.0: GET /api/schema is already served by the framework's /api/schema",
    ],
    [
      'an operation',
      { collections: { pages: { ...pages, routes: [route({ method: 'GET', path: '/:other', handler: none })] } } },
      "collections.pages.routes.0: GET /api/collections/pages/{other} is already served by the framework's GET /api/collections/pages/{id}",
    ],
    [
      'two routes',
      {
        routes: [
          route({ method: 'GET', path: '/a/:b', handler: none }),
          route({ method: 'GET', path: '/a/:c', handler: none }),
        ],
      },
      'routes.1: GET /api/a/{c} is already served by routes.0',
    ],
    [
      'a collection of a plugin',
      { plugins: [plugin({ key: 'p', collections: { pages } })] },
      'collections.pages: already exists, and the plugin "p" adds it too',
    ],
    [
      'plugins of a plugin',
      { plugins: [plugin({ key: 'p', config: (given) => ({ ...given, plugins: [] }) })] },
      'plugin "p": `config` must not add plugins',
    ],
    ['a missing plugin', { plugins: [plugin({ key: 'p', dependsOn: ['q'] })] }, 'plugins.0: needs the plugin "q"'],
    [
      'two plugins',
      { plugins: [plugin({ key: 'p' }), plugin({ key: 'p' })] },
      'another plugin already has the key "p"',
    ],
    ['a bad path', { routes: [{ method: 'GET', path: 'x', handler: none }] }, 'routes.0.path: must be a path'],
    [
      'a bad schema',
      { routes: [{ method: 'POST', path: '/x', input: { type: 'nope' }, handler: none }] },
      'routes.0.input: is not a JSON Schema',
    ],
    [
      'an unknown option',
      { routes: [{ method: 'GET', path: '/x', colour: 1, handler: none }] },
      'routes.0.colour: is not an option',
    ],
  ])('%s', async (_, given, message) => {
    const start = createTestApp({ collections: { pages }, ...given } as never, {
      dialect: 'sqlite',
      postgresUrl: inject('postgresUrl'),
    })
    await expect(start).rejects.toThrow(ConfigurationError)
    await expect(start).rejects.toThrow(message)
  })
})
