// @module-tag release
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { collection, createApp, createLogger, defineConfig, f, sqlite } from 'quirecms'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Edge, eventually, everything, lastAnswer, openSocket, startEdge } from './edge.ts'
import { sendJson } from './parts.ts'

/** Larger than socket buffers, so that most of it stays in the service. */
const LARGE = 6 * 1024 * 1024
const largeText = JSON.stringify('x'.repeat(LARGE))

interface Watched extends Edge {
  /** Number of large responses that were begun. */
  readonly begun: () => number
  /** Bytes that the service holds for its clients. */
  readonly held: () => number
}

async function startLarge(options: Parameters<typeof startEdge>[0] = {}): Promise<Watched> {
  let begun = 0
  const sockets = new Set<Socket>()
  const edge = await startEdge({ rateLimit: false, compression: false, ...options }, (server) => {
    server.get('/large', (_request, reply) => {
      begun += 1
      sendJson(reply, 200, largeText)
    })
    server.get('/hanging', () => new Promise(() => {}))
    server.get('/small', (_request, reply) => sendJson(reply, 200, '{}'))
    server.get('/counted/:n', (request, reply) => sendJson(reply, 200, JSON.stringify(request.params)))
  })
  edge.server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    ...edge,
    begun: () => begun,
    held: () => [...sockets].reduce((sum, socket) => sum + socket.writableLength, 0),
  }
}

const get = (path: string, ...headers: string[]): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`

/** Serves many other requests, so that all pending work gets its turn. */
async function othersAreServed(edge: Edge): Promise<void> {
  for (let i = 0; i < 50; i++) expect((await edge.call('/small')).status).toBe(200)
}

describe('pipelined requests', () => {
  it('wait until the previous response was read', async () => {
    const edge = await startLarge()
    const socket = await openSocket(edge.port)
    socket.pause()
    socket.write(get('/large').repeat(10))
    await eventually(edge.begun).toBe(1)
    await othersAreServed(edge)
    expect(edge.begun()).toBe(1)
    expect(edge.held()).toBeLessThan(2 * LARGE)
    let taken = 0
    socket.on('data', (chunk: Buffer) => (taken += chunk.length))
    socket.resume()
    await eventually(edge.begun).toBe(10)
    await eventually(() => taken).toBeGreaterThan(10 * LARGE)
  })

  it('are answered in order, whatever their number', async () => {
    const edge = await startLarge()
    const socket = await openSocket(edge.port)
    const answers = everything(socket)
    const count = 3000
    for (let n = 0; n < count; n++) socket.write(get(`/counted/${n}`))
    socket.write(get(`/counted/${count}`, 'Connection: close'))
    const found = [...(await answers).matchAll(/\{"n":"(\d+)"\}/g)].map(([, n]) => Number(n))
    expect(found).toEqual(Array.from({ length: count + 1 }, (_, n) => n))
  })

  it('no longer count once they are answered', async () => {
    const edge = await startLarge()
    const socket = await openSocket(edge.port)
    let answered = 0
    socket.on('data', (chunk: Buffer) => (answered += chunk.toString().split('HTTP/1.1 200').length - 1))
    // In the end more than the limit of pipelined requests over all connections.
    for (let sent = 1000; sent <= 11_000; sent += 1000) {
      socket.write(get('/small').repeat(1000))
      await eventually(() => answered).toBe(sent)
    }
  })

  it('are limited over all connections; other clients are not affected', async () => {
    const edge = await startLarge()
    const sockets = await Promise.all(Array.from({ length: 8 }, () => openSocket(edge.port)))
    for (const socket of sockets) {
      socket.pause()
      // The first response is not read; short requests behind it fill one read.
      socket.write(get('/large') + 'GET / HTTP/1.1\r\n\r\n'.repeat(3500))
    }
    await eventually(edge.begun).toBe(8)
    await othersAreServed(edge)
    for (const socket of sockets) socket.resume()
    await eventually(() => sockets.filter((socket) => socket.destroyed).length).toBeGreaterThan(0)
    const fine = await openSocket(edge.port)
    const answers = everything(fine)
    fine.write(get('/small').repeat(20) + get('/small', 'Connection: close'))
    expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(21)
    for (const socket of sockets) socket.destroy()
  })
})

describe('unread responses', () => {
  it('are limited in bytes, at the cost of the client with the most', async () => {
    const edge = await startLarge({ trustProxy: true, connections: { unsent: 5 * LARGE } })
    const idle = await Promise.all(Array.from({ length: 20 }, () => openSocket(edge.port)))
    for (const socket of idle) {
      socket.pause()
      socket.write(get('/large', 'X-Forwarded-For: 192.0.2.1'))
    }
    await eventually(edge.begun).toBe(20)
    await othersAreServed(edge)
    expect(edge.held()).toBeLessThan(6 * LARGE)
    const reader = await edge.call('/large', { headers: { 'X-Forwarded-For': '192.0.2.2' } })
    expect(reader.text).toHaveLength(largeText.length)
    for (const socket of idle) socket.destroy()
  })

  it('are aborted after a while, with their connection', async () => {
    const edge = await startLarge({ requestTimeout: 200 })
    const socket = await openSocket(edge.port)
    socket.pause()
    const closed = once(socket, 'close')
    socket.write(get('/large'))
    await eventually(edge.held).toBeGreaterThan(0)
    await eventually(edge.held).toBe(0)
    socket.resume()
    await closed
  })

  it('wait for a slow client', async () => {
    const edge = await startLarge({ requestTimeout: 200 })
    const socket = await openSocket(edge.port)
    socket.pause()
    socket.write(get('/large', 'Connection: close'))
    await eventually(edge.begun).toBe(1)
    // For the duration of three timeouts of other clients.
    for (let i = 0; i < 3; i++) expect((await edge.call('/hanging')).status).toBe(503)
    const answer = everything(socket)
    socket.resume()
    expect((await answer).length).toBeGreaterThan(LARGE)
  })

  it('do not keep a connection whose remaining input is refused', async () => {
    const edge = await startLarge({ requestTimeout: 200 })
    for (const bytes of ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', `${get('/large')}no HTTP\r\n\r\n`]) {
      const socket = await openSocket(edge.port)
      socket.pause()
      socket.write(bytes)
      await eventually(() => connectionsOf(edge)).toBe(0)
      socket.destroy()
    }
  })
})

describe('connections', () => {
  it('are limited over all', async () => {
    const edge = await startLarge({ connections: { total: 3 } })
    const [first] = await Promise.all([1, 2, 3].map(() => openSocket(edge.port)))
    await eventually(() => connectionsOf(edge)).toBe(3)
    const refused = await openSocket(edge.port)
    const { status, headers, error } = lastAnswer(await everything(refused))
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect(headers.get('x-request-id')).toBe(error.requestId)
    expect(edge.lines.filter((line) => line['msg'] === 'connections are refused')).toHaveLength(1)
    first?.destroy()
    await eventually(() => connectionsOf(edge)).toBe(2)
    expect((await edge.call('/small')).status).toBe(200)
  })

  it('are limited for each client, but not for trusted proxies', async () => {
    for (const trustProxy of [undefined, 'loopback']) {
      const edge = await startLarge({ connections: { perClient: 2 }, trustProxy })
      await Promise.all([1, 2].map(() => openSocket(edge.port)))
      await eventually(() => connectionsOf(edge)).toBe(2)
      const third = await openSocket(edge.port)
      third.write(get('/small', 'Connection: close'))
      const text = await everything(third)
      if (trustProxy) expect(text).toContain('HTTP/1.1 200')
      else expect(lastAnswer(text).error.code).toBe('rate_limited')
    }
  })
})

describe('connections of a client', () => {
  it('are counted until they close', async () => {
    const edge = await startLarge({ connections: { perClient: 3 } })
    const isRefused = async () => {
      const socket = await openSocket(edge.port)
      socket.write(get('/small', 'Connection: close'))
      return (await everything(socket)).includes('rate_limited')
    }
    const open = await Promise.all([1, 2, 3].map(() => openSocket(edge.port)))
    await eventually(() => connectionsOf(edge)).toBe(3)
    expect(await isRefused()).toBe(true)
    open.pop()?.destroy()
    await eventually(() => connectionsOf(edge)).toBe(2)
    expect(await isRefused()).toBe(false)
    await eventually(() => connectionsOf(edge)).toBe(2)
    open.push(await openSocket(edge.port))
    await eventually(() => connectionsOf(edge)).toBe(3)
    // One client has left and one has come: there is no place for another.
    expect(await isRefused()).toBe(true)
    for (const socket of open) socket.destroy()
    await eventually(() => connectionsOf(edge)).toBe(0)
    expect(await isRefused()).toBe(false)
  })
})

describe('running requests', () => {
  it('are limited for each client, until their work ends', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let asked = 0
    const app = await createApp(
      defineConfig({
        database: sqlite(':memory:'),
        server: { rateLimit: { inFlight: 2 }, trustProxy: true, drain: 0 },
        collections: {
          notes: collection({
            fields: { text: f.text() },
            access: {
              read: async () => {
                asked += 1
                await released
                return true
              },
            },
          }),
        },
      }),
      { log: createLogger({ level: 'silent' }) },
    )
    onTestFinished(() => app.close())
    const url = await app.listen({ port: 0 })
    const ask = (client: string, signal?: AbortSignal) =>
      fetch(`${url}/api/collections/notes`, {
        headers: { 'X-Forwarded-For': client, Connection: 'close' },
        ...(signal && { signal }),
      })
    const impatience = new AbortController()
    const given = expect(ask('192.0.2.1', impatience.signal)).rejects.toThrow()
    const kept = ask('192.0.2.1')
    await eventually(() => asked).toBe(2)
    impatience.abort()
    await given
    const refused = await ask('192.0.2.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
    const other = ask('192.0.2.2')
    await eventually(() => asked).toBe(3)
    release()
    expect([(await kept).status, (await other).status]).toEqual([200, 200])
    await eventually(async () => (await ask('192.0.2.1')).status).toBe(200)
  })
})

it('a refused request, for any reason, no longer counts as running', async () => {
  const edge = await startEdge({ rateLimit: { inFlight: 1 }, allowedHosts: ['localhost'] })
  const requests = [
    get('/things').replace('Host: localhost', 'Host: b'),
    get('/things').replace('Host: localhost\r\n', ''),
    get('/none'),
    get('/%zz'),
    get(`/things?${'x'.repeat(40_000)}`),
    get('/things', 'Content-Length: 2') + '{}',
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}',
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{x',
    get('/things'),
  ]
  for (const request of [...requests, ...requests]) {
    const text = await edge.raw(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect([request, /HTTP\/1\.1 429/.test(text)]).toEqual([request, false])
  }
})

function connectionsOf({ server }: Edge): number {
  // The callback is synchronous for servers of this process.
  let count = -1
  server.server.getConnections((_error, found) => (count = found))
  return (server.server as unknown as { _connections?: number })._connections ?? count
}
