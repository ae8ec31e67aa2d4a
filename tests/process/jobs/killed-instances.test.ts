// @module-tag release
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, describeEachDatabase, must } from '@quirecms/testkit'
import { createApp, createLogger } from 'quirecms'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { installedProgram } from '../cli/installed-quire.ts'
import { workshop } from './instance.ts'

/** Each is killed once, while another one runs and a third one starts. */
const INSTANCES = 2
const POLL = { timeout: 60_000, interval: 100 }

describeEachDatabase('jobs on instances over %s', (dialect) => {
  const children = new Set<ChildProcess>()
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let app: Awaited<ReturnType<typeof createApp<typeof workshop>>>

  beforeAll(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
    const log = createLogger({ level: 'silent' })
    app = await createApp({ ...workshop, database: database.config }, { jobs: false, log })
    await Promise.all(Array.from({ length: INSTANCES }, start))
    return async () => {
      for (const child of children) child.kill('SIGKILL')
      await app.close()
      await database.remove()
    }
  }, 300_000)
  afterAll(() => children.clear())

  async function start() {
    const child = fork(installedProgram(new URL('instance.ts', import.meta.url)), [JSON.stringify(database.config)], {
      execArgv: [],
    })
    children.add(child)
    child.on('exit', () => children.delete(child))
    await once(child, 'message')
    return child
  }

  async function killOne() {
    const all = [...children]
    const victim = must(all[Math.floor(Math.random() * all.length)], 'instance')
    children.delete(victim)
    victim.kill('SIGKILL')
    void start()
  }

  const marksOf = async (who: string, what: string) => {
    const { docs } = await app.local.asSystem().collections.marks.find({
      where: { who: { equals: who }, what: { equals: what } },
      limit: 100,
      sort: 'createdAt',
    })
    return docs.map(({ n }) => n)
  }

  test('take effect once, and in order for each key, whichever instances are killed', async () => {
    const { jobs } = app.local.asSystem()
    const numbers = Array.from({ length: 12 }, (_, n) => n)
    for (const n of numbers) {
      await jobs.once({ who: 'all', n })
      for (const who of ['ann', 'bob']) await jobs.inTurn({ who, n })
    }
    for (let killed = 0; killed < INSTANCES; killed += 1) {
      await sleep(Math.random() * 400)
      await killOne()
    }
    const { records } = app.storage.reader
    const completed = () => records.count('jobs', { status: 'completed' })
    await expect.poll(completed, POLL).toBe(3 * numbers.length)
    expect((await marksOf('all', 'once')).toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers)
    for (const who of ['ann', 'bob']) {
      expect(await marksOf(who, 'done')).toEqual(numbers)
      // One at a time: each begins after the previous one has ended, on any instance.
      const { docs } = await app.local.asSystem().collections.marks.find({
        where: { who: { equals: who } },
        limit: 100,
        sort: ['createdAt', 'id'],
      })
      const order = docs.map(({ n }) => Number(n))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  })

  test('are cancelled while they run, and return to the queue on SIGTERM', async () => {
    const system = app.local.asSystem()
    const { id } = await system.jobs.endless()
    await expect.poll(() => marksOf(id, 'begun'), POLL).toHaveLength(1)
    expect(await system.queue.cancel(id)).toMatchObject({ status: 'cancelled' })

    const { id: other } = await system.jobs.endless()
    await expect.poll(() => marksOf(other, 'begun'), POLL).toHaveLength(1)
    // Its instance releases it and another one takes it: that is no further attempt.
    for (const child of children) child.kill('SIGTERM')
    await expect.poll(async () => (await system.queue.read(other)).status, POLL).toBe('pending')
    expect(await system.queue.read(other)).toMatchObject({ attempts: 0, error: null })
    await expect.poll(() => children.size, POLL).toBe(0)
    await start()
    await expect.poll(() => marksOf(other, 'begun'), POLL).toHaveLength(2)
    await system.queue.cancel(other)
  })
})

test.runIf(process.env['DEADLY'])(
  'a job that crashes every instance fails after ten',
  async () => {
    const database = await createTestDatabase('sqlite')
    const log = createLogger({ level: 'silent' })
    const app = await createApp({ ...workshop, database: database.config }, { jobs: false, log })
    const { id } = await app.local.asSystem().jobs.deadly()
    const status = async () => (await app.local.asSystem().queue.read(id)).status
    while ((await status()) !== 'failed') {
      const child = fork(installedProgram(new URL('instance.ts', import.meta.url)), [JSON.stringify(database.config)], {
        execArgv: [],
      })
      await Promise.race([once(child, 'exit'), expect.poll(status, POLL).toBe('failed')])
      child.kill('SIGKILL')
    }
    expect(await app.local.asSystem().queue.read(id)).toMatchObject({ attempts: 10, error: { code: 'unavailable' } })
    await app.close()
    await database.remove()
  },
  120_000,
)
