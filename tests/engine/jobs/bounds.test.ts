import { randomUUID } from 'node:crypto'
import type { Call, Feature } from '@quirecms/core'
import { createTestApp, createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, job } from 'quirecms'
import { expect, inject, it, onTestFinished, test } from 'vitest'

const DAY = 86_400_000
const log = createLogger({ level: 'silent' })

describeEachDatabase('stored jobs on %s', (dialect) => {
  const small = defineConfig({
    collections: { things: collection({ fields: {} }) },
    jobs: { work: job({ input: { type: 'object' }, run: () => 'done' }) },
    queue: { keepFor: '1d', keepAtMost: 3, maxWaiting: 5 },
  })
  const forgotten: unknown[] = []
  /** A feature with a job, like built-in ones. */
  const pack: Feature<Call> = {
    name: 'pack',
    for: ({ slug }) => slug === 'things',
    adds: () => ({
      namedJobs: [
        {
          name: 'pack',
          input: { type: 'object', properties: { size: { type: 'integer' } } },
          run: async ({ call, input, progress }) => {
            progress(1, 1)
            return { slug: call.entity.slug, size: input['size'] ?? null, for: call.caller.system }
          },
          forget: ({ id, result }) => void forgotten.push([id, result]),
        },
      ],
    }),
  }

  it('are limited in number and in time, and so are pending ones', async () => {
    const time = { now: Date.parse('2026-03-01T12:00:00Z') }
    const app = await createTestApp(small, {
      dialect,
      postgresUrl: inject('postgresUrl'),
      clock: () => new Date(time.now),
      jobs: false,
      features: [pack],
    })
    onTestFinished(() => app.close())
    const system = app.app.local.asSystem()
    const total = async () => (await system.queue.list()).pagination.totalDocs
    for (let count = 0; count < 5; count += 1) await system.jobs.work()
    await expect(system.jobs.work()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    await app.app.runJobs()
    time.now += 1
    await app.app.runJobs()
    // Records with the same end time as the last kept one stay, too.
    expect(await total()).toBe(5)
    const { id } = await system.jobs['pack' as 'work']({ size: 2 })
    await app.app.runJobs()
    expect(await system.queue.read(id)).toMatchObject({
      job: 'pack',
      status: 'completed',
      progress: { done: 1, total: 1, note: null },
      result: { slug: 'service', size: 2, for: true },
    })
    // Others that end later don't displace it.
    for (let count = 0; count < 4; count += 1) {
      time.now += 1
      await system.jobs.work()
      await app.app.runJobs()
    }
    time.now += 1
    await app.app.runJobs()
    expect([await total(), forgotten]).toEqual([4, []])
    time.now += 2 * DAY
    await app.app.runJobs()
    expect(await total()).toBe(0)
    expect(forgotten).toEqual([[id, { slug: 'service', size: 2, for: true }]])
    await expect(system.queue.read(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describeEachDatabase('the share of a client on %s', (dialect) => {
  it('is a tenth of the queue, except for jobs that replace others', async () => {
    const everybody = { queue: () => true }
    const input = { type: 'object', properties: { room: { type: 'string' } } } as const
    const config = defineConfig({
      collections: {},
      jobs: {
        work: job({ access: everybody, run: () => 'done' }),
        tidy: job({ input, key: ({ input: { room } }) => room, replace: true, access: everybody, run: () => 'done' }),
      },
      queue: { maxWaiting: 20 },
    })
    const actors = { ann: { id: randomUUID(), collection: 'users' }, bob: { id: randomUUID(), collection: 'users' } }
    const app = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), jobs: false, actors })
    onTestFinished(() => app.close())
    const post = async (as: string | undefined, name = 'work', body: object = {}) =>
      (await app.request('POST', `/api/jobs/${name}`, { as, body })).status
    for (const as of ['ann', 'bob', undefined])
      expect([await post(as, 'tidy', { input: { room: String(as) } }), await post(as), await post(as)]).toEqual([
        201, 201, 429,
      ])
    expect(await post('ann', 'tidy', { input: { room: 'ann' } })).toBe(201)
    const refused = await app.request('POST', '/api/jobs/work', { as: 'ann', body: {} })
    expect(refused.body.error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('cancel some') })
    // The rest is for the application itself; a job with a taken key needs no place.
    const system = app.app.local.asSystem()
    for (let count = 6; count < 20; count += 1) await system.jobs.work()
    await expect(system.jobs.work()).rejects.toMatchObject({ code: 'unavailable' })
    await system.jobs.tidy({ room: 'ann' })
  })
})

test('write-only input is never shown, and a schema that would show it is refused', async () => {
  const codes = { type: 'array', items: { type: 'string', writeOnly: true } } as const
  const withInput = (input: Readonly<Record<string, unknown>>) =>
    defineConfig({ collections: {}, jobs: { work: job({ input, run: () => 'done' }) } })
  const app = await createTestApp(
    withInput({ type: 'object', properties: { codes, lists: { type: 'array', items: codes } } }),
    { jobs: false },
  )
  onTestFinished(() => app.close())
  const system = app.app.local.asSystem()
  const { id } = await system.jobs.work({ codes: ['1', '2'], lists: [['3'], []] })
  expect((await system.queue.read(id)).input).toEqual({ codes: [], lists: [[], []] })
  await expect(createTestApp(withInput({ type: 'object', writeOnly: true }))).rejects.toThrow('as a whole')
})

test('an input that the job no longer accepts ends it, with the reason', async () => {
  const database = await createTestDatabase('sqlite')
  onTestFinished(() => database.remove())
  const withSchema = (input: Readonly<Record<string, unknown>>) =>
    defineConfig({ collections: {}, database: database.config, jobs: { work: job({ input, run: () => 'done' }) } })
  const before = await createApp(withSchema({ type: 'object' }), { jobs: false, log })
  const { id } = await before.local.asSystem().jobs.work({ size: 'large' })
  const { id: gone } = await before.local.asSystem().jobs.work({})
  await before.close()
  const after = await createApp(
    withSchema({ type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] }),
    { jobs: false, log },
  )
  onTestFinished(() => after.close())
  await after.runJobs()
  expect(await after.local.asSystem().queue.read(id)).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { code: 'validation', issues: [{ code: 'type', path: 'size' }] },
  })
  expect((await after.local.asSystem().queue.read(gone)).error?.issues).toMatchObject([{ code: 'required' }])
})

test('a job that is cancelled while it runs gets a stop signal, and its results are discarded', async () => {
  const began = Promise.withResolvers<AbortSignal>()
  const ended = Promise.withResolvers<unknown>()
  const config = defineConfig({
    collections: { things: collection({ fields: {} }) },
    jobs: {
      long: job({
        run: async ({ signal, local }) => {
          began.resolve(signal)
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          const refused = await local
            .collection('things')
            .create({})
            .then(String, (error: Error) => error.message)
          ended.resolve(refused)
        },
      }),
    },
  })
  const app = await createTestApp(config)
  onTestFinished(() => app.close())
  const system = app.app.local.asSystem()
  const { id } = await system.jobs.long()
  const signal = await began.promise
  await system.queue.cancel(id)
  await expect.poll(() => signal.aborted).toBe(true)
  expect(await ended.promise).toContain('has ended')
  expect(await system.queue.read(id)).toMatchObject({ status: 'cancelled', error: null, result: null })
  expect((await system.collections.things.count()).count).toBe(0)
})
