import { applyPlugins, resolveApplication } from '@quire/core'
import { createClient } from '@quire/sdk'
import { createTestApp } from '@quire/testkit'
import { webhooksClient } from '@quire/webhooks/client'
import { expect, inject, it, onTestFinished } from 'vitest'
import { rowsOf } from '../sdk/operation-table.ts'
import { newsroom } from './newsroom.ts'

it('describes every operation of the plugin', () => {
  const { config, plugins } = applyPlugins(newsroom('http://127.0.0.1:9/'))
  const { service } = resolveApplication(config, [], plugins)
  const served = rowsOf([service], ({ endpoint }) => endpoint.base === 'plugins/webhooks')
  expect(webhooksClient.operations).toEqual(served)
})

it('calls them', async () => {
  const config = newsroom('http://127.0.0.1:9/', { access: () => true })
  const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  onTestFinished(() => app.close())
  const client = createClient<typeof config>({ baseUrl: app.url }).plugin(webhooksClient)
  const sent = await client.test('all')
  expect((await client.deliveries({ endpoint: 'all', limit: 5 })).docs).toMatchObject([{ id: sent.id, event: 'test' }])
  expect((await client.deliveries({ endpoint: 'published' })).docs).toEqual([])
  expect(JSON.parse((await client.delivery(sent.id)).body ?? 'null')).toMatchObject({ type: 'test' })
  expect((await client.endpoints()).endpoints.map(({ name }) => name)).toEqual(['all', 'published'])
  await expect(client.test('none')).rejects.toMatchObject({ code: 'not_found' })
})
