import { onEachDatabase } from '@quirecms/testkit'
import { defineConfig, UnrecoverableError, job } from 'quirecms'
import { expect, it, onTestFinished } from 'vitest'

const told: { say?: (done: number) => void; gate?: Promise<void> } = {}
const input = { type: 'object', properties: { shop: { type: 'string' } } } as const

const config = defineConfig({
  collections: {},
  log: { level: 'silent' },
  jobs: {
    hangs: job({
      timeout: 50,
      retryAfter: [],
      run: ({ progress }) => {
        told.say = (done) => progress(done)
        return new Promise(() => undefined)
      },
    }),
    waits: job({
      run: async ({ progress }) => {
        progress(1, 2)
        await told.gate
      },
    }),
    complains: job({
      input,
      run: () => {
        const issues = [{ code: 'custom', path: 'shop', message: 'y'.repeat(1_000_000) }] as const
        throw new UnrecoverableError('x'.repeat(1_000_000), { issues })
      },
    }),
    promises: job({ input, replace: true, key: (async () => 'a key') as unknown as () => string, run: () => 'done' }),
  },
})

onEachDatabase('a careless job', { config, jobs: false }, (app) => {
  const system = () => app().app.local.asSystem()

  it('cannot report progress after its attempt has ended', { tags: ['release'] }, async () => {
    const { id } = await system().jobs.hangs()
    await app().app.runJobs()
    expect(await system().queue.read(id)).toMatchObject({ status: 'failed', progress: null })
    told.say?.(7)
    // Progress of another job is stored a moment later.
    const { promise, resolve } = Promise.withResolvers<void>()
    told.gate = promise
    onTestFinished(() => resolve())
    const { id: other } = await system().jobs.waits()
    const running = app().app.runJobs()
    await expect.poll(async () => (await system().queue.read(other)).progress).toMatchObject({ done: 1 })
    resolve()
    await running
    expect((await system().queue.read(id)).progress).toBeNull()
  })

  it('fails with a message that can be stored', async () => {
    const { id } = await system().jobs.complains()
    await app().app.runJobs()
    const { error } = await system().queue.read(id)
    expect(error).toMatchObject({ message: 'x'.repeat(2_000), issues: [{ message: 'y'.repeat(2_000) }] })
  })

  it('is not queued with an undefined key, which all would share', async () => {
    await expect(system().jobs.promises({ shop: 'one' })).rejects.toThrow('not a promise')
    const wrong = { key: { shop: 'one' } as unknown as string }
    await expect(system().jobs.complains({}, wrong)).rejects.toMatchObject({
      code: 'validation',
      issues: [{ path: 'key', code: 'type' }],
    })
    expect((await system().queue.list({ status: 'pending' })).docs).toEqual([])
    await system().jobs.complains({}, { key: 7 as unknown as string })
    expect((await system().queue.list({ status: 'pending' })).docs).toMatchObject([{ key: '7' }])
  })
})
