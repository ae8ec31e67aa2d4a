import { createClient } from '@quirecms/sdk'
import { createTestApp } from '@quirecms/testkit'
import { webhooksApi } from '@quirecms/webhooks/api'
import { expect, inject, it, onTestFinished } from 'vitest'
import { newsroom } from './newsroom.ts'

it('serves and calls what the plugin describes, over HTTP and in process', async () => {
  const config = newsroom('http://127.0.0.1:9/', { access: () => true })
  const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  onTestFinished(() => app.close())
  const client = createClient<typeof config>({ baseUrl: app.url }).plugin(webhooksApi)
  expect(Object.keys(client)).toEqual(Object.keys(app.local.plugins['webhooks'] ?? {}))
  const sent = await client.test('all')
  expect((await client.deliveries({ endpoint: 'all', limit: 5 })).docs).toMatchObject([{ id: sent.id, event: 'test' }])
  expect((await client.deliveries({ endpoint: 'published' })).docs).toEqual([])
  expect(JSON.parse((await client.delivery(sent.id)).body ?? 'null')).toMatchObject({ type: 'test' })
  expect((await client.endpoints()).endpoints.map(({ name }) => name)).toEqual(['all', 'published'])
  await expect(client.test('none')).rejects.toMatchObject({ code: 'not_found' })

  const local = app.local.asSystem().plugin(webhooksApi)
  expect((await local.deliveries({ endpoint: 'all' })).docs).toMatchObject([{ id: sent.id }])
  await expect(local.retry('none')).rejects.toMatchObject({ code: 'not_found' })
})
