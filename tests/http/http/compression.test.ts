import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FastifyInstance, ServerOptions } from '@quirecms/server'
import { QuireError } from '@quirecms/core'
import { describe, expect, it } from 'vitest'
import { type Edge, eventually, everything, openSocket, startEdge } from './edge.ts'
import { Compressor, sendJson } from './parts.ts'
import { type Exchange, exchange } from './raw-exchange.ts'

const textOf = (length: number) => JSON.stringify({ text: 'ä lorem ipsum '.repeat(length / 16) }).padEnd(length)
const LONG = textOf(20_000)
/** 1,024 bytes are not over 1 KiB. */
const EDGE = JSON.stringify({ text: 'x'.repeat(1024 - 11) })

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

function routes(server: FastifyInstance): void {
  server.get('/long', (_request, reply) => sendJson(reply, 200, LONG, { ETag: '"7"' }))
  server.get('/edge', (_request, reply) => sendJson(reply, 200, EDGE))
  server.get('/over', (_request, reply) => sendJson(reply, 200, `${EDGE} `))
  server.get('/short', (_request, reply) => sendJson(reply, 200, '{}'))
  server.get('/fails', () => {
    const issues = Array.from({ length: 50 }, (_, index) => ({
      code: 'required' as const,
      path: `rows.${index}.title`,
      message: 'Is required.',
    }))
    throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
  })
}

const start = (options: Partial<ServerOptions> = {}) => startEdge({ rateLimit: false, ...options }, routes)

const ask = ({ port }: Edge, path: string, accepts?: string | readonly string[], method = 'GET', more = {}) =>
  exchange(
    `http://127.0.0.1:${port}`,
    path,
    { ...(accepts !== undefined && { 'accept-encoding': accepts }), ...more },
    method,
  )

function plain({ headers, body }: Exchange): string {
  const coding = headers['content-encoding']
  return (coding === undefined ? body : (DECOMPRESS[coding]?.(body) ?? Buffer.of())).toString()
}

describe('compression', () => {
  it.each([
    ['zstd', 'zstd'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.001', 'br'],
    ['gzip;q=1.0,br;q=0', 'gzip'],
    ['br;q=0.0, zstd;q=0.000, gzip ; q=0.5', 'gzip'],
    ['*', 'zstd'],
    ['*;q=0.1, zstd;q=0', 'br'],
    ['gzip;q=0, *', 'zstd'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity, gzip;q=0.1', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['', undefined],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['identity;q=0', undefined],
    ['gzip;q=2', undefined],
    ['gzip;q=nan', undefined],
    ['gzip;level=9', undefined],
    ['gzipped', undefined],
    [`gzip, ${'a'.repeat(600)}`, undefined],
  ])('Accept-Encoding: %s gives %s', async (accepts, coding) => {
    const edge = await start()
    const answer = await ask(edge, '/long', accepts)
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding])
    expect(plain(answer)).toBe(LONG)
    expect(answer.headers).toMatchObject({
      'content-length': String(answer.body.length),
      vary: 'Accept-Encoding',
      etag: '"7"',
      'content-type': 'application/json; charset=utf-8',
    })
    if (coding !== undefined) expect(answer.body.length).toBeLessThan(LONG.length / 10)
  })

  it('joins a repeated header', async () => {
    const answer = await ask(await start(), '/long', ['gzip;q=0', 'br'])
    expect(answer.headers['content-encoding']).toBe('br')
  })

  it('leaves a response unchanged if the client does not accept compression, or if it is short', async () => {
    const edge = await start()
    const unasked = await ask(edge, '/long')
    expect(unasked.headers).not.toHaveProperty('content-encoding')
    // Caches must know that others may accept a coding.
    expect([unasked.headers['vary'], plain(unasked)]).toEqual(['Accept-Encoding', LONG])
    for (const path of ['/short', '/edge']) {
      const short = await ask(edge, path, 'gzip, br, zstd')
      expect(short.headers).not.toHaveProperty('content-encoding')
      expect(short.headers).not.toHaveProperty('vary')
    }
    expect((await ask(edge, '/over', 'gzip')).headers['content-encoding']).toBe('gzip')
  })

  it('compresses short responses too for clients that refuse identity', async () => {
    const edge = await start()
    for (const accepts of ['gzip, identity;q=0', 'gzip, *;q=0']) {
      const answer = await ask(edge, '/short', accepts)
      expect([answer.headers['content-encoding'], plain(answer)]).toEqual(['gzip', '{}'])
      expect(answer.headers['vary']).toBe('Accept-Encoding')
    }
    expect(plain(await ask(edge, '/short', 'gzip, identity;q=0.5, *;q=0'))).toBe('{}')
  })

  it('answers HEAD with the headers of GET', async () => {
    const edge = await start()
    for (const accepts of ['zstd', 'gzip', undefined]) {
      const [get, head] = [await ask(edge, '/long', accepts), await ask(edge, '/long', accepts, 'HEAD')]
      expect(head.body.length).toBe(0)
      for (const name of ['content-length', 'content-encoding', 'etag', 'vary', 'content-type', 'cache-control']) {
        expect(head.headers[name]).toBe(get.headers[name])
      }
    }
  })

  it('keeps ETags, and sends 304 without a coding', async () => {
    const edge = await start()
    for (const accepts of ['gzip', undefined]) {
      const answer = await ask(edge, '/long', accepts, 'GET', { 'if-none-match': 'W/"7"' })
      expect([answer.status, answer.headers['etag'], answer.body.length]).toEqual([304, '"7"', 0])
      expect(answer.headers).not.toHaveProperty('content-encoding')
      // Caches update stored headers from a 304: without this, they would serve compressed responses to everyone.
      expect(answer.headers['vary']).toBe('Accept-Encoding')
    }
  })

  it('applies to errors', async () => {
    const answer = await ask(await start(), '/fails', 'br')
    expect([answer.status, answer.headers['content-encoding']]).toEqual([422, 'br'])
    expect((JSON.parse(plain(answer)) as { error: { issues: [] } }).error.issues).toHaveLength(50)
  })

  it('extends Vary instead of replacing it', async () => {
    const answer = await ask(await start({ cors: { origins: ['https://a.example.com'] } }), '/long', 'gzip')
    expect(answer.headers['vary']).toBe('Origin, Accept-Encoding')
  })

  it('can be left to a proxy', async () => {
    const edge = await start({ compression: false })
    const answer = await ask(edge, '/long', 'gzip, identity;q=0')
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).not.toHaveProperty('vary')
    expect(plain(answer)).toBe(LONG)
  })

  it('survives a burst of large responses', async () => {
    const edge = await start()
    const answers = await Promise.all(Array.from({ length: 150 }, () => ask(edge, '/long', 'br')))
    // Some may be sent uncompressed instead of waiting.
    expect(answers.filter((answer) => answer.status !== 200 || plain(answer) !== LONG)).toEqual([])
    expect(answers.some(({ headers }) => headers['content-encoding'] === 'br')).toBe(true)
  })

  it('survives clients that disconnect meanwhile', async () => {
    const edge = await start()
    for (let times = 0; times < 20; times += 1) {
      const socket = await openSocket(edge.port)
      socket.write('GET /long HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n', () => socket.destroy())
      await once(socket, 'close')
    }
    await eventually(() => edge.lines.filter(({ path }) => path === '/long').length).toBe(20)
    expect(plain(await ask(edge, '/long', 'br'))).toBe(LONG)
    expect(edge.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('keeps pipelined responses in order', async () => {
    const { port } = await start()
    const socket = await openSocket(port)
    const text = everything(socket)
    const head = (path: string, more: string) =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n${more}\r\n`
    socket.write(head('/long', '') + head('/short', 'Connection: close\r\n'))
    const heads = (await text).match(/Content-(?:Encoding|Length): .*/g)?.map((line) => line.trim())
    expect(heads).toEqual(['Content-Encoding: gzip', expect.any(String), 'Content-Length: 2'])
  })
})

describe('the compressor', () => {
  const job = (done: (bytes?: Buffer) => void, destroyed = false) => ({
    coding: 'gzip' as const,
    text: LONG,
    length: Buffer.byteLength(LONG),
    response: { destroyed } as ServerResponse,
    done,
  })

  it('limits its queue: responses beyond it are sent uncompressed', async () => {
    const compressor = new Compressor()
    const compressed = Array.from({ length: 66 }, () => new Promise((done) => compressor.compress(job(done))))
    let late: Buffer | 'nothing' | undefined = 'nothing'
    compressor.compress(job((bytes) => (late = bytes)))
    expect(late).toBeUndefined()
    for (const bytes of await Promise.all(compressed)) expect(gunzipSync(bytes as Buffer).toString()).toBe(LONG)
    expect(await new Promise((done) => compressor.compress(job(done)))).toBeInstanceOf(Buffer)
  })

  it('skips responses whose client has disconnected', async () => {
    const compressor = new Compressor()
    const told: string[] = []
    const first = [0, 1].map(() => new Promise((done) => compressor.compress(job(done))))
    compressor.compress(job(() => told.push('gone'), true))
    const last = new Promise((done) => compressor.compress(job(done)))
    await Promise.all([...first, last])
    expect(told).toEqual([])
  })
})
