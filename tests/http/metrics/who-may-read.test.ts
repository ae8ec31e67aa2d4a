import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import {
  type App,
  collection,
  ConfigurationError,
  createApp,
  defineConfig,
  f,
  type QuireConfig,
  sqlite,
} from 'quirecms'
import { describe, expect, it, onTestFinished } from 'vitest'

type ServerConfig = NonNullable<QuireConfig['server']>
type Served = Pick<App, 'fetch' | 'listen'>

const TOKEN = 'a-token-of-more-than-sixteen'

async function start(server: ServerConfig): Promise<Served> {
  const config = defineConfig({
    database: sqlite(':memory:'),
    log: { level: 'silent' },
    server: { drain: 0, ...server },
    collections: { notes: collection({ fields: { text: f.text() } }) },
  })
  const app = await createApp(config)
  onTestFinished(() => app.close())
  return app
}

/** As a client with this peer address. */
async function statusFrom(
  app: Served,
  address: string,
  headers: Record<string, string> = {},
  host = 'localhost',
): Promise<number> {
  const request = new Request(`http://${host}/metrics`, { headers })
  const response = await app.fetch(request, { address })
  await response.text()
  return response.status
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('without a token', () => {
  it('metrics are off by default', async () => {
    expect(await statusFrom(await start({}), '127.0.0.1')).toBe(404)
    expect(await statusFrom(await start({ metrics: false }), '127.0.0.1')).toBe(404)
  })

  it('only this machine itself can read them, by its connection and not by its headers', async () => {
    const app = await start({ metrics: true, allowedHosts: ['*'] })
    expect(await statusFrom(app, '127.0.0.1')).toBe(200)
    expect(await statusFrom(app, '::1')).toBe(200)
    expect(await statusFrom(app, '::ffff:127.0.0.1')).toBe(200)
    for (const address of ['192.0.2.7', '10.0.0.5', '2001:db8::1', '::ffff:192.0.2.7', '128.0.0.1', ''])
      expect([address, await statusFrom(app, address)]).toEqual([address, 404])
    expect(await statusFrom(app, '192.0.2.7', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' })).toBe(404)
    // A proxy on this machine connects from here, too.
    const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-real-ip']
    for (const header of [...ofProxies, 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'cdn-loop'])
      expect([header, await statusFrom(app, '127.0.0.1', { [header]: '127.0.0.1' })]).toEqual([header, 404])
    expect(await statusFrom(app, '127.0.0.1', {}, 'cms.example.com')).toBe(404)
    // The same with a real socket, if this machine has another address.
    const other = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address
    if (other !== undefined) {
      const { port } = new URL(await app.listen({ host: '0.0.0.0', port: 0 }))
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
      expect((await fetch(`http://${other}:${port}/metrics`)).status).toBe(404)
    }
  })

  it('an old protocol counts as a proxy without other signs', async () => {
    const app = await start({ metrics: true })
    const { port } = new URL(await app.listen({ port: 0 }))
    const statusOver = async (version: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
      return (await text(socket)).split(' ')[1]
    }
    expect([await statusOver('1.1'), await statusOver('1.0')]).toEqual(['200', '404'])
  })

  it('metrics are not served through a proxy, or if a proxy is possible', async () => {
    for (const trustProxy of [true, 1, ['loopback'], ['127.0.0.1']] as const) {
      const app = await start({ metrics: true, trustProxy })
      expect(await statusFrom(app, '127.0.0.1')).toBe(404)
      expect(await statusFrom(app, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    }
    const elsewhere = await start({ metrics: true, trustProxy: ['10.0.0.1'] })
    expect(await statusFrom(elsewhere, '127.0.0.1')).toBe(200)
    expect(await statusFrom(elsewhere, '10.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    const behind = await start({ metrics: true, publicUrl: 'https://cms.example.com' })
    expect(await statusFrom(behind, '127.0.0.1')).toBe(404)
    const own = await start({ metrics: true, publicUrl: 'http://localhost:3000' })
    expect(await statusFrom(own, '127.0.0.1')).toBe(200)
  })

  it('a refused caller gets the same 404 as for any unknown path', async () => {
    const app = await start({ metrics: true })
    const ask = async (path: string) => {
      const response = await app.fetch(new Request(`http://localhost${path}`), { address: '192.0.2.7' })
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      return [response.status, error.code, error.message]
    }
    expect(await ask('/metrics')).toEqual(await ask('/nothing'))
  })
})

describe('with a token', () => {
  it('clients with the token can read them from anywhere, and no others can', async () => {
    const app = await start({
      metrics: { token: TOKEN, path: '/internal/metrics' },
      publicUrl: 'https://cms.example.com',
    })
    const ask = async (headers: Record<string, string>) => {
      const request = new Request('http://cms.example.com/internal/metrics', { headers })
      const response = await app.fetch(request, { address: '192.0.2.7' })
      return [response.status, await response.text()] as const
    }
    expect((await ask(bearer(TOKEN)))[0]).toBe(200)
    expect((await ask(bearer(TOKEN)))[1]).not.toContain(TOKEN)
    for (const headers of [{}, bearer(`${TOKEN}x`), bearer(TOKEN.slice(1)), { authorization: TOKEN }, bearer('ä')])
      expect((await ask(headers).catch(() => [401]))[0]).toBe(401)
    expect(await statusFrom(app, '127.0.0.1')).toBe(404)
  })
})

describe('with a separate port', () => {
  /** The port in the log. */
  async function startApart(metrics: NonNullable<ServerConfig['metrics']>): Promise<{ main: string; apart: string }> {
    let apart = ''
    const record = (line: { address?: string; port?: number }, message: string) => {
      if (message === 'metrics can be read') apart = `http://${line.address}:${line.port}`
    }
    const { createLogger } = await import('@quirecms/server/log')
    const log = createLogger({
      level: 'info',
      destination: {
        write: (written) => {
          const { msg, ...line } = JSON.parse(written) as { msg: string; address?: string; port?: number }
          record(line, msg)
        },
      },
    })
    const config = defineConfig({
      database: sqlite(':memory:'),
      server: { drain: 0, metrics },
      collections: { notes: collection({ fields: { text: f.text() } }) },
    })
    const app = await createApp(config, { log })
    onTestFinished(() => app.close())
    return { main: await app.listen({ port: 0 }), apart }
  }

  it('they are served there and nowhere else, on loopback', async () => {
    const { main, apart } = await startApart({ port: 0 })
    expect(apart).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${main}/metrics`)).status).toBe(404)
    const response = await fetch(`${apart}/metrics`)
    expect([response.status, (await response.text()).includes('quire_build_info')]).toEqual([200, true])
    expect((await fetch(`${apart}/api/collections/notes`)).status).toBe(404)
    expect((await fetch(`${apart}/metrics`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${apart}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.7' } })).status).toBe(404)
  })

  it('a token is checked there as well', async () => {
    const { apart } = await startApart({ port: 0, token: TOKEN })
    expect((await fetch(`${apart}/metrics`)).status).toBe(401)
    expect((await fetch(`${apart}/metrics`, { headers: bearer(TOKEN) })).status).toBe(200)
  })

  it('other machines need a token', async () => {
    const problems = async (metrics: object) => {
      const error = await start({ metrics }).catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(ConfigurationError)
      return (error as Error).message
    }
    expect(await problems({ port: 9_100, host: '0.0.0.0' })).toContain('server.metrics.token')
    expect(await problems({ host: '127.0.0.1' })).toContain('server.metrics.host')
    expect(await problems({ token: undefined })).toContain('is undefined')
    expect(await problems({ token: 'short' })).toContain('16 characters')
    expect(await problems({ path: '/api/metrics' })).toContain('outside of /api')
    expect(await problems({ paht: '/metrics' })).toContain('server.metrics.paht')
  })
})
