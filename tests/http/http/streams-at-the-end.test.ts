import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { collection, createApp, defineConfig, f, plugin, route, sqlite } from 'quirecms'
import { describe, expect, it } from 'vitest'

/** Of the routes that a test needs, and whatever is called in its order. */
function configOf(said: string[], sources: Map<string, Readable>, drain: number | '30s') {
  const open = (name: string) => {
    const source = new Readable({ read() {} })
    source.push(`${name}\n\n`)
    sources.set(name, source)
    return source
  }
  return defineConfig({
    database: sqlite(':memory:'),
    log: { level: 'silent' },
    server: { drain },
    collections: { notes: collection({ fields: { text: f.text() } }) },
    plugins: [plugin({ key: 'ends', setup: (app) => void app.onStop(() => said.push('plugin told')) })],
    routes: [
      route({
        method: 'GET',
        path: '/polite',
        handler: ({ request, respond }) => {
          const source = open('polite')
          request.stopping.addEventListener('abort', () => {
            said.push('route told')
            source.push('bye\n\n')
            source.push(null)
          })
          return respond(200, source, { 'content-type': 'text/plain' })
        },
      }),
      route({
        method: 'GET',
        path: '/events',
        handler: ({ respond }) => respond(200, open('events'), { 'content-type': 'text/event-stream' }),
      }),
      route({
        method: 'GET',
        path: '/lines',
        handler: ({ respond }) => respond(200, open('lines'), { 'content-type': 'application/x-ndjson' }),
      }),
      route({
        method: 'GET',
        path: '/download',
        handler: ({ respond }) =>
          respond(200, open('download'), { 'content-type': 'text/csv', 'content-length': '15' }),
      }),
    ],
  })
}

/** Sends a request, and waits for the beginning of the response. */
async function begin(address: string, path: string) {
  // An idle connection would be kept for the whole drain.
  const response = await fetch(`${address}/api${path}`, { headers: { connection: 'close' } })
  return { status: response.status, text: response.text().catch(() => 'broken off') }
}

describe('streams at the end of the service', () => {
  it('are notified when the drain starts, long before its end', async () => {
    const said: string[] = []
    const app = await createApp(configOf(said, new Map(), '30s'))
    app.on('stopping', async () => {
      await sleep(0)
      said.push('application told')
    })
    const polite = await begin(await app.listen({ port: 0 }), '/polite')
    const closed = app.close().then(() => said.push('closed'))
    expect(await polite.text).toBe('polite\n\nbye\n\n')
    await closed
    expect(said).toEqual(['route told', 'plugin told', 'application told', 'closed'])
  })

  it('end with the drain, and only event streams end properly', async () => {
    const sources = new Map<string, Readable>()
    const app = await createApp(configOf([], sources, 0))
    const address = await app.listen({ port: 0 })
    const [events, lines, download] = await Promise.all(
      ['/events', '/lines', '/download'].map((path) => begin(address, path)),
    )
    const closed = app.close()
    expect(await events?.text).toBe('events\n\n')
    expect(await lines?.text).toBe('broken off')
    // No stream stays open.
    await expect.poll(() => [sources.get('events')?.destroyed, sources.get('lines')?.destroyed]).toEqual([true, true])
    // A response with a `Content-Length` ends by itself.
    sources.get('download')?.push('whole')
    sources.get('download')?.push(null)
    expect(await download?.text).toBe('download\n\nwhole')
    await closed
  })

  it('get the signal without listeners too, and without HTTP', async () => {
    const said: string[] = []
    const app = await createApp(configOf(said, new Map(), '30s'))
    const response = await app.fetch(new Request('http://localhost/api/polite'))
    const text = response.text()
    await app.close()
    expect(await text).toBe('polite\n\nbye\n\n')
    expect(said).toEqual(['route told', 'plugin told'])
    const silent: string[] = []
    const other = await createApp(configOf(silent, new Map(), '30s'))
    await other.close()
    expect(silent).toEqual(['plugin told'])
  })
})
