import { randomUUID } from 'node:crypto'
import { createTestApp, createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { type App, createApp, createLogger, defineConfig, job, type QuireConfig } from 'quirecms'
import { expect, inject, it, onTestFinished, test } from 'vitest'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const ran: string[] = []

const scheduled = (schedule: { cron: string; timezone?: string; missed?: 'once' | 'skip' }) =>
  defineConfig({
    collections: {},
    jobs: { nightly: job({ schedule, run: ({ runAt }) => void ran.push(runAt) }) },
  })

describeEachDatabase('schedules on %s', (dialect) => {
  /** Instances on one database, with an adjustable clock. */
  async function open(config: QuireConfig, start: string, instances = 1) {
    ran.splice(0)
    const time = { now: Date.parse(start) }
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    const log = createLogger({ level: 'silent' })
    const apps: App[] = []
    const begin = async (other: QuireConfig = config) => {
      const options = { jobs: false, log, clock: () => new Date(time.now) }
      const app = await createApp({ ...other, database: database.config }, options)
      apps.push(app)
      return app
    }
    onTestFinished(async () => {
      for (const app of apps) await app.close()
      await database.remove()
    })
    for (let count = 0; count < instances; count += 1) await begin()
    const runJobs = async () => {
      await Promise.all(apps.map((app) => app.runJobs()))
      // Runs all due work.
      await Promise.all(apps.map((app) => app.runJobs()))
    }
    const jobs = async () => (await apps[0]?.local.asSystem().queue.list())?.docs ?? []
    return { time, runJobs, begin, apps, jobs }
  }

  it('runs each time once, on any number of instances, and after clocks were set back', async () => {
    const { time, runJobs, jobs } = await open(scheduled({ cron: '0 3 * * *' }), '2026-03-01T12:00:00Z', 3)
    await runJobs()
    expect(await jobs()).toMatchObject([
      { job: 'nightly', status: 'pending', runAt: '2026-03-02T03:00:00.000Z', isScheduled: true, key: null },
    ])
    time.now = Date.parse('2026-03-02T03:00:00Z')
    await runJobs()
    expect(ran).toEqual(['2026-03-02T03:00:00.000Z'])
    time.now -= HOUR
    await runJobs()
    time.now += HOUR
    await runJobs()
    expect(ran).toEqual(['2026-03-02T03:00:00.000Z'])
    time.now += 24 * HOUR
    await runJobs()
    expect(ran).toEqual(['2026-03-02T03:00:00.000Z', '2026-03-03T03:00:00.000Z'])
  })

  it('removes runs that a wrong clock had planned', async () => {
    const { time, runJobs, jobs } = await open(scheduled({ cron: '0 3 * * *' }), '2040-03-01T12:00:00Z')
    await runJobs()
    time.now = Date.parse('2026-03-01T12:00:00Z')
    await runJobs()
    expect((await jobs()).map(({ runAt }) => runAt)).toEqual(['2026-03-02T03:00:00.000Z'])
  })

  it.each(['once', 'skip'] as const)('runs what was missed: %s', async (missed) => {
    const { time, runJobs, jobs } = await open(scheduled({ cron: '0 * * * *', missed }), '2026-03-01T12:30:00Z')
    await runJobs()
    // For five hours, nothing runs.
    time.now += 5 * HOUR
    await runJobs()
    expect(ran).toEqual(missed === 'once' ? ['2026-03-01T13:00:00.000Z'] : [])
    expect((await jobs()).map(({ status }) => status).toSorted()).toEqual(
      missed === 'once' ? ['completed', 'pending'] : ['cancelled', 'pending'],
    )
    time.now += 30 * MINUTE
    await runJobs()
    expect(ran.at(-1)).toBe('2026-03-01T18:00:00.000Z')
  })

  it('skips a cancelled run, however soon finished ones are deleted', async () => {
    const config = { ...scheduled({ cron: '0 3 * * *' }), queue: { keepFor: '1m', keepAtMost: 1 } as const }
    const { time, runJobs, apps, jobs } = await open(config, '2026-03-01T12:00:00Z')
    await runJobs()
    await apps[0]?.local.asSystem().queue.cancel((await jobs())[0]?.id ?? '')
    time.now += HOUR
    await runJobs()
    expect(await jobs()).toMatchObject([{ status: 'cancelled', runAt: '2026-03-02T03:00:00.000Z' }])
    time.now = Date.parse('2026-03-02T03:00:00Z')
    await runJobs()
    time.now += HOUR
    await runJobs()
    expect(ran).toEqual([])
    expect(await jobs()).toMatchObject([{ status: 'pending', runAt: '2026-03-03T03:00:00.000Z' }])
  })

  it('restores a run that was cancelled too early, and runs an overdue one at once', async () => {
    const { time, runJobs, apps, jobs } = await open(scheduled({ cron: '0 3 * * *' }), '2026-03-01T12:00:00Z')
    await runJobs()
    const queue = apps[0]?.local.asSystem().queue
    const id = (await jobs())[0]?.id ?? ''
    await queue?.cancel(id)
    expect(await queue?.retry(id)).toMatchObject({
      status: 'pending',
      runAt: '2026-03-02T03:00:00.000Z',
      isScheduled: true,
    })
    await runJobs()
    expect(ran).toEqual([])
    await queue?.cancel(id)
    time.now = Date.parse('2026-03-02T04:00:00Z')
    await queue?.retry(id)
    await runJobs()
    expect(ran).toEqual(['2026-03-02T04:00:00.000Z'])
    time.now = Date.parse('2026-03-03T03:00:00Z')
    await runJobs()
    expect(ran).toEqual(['2026-03-02T04:00:00.000Z', '2026-03-03T03:00:00.000Z'])
  })

  it('follows a changed schedule', async () => {
    const { time, runJobs, apps, begin, jobs } = await open(scheduled({ cron: '0 3 * * *' }), '2026-03-01T12:00:00Z')
    await runJobs()
    await apps.pop()?.close()
    await begin(scheduled({ cron: '0 5 * * *' }))
    await runJobs()
    expect((await jobs()).map(({ runAt }) => runAt)).toEqual(['2026-03-02T05:00:00.000Z'])
    time.now = Date.parse('2026-03-02T05:00:00Z')
    await runJobs()
    expect(ran).toEqual(['2026-03-02T05:00:00.000Z'])
  })
})

test('schedules follow the local time of their zone, across clock changes', async () => {
  const time = { now: 0 }
  const config = defineConfig({
    collections: {},
    jobs: {
      early: job({ schedule: { cron: '30 2 * * *', timezone: 'Europe/Berlin' }, run: () => undefined }),
      hourly: job({ schedule: { cron: '0 * * * *', timezone: 'Europe/Berlin' }, run: () => undefined }),
    },
  })
  const actors = { ann: { id: randomUUID(), collection: 'users' } }
  const app = await createTestApp(config, { clock: () => new Date(time.now), jobs: false, actors })
  onTestFinished(() => app.close())
  const next = async (start: string) => {
    time.now = Date.parse(start)
    const { jobs } = await app.app.local.asSystem().queue.definitions()
    return jobs.map(({ schedule }) => schedule?.next)
  }
  // 2:30 does not exist that night: clocks are set forward.
  expect((await next('2026-03-28T12:00:00Z'))[0]?.slice(0, 2)).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
  // It occurs twice and counts once; hourly schedules run in both.
  expect(await next('2026-10-24T23:30:00Z')).toEqual([
    [
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
      ...[27, 28, 29].map((day) => `2026-10-${day}T01:30:00.000Z`),
    ],
    [0, 1, 2, 3, 4].map((hour) => `2026-10-25T0${hour}:00:00.000Z`),
  ])
})
