import { describe, expect, it } from 'vitest'
import { lastAnswer, startEdge } from './edge.ts'

describe('paths', () => {
  it.each([
    '/',
    '/none',
    '/things/',
    '/things/?x=1',
    '//things',
    '/things//1',
    '/things//lock',
    '/things/1/',
    '/THINGS',
    '/thing',
    '/things/1/lock/x',
    '/things/%2e%2e/x/y',
  ])('are 404 if they are not exactly a route: %s', async (path) => {
    const { raw } = await startEdge()
    const answer = lastAnswer(await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`))
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found'])
  })

  it.each([
    ['PATCH', '/things', 'GET, HEAD, POST'],
    ['OPTIONS', '/things', 'GET, HEAD, POST'],
    ['PUT', '/things/1', 'DELETE, GET, HEAD'],
    ['GET', '/login', 'POST'],
    ['GET', '/things/1/lock', 'POST'],
    ['HEAD', '/login', 'POST'],
    ['PROPFIND', '/things', 'GET, HEAD, POST'],
    ['TRACE', '/things', 'GET, HEAD, POST'],
    ['QUERY', '/things', 'GET, HEAD, POST'],
  ])('are 405 for %s %s, with the accepted methods', async (method, path, allow) => {
    const { raw } = await startEdge()
    const text = await raw(`${method} ${path}?x=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(text).toContain('HTTP/1.1 405 Method Not Allowed\r\n')
    expect(text).toContain(`\r\nAllow: ${allow}\r\n`)
    if (method !== 'HEAD') expect(lastAnswer(text).error.code).toBe('method_not_allowed')
  })

  it('are 404 or 405 before the body is validated', async () => {
    const { call } = await startEdge()
    const broken = { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } }
    expect((await call('/none', broken)).status).toBe(404)
    expect((await call('/things/1', broken)).status).toBe(405)
  })

  it('answer HEAD like GET, without the body', async () => {
    const { call } = await startEdge()
    const get = await call('/things/7')
    const head = await call('/things/7', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String(get.text.length))
    expect(head.headers.get('etag')).toBe('"1"')
    expect((await call('/none', { method: 'HEAD' })).status).toBe(404)
  })

  it.each([
    '/things/%',
    '/things/%zz',
    '/things/%f',
    '/things/%ff',
    '/things/%c3%28',
    '/%c0%af',
    '/things/%ed%a0%80',
    '/none/%E0%A4%A',
  ])('are 400 with a bad percent-encoding: %s', async (path) => {
    const { call } = await startEdge()
    const { status, body } = await call(path)
    expect([status, body.error?.code]).toEqual([400, 'invalid_request'])
  })

  it('return decoded parameters, whatever they contain', async () => {
    const { call } = await startEdge()
    for (const id of ["'", '"', '\0', '%', '/', 'ä', '😀', '../..', '<b>', ';', '?', '#', 'a'.repeat(5000)]) {
      expect((await call(`/things/${encodeURIComponent(id)}`)).body).toEqual({ id })
    }
  })

  it.each([
    ['a fragment', '/things#x', 400],
    ['octets beyond ASCII', '/things/\xc3\xa4', 400],
    ['no slash', 'things', 400],
    ['an asterisk', '*', 404],
    ['a whole URL', 'http://localhost/things', 200],
    ['a whole URL of nothing', 'http://localhost/none', 404],
    ['a scheme that is none', 'javascript:alert(1)', 400],
    ['quotes', '/things?a="\'<>', 200],
  ])('can be strange: %s', async (_name, target, status) => {
    const { raw } = await startEdge()
    const text = await raw(
      Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1'),
    )
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(text).toContain('X-Request-ID: ')
  })

  it('are 414 when they are too long', async () => {
    const { call } = await startEdge()
    expect((await call(`/things?where=${'x'.repeat(30_000)}`)).status).toBe(200)
    for (const length of [33_000, 50_000, 100_000, 1_000_000]) {
      for (const path of [`/things?x=${'x'.repeat(length)}`, `/none/${'x'.repeat(length)}`]) {
        const { status, body } = await call(path)
        expect([status, body.error?.code]).toEqual([414, 'invalid_request'])
      }
    }
    expect((await call('/things')).status).toBe(200)
  })
})
