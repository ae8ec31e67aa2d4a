import { describe, expect, it } from 'vitest'
import { json, lastAnswer, startEdge } from './edge.ts'

describe('X-Request-ID', () => {
  it.each(['a', 'A.b_c-9', 'x'.repeat(128), '0b8a4d5e-7c39-4c9d-9a49-0e9a4c1ff3c1'])('keeps %s', async (id) => {
    const { call } = await startEdge()
    expect((await call('/things', { headers: { 'X-Request-ID': id } })).headers.get('x-request-id')).toBe(id)
  })

  it.each(['', 'x'.repeat(129), 'a b', 'a,b', 'ä', '<script>', '../..', 'a;b', 'a/b'])('replaces %s', async (id) => {
    const { call } = await startEdge()
    const given = (await call('/things', { headers: { 'X-Request-ID': id } })).headers.get('x-request-id')
    expect(given).not.toBe(id)
    expect(given).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  })

  it('replaces a repeated one, and never permits header injection', async () => {
    const { raw } = await startEdge()
    const twice = await raw(
      'GET /things HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: a\r\nX-Request-ID: b\r\nConnection: close\r\n\r\n',
    )
    expect(twice).toMatch(/^X-Request-ID: [A-Za-z0-9._-]{5,}\r$/m)
    const injected = await raw(
      'GET /none HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: a\rSet-Cookie: b\r\nConnection: close\r\n\r\n',
    )
    expect(injected).not.toContain('Set-Cookie')
    expect(injected).toContain('X-Request-ID: ')
  })

  it('generates a new one for each request', async () => {
    const { call } = await startEdge()
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await call('/things')).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(20)
  })

  it('is in every kind of response, and in the envelope', async () => {
    const { call, raw } = await startEdge({ cors: { origins: ['https://a.example'] } })
    const preflight = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'PATCH' }
    const answers = await Promise.all([
      call('/things', { method: 'HEAD' }),
      call('/none'),
      call('/things', { method: 'PATCH' }),
      call('/things', { method: 'OPTIONS', headers: preflight }),
      call('/%zz'),
      call('/things', json('{')),
      call('/things', json(`{"a":"${'x'.repeat(2_000_000)}"}`)),
    ])
    for (const { headers, body } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
      if (body.error !== undefined) expect(body.error.requestId).toBe(headers.get('x-request-id'))
    }
    const { headers, error } = lastAnswer(await raw('garbage\r\n\r\n'))
    expect(error.requestId).toBe(headers.get('x-request-id'))
  })
})
