import { type Purge, purge, type PurgeOptions, url as cacheAt } from '@quirecms/purge'
import { purgeApi } from '@quirecms/purge/api'
import { QUEUE } from '@quirecms/core'
import { createTestApp, describeEachDatabase, type TestAppOptions } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startCache } from './shared-cache.ts'

const SECRET = 'of the cache'
const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }

/** An application whose cache waits for the test's response. */
async function start(purging: Partial<PurgeOptions>, options: TestAppOptions) {
  const cache = await startCache(() => [], SECRET)
  onTestFinished(() => cache.close())
  cache.answer = () => 503
  const config = defineConfig({
    server: { rateLimit: false, cacheTags: { header: 'Cache-Tag' } },
    plugins: [purge({ to: cacheAt({ url: cache.url, secret: SECRET, privateNetwork: true }), ...purging })],
    collections: {
      users: collection({ auth: true, fields: {} }),
      authors: collection({ fields: { name: f.text() }, access: open }),
    },
    admin: { users: 'users' },
  })
  const test = await createTestApp(config, { ...options, postgresUrl: inject('postgresUrl') })
  onTestFinished(() => test.close())
  const { app } = test
  const system = test.local.asSystem()
  const log = system.plugin(purgeApi)
  const attempts = async () =>
    (await log.purges({ limit: 50 })).docs.map((one: Purge) => [one.status, one.attempts] as const)
  return { app, cache, log, attempts, authors: system.collection('authors') }
}

describeEachDatabase('a cache with a short outage (%s)', (dialect) => {
  it('costs a change one attempt, whatever the number of others', async () => {
    let asked = 0
    const { cache, log, attempts, authors } = await start({ collect: '500ms', retryAfter: ['1h', '1h'] }, { dialect })
    cache.answer = () => {
      asked += 1
      return 503
    }
    for (let number = 0; number < 8; number += 1) await authors.create({ name: String(number) })
    await expect
      .poll(async () => Math.min(...(await attempts()).map(([, count]: readonly [string, number]) => count)))
      .toBe(1)
    // A later change has a unit of work of its own; earlier ones wait for their retry.
    await authors.create({ name: 'later' })
    await expect.poll(async () => (await attempts())[0]).toEqual(['pending', 1])
    expect(await attempts()).toEqual(Array.from({ length: 9 }, () => ['pending', 1]))
    expect(asked).toBeLessThan(9)
    // After repairing the cache, an operator can retry at once.
    cache.answer = () => undefined
    expect(await log.retry()).toEqual({ retried: 9 })
    await expect.poll(async () => (await log.purges({ status: 'purged' })).docs).toHaveLength(9)
  })

  it('retries each document at its own time', async () => {
    const MINUTE = 60_000
    const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
    let runs = 0
    const { app, cache, log, attempts, authors } = await start(
      { collect: 0, retryAfter: ['1h', '1h', '1h'] },
      { dialect, clock: () => new Date(time.now), jobs: false, onStatement: (sql) => (runs += isClaim(sql) ? 1 : 0) },
    )
    const queued = async () => (await app.storage.reader.records.find(QUEUE.name, {})).length
    const documents = 12
    for (let number = 0; number < documents; number += 1) {
      await authors.create({ name: String(number) })
      await app.runJobs()
      time.now += MINUTE
    }
    expect([runs, await queued()]).toEqual([documents, documents])
    time.now += (60 - documents) * MINUTE
    for (let number = 0; number < documents; number += 1) {
      await app.runJobs()
      time.now += MINUTE
    }
    expect(await attempts()).toEqual(Array.from({ length: documents }, () => ['pending', 2]))
    expect(runs).toBe(2 * documents)
    // Repeated retries share one job.
    for (let number = 0; number < 2; number += 1) {
      expect(await log.retry()).toEqual({ retried: documents })
      await app.runJobs()
      expect([await queued(), await attempts()]).toEqual([
        documents + 1,
        Array.from({ length: documents }, () => ['pending', 1]),
      ])
    }
    cache.answer = () => undefined
    expect(await log.retry()).toEqual({ retried: documents })
    await app.runJobs()
    expect(await attempts()).toEqual(Array.from({ length: documents }, () => ['purged', 1]))
    expect([await queued(), cache.purges.length]).toEqual([0, 1])
  })

  it('is purged of changes after earlier purges had failed for good', async () => {
    const { app, cache, attempts, authors } = await start({ collect: 0, retryAfter: ['1h'] }, { dialect, jobs: false })
    const { id } = await authors.create({ name: 'Ann' })
    const givenUp = { status: 'failed', finishedAt: '2026-03-01T12:00:00.000Z', dueAt: null } as const
    await app.storage.transaction(({ records }) => records.update(QUEUE.name, {}, givenUp))
    cache.answer = () => undefined
    await app.runJobs()
    expect(await attempts()).toEqual([['pending', 0]])
    await authors.update(String(id), { name: 'Bea' })
    await app.runJobs()
    expect(await attempts()).toEqual(Array.from({ length: 2 }, () => ['purged', 1]))
  })
})

/** The statement that claims work: sets the start time and keeps the due time. */
function isClaim(sql: string): boolean {
  return /^update .*jobs.* set /i.test(sql) && sql.includes('started_at') && !sql.includes('run_at')
}
