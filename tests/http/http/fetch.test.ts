import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createTestApp, type TestApp } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { makeUser, PASSWORD } from '../../engine/auth/people.ts'
import { eventually, json, startEdge } from './edge.ts'
import { sendJson } from './parts.ts'

const everybody = () => true

const config = defineConfig({
  server: { rateLimit: false, allowedHosts: ['*'] },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    posts: collection({
      fields: { title: f.text({ required: true }), body: f.textarea() },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
  },
})

const at = (path: string) => `http://cms.example.com${path}`

describe('app.fetch', () => {
  let app: TestApp<typeof config>
  beforeAll(async () => {
    app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  })
  afterAll(() => app.close())

  const send = (path: string, init?: RequestInit) => app.app.fetch(new Request(at(path), init))
  const post = (path: string, body: unknown) => send(path, json(body))

  it.each([
    ['GET', '/api/collections/posts', undefined],
    ['HEAD', '/api/collections/posts', undefined],
    ['GET', '/api/schema', undefined],
    ['GET', '/api/docs', undefined],
    ['GET', '/api/openapi.json', undefined],
    ['GET', '/readyz', undefined],
    ['GET', '/api/auth/me', undefined],
    ['GET', '/none', undefined],
    ['PUT', '/api/collections/posts', undefined],
    ['OPTIONS', '/api/collections/posts', undefined],
    ['GET', '/api/collections/posts?where=%7B%7D&limit=2&sort=title', undefined],
    ['GET', '/api/collections/posts?nope=%zz', undefined],
    ['POST', '/api/collections/posts', '{"nope":1}'],
    ['POST', '/api/collections/posts', '{"title":'],
    ['POST', '/api/collections/posts', ''],
    ['POST', '/api/auth/logout', ''],
    ['DELETE', '/api/collections/posts/01890000-0000-7000-8000-000000000000', ''],
    ['DELETE', '/api/collections/posts/01890000-0000-7000-8000-000000000000', '{}'],
  ])('answers %s %s %s like a socket', async (method, path, body) => {
    const init = {
      method,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', 'accept-encoding': 'gzip' },
      ...(body !== undefined && { body }),
    }
    const [here, there] = [await send(path, init), await fetch(app.url + path, init)]
    expect([here.status, here.statusText]).toEqual([there.status, there.statusText])
    const headers = (response: Response) =>
      [...response.headers].filter(([name]) => name !== 'date' && name !== 'connection' && name !== 'keep-alive')
    expect(headers(here)).toEqual(headers(there))
    const raw = Buffer.from(await here.arrayBuffer())
    const text = here.headers.get('content-encoding') === 'gzip' && raw.length > 0 ? await unzipped(raw) : String(raw)
    expect(text).toBe(await there.text())
  })

  it('creates, changes and deletes', async () => {
    const created = await post('/api/collections/posts', { title: 'One' })
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
    const path = created.headers.get('location') ?? ''
    const init = { ...json({ title: 'Two' }), method: 'PATCH' }
    expect((await send(path, init)).status).toBe(200)
    expect((await send(path, { headers: { 'if-none-match': '"2"' } })).status).toBe(304)
    expect(await (await send(path, { method: 'DELETE' })).json()).toMatchObject({ deleted: true })
  })

  it('accepts bodies in chunks, up to their limit', async () => {
    const pieces = (parts: readonly string[]) =>
      send('/api/collections/posts', {
        ...json(''),
        body: Readable.toWeb(Readable.from(parts.map((part) => Buffer.from(part)))),
        duplex: 'half',
      })
    const good = await pieces(['', '{"title":', '', '"In pieces"', '}'])
    expect(await good.json()).toMatchObject({ doc: { title: 'In pieces' } })
    const large = await pieces(['{"title":"', ...Array.from({ length: 40 }, () => 'x'.repeat(64 * 1024)), '"}'])
    expect([large.status, await large.json()]).toMatchObject([413, { error: { code: 'payload_too_large' } }])
  })

  it('counts bytes instead of trusting Content-Length', async () => {
    for (const length of ['0', '5', '5000']) {
      const answer = await send('/api/collections/posts', {
        ...json({ title: 'Mine' }),
        headers: { 'content-type': 'application/json', 'content-length': length },
      })
      expect(answer.status).toBe(201)
    }
    const none = await send('/api/collections/posts/count', { headers: { 'content-length': '5' } })
    expect(none.status).toBe(200)
  })

  it('rejects with the error of its body', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"title":')),
      pull: (controller) => controller.error(new Error('the upload broke')),
    })
    await expect(send('/api/collections/posts', { ...json(''), body, duplex: 'half' })).rejects.toThrow(
      'the upload broke',
    )
  })

  it('returns several cookies, and accepts those of the caller', async () => {
    const { email } = await makeUser(app)
    const login = await post('/api/auth/users/login', { email, password: PASSWORD })
    const [cookie = ''] = login.headers.getSetCookie()
    expect(cookie).toMatch(/^service_session=/)
    const me = await send('/api/auth/me', { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(await me.json()).toMatchObject({ user: { email } })
  })

  it('derives https from the URL', async () => {
    const { email } = await makeUser(app)
    const cookieAt = async (origin: string) => {
      const init = json({ email, password: PASSWORD })
      const response = await app.app.fetch(new Request(`${origin}/api/auth/users/login`, init))
      return response.headers.getSetCookie()[0]
    }
    expect(await cookieAt('http://127.0.0.1')).not.toContain('Secure')
    expect(await cookieAt('https://127.0.0.1')).toContain('Secure')
    expect(await cookieAt('http://cms.example.com')).toContain('Secure')
  })

  it('rejects when it is aborted', async () => {
    const reason = new Error('enough')
    await expect(send('/readyz', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const waiting = new AbortController()
    const body = new ReadableStream({ pull: () => new Promise(() => {}) })
    const answer = send('/api/collections/posts', {
      ...json(''),
      body,
      duplex: 'half',
      signal: waiting.signal,
    })
    waiting.abort(reason)
    await expect(answer).rejects.toBe(reason)
  })

  it('can be mounted in another server', async () => {
    const outer = createServer((request, response) => {
      const { method = 'GET', url = '', headers } = request
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const mounted = new Request(at(url.replace(/^\/cms/, '')), {
        method,
        headers: headers as Record<string, string>,
        ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
      })
      void app.app.fetch(mounted, { address: request.socket.remoteAddress ?? '' }).then(async (answer) => {
        response.writeHead(answer.status, [...answer.headers].flat())
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
    })
    await new Promise<void>((listening) => outer.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void outer.close())
    const url = `http://127.0.0.1:${(outer.address() as AddressInfo).port}/cms/api`
    const created = await fetch(`${url}/collections/posts`, json({ title: 'Outside', body: 'long '.repeat(500) }))
    expect(await created.json()).toMatchObject({ doc: { title: 'Outside' } })
    // For many servers, every POST has a body.
    expect((await fetch(`${url}/auth/logout`, { method: 'POST' })).status).toBe(401)
  })
})

describe('app.fetch without a socket', () => {
  const start = (server: object = {}) =>
    createApp({ ...config, server, database: sqlite(':memory:') }, { log: createLogger({ level: 'silent' }) })

  it('works before and without listening, until the application is closed', async () => {
    const app = await start()
    expect((await app.fetch(new Request(at('/healthz')))).status).toBe(200)
    await app.close()
    await expect(app.fetch(new Request(at('/healthz')))).rejects.toMatchObject({ code: 'unavailable' })
    await expect(app.listen({ port: 0 })).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('checks allowed hosts by Host, or else by the URL', async () => {
    const app = await start({ allowedHosts: ['cms.example.com'] })
    onTestFinished(() => app.close())
    const statusOf = async (url: string, host?: string) =>
      (await app.fetch(new Request(`${url}/api/schema`, host ? { headers: { host } } : {}))).status
    expect(await statusOf('http://cms.example.com')).toBe(200)
    expect(await statusOf('http://cms.example.com:8080')).toBe(200)
    expect(await statusOf('http://evil.example.com')).toBe(421)
    expect(await statusOf('http://localhost:3000', 'cms.example.com')).toBe(200)
    expect(await statusOf('http://cms.example.com', 'evil.example.com')).toBe(421)
  })

  it('has the same time limit for a body as a listening service', async () => {
    const app = await start({ requestTimeout: '1s' })
    onTestFinished(() => app.close())
    let isCancelled = false
    const body = new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => void (isCancelled = true) })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const answer = await app.fetch(new Request(at('/api/collections/posts'), init))
    expect(answer.status).toBe(408)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_request' } })
    await expect.poll(() => isCancelled).toBe(true)
  })

  it('counts clients by the given address, and all others as one', async () => {
    const app = await start({ rateLimit: { requests: 2, window: '1h' } })
    onTestFinished(() => app.close())
    const statusOf = async (address?: string) =>
      (await app.fetch(new Request(at('/api/schema')), address === undefined ? {} : { address })).status
    expect([await statusOf('192.0.2.1'), await statusOf('192.0.2.1'), await statusOf('192.0.2.1')]).toEqual([
      200, 200, 429,
    ])
    expect(await statusOf('192.0.2.2')).toBe(200)
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([200, 200, 429])
  })
})

describe('a connection in memory', () => {
  it('finishes before the service is closed, and is aborted at the time limit', async () => {
    for (const [closeGrace, outcome] of [
      [60_000, 'answered'],
      [30, 'broken off'],
    ] as const) {
      let release: () => void = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      let isIn = false
      const { server } = await startEdge({ closeGrace }, (instance) => {
        instance.get('/slow', async (_request, reply) => {
          isIn = true
          await released
          sendJson(reply, 200, '{}')
        })
      })
      const answer = server.fetch(new Request('http://localhost/slow')).then(
        () => 'answered',
        () => 'broken off',
      )
      await eventually(() => isIn).toBe(true)
      const closed = server.close()
      if (outcome === 'answered') release()
      expect(await answer).toBe(outcome)
      await closed
    }
  })

  it('notifies the service and the log when its client disconnects', async () => {
    let isIn = false
    let isGone = false
    const { server, lines } = await startEdge({}, (instance) => {
      instance.get('/never', (request) => {
        isIn = true
        request.raw.socket.on('close', () => (isGone = true))
        return new Promise(() => {})
      })
    })
    const controller = new AbortController()
    const answer = server.fetch(new Request('http://localhost/never', { signal: controller.signal }))
    await eventually(() => isIn).toBe(true)
    controller.abort()
    await expect(answer).rejects.toThrow(/abort/i)
    await eventually(() => isGone).toBe(true)
    await eventually(() => lines).toMatchObject([{ path: '/never', status: null, msg: 'request aborted' }])
  })

  it('has back-pressure, and ends with its reader', async () => {
    const whole = 8 * 1024 * 1024
    let sent = 0
    let isOver = false
    const { server } = await startEdge({}, (instance) => {
      instance.get('/stream', (_request, reply) => {
        reply.raw.once('close', () => (isOver = true))
        const chunk = Buffer.alloc(64 * 1024, 'x')
        const source = Readable.from(
          (function* () {
            for (; sent < whole; sent += chunk.length) yield chunk
          })(),
        )
        return reply.type('text/plain').send(source)
      })
    })
    const answer = await server.fetch(new Request('http://localhost/stream'))
    const reader = answer.body?.getReader()
    await reader?.read()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent).toBeLessThan(whole / 2)
    await reader?.cancel()
    await eventually(() => isOver).toBe(true)
  })

  it.each(['aborted', 'closed'])('does not pass a partial response off as complete when it is %s', async (how) => {
    const { server } = await startEdge({ closeGrace: 30 }, (instance) => {
      instance.get('/half', (_request, reply) => {
        reply.raw.writeHead(200)
        reply.raw.write('half')
        return new Promise(() => {})
      })
    })
    const controller = new AbortController()
    const answer = await server.fetch(new Request('http://localhost/half', { signal: controller.signal }))
    const text = answer.text()
    if (how === 'aborted') controller.abort(new Error('enough'))
    else void server.close()
    await expect(text).rejects.toThrow(how === 'aborted' ? 'enough' : /abort|terminated|closed/i)
  })

  it('answers parser errors with the envelope', async () => {
    const { server } = await startEdge()
    const long = await server.fetch(
      new Request('http://localhost/things', { headers: { 'x-long': 'x'.repeat(70_000) } }),
    )
    expect([long.status, await long.json()]).toMatchObject([431, { error: { code: 'invalid_request' } }])
    const odd = await server.fetch(new Request('http://localhost/things', { method: 'BREW' }))
    expect(odd.status).toBe(400)
  })
})

async function unzipped(bytes: Buffer): Promise<string> {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).text()
}
