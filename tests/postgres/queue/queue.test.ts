import type { Call, QueuedWork } from '@quirecms/core'
import { QUEUE, queuedWorkOf } from '@quirecms/core'
import { createTestApp, describeEachDatabase, must } from '@quirecms/testkit'
import { QuireError } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { chores, config, leaveMark, leaveMarkAlone } from '../../engine/queue/chores.ts'

const SECOND = 1_000
const START = Date.parse('2026-03-01T12:00:00.000Z')

type Run = Parameters<typeof chores>[0]

describeEachDatabase('queued work on %s', (dialect) => {
  /** An application with an adjustable clock that works on demand. */
  async function open(run: Run, now = START) {
    const time = { now }
    const test = await createTestApp(config, {
      dialect,
      postgresUrl: inject('postgresUrl'),
      features: [chores(run)],
      clock: () => new Date(time.now),
      jobs: false,
    })
    onTestFinished(() => test.close())
    const { records } = test.app.storage.reader
    return {
      test,
      time,
      queue: async (seconds: number) => {
        const runAt = new Date(time.now + seconds * SECOND).toISOString()
        const { body } = await test.request('POST', '/api/collections/chores/queue', { body: { runAt } })
        return String(body.id)
      },
      work: async (id: string): Promise<QueuedWork> =>
        queuedWorkOf(must((await records.find(QUEUE.name, { id }))[0], 'work')),
      marks: async () => (await test.app.local.collections.marks.count()).count,
      runJobs: () => test.app.runJobs(),
    }
  }

  it('waits for its time, runs once, and stores its outcome', async () => {
    const { time, queue, work, marks, runJobs } = await open(leaveMark)
    const id = await queue(3_600)
    expect(await work(id)).toMatchObject({ status: 'pending', attempts: 0, startedAt: null, finishedAt: null })
    time.now += 3_600 * SECOND - 1
    await runJobs()
    expect([await marks(), (await work(id)).status]).toEqual([0, 'pending'])
    time.now += 1
    await runJobs()
    const at = new Date(time.now).toISOString()
    expect(await work(id)).toMatchObject({
      status: 'completed',
      attempts: 1,
      startedAt: at,
      finishedAt: at,
      error: null,
    })
    time.now += 3_600 * SECOND
    await runJobs()
    expect(await marks()).toBe(1)
  })

  it('is attempted three times: at its time, after a second and after five', async () => {
    const attempts: number[] = []
    const { time, queue, work, marks, runJobs } = await open(async (call, one, complete) => {
      attempts.push(time.now - START)
      await leaveMark(call, one, async (unit) => {
        await complete(unit)
        throw new QuireError('validation', 'Not yet.', {
          issues: [{ code: 'required', path: 'a', message: 'Missing.' }],
        })
      })
    })
    const id = await queue(0)
    await runJobs()
    const error = { code: 'validation', message: 'Not yet.', issues: [{ code: 'required', path: 'a' }] }
    expect(await work(id)).toMatchObject({ status: 'pending', attempts: 1, finishedAt: null, error })
    for (const seconds of [0.999, 0.001, 4.999, 0.001, 60]) {
      time.now += seconds * SECOND
      await runJobs()
    }
    expect(attempts).toEqual([0, SECOND, 6 * SECOND])
    expect(await work(id)).toMatchObject({ status: 'failed', attempts: 3, error })
    // All attempts were rolled back.
    expect(await marks()).toBe(0)
  })

  it('does not reveal internal errors', async () => {
    const { queue, work, runJobs } = await open(async () => {
      throw new Error('password=hunter2')
    })
    const id = await queue(0)
    await runJobs()
    const { error } = await work(id)
    expect(error).toMatchObject({ code: 'internal' })
    expect(JSON.stringify(error)).not.toContain('hunter2')
  })

  it('is marked as done by the queue if the job does not do that', async () => {
    const { queue, work, marks, runJobs } = await open(leaveMarkAlone)
    const id = await queue(0)
    await runJobs()
    expect([await marks(), (await work(id)).status]).toEqual([1, 'completed'])
  })

  it('of a crashed instance is retried once its lease expires, but not forever', async () => {
    const { test, time, queue, work, marks, runJobs } = await open(leaveMark)
    const id = await queue(0)
    const died = (attempts: number) =>
      test.app.storage.transaction(({ records }) =>
        records.update(
          'jobs',
          { id },
          { status: 'running', lease: 'gone', attempts, dueAt: new Date(time.now + 5 * SECOND).toISOString() },
        ),
      )
    await died(3)
    await runJobs()
    expect([await marks(), (await work(id)).status]).toEqual([0, 'running'])
    time.now += 5 * SECOND
    await runJobs()
    expect([await marks(), (await work(id)).status, (await work(id)).attempts]).toEqual([1, 'completed', 4])
    await died(10)
    time.now += 5 * SECOND
    await runJobs()
    expect(await work(id)).toMatchObject({ status: 'failed', error: { code: 'unavailable' } })
    expect(await marks()).toBe(1)
  })

  it('that another instance took over is rolled back, and left to that instance', async () => {
    const { test, queue, work, marks, runJobs } = await open(async (call, one, complete) => {
      await leaveMark(call, one, async ({ tx, afterCommit, afterRollback }) => {
        await tx.records.update('jobs', { id: one.id }, { lease: 'of another instance' })
        await complete({ tx, afterCommit, afterRollback })
      })
    })
    const id = await queue(0)
    await runJobs()
    expect([await marks(), await work(id)]).toMatchObject([0, { status: 'running', attempts: 1, error: null }])
    expect(test.events).toEqual([])
  })

  it('of an unknown job waits an hour for other instances, and then fails', async () => {
    const { test, time, queue, work, runJobs } = await open(leaveMark)
    const id = await queue(0)
    await test.app.storage.transaction(({ records }) => records.update('jobs', { id }, { job: 'gone' }))
    await runJobs()
    expect(await work(id)).toMatchObject({ status: 'pending', attempts: 0 })
    time.now += 3_600 * SECOND
    await runJobs()
    expect(await work(id)).toMatchObject({ status: 'failed', error: { code: 'invalid_state' } })
  })

  it('starts by itself, also many jobs that are due at once, and a hanging one blocks nothing else', async () => {
    let hanging = 0
    let letGo = () => {}
    const released = new Promise<void>((resolve) => (letGo = resolve))
    const test = await createTestApp(config, {
      dialect,
      postgresUrl: inject('postgresUrl'),
      features: [
        chores(async (call: Call, work, complete) => {
          hanging += 1
          if (hanging === 1) await released
          await leaveMark(call, work, complete)
        }),
      ],
    })
    onTestFinished(() => test.close())
    for (let number = 0; number < 20; number += 1) {
      const runAt = new Date(Date.now() + 200).toISOString()
      await test.request('POST', '/api/collections/chores/queue', { body: { runAt } })
    }
    const marks = async () => (await test.app.local.collections.marks.count()).count
    await expect.poll(marks).toBe(19)
    letGo()
    await expect.poll(marks).toBe(20)
  })
})
