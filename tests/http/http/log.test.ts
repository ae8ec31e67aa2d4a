import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { collectingLog, eventually, json, type LogRecord, openSocket, startEdge } from './edge.ts'
import { createLogger } from '@quirecms/server/log'
import { readableLines, sendJson } from './parts.ts'

describe('the log', () => {
  it('has one line for each request, with its id', async () => {
    const { call, lines } = await startEdge()
    await call('/things/7?select=x', { headers: { 'X-Request-ID': 'r-1' } })
    await call('/none?x=1')
    await call('/things', json('{'))
    await eventually(() => lines.length).toBe(3)
    expect(lines[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: 'r-1',
      method: 'GET',
      path: '/things/7',
      status: 200,
      durationMs: expect.any(Number),
      msg: 'request',
    })
    expect(lines.slice(1)).toMatchObject([
      { path: '/none', status: 404 },
      { path: '/things', status: 400 },
    ])
  })

  it('never contains query strings, credentials or bodies', async () => {
    const { call, lines } = await startEdge({}, (server) => {
      server.post('/fails', { config: { body: 'required' } }, (request) => {
        request.log.info({ headers: request.headers, body: request.body, request, reply: request.raw }, 'looked at')
        throw new Error('broken')
      })
    })
    await call('/fails?token=s3cret', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer s3cret', Cookie: 'service_session=s3cret' },
      body: JSON.stringify({
        email: 'a@example.com',
        password: 's3cret',
        nested: [{ newPassword: 's3cret', apiKey: 's3cret' }],
      }),
    })
    await eventually(() => lines.length).toBe(3)
    expect(JSON.stringify(lines)).not.toContain('s3cret')
    expect(lines[0]).toMatchObject({
      body: { email: 'a@example.com', password: '[redacted]' },
      headers: { cookie: '[redacted]' },
    })
  })

  it('has the request id on lines of handlers', async () => {
    const { call, lines } = await startEdge({}, (server) => {
      server.get('/logs', (request, reply) => {
        request.log.warn('careful')
        request.log.child({ part: 'x' }).info('from within')
        sendJson(reply, 200, '{}')
      })
    })
    const { headers } = await call('/logs')
    const requestId = headers.get('x-request-id')
    await eventually(() => lines.length).toBe(3)
    expect(lines).toMatchObject([
      { requestId, msg: 'careful' },
      { requestId, part: 'x' },
      { requestId, msg: 'request' },
    ])
  })

  it('names disconnected clients and error codes', async () => {
    let arrived = false
    const { call, port, lines } = await startEdge({}, (server) => {
      server.get('/never', () => {
        arrived = true
        return new Promise(() => {})
      })
      server.get('/fails', () => Promise.reject(new Error('x')))
      server.get('/healthz', { config: { probe: true } }, async () => ({}))
    })
    const socket = await openSocket(port)
    socket.write('GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await eventually(() => arrived).toBe(true)
    socket.destroy()
    await eventually(() => lines).toMatchObject([{ path: '/never', status: null, msg: 'request aborted' }])
    await call('/fails')
    await call('/healthz')
    await eventually(() => lines.map((line) => line['level'])).toEqual(['info', 'error', 'error', 'debug'])
  })

  it('has the configured level', async () => {
    const lines: string[] = []
    const log = createLogger({ level: 'warn', destination: { write: (line) => lines.push(line) } })
    const { call } = await startEdge({ log })
    await call('/things')
    log.warn('heard')
    expect(lines.map((line) => (JSON.parse(line) as LogRecord)['msg'])).toEqual(['heard'])
  })

  it('omits requests if the level excludes them, but reports failures of the service', async () => {
    const { call, raw, lines } = await startEdge({ logRequests: false }, (server) => {
      server.get('/things', (_request, reply) => sendJson(reply, 200, '{}'))
      server.get('/fails', () => Promise.reject(new Error('broken')))
      server.get('/never', { config: { timeout: 200 } }, () => new Promise(() => {}))
    })
    await call('/things')
    await call('/none')
    await raw('nonsense\r\n\r\n')
    await call('/fails')
    await call('/never')
    await eventually(() => lines).toMatchObject([
      { level: 'error', msg: 'request failed', err: { message: 'broken' } },
      { level: 'error', msg: 'request', path: '/fails', status: 500 },
      { level: 'error', msg: 'request', path: '/never', status: 503 },
    ])
  })

  it('includes useful error properties, not those that drivers add', () => {
    const lines: LogRecord[] = []
    const error = Object.assign(new Error('duplicate'), {
      code: '23505',
      detail: 'Key (email)=(s3cret)',
      parameters: ['s3cret'],
    })
    collectingLog(lines).error({ err: error, other: new Date(0), map: new Map([['s3cret', 1]]) }, 'failed')
    expect(lines[0]).toMatchObject({
      err: { type: 'Error', message: 'duplicate', code: '23505', stack: expect.any(String) },
      map: '[Map]',
    })
    expect(JSON.stringify(lines)).not.toContain('s3cret')
  })

  it('has a readable format', () => {
    const out = new PassThrough()
    const log = createLogger({ level: 'debug', destination: readableLines(out) })
    log.info({ requestId: 'r', method: 'GET', path: '/things', status: 200, durationMs: 1.5 }, 'request')
    log.info({ port: 3000 }, 'listening')
    log.error({ requestId: 'r', err: new Error('broken') }, 'request failed')
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    log.error({ err: new Error('not sent', { cause: new Error('no mail', { cause: refused }) }) }, 'mail failed')
    log.error({ err: { code: 'ECONNRESET', secret: 's3cret' } }, 'thrown')
    const text = String(out.read())
    expect(text).toMatch(/^[\d:.]{12} INFO {2}200 GET {4}\/things 1.5 ms\n/)
    expect(text).toMatch(/INFO {2}listening \{"port":3000\}\n/)
    expect(text).toMatch(/ERROR request failed \[r\]\nError: broken\n {4}at /)
    const causes =
      /ERROR mail failed\nError: not sent\n(?: {4}.*\n)+caused by Error: no mail\n(?: {4}.*\n)+caused by Error: refused\n/
    expect(text).toMatch(causes)
    expect(text).toContain('code: ECONNREFUSED')
    expect(text).toMatch(/ERROR thrown\nnot an Error: .*\n {4}code: ECONNRESET\n/)
    expect(text).not.toContain('s3cret')
  })
})
