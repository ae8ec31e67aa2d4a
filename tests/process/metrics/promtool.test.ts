// @module-tag release
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createTestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, onTestFinished } from 'vitest'
import { testWith } from '../../setup/programs.ts'

/** Output of promtool; empty if it finds no error. */
function promtool(args: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    encoding: 'utf8',
    ...(input !== undefined && { input }),
  })
  return { status, said: `${stdout}${stderr}` }
}

testWith('promtool', 'Prometheus takes what the service says of itself', async () => {
  const everybody = () => true
  const test = await createTestApp(
    defineConfig({
      server: { metrics: true, rateLimit: false },
      changes: true,
      collections: {
        users: collection({ auth: true, fields: {} }),
        posts: collection({
          fields: { title: f.text() },
          hooks: { beforeChange: [({ data }) => data] },
          access: { read: everybody, create: everybody },
        }),
      },
    }),
  )
  onTestFinished(() => test.close())
  const { url } = test
  await test.app.local.asSystem().collections.posts.create({ title: 'One' })
  for (const path of ['/api/collections/posts', '/nowhere', '/readyz']) await fetch(`${url}${path}`)
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain('quire_http_requests_total{')
  // It also has opinions on names, with another exit code.
  expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, said: '' })
})

testWith('promtool', 'Prometheus takes the examples of operations', async () => {
  const example = (name: string) => fileURLToPath(new URL(`../../../examples/operations/${name}`, import.meta.url))
  expect(promtool(['check', 'rules', example('alerts.yml')])).toMatchObject({ status: 0 })
  expect(promtool(['check', 'config', '--syntax-only', example('prometheus.yml')])).toMatchObject({ status: 0 })
})
