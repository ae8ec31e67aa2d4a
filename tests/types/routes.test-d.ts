import { type Actor, collection, defineConfig, f, global } from '@quirecms/core'
import { plugin, route, type TypedRoute, withCode } from '@quirecms/features'
import { createClient } from '@quirecms/sdk'
import { describe, expectTypeOf, it } from 'vitest'

const schema = defineConfig({
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    posts: collection({ fields: { title: f.text({ required: true }), likes: f.number() } }),
  },
  globals: { settings: global({ fields: { name: f.text() } }) },
})

const order = {
  type: 'object',
  required: ['amount', 'kind'],
  additionalProperties: false,
  properties: {
    amount: { type: 'integer', minimum: 1 },
    kind: { enum: ['paper', 'cloth'] },
    note: { type: ['string', 'null'] },
    lines: { type: 'array', items: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
    address: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'number' } }] },
    fixed: { const: 7 },
    anything: {},
  },
} as const

describe('the handler of a route', () => {
  it('has typed input', () => {
    route({
      method: 'POST',
      path: '/shops/:shop/orders/:number',
      input: order,
      handler: ({ params, body, query }) => {
        expectTypeOf(params).toEqualTypeOf<{ readonly shop: string; readonly number: string }>()
        expectTypeOf(body).toEqualTypeOf<{
          amount: number
          kind: 'paper' | 'cloth'
          note?: string | null
          lines?: { id: string }[]
          address?: string | Record<string, number>
          fixed?: 7
          anything?: unknown
        }>()
        expectTypeOf(query['page']).toBeAny()
        // @ts-expect-error -- no such part of the path
        return params.name
      },
    })
    route({
      method: 'GET',
      path: '/orders',
      input: {
        type: 'object',
        properties: { page: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
      },
      handler: ({ query, body }) => {
        expectTypeOf(query).toEqualTypeOf<{ page?: number; tags?: string[] }>()
        expectTypeOf(body).toEqualTypeOf<undefined>()
      },
    })
    route({
      method: 'PUT',
      path: '/raw',
      body: { as: 'bytes', limit: '1mb' },
      handler: ({ body }) => expectTypeOf(body).toEqualTypeOf<Buffer>(),
    })
    route({ method: 'PUT', path: '/any', handler: ({ body }) => expectTypeOf(body).toBeAny() })
  })

  it('returns the type of `output`', () => {
    const output = {
      type: 'object',
      required: ['total'],
      properties: { total: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } } },
    } as const
    route({ method: 'POST', path: '/a', output, handler: () => ({ total: 3, tags: ['a'] as const }) })
    route({ method: 'POST', path: '/a', output, handler: async () => ({ total: 3 }) })
    route({ method: 'POST', path: '/a', output, handler: ({ respond }) => respond(201, { total: 3 }) })
    route({ method: 'POST', path: '/a', output, handler: ({ respond }) => respond(409, { any: 'thing' }) })
    // @ts-expect-error -- of another type
    route({ method: 'POST', path: '/a', output, handler: () => ({ total: '3' }) })
    // @ts-expect-error -- something is missing
    route({ method: 'POST', path: '/a', output, handler: async () => ({ tags: [] }) })
    // @ts-expect-error -- nothing at all
    route({ method: 'POST', path: '/a', output, handler: () => undefined })
    // @ts-expect-error -- of another type
    route({ method: 'POST', path: '/a', output, handler: ({ respond }) => respond(201, { total: '3' }) })
    route({ method: 'POST', path: '/a', handler: () => 'anything' })
  })

  it('has no options that do not exist', () => {
    // @ts-expect-error -- no such option
    route({ method: 'POST', path: '/a', handler: () => 1, summery: 'x' })
    // @ts-expect-error -- no such method
    route({ method: 'LIST', path: '/a', handler: () => 1 })
  })
})

describe('the place of a route', () => {
  const input = { type: 'object', required: ['by'], properties: { by: { type: 'integer' } } } as const

  it('is typed by the application in its code', () => {
    withCode(schema, {
      routes: [
        route({
          method: 'POST',
          path: '/like/:id',
          auth: true,
          input,
          handler: async ({ body, params, local, actor }) => {
            expectTypeOf(body.by).toBeNumber()
            expectTypeOf(actor?.name).toEqualTypeOf<string | null | undefined>()
            const { title } = await local.collections.posts.update(params.id, { likes: body.by })
            expectTypeOf(title).toBeString()
            // @ts-expect-error -- no such collection
            return local.collections.pages
          },
        }),
      ],
      collections: {
        posts: {
          routes: [
            route({
              method: 'POST',
              path: '/:id/like',
              input,
              handler: ({ body, local }) => [body.by, local.collections.posts],
            }),
          ],
        },
      },
      globals: {
        settings: {
          routes: [
            route({
              method: 'POST',
              path: '/x',
              input,
              handler: ({ body, local }) => [body.by, local.globals.settings],
            }),
          ],
        },
      },
    })
  })

  it('is typed by the registered application in a separate file', () => {
    const mine: TypedRoute<typeof schema> = route({
      method: 'POST',
      path: '/like/:id',
      input,
      handler: ({ body, local }) => local.collections.posts.update('x', { likes: body.by }),
    })
    withCode(schema, { routes: [mine] })
  })

  it('accepts any application in a schema and in a plugin', () => {
    const one = route({
      method: 'POST',
      path: '/x/:id',
      input,
      handler: ({ body, params, actor, local }) => {
        expectTypeOf(body.by).toBeNumber()
        expectTypeOf(params.id).toBeString()
        expectTypeOf(actor).toEqualTypeOf<Actor | null>()
        return local.collections['anything']?.['find']?.()
      },
    })
    defineConfig({
      routes: [one],
      plugins: [
        plugin({ key: 'one', routes: [one, route({ method: 'GET', path: '/y', exact: true, handler: () => 1 })] }),
      ],
      globals: { settings: global({ fields: {}, routes: [one] }) },
      collections: {
        posts: collection({
          fields: {},
          routes: [
            route({
              method: 'POST',
              path: '/x',
              input,
              handler: ({ body, local }) => [body.by, local.collections['y']],
            }),
          ],
        }),
      },
    })
  })
})

describe('a route in a separate file', () => {
  const like = route({
    method: 'POST',
    path: '/:id/like',
    input: { type: 'object', required: ['by'], properties: { by: { type: 'integer' } } },
    output: { type: 'object', required: ['likes'], properties: { likes: { type: 'integer' } } },
    handler: async ({ params, body, local, actor }) => {
      expectTypeOf(actor?.collection).toEqualTypeOf<'users' | undefined>()
      // @ts-expect-error -- no such field
      await local.collections.posts.update(params.id, { wrong: 1 })
      const { likes } = await local.collections.posts.update(params.id, { likes: body.by })
      expectTypeOf(likes).toEqualTypeOf<number | null>()
      return { likes: likes ?? 0 }
    },
  }) satisfies TypedRoute<typeof schema>

  it('is typed by the collections, and has its input and output types in the client', () => {
    withCode(schema, { collections: { posts: { routes: [like] } } })
    const call = createClient<typeof schema>().request<typeof like>('POST', '/api/collections/posts/:id/like', {
      params: { id: 'a' },
      body: { by: 1 },
    })
    expectTypeOf(call).resolves.toEqualTypeOf<{ likes: number }>()
    // @ts-expect-error -- of another type
    void createClient().request<typeof like>('POST', '/api/:id/like', { params: { id: 'a' }, body: { by: '1' } })
    // @ts-expect-error -- another method
    void createClient().request<typeof like>('GET', '/api/:id/like', { params: { id: 'a' }, body: { by: 1 } })
  })

  it('belongs to the registered application, if it names none', () => {
    route({
      method: 'GET',
      path: '/names',
      handler: ({ local }) => local.collections.posts.find({ sort: '-views' }),
    }) satisfies TypedRoute
    route({
      method: 'GET',
      path: '/wrong',
      // @ts-expect-error -- no such collection
      handler: ({ local }) => local.collections.pages.find(),
    }) satisfies TypedRoute
  })
})

describe('a client that is given the type of a route', () => {
  const client = createClient()
  const input = { type: 'object', required: ['by'], properties: { by: { type: 'integer' } } } as const
  const output = { type: 'object', required: ['likes'], properties: { likes: { type: 'integer' } } } as const
  const like = route({ method: 'POST', path: '/:id/like', input, output, handler: () => ({ likes: 1 }) })
  const search = route({
    method: 'GET',
    path: '/search',
    input: { type: 'object', properties: { words: { type: 'array', items: { type: 'string' } } } },
    handler: () => [],
  })
  const params = { id: 'x' }

  it('has its input and output types', () => {
    const liked = client.request<typeof like>('POST', '/api/collections/posts/:id/like', { params, body: { by: 1 } })
    expectTypeOf(liked).resolves.toEqualTypeOf<{ likes: number }>()
    const found = client.request<typeof search>('GET', '/api/search', { query: { words: ['a'] } })
    expectTypeOf(found).resolves.toBeUnknown()
    void client.request<typeof search>('GET', '/api/search')
    expectTypeOf(client.request<{ status: string }>('GET', '/healthz')).resolves.toEqualTypeOf<{ status: string }>()
    expectTypeOf(client.request('GET', '/healthz', { query: { a: 1 } })).resolves.toBeUnknown()
  })

  it('refuses anything else', () => {
    // @ts-expect-error -- another method
    void client.request<typeof like>('GET', '/api/collections/posts/:id/like', { params, body: { by: 1 } })
    // @ts-expect-error -- another path
    void client.request<typeof like>('POST', '/api/collections/posts/:id/likes', { params, body: { by: 1 } })
    // @ts-expect-error -- of another type
    void client.request<typeof like>('POST', '/api/collections/posts/:id/like', { params, body: { by: '1' } })
    // @ts-expect-error -- without what is in the path
    void client.request<typeof like>('POST', '/api/collections/posts/:id/like', { body: { by: 1 } })
    // @ts-expect-error -- without anything
    void client.request<typeof like>('POST', '/api/collections/posts/:id/like')
    // @ts-expect-error -- no such parameter
    void client.request<typeof search>('GET', '/api/search', { query: { wrods: ['a'] } })
  })
})
