import { createClient } from '@quire/sdk'
import { createTestApp, type TestApp } from '@quire/testkit'
import { collection, defineConfig, f, plugin, route } from 'quire'
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

const config = defineConfig({
  collections: { posts: collection({ fields: { title: f.text() }, routes: [like] }) },
  plugins: [plugin({ key: 'finder', routes: [search] })],
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
