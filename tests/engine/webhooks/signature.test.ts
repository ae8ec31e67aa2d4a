import { verifyWebhook, webhooks } from '@quirecms/webhooks'
import { ConfigurationError, createApp, defineConfig } from 'quirecms'
import { expect, test } from 'vitest'
import { newsroom } from './newsroom.ts'
import { NEXT_SECRET, SECRET } from './receiver.ts'

// The example of the Standard Webhooks specification.
const genuine = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  body: '{"test": 2432232314}',
  now: 1_614_265_330_000,
}

test('a signature is valid for its bytes, id, time and secret', () => {
  const { headers } = genuine
  expect(verifyWebhook(genuine)).toBe(true)
  expect(verifyWebhook({ ...genuine, headers: new Headers(headers) })).toBe(true)
  expect(verifyWebhook({ ...genuine, body: Buffer.from(genuine.body) })).toBe(true)
  expect(verifyWebhook({ ...genuine, secret: [NEXT_SECRET, genuine.secret] })).toBe(true)
  const several = `v1,AAAA v2,x ${headers['webhook-signature']}`
  expect(verifyWebhook({ ...genuine, headers: { ...headers, 'webhook-signature': several } })).toBe(true)
  for (const wrong of [
    { ...genuine, body: '{"test":2432232314}' },
    { ...genuine, secret: NEXT_SECRET },
    { ...genuine, now: genuine.now + 301_000 },
    { ...genuine, now: genuine.now - 301_000 },
    { ...genuine, headers: { ...headers, 'webhook-id': 'msg_other' } },
    { ...genuine, headers: { ...headers, 'webhook-timestamp': '1614265331' } },
    { ...genuine, headers: { ...headers, 'webhook-signature': '' } },
    { ...genuine, headers: {} },
  ])
    expect(verifyWebhook(wrong)).toBe(false)
  expect(() => verifyWebhook({ ...genuine, secret: 'whsec_short' })).toThrow('24 to 64 bytes')
})

test('invalid options are reported at startup, all of them, and without the secret', () => {
  const endpoint = { url: 'https://example.com/', secret: SECRET }
  const problems = (endpoints: object, more: object = {}): string[] => {
    try {
      webhooks({ endpoints, ...more } as Parameters<typeof webhooks>[0])
      return []
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      expect(error.message).not.toContain('hush')
      return error.problems.map(({ place }) => place)
    }
  }
  expect(problems({ one: endpoint })).toEqual([])
  expect(problems({})).toEqual(['webhooks.endpoints'])
  expect(problems({ one: { ...endpoint, url: 'http://example.com/hush' } })).toEqual(['webhooks.endpoints.one.url'])
  expect(problems({ one: { ...endpoint, url: 'https://a:hush@example.com/' } })).toEqual(['webhooks.endpoints.one.url'])
  expect(problems({ One: { ...endpoint, secret: 'hush' } })).toEqual([
    'webhooks.endpoints.One',
    'webhooks.endpoints.One.secret',
  ])
  expect(problems({ one: { ...endpoint, collection: ['posts'] } }, { timeOut: '1s', log: { keep: '1d' } })).toEqual([
    'webhooks.timeOut',
    'webhooks.log.keep',
    'webhooks.endpoints.one.collection',
  ])
  expect(problems({ one: { ...endpoint, headers: { 'webhook-id': 'x', ok: 'a\r\nb' } } })).toHaveLength(2)
  expect(
    problems({ one: endpoint }, { timeout: '2m', concurrency: 0, retryAfter: ['soon'], log: { max: -1 } }),
  ).toEqual(['webhooks.retryAfter.0', 'webhooks.concurrency', 'webhooks.log.max', 'webhooks.timeout'])
})

test('filters must name existing collections and events', async () => {
  const config = newsroom('http://127.0.0.1:9/')
  const endpoints = { one: { url: 'https://example.com/', secret: SECRET, collections: ['articles', 'posts'] } }
  const started = createApp(defineConfig({ ...config, plugins: [webhooks({ endpoints })] }))
  await expect(started).rejects.toThrow('webhooks.endpoints.one.collections: there is no "posts"')
})
