import { createTestApp, describeEachDatabase, type Dialect, docOf, must } from '@quirecms/testkit'
import { createApp, createLogger } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { newsroom } from './newsroom.ts'
import { type Receiver, SECRET, startReceiver } from './receiver.ts'

async function receiver(): Promise<Receiver> {
  const started = await startReceiver()
  onTestFinished(() => started.close())
  return started
}

async function open(dialect: Dialect, config: ReturnType<typeof newsroom>, jobs = true) {
  const test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), jobs })
  onTestFinished(() => test.close())
  return test
}

describeEachDatabase('hanging endpoints, on %s', (dialect) => {
  it('block neither writers, nor other endpoints, nor other work', { tags: ['release'] }, async () => {
    const [silent, fine] = [await receiver(), await receiver()]
    silent.answer = () => null
    const config = newsroom('', {
      endpoints: {
        silent: { url: silent.url, secret: SECRET, privateNetwork: true },
        fine: { url: fine.url, secret: SECRET, privateNetwork: true },
      },
      timeout: '60s',
      concurrency: 2,
    })
    const test = await open(dialect, config)
    const { articles } = test.app.local.asSystem().collections
    const ids: string[] = []
    for (let number = 0; number < 12; number += 1) ids.push((await articles.create({ title: `Article ${number}` })).id)
    await expect.poll(() => fine.received.length).toBe(12)
    // Scheduled work shares the queue and is not delayed.
    const id = must(ids[0], 'article')
    await articles.schedule(id, { runAt: new Date(Date.now() + 3_000) })
    await expect
      .poll(async () => docOf(await test.request('GET', `/api/collections/articles/${id}`)))
      .toMatchObject({
        _status: 'published',
      })
    expect(silent.received).toHaveLength(2)
  })

  it('are left to other instances at once when the service stops', async () => {
    const silent = await receiver()
    silent.answer = () => null
    const config = newsroom(silent.url, { timeout: '60s' })
    const test = await open(dialect, config, false)
    const log = createLogger({ level: 'silent' })
    const ending = await createApp({ ...config, database: test.database }, { log })
    await ending.local.collections.pages.create({ title: 'A' })
    await expect.poll(() => silent.received.length).toBe(1)
    silent.answer = () => undefined
    await ending.close()
    await test.app.runJobs()
    expect(silent.received).toHaveLength(2)
    const { records } = test.app.storage.reader
    expect(await records.find('webhook-deliveries', {})).toMatchObject([{ status: 'delivered', attempts: 1 }])
  })

  it('are aborted after the timeout, and private addresses are never called', async () => {
    const silent = await receiver()
    silent.answer = () => null
    const config = newsroom('', {
      endpoints: {
        silent: { url: silent.url, secret: SECRET, privateNetwork: true },
        internal: { url: silent.url.replace('http:', 'https:'), secret: SECRET },
      },
      timeout: '200ms',
      retryAfter: [],
    })
    const test = await open(dialect, config)
    await test.app.local.collections.pages.create({ title: 'A' })
    const { records } = test.app.storage.reader
    const errors = async () => {
      const rows = await records.find('webhook-deliveries', { status: 'failed' })
      return rows.map(({ endpoint, error }) => `${String(endpoint)}: ${String(error)}`).toSorted()
    }
    await expect
      .poll(errors)
      .toEqual([
        'internal: The address is not public, so nothing was sent.',
        'silent: The endpoint did not answer within 200 ms.',
      ])
    expect(silent.received).toHaveLength(1)
  })

  it('are aborted as well if they switch protocols and then send nothing', async () => {
    const switching = await receiver()
    switching.answer = () => (response) => {
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    }
    const test = await open(dialect, newsroom(switching.url, { timeout: '60s', retryAfter: [] }))
    await test.app.local.collections.pages.create({ title: 'A' })
    const { records } = test.app.storage.reader
    await expect
      .poll(() => records.find('webhook-deliveries', {}))
      .toMatchObject([{ status: 'failed', responseStatus: 101, error: 'The endpoint answered with status 101.' }])
  })
})
