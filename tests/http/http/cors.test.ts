import { describe, expect, it } from 'vitest'
import { type Answer, type Edge, startEdge } from './edge.ts'
import { createServer } from '@quirecms/server'
import { createLogger } from '@quirecms/server/log'

const listed = 'https://www.example.com'

function corsHeaders({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
}

function preflight({ call }: Edge, origin: string, path = '/things'): Promise<Answer> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'x-evil',
  }
  return call(path, { method: 'OPTIONS', headers })
}

describe('CORS', () => {
  it('is absent without configuration', async () => {
    const edge = await startEdge()
    const answer = await edge.call('/things', { headers: { Origin: listed } })
    expect(corsHeaders(answer)).toEqual({})
    expect(answer.headers.get('vary')).toBeNull()
    const asked = await preflight(edge, listed)
    expect([asked.status, corsHeaders(asked)]).toEqual([405, {}])
  })

  it('permits a listed origin, on errors too', async () => {
    const edge = await startEdge({ cors: { origins: [listed] } })
    for (const path of ['/things', '/none', '/%zz']) {
      const answer = await edge.call(path, { headers: { Origin: listed } })
      expect(corsHeaders(answer)).toEqual({
        'access-control-allow-origin': listed,
        'access-control-expose-headers': 'ETag, X-Request-ID, Retry-After',
      })
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  })

  it('answers the preflight of a listed origin with exactly the default headers', async () => {
    const edge = await startEdge({ cors: { origins: [listed] } })
    const answer = await preflight(edge, listed, '/things/1')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(corsHeaders(answer)).toEqual({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Accept, Authorization, Content-Type, If-Match',
      'access-control-expose-headers': 'ETag, X-Request-ID, Retry-After',
      'access-control-max-age': '600',
    })
  })

  it('permits credentials and further headers if they are configured', async () => {
    const edge = await startEdge({ cors: { origins: [listed], credentials: true, headers: ['X-Tenant'] } })
    const answer = corsHeaders(await preflight(edge, listed))
    expect(answer['access-control-allow-credentials']).toBe('true')
    expect(answer['access-control-allow-headers']).toBe('Accept, Authorization, Content-Type, If-Match, X-Tenant')
    expect(corsHeaders(await edge.call('/things', { headers: { Origin: listed } }))).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-credentials': 'true',
    })
  })

  it.each([
    'https://evil.example',
    'http://www.example.com',
    'https://www.example.com:8443',
    'https://www.example.com.evil.example',
    'https://WWW.example.com',
    'https://example.com',
    'null',
    '*',
    `${listed}, ${listed}`,
  ])('sends no header for %s', async (origin) => {
    const edge = await startEdge({ cors: { origins: [listed], credentials: true } })
    const answer = await edge.call('/things', { headers: { Origin: origin } })
    expect([answer.status, corsHeaders(answer), answer.headers.get('vary')]).toEqual([200, {}, 'Origin'])
    const asked = await preflight(edge, origin)
    expect([asked.status, corsHeaders(asked), asked.headers.get('vary')]).toEqual([405, {}, 'Origin'])
  })

  it('shows a listed origin refusals of the host and rate limit', async () => {
    const hosts = await startEdge({ cors: { origins: [listed] }, allowedHosts: ['a.example'] })
    const refused = await hosts.call('/things', { headers: { Origin: listed } })
    expect([refused.status, corsHeaders(refused)['access-control-allow-origin']]).toEqual([421, listed])
    const rates = await startEdge({ cors: { origins: [listed] }, rateLimit: { requests: 1 } })
    await rates.call('/things')
    const limited = await rates.call('/things', { headers: { Origin: listed } })
    expect([limited.status, corsHeaders(limited)['access-control-allow-origin']]).toEqual([429, listed])
  })

  it('ignores OPTIONS without a preflight header', async () => {
    const { call } = await startEdge({ cors: { origins: [listed] } })
    const answer = await call('/things', { method: 'OPTIONS', headers: { Origin: listed } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect((await call('/none', { method: 'OPTIONS' })).status).toBe(404)
  })

  it.each(['*', 'www.example.com', 'https://www.example.com/', 'https://*.example.com/x', 'null', ''])(
    'refuses to start with the origin "%s"',
    (origin) => {
      const start = (): unknown =>
        createServer({ log: createLogger({ level: 'silent' }), cors: { origins: [listed, origin] } })
      expect(start).toThrow('server.cors.origins[1]')
    },
  )

  it('refuses to start with an invalid header name', () => {
    const log = createLogger({ level: 'silent' })
    for (const name of ['*', 'a b', 'X\r\nY', '']) {
      expect(() => createServer({ log, cors: { origins: [listed], headers: [name] } })).toThrow(
        'server.cors.headers[0]',
      )
    }
  })
})
