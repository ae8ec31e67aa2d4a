import { createClient } from '@quirecms/sdk'
import { createTestApp, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, plugin, type PluginApi, route } from 'quirecms'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const like = route({
  method: 'POST',
  path: '/:id/like/:kind',
  input: { type: 'object', required: ['by'], properties: { by: { type: 'integer' } } },
  output: { type: 'object', required: ['liked'], properties: { liked: { type: 'string' } } },
  handler: ({ params, body }) => ({ liked: `${params.id} ${params.kind} ${body.by}` }),
})

const search = route({
  method: 'GET',
  path: '/search',
  input: {
    type: 'object',
    properties: { words: { type: 'array', items: { type: 'string' } }, page: { type: 'integer' } },
    additionalProperties: false,
  },
  output: { type: 'object', required: ['asked'], properties: { asked: {} } },
  handler: ({ query }) => ({ asked: query }),
})

const pollsApi = {
  key: 'polls',
  methods: {
    vote: {
      method: 'POST',
      path: '/:poll/votes/:id',
      input: { type: 'object', required: ['for'], properties: { for: { type: 'string' } } },
      output: { type: 'object', required: ['voted'], properties: { voted: { type: 'string' } } },
    },
    result: {
      method: 'GET',
      path: '/:poll',
      input: { type: 'object', required: ['limit'], properties: { limit: { type: 'integer' } } },
      output: { type: 'object', required: ['asked'], properties: { asked: { type: 'string' } } },
    },
    close: { method: 'DELETE', path: '/:poll' },
  },
} as const satisfies PluginApi

const { vote, result, close } = pollsApi.methods

const polls = plugin(
  { key: pollsApi.key },
  {
    routes: [
      route({ ...vote, handler: ({ params, body }) => ({ voted: `${params.poll} ${params.id} ${body.for}` }) }),
      route({ ...result, handler: ({ params, query }) => ({ asked: `${params.poll} ${query.limit + 1}` }) }),
      route({ ...close, handler: ({ params, actor }) => ({ closed: params.poll, by: actor }) }),
    ],
  },
)

const config = defineConfig({
  collections: { posts: collection({ fields: { title: f.text() }, routes: [like] }) },
  plugins: [plugin({ key: 'finder', routes: [search] }), polls],
})

let app: TestApp<typeof config>
beforeAll(async () => {
  app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
})
afterAll(() => app.close())

it('calls routes by their types', async () => {
  const client = createClient<typeof config>({ baseUrl: app.url })
  const { liked } = await client.request<typeof like>('POST', '/api/collections/posts/:id/like/:kind', {
    params: { id: 'a/b', kind: 'very much' },
    body: { by: 3 },
  })
  expect(liked).toBe('a/b very much 3')
  const query = { words: ['one, two', 'three'], page: 2 }
  const { asked } = await client.request<typeof search>('GET', '/api/plugins/finder/search', { query })
  expect(asked).toEqual(query)
  const wrong = client.request<typeof like>('POST', '/api/collections/posts/:id/like/:kind', {
    params: { id: '..', kind: 'x' },
    body: { by: 3 },
  })
  await expect(wrong).rejects.toMatchObject({ code: 'not_found' })
})

it('has the methods that a plugin describes', async () => {
  const client = createClient<typeof config>({ baseUrl: app.url }).plugin(pollsApi)
  expect(await client.vote('a/b', 'c', { for: 'me' })).toEqual({ voted: 'a/b c me' })
  expect(await client.result('a', { limit: 4 })).toEqual({ asked: 'a 5' })
  expect(await client.close('a')).toEqual({ closed: 'a', by: null })
  await expect(client.vote('..', 'c', { for: 'me' })).rejects.toMatchObject({ code: 'not_found' })
  const unlike = client.vote('a', 'b', { for: 1 as unknown as string })
  await expect(unlike).rejects.toMatchObject({ code: 'validation', issues: [{ path: 'for' }] })
})

it('says that routes are not available in process', () => {
  expect(() => app.local.plugin(pollsApi).vote).toThrow(
    'There is no plugin with operations "polls" in this application.',
  )
})
