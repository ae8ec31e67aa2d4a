import { createTestApp, describeEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, job, sqlite } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { ownTime } from '../../setup/own-time.ts'

/** Transaction timeout of requests: enough for a write on a busy machine. */
const LIMIT = 2_000

const time = ownTime()

const config = defineConfig({
  // The tests put a database of their own in its place; the limit stays.
  database: sqlite(':memory:', { transactionTimeout: LIMIT }),
  collections: { notes: collection({ fields: { text: f.text() } }) },
  jobs: {
    slow: job({
      run: async ({ local }) => {
        await local.asSystem().transaction(async (within) => {
          await within.collections['notes']?.['create']({ text: 'first' })
          time.pass(4 * LIMIT)
          await within.collections['notes']?.['create']({ text: 'second' })
        })
      },
    }),
    hangs: job({
      timeout: 200,
      retryAfter: [],
      run: ({ local }) => local.asSystem().transaction(() => new Promise<void>(() => {})),
    }),
  },
})

describeEachDatabase('a transaction of a job on %s', (dialect) => {
  const start = async () => {
    const test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), jobs: false })
    onTestFinished(() => test.close())
    return { app: test.app, system: test.app.local.asSystem() }
  }

  it('may take as long as the job, longer than that of a request', async () => {
    const { app, system } = await start()
    const { id } = await system.jobs.slow()
    await app.runJobs()
    expect(await system.queue.read(id)).toMatchObject({ status: 'completed' })
    expect(await system.collections.notes.count()).toEqual({ count: 2 })
  })

  it('ends with the job, so that others can write', async () => {
    const { app, system } = await start()
    const { id } = await system.jobs.hangs()
    await app.runJobs()
    expect(await system.queue.read(id)).toMatchObject({ status: 'failed', error: { code: 'timeout' } })
    await system.collections.notes.create({ text: 'afterwards' })
    expect(await system.collections.notes.count()).toEqual({ count: 1 })
  })
})
