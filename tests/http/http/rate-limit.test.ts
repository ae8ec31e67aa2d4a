import { describe, expect, it } from 'vitest'
import { type Edge, startEdge } from './edge.ts'
import { compileTrust, RateLimiter, rateLimitKeyOf } from './parts.ts'

async function statuses({ call }: Edge, times: number, path = '/things', init: RequestInit = {}): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < times; i++) found.push((await call(path, init)).status)
  return found
}

describe('rate limits', () => {
  it('refuse requests over the limit, with a retry time', async () => {
    const edge = await startEdge({ rateLimit: { requests: 3 } })
    expect(await statuses(edge, 3)).toEqual([200, 200, 200])
    const { status, headers, body } = await edge.call('/things')
    expect([status, body.error?.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  it('count unknown paths, wrong methods, bad URLs and refused bodies too', async () => {
    const edge = await startEdge({ rateLimit: { requests: 4 } })
    await edge.call('/none')
    await edge.call('/things', { method: 'DELETE' })
    await edge.call('/%zz')
    await edge.call('/things', { method: 'POST', body: '{' })
    expect(await statuses(edge, 1)).toEqual([429])
    expect(await statuses(edge, 1, '/%zz')).toEqual([429])
  })

  it('are lower where secrets could be guessed', async () => {
    const edge = await startEdge({ rateLimit: { auth: 2 } })
    expect(await statuses(edge, 3, '/login', { method: 'POST' })).toEqual([200, 200, 429])
    expect(await statuses(edge, 1)).toEqual([200])
  })

  it('are 1,000 and 20 a minute by default', async () => {
    const edge = await startEdge()
    expect((await statuses(edge, 21, '/login', { method: 'POST' })).indexOf(429)).toBe(20)
    const request = 'GET /things HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const last = 'GET /things HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const found = (await edge.raw(request.repeat(980) + last)).match(/(?<=HTTP\/1\.1 )\d+/g)
    expect([found?.indexOf('429'), found?.length]).toEqual([979, 981])
  })

  it('do not apply to health checks', async () => {
    const edge = await startEdge({ rateLimit: { requests: 1 } })
    expect(await statuses(edge, 3, '/healthz')).toEqual([200, 200, 200])
    expect(await statuses(edge, 2)).toEqual([200, 429])
    expect(await statuses(edge, 1, '/healthz')).toEqual([200])
  })

  it('can be switched off', async () => {
    const edge = await startEdge({ rateLimit: false })
    expect(new Set(await statuses(edge, 30, '/login', { method: 'POST' }))).toEqual(new Set([200]))
  })

  it('cannot be bypassed with X-Forwarded-For', async () => {
    const edge = await startEdge({ rateLimit: { requests: 2 } })
    const found = []
    for (let i = 0; i < 4; i++) {
      const headers = { 'X-Forwarded-For': `192.0.2.${i}`, Forwarded: `for=192.0.2.${i}`, 'X-Real-IP': `192.0.2.${i}` }
      found.push(...(await statuses(edge, 1, '/things', { headers })))
    }
    expect(found).toEqual([200, 200, 429, 429])
  })

  it('use X-Forwarded-For behind a trusted proxy, but only the address that the proxy added', async () => {
    const edge = await startEdge({ rateLimit: { requests: 1 }, trustProxy: ['loopback', '10.0.0.0/8'] })
    const from = (forwarded: string): Promise<number[]> =>
      statuses(edge, 1, '/things', { headers: { 'X-Forwarded-For': forwarded } })
    expect(await from('192.0.2.1')).toEqual([200])
    expect(await from('192.0.2.2')).toEqual([200])
    expect(await from('192.0.2.1')).toEqual([429])
    // The client can only add entries before the first untrusted address.
    expect(await from('198.51.100.7, 192.0.2.1')).toEqual([429])
    expect(await from('198.51.100.8, 192.0.2.1, 10.1.2.3')).toEqual([429])
    expect(await from('192.0.2.1:4711')).toEqual([429])
    expect(await from('::ffff:192.0.2.1')).toEqual([429])
    // An invalid address is ignored: the proxy counts as the client.
    expect(await from('unknown')).toEqual([200])
    expect(await from('made-up')).toEqual([429])
    expect(await from('')).toEqual([429])
  })

  it.each([
    ['true', true, '198.51.100.7, 192.0.2.1', '198.51.100.7'],
    ['one hop', 1, '198.51.100.7, 192.0.2.1', '192.0.2.1'],
    ['two hops', 2, '198.51.100.7, 192.0.2.1', '198.51.100.7'],
    ['no hop', 0, '192.0.2.1', '127.0.0.1'],
    ['false', false, '192.0.2.1', '127.0.0.1'],
    ['a list in one text', 'loopback, 192.0.2.0/24', '198.51.100.7, 192.0.2.1', '198.51.100.7'],
    ['a name behind a comma', '192.0.2.0/24, loopback', '198.51.100.7, 192.0.2.1', '198.51.100.7'],
    ['an IPv6 proxy', ['127.0.0.1', '2001:db8::/32'], '198.51.100.7, 2001:db8::5', '198.51.100.7'],
  ])('find the client through trusted proxies: %s', async (_name, trustProxy, forwarded, client) => {
    const edge = await startEdge({ trustProxy }, (server) => {
      server.get('/who', (request) => ({ client: request.clientAddress }))
    })
    expect((await edge.call('/who', { headers: { 'X-Forwarded-For': forwarded } })).body).toEqual({ client })
  })

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '300.1.1.1', '::1/129', '10.0.0.0/x', ''])(
    'refuse to start with the proxy "%s"',
    (entry) => expect(() => compileTrust([entry])).toThrow('server.trustProxy'),
  )

  it.each([-1, 0.5, Number.NaN, Infinity])('refuse to start with %d hops', (hops) =>
    expect(() => compileTrust(hops)).toThrow('server.trustProxy'),
  )
})

describe('a client of the rate limit', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['1:2::4:5:6:7:8', '1:2:0:4::/64'],
    ['1::4:5:6:192.0.2.1', '1:0:0:4::/64'],
  ])('%s is %s', (address, key) => expect(rateLimitKeyOf(address)).toBe(key))

  it('gets a new window when its own is over', () => {
    const limiter = new RateLimiter(2, 1000)
    limiter.count('a', 0)
    limiter.count('a', 999)
    expect(() => limiter.count('a', 999)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfter: 1 }))
    limiter.count('a', 1000)
    limiter.count('a', 1999)
    expect(() => limiter.count('a', 1999)).toThrow()
    limiter.count('b', 1999)
  })

  it('uses no memory after its window, and at most the maximum number of entries', () => {
    const limiter = new RateLimiter(1, 1000, 100)
    for (let i = 0; i < 50; i++) limiter.count(`early-${i}`, 0)
    expect(limiter.clients).toBe(50)
    limiter.count('late', 1000)
    expect(limiter.clients).toBe(1)
    for (let i = 0; i < 10_000; i++) limiter.count(`flood-${i}`, 1001)
    expect(limiter.clients).toBe(100)
    expect(() => limiter.count('flood-9999', 1001)).toThrow()
  })
})
