import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { must } from '@quirecms/testkit'
import { createApp, createLogger, type QuireConfig, sqlite } from 'quirecms'
import { expect, it, onTestFinished, vi } from 'vitest'

const DAY = 86_400_000

/** The example without content, with an adjustable clock. */
async function startBlog() {
  // A project of its own, which this one does not type-check again.
  const address = new URL('../../../examples/blog/quire.config.ts', import.meta.url).href
  const { default: blog } = (await import(address)) as { default: QuireConfig }
  const time = { now: Date.now() }
  const app = await createApp(
    { ...blog, database: sqlite(':memory:') },
    { log: createLogger({ level: 'silent' }), jobs: false, clock: () => new Date(time.now) },
  )
  onTestFinished(() => app.close())
  const system = app.local.asSystem()
  const { id: author } = await system.collection('authors').create({ name: 'Ada' })
  const posts = system.collection('posts')
  const post = async (title: string) => (await posts.create({ title, author })).id as string
  const later = async (milliseconds: number) => {
    time.now += milliseconds
    await app.runJobs()
  }
  return { app, posts, post, later }
}

async function startBuilder(status: () => number): Promise<{ asked: () => number }> {
  let asked = 0
  const server = createServer((_, answer) => {
    asked += 1
    answer.writeHead(status()).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('BUILD_HOOK', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
  return { asked: () => asked }
}

it('the example requests one build of its site for documents that are published together, and retries it', async () => {
  let status = 503
  const builder = await startBuilder(() => status)
  const { app, posts, post, later } = await startBlog()
  const [one, other, draft] = [await post('One'), await post('Other'), await post('Draft')]
  await posts.update(draft, { title: 'Draft still' })
  await later(60_000)
  expect(builder.asked()).toBe(0)
  await posts.publish(one)
  await later(20_000)
  await posts.publish(other)
  await later(20_000)
  expect(builder.asked()).toBe(0)
  await later(20_000)
  expect(builder.asked()).toBe(1)
  status = 204
  await later(20_000)
  expect(builder.asked()).toBe(2)
  const { docs } = await app.local.asSystem().queue.list({ job: 'rebuildSite' })
  expect(docs).toMatchObject([{ status: 'completed', result: { asked: true }, attempts: 2 }])
  await posts.unpublish(one)
  await later(40_000)
  expect(builder.asked()).toBe(3)
})

it('the example queues nothing without a build hook', async () => {
  vi.stubEnv('BUILD_HOOK', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { app, posts, post } = await startBlog()
  await posts.publish(await post('One'))
  expect((await app.local.asSystem().queue.list({ job: 'rebuildSite' })).docs).toEqual([])
})

it('the example reports drafts that have not changed for long', async () => {
  const { app, posts, post, later } = await startBlog()
  await post('Forgotten')
  await posts.publish(await post('Live'))
  await later(31 * DAY)
  await post('New')
  // By the next Monday at the latest.
  await later(8 * DAY)
  const { docs } = await app.local.asSystem().queue.list({ job: 'reportOldDrafts', status: 'completed' })
  expect(must(docs[0], 'a report').result).toMatchObject({ drafts: [{ title: 'Forgotten' }] })
})
