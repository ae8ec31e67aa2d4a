import { type Purge, purge, url as cacheAt } from '@quire/purge'
import { purgeApi } from '@quire/purge/api'
import { createTestApp } from '@quire/testkit'
import { collection, defineConfig, f } from 'quire'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { startCache } from './shared-cache.ts'

const SECRET = 'of the cache'
const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }

const dialects = ['sqlite', 'postgres'] as const

describe.each(dialects)('a cache that is away for a moment (%s)', (dialect) => {
  it('costs a change one attempt, however many others there are', async () => {
    const cache = await startCache(() => [], SECRET)
    onTestFinished(() => cache.close())
    let asked = 0
    cache.answer = () => {
      asked += 1
      return 503
    }
    const config = defineConfig({
      server: { rateLimit: false, cacheTags: { header: 'Cache-Tag' } },
      plugins: [
        purge({
          to: cacheAt({ url: cache.url, secret: SECRET, privateNetwork: true }),
          collect: '500ms',
          retryAfter: ['1h', '1h'],
        }),
      ],
      collections: {
        users: collection({ auth: true, fields: {} }),
        authors: collection({ fields: { name: f.text() }, access: open }),
      },
      admin: { users: 'users' },
    })
    const app = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
    onTestFinished(() => app.close())
    const local = app.local.asSystem()
    const log = local.plugin(purgeApi)
    const authors = local.collection('authors')
    for (let number = 0; number < 8; number += 1) await authors.create({ name: String(number) })
    const attempts = async () =>
      (await log.purges({ limit: 50 })).docs.map((one: Purge) => [one.status, one.attempts] as const)
    await vi.waitFor(
      async () => expect(Math.min(...(await attempts()).map(([, count]: readonly [string, number]) => count))).toBe(1),
      10_000,
    )
    // A later change is told of by itself, and those before it wait for their turn.
    await authors.create({ name: 'later' })
    await vi.waitFor(async () => expect((await attempts())[0]).toEqual(['pending', 1]), 10_000)
    expect(await attempts()).toEqual(Array.from({ length: 9 }, () => ['pending', 1]))
    expect(asked).toBeLessThan(9)
    // Whoever mended the cache need not wait.
    cache.answer = () => undefined
    expect(await log.retry()).toEqual({ retried: 9 })
    await vi.waitFor(async () => expect((await log.purges({ status: 'purged' })).docs).toHaveLength(9), 10_000)
  })
})
