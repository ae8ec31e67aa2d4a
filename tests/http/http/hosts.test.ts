import { describe, expect, it } from 'vitest'
import { type Edge, lastAnswer, startEdge } from './edge.ts'
import { createServer } from '@quirecms/server'
import { createLogger } from '@quirecms/server/log'

async function statusFor({ raw }: Edge, ...headers: string[]): Promise<number> {
  const lines = ['GET /things HTTP/1.1', ...headers, 'Connection: close', '', '']
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await raw(lines.join('\r\n')))?.[1])
}

describe('allowed hosts', () => {
  it('default to those of this machine and the public one on loopback', async () => {
    const edge = await startEdge({ publicUrl: 'https://CMS.example.com:8443' })
    for (const host of [
      'localhost',
      'LocalHost:3000',
      'localhost.',
      'blog.localhost',
      'a.b.localhost.:80',
      '127.0.0.1',
      '10.0.0.1:3000',
      '[::1]:3000',
      '[2001:DB8::1]',
      '[::ffff:127.0.0.1]',
      'cms.example.com',
      'cms.EXAMPLE.com.:81',
    ]) {
      expect([host, await statusFor(edge, `Host: ${host}`)]).toEqual([host, 200])
    }
    for (const host of [
      'example.com',
      'a.cms.example.com',
      'evillocalhost',
      'localhost.example.com',
      '127.0.0.1.example.com',
      '127.0.0.1.nip.io',
      '256.0.0.1',
      '1.2.3',
      '2130706433',
      '[1:2]',
    ]) {
      expect([host, await statusFor(edge, `Host: ${host}`)]).toEqual([host, 421])
    }
  })

  it('are the same on loopback for a request line with a full URL, and from a trusted proxy', async () => {
    const { raw } = await startEdge()
    const request = (url: string, host: string): Promise<string> =>
      raw(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(await request('http://localhost/things', 'evil.example')).toContain('HTTP/1.1 200 OK')
    expect(await request('http://evil.example/things', 'localhost')).toContain('HTTP/1.1 421 ')
    const behind = await startEdge({ trustProxy: 'loopback', publicUrl: 'https://cms.example.com' })
    expect(await statusFor(behind, 'Host: 127.0.0.1:3000', 'X-Forwarded-Host: cms.example.com')).toBe(200)
    expect(await statusFor(behind, 'Host: cms.example.com', 'X-Forwarded-Host: evil.example')).toBe(421)
    const alone = await startEdge()
    expect(await statusFor(alone, 'Host: evil.example', 'X-Forwarded-Host: localhost')).toBe(421)
    expect(await statusFor(alone, 'Host: localhost', 'X-Forwarded-Host: evil.example')).toBe(200)
  })

  it('exclude publicUrl if others are listed, or if other machines can connect', async () => {
    const publicUrl = 'https://cms.example.com'
    const listed = await startEdge({ publicUrl, allowedHosts: ['other.example'] })
    expect(await statusFor(listed, 'Host: cms.example.com')).toBe(421)
    const open = await startEdge({ publicUrl, host: '0.0.0.0' })
    expect(await statusFor(open, 'Host: cms.example.com')).toBe(421)
  })

  it('are not restricted on other addresses by default', async () => {
    const edge = await startEdge({ host: '0.0.0.0' })
    expect(await statusFor(edge, 'Host: localhost')).toBe(421)
    const { status, body } = await edge.call('/things')
    expect([status, body.error?.code]).toEqual([421, 'host_not_allowed'])
  })

  it('are the listed ones, without regard to case and port', async () => {
    const edge = await startEdge({ allowedHosts: ['cms.example.com', 'Other.Example:8443', '[2001:db8::1]'] })
    for (const host of [
      'cms.example.com',
      'CMS.example.COM:81',
      'cms.example.com.',
      'other.example',
      '[2001:DB8::1]:5',
    ]) {
      expect(await statusFor(edge, `Host: ${host}`)).toBe(200)
    }
    for (const host of [
      'example.com',
      'a.cms.example.com',
      'cms.example.com.evil.example',
      '127.0.0.1',
      '[::1]',
      'localhost',
    ]) {
      expect(await statusFor(edge, `Host: ${host}`)).toBe(421)
    }
  })

  it('are all hosts with an asterisk', async () => {
    const edge = await startEdge({ host: '0.0.0.0', allowedHosts: ['*'] })
    expect(await statusFor(edge, 'Host: any.example')).toBe(200)
  })

  it('must be well-formed, and given once', async () => {
    const edge = await startEdge()
    for (const host of [
      'a b',
      'a/b',
      'user@a',
      'a:port',
      'a:123456',
      '[::1',
      '',
      'ä.example',
      '-',
      'a,b',
      '<a>',
      "a'b",
    ]) {
      expect(await statusFor(edge, `Host: ${host}`)).toBe(400)
    }
    expect(await statusFor(edge)).toBe(400)
    expect(await statusFor(edge, 'Host: localhost', 'Host: b.example')).toBe(400)
    expect(await statusFor(edge, 'Host: localhost', 'hOST: localhost')).toBe(400)
  })

  it('must be given in HTTP/1.1, whatever else names one', async () => {
    const edge = await startEdge({ trustProxy: 'loopback' })
    expect(await statusFor(edge, 'X-Forwarded-Host: localhost')).toBe(400)
    const whole = await edge.raw('GET http://localhost/things HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(whole).toContain('HTTP/1.1 400 ')
    expect(await edge.raw('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).toContain('HTTP/1.1 400 ')
  })

  it('apply to HTTP/1.0 too, which may omit it', async () => {
    const open = await startEdge()
    expect(await open.raw('GET /things HTTP/1.0\r\n\r\n')).toContain('HTTP/1.1 200 OK')
    expect(await open.raw('GET /things HTTP/1.0\r\nHost: evil.example\r\n\r\n')).toContain('HTTP/1.1 421 ')
    const listed = await startEdge({ allowedHosts: ['a.example'] })
    expect(lastAnswer(await listed.raw('GET /things HTTP/1.0\r\n\r\n')).error.code).toBe('host_not_allowed')
  })

  it('are checked in the request line if it has a full URL', async () => {
    const { raw } = await startEdge({ allowedHosts: ['a.example'] })
    const request = (url: string, host: string): Promise<string> =>
      raw(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(await request('http://a.example/things', 'b.example')).toContain('HTTP/1.1 200 OK')
    expect(await request('http://b.example/things', 'a.example')).toContain('HTTP/1.1 421 ')
    expect(await request('http://a.example@b.example/things', 'a.example')).toContain('HTTP/1.1 400 ')
  })

  it('use X-Forwarded-Host only from trusted proxies', async () => {
    const trusting = await startEdge({ allowedHosts: ['a.example'], trustProxy: 'loopback' })
    expect(await statusFor(trusting, 'Host: internal', 'X-Forwarded-Host: a.example')).toBe(200)
    expect(await statusFor(trusting, 'Host: internal', 'X-Forwarded-Host: evil.example, a.example')).toBe(200)
    expect(await statusFor(trusting, 'Host: a.example', 'X-Forwarded-Host: evil.example')).toBe(421)
    const others = await startEdge({ allowedHosts: ['a.example'], trustProxy: ['10.0.0.0/8'] })
    expect(await statusFor(others, 'Host: a.example', 'X-Forwarded-Host: evil.example')).toBe(200)
    expect(await statusFor(others, 'Host: internal', 'X-Forwarded-Host: a.example')).toBe(421)
  })

  it('do not affect health checks, which use an IP address', async () => {
    const { call } = await startEdge({ allowedHosts: ['a.example'] })
    expect((await call('/healthz')).status).toBe(200)
  })

  it('are validated at startup', () => {
    const log = createLogger({ level: 'silent' })
    expect(() => createServer({ log, allowedHosts: ['https://a.example'] })).toThrow('server.allowedHosts')
  })
})
