import { describe, expect, it } from 'vitest'
import { json, lastAnswer, openSocket, everything, startEdge } from './edge.ts'
import { sendJson } from './parts.ts'

const post = (body: string | Buffer, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  body,
  headers,
})

describe('request bodies', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON; Charset="utf-8"',
    'application/json ; charset=utf-8 ',
    'application/json;',
  ])('are accepted as %s', async (type) => {
    const { call } = await startEdge()
    const { status, body } = await call('/things', post('{"a":"é"}', { 'Content-Type': type }))
    expect([status, body]).toEqual([201, { doc: { a: 'é' } }])
  })

  it.each([
    'text/plain',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=latin1',
    'application/jsonx',
    'application/problem+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    '*/*',
    ', application/json',
    `application/json;${' '.repeat(300)}charset=utf-8`,
    '',
  ])('are refused as "%s"', async (type) => {
    const { call } = await startEdge()
    const { status, body } = await call('/things', post(Buffer.from('{}'), { 'Content-Type': type }))
    expect([status, body.error?.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('are refused without a type, and compressed', async () => {
    const { raw } = await startEdge()
    const request = (header: string): Promise<string> =>
      raw(`POST /things HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}Content-Length: 2\r\n\r\n{}`)
    expect(lastAnswer(await request('')).status).toBe(415)
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x']) {
      const answer = lastAnswer(await request(`Content-Type: application/json\r\nContent-Encoding: ${encoding}\r\n`))
      expect(answer.error.code).toBe('unsupported_media_type')
    }
    expect(await request('Content-Type: application/json\r\nContent-Encoding: identity\r\n')).toContain(' 201 Created')
  })

  it.each([
    ['garbage', '\x00\xff\xfe'],
    ['broken JSON', '{"a":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['trailing data', '{} {}'],
    ['a key twice', '{"a":{"b":1,"b":2}}'],
    ['a byte-order mark', '\xef\xbb\xbf{}'],
    ['invalid UTF-8', '{"a":"\xff"}'],
    ['a prototype', '{"__proto__":{"admin":true}}'],
    ['deep nesting', '{"a":'.repeat(100_000)],
    ['deep nesting that is closed', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['100,000 keys', `{${Array.from({ length: 100_000 }, (_, i) => `"${i}":0`).join()}}`],
    ['white space alone', '  \n '],
    ['NUL behind it', '{}\x00'],
  ])('are 400 invalid_json: %s', async (_name, body) => {
    const { call } = await startEdge({ bodyLimit: 4_000_000 })
    const answer = await call('/things', post(Buffer.from(body, 'latin1'), { 'Content-Type': 'application/json' }))
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_json'])
    expect((await call('/things')).status).toBe(200)
  })

  it('are 413 above the limit, whether or not their length is announced', async () => {
    const { call, raw } = await startEdge({ bodyLimit: 1000 })
    const sized = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`
    expect((await call('/things', json(sized(1000)))).status).toBe(201)
    const { status, body } = await call('/things', json(sized(1001)))
    expect([status, body.error?.code]).toEqual([413, 'payload_too_large'])
    const head =
      'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
    const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
    expect(await raw(head, chunked(sized(1000)))).toContain(' 201 Created')
    expect(lastAnswer(await raw(head, chunked(sized(1001)))).error.code).toBe('payload_too_large')
  })

  it('are 413 before they arrive, if their length is announced', async () => {
    const { raw } = await startEdge({ bodyLimit: 1000 })
    const head = 'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    expect(lastAnswer(await raw(`${head}Connection: close\r\nContent-Length: 1001\r\n\r\n`)).status).toBe(413)
  })

  it('are limited to 1 MiB by default, and a sender of 10 MB can read the error', async () => {
    const { call } = await startEdge()
    const sized = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`
    expect((await call('/things', json(sized(1024 * 1024)))).status).toBe(201)
    for (const size of [1024 * 1024 + 1, 10_000_000]) {
      const { status, body } = await call('/things', json(sized(size)))
      expect([status, body.error?.code]).toEqual([413, 'payload_too_large'])
    }
    // Also to paths that don't exist or take no body.
    expect((await call('/none', json(sized(10_000_000)))).status).toBe(404)
    expect((await call('/things/1', { ...json(sized(5_000_000)), method: 'DELETE' })).status).toBe(400)
  })

  it('have the limit of their route', async () => {
    const { call } = await startEdge({}, (server) => {
      server.post('/small', { bodyLimit: 10, config: { body: 'required' } }, async () => ({ ok: true }))
    })
    expect((await call('/small', json('{"a":1234}'))).status).toBe(200)
    expect((await call('/small', json('{"a":12345}'))).status).toBe(413)
  })

  it('are read only up to a limit when they are refused', async () => {
    const { port } = await startEdge({ bodyLimit: 1000 })
    const socket = await openSocket(port)
    const answer = everything(socket)
    socket.write(
      'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
    while (!socket.destroyed) await new Promise<void>((sent) => socket.write(chunk, () => sent()))
    expect(lastAnswer(await answer).status).toBe(413)
  })

  it('are refused where none is allowed', async () => {
    const { call, raw } = await startEdge()
    const { status, body } = await call('/things/1', { ...json('{}'), method: 'DELETE' })
    expect([status, body.error?.code]).toEqual([400, 'invalid_request'])
    for (const method of ['GET', 'HEAD']) {
      const answer = await raw(
        `${method} /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      )
      expect(answer).toContain('HTTP/1.1 400 Bad Request')
    }
    expect((await call('/things/1', { method: 'DELETE' })).status).toBe(200)
    expect(
      await raw('GET /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    ).toContain(' 200 OK')
  })

  it('are reported missing if required, and may be absent if optional', async () => {
    const { call } = await startEdge()
    const { status, body } = await call('/things', { method: 'POST' })
    expect([status, body.error?.code]).toEqual([400, 'invalid_json'])
    expect((await call('/things', json(''))).body.error?.code).toBe('invalid_json')
    expect((await call('/things/1/lock', { method: 'POST' })).body).toEqual({ body: null })
    expect((await call('/things/1/lock', json(''))).body).toEqual({ body: null })
    expect((await call('/things/1/lock', json({ takeover: true }))).body).toEqual({ body: { takeover: true } })
    expect((await call('/things/1/lock', json('null'))).status).toBe(400)
  })

  it('are passed on to streaming routes', async () => {
    const { call } = await startEdge({ bodyLimit: 10 }, (server) => {
      server.post('/files', { config: { body: 'stream' } }, async (request, reply) => {
        let size = 0
        for await (const chunk of request.raw) size += (chunk as Buffer).length
        sendJson(reply, 200, JSON.stringify({ size, body: request.body ?? null }))
      })
    })
    for (const type of ['image/png', 'multipart/form-data; boundary=x', 'application/json']) {
      const { body } = await call('/files', post(Buffer.alloc(300_000), { 'Content-Type': type }))
      expect(body).toEqual({ size: 300_000, body: null })
    }
  })

  it('get 100 Continue only if they will be read', async () => {
    const { raw } = await startEdge()
    const head =
      'POST /things HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n'
    const welcome = await raw(`${head}Content-Type: application/json\r\n\r\n`, '{}')
    expect(welcome).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created/)
    const refused = await raw(`${head}Content-Type: text/plain\r\n\r\n`)
    expect(refused).toMatch(/^HTTP\/1\.1 415 /)
    const other = await raw('GET /things HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n')
    expect(other).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('of several requests on one connection are kept apart', async () => {
    const { raw } = await startEdge()
    const one = (body: string): string =>
      `POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const last = 'GET /things/last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const answers = await raw(one('{"n":1}') + one('{"n":') + one('{"n":3}') + last)
    const found = [...answers.matchAll(/HTTP\/1\.1 (\d+)[^{]*(\{.*?\}+)/gs)].map(([, status, body]) => [status, body])
    expect(found).toEqual([
      ['201', '{"doc":{"n":1}}'],
      ['400', expect.stringContaining('invalid_json')],
      ['201', '{"doc":{"n":3}}'],
      ['200', '{"id":"last"}'],
    ])
  })
})
