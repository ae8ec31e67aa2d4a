import { randomUUID } from 'node:crypto'
import { createTestApp, describeEachDatabase, must, type TestApp } from '@quirecms/testkit'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { office, told } from './office.ts'

const SECOND = 1_000
const START = Date.parse('2026-03-01T12:00:00.000Z')
const ann = { id: randomUUID(), collection: 'staff' }
const bob = { id: randomUUID(), collection: 'guests' }

describeEachDatabase('jobs on %s', (dialect) => {
  const time = { now: START }
  let test: TestApp<typeof office>
  beforeAll(async () => {
    test = await createTestApp(office, {
      dialect,
      postgresUrl: inject('postgresUrl'),
      clock: () => new Date(time.now),
      jobs: false,
      actors: { ann, bob },
    })
    return () => test.close()
  })
  beforeEach(async () => {
    Object.assign(told, { fail: 0, wait: undefined, signal: undefined, result: undefined })
    told.runs.splice(0)
    time.now = START
    await test.clear()
    await test.app.storage.transaction(async ({ records }) => {
      for (const name of ['jobs', 'job-details', 'job-keys']) await records.remove(name, {})
    })
  })

  /** An application with an adjustable clock that works on demand. */
  function open() {
    const system = test.app.local.asSystem()
    return {
      system,
      read: (id: string) => system.queue.read(id),
      texts: async () => (await system.collections.notes.find({ sort: 'createdAt' })).docs.map(({ text }) => text),
      runJobs: () => test.app.runJobs(),
    }
  }

  it('runs queued jobs, and stores their results', async () => {
    const { system, read, texts, runJobs } = open()
    const { id } = await system.jobs.write({ text: 'hello', secret: 's3cret', people: [{ code: '123' }] })
    expect(await read(id)).toMatchObject({
      job: 'write',
      status: 'pending',
      input: { text: 'hello', people: [{}] },
      result: null,
      createdBy: null,
      attempts: 0,
    })
    expect((await read(id)).input).toEqual({ text: 'hello', people: [{}] })
    await runJobs()
    const at = new Date(time.now).toISOString()
    expect(await read(id)).toMatchObject({
      status: 'completed',
      result: { written: 'hello' },
      progress: { done: 1, total: 3, note: 'writing' },
      startedAt: at,
      finishedAt: at,
      attempts: 1,
      error: null,
    })
    await runJobs()
    expect(await texts()).toEqual(['hello'])
  })

  it('is queued with its transaction, and rolled back with it', async () => {
    const { system, runJobs, texts } = open()
    await expect(
      system.transaction(async (local) => {
        await local.jobs.write({ text: 'never' })
        throw new Error('No.')
      }),
    ).rejects.toThrow('No.')
    await system.collections.notes.create({ text: 'remind me' })
    expect(test.app.manifest.jobs['write']).toBeDefined()
    expect((await system.queue.list()).pagination.totalDocs).toBe(1)
    await runJobs()
    expect((await texts()).toSorted()).toEqual(['remind me', 'reminded'])
  })

  it('waits for its time', async () => {
    const { system, runJobs, texts } = open()
    await system.jobs.write({ text: 'late' }, { in: '10m' })
    await system.jobs.write({ text: 'later' }, { at: new Date(START + 3_600 * SECOND) })
    await runJobs()
    expect(await texts()).toEqual([])
    time.now += 600 * SECOND
    await runJobs()
    expect(await texts()).toEqual(['late'])
    time.now += 3_000 * SECOND
    await runJobs()
    expect(await texts()).toEqual(['late', 'later'])
  })

  it('gets no priority for a time in the past', async () => {
    const { system, read, runJobs } = open()
    const { id: first } = await system.jobs.inTurn({ who: 'ann', n: 1 })
    time.now += SECOND
    const { id } = await system.jobs.inTurn({ who: 'ann', n: 2 }, { at: '2020-01-01T00:00:00Z' })
    expect((await read(id)).runAt).toBe(new Date(time.now).toISOString())
    expect((await read(first)).runAt).toBe(new Date(START).toISOString())
    await runJobs()
    expect(told.runs).toEqual(['ann1', 'ann2'])
  })

  it('refuses input that does not match the schema, is too large, or has an invalid time', async () => {
    const { system } = open()
    const wrong = { code: 'validation', issues: [{ code: 'type', path: 'text' }] }
    await expect(system.jobs.write({ text: 7 as unknown as string })).rejects.toMatchObject(wrong)
    const large = { text: 'x', secret: 'y'.repeat(64 * 1024) }
    await expect(system.jobs.write(large)).rejects.toMatchObject({ code: 'payload_too_large' })
    await expect(system.jobs.write({ text: 'x' }, { at: 'soon' })).rejects.toMatchObject({ code: 'validation' })
    await expect(system.jobs.write({ text: 'x' }, { in: '90000d' })).rejects.toMatchObject({ code: 'validation' })
    await expect(test.app.local.asSystem().jobs.steps({ a: 1 } as never)).rejects.toMatchObject({ code: 'validation' })
    expect((await system.queue.list()).pagination.totalDocs).toBe(0)
  })

  it('is retried, and fails in the end', async () => {
    const { system, read, runJobs, texts } = open()
    told.fail = 1
    const { id } = await system.jobs.write({ text: 'second time' })
    await runJobs()
    expect(await read(id)).toMatchObject({ status: 'pending', attempts: 1, error: { code: 'internal' } })
    await runJobs()
    expect(told.runs).toHaveLength(1)
    time.now += SECOND
    await runJobs()
    expect(await read(id)).toMatchObject({ status: 'completed', attempts: 2, error: null })
    told.fail = 3
    const { id: other } = await system.jobs.write({ text: 'never' })
    await runJobs()
    time.now += SECOND
    await runJobs()
    time.now += 5 * SECOND
    await runJobs()
    expect(await read(other)).toMatchObject({ status: 'failed', attempts: 3 })
    expect(await texts()).toEqual(['second time'])
    await system.queue.retry(other)
    await runJobs()
    expect(await read(other)).toMatchObject({ status: 'completed', attempts: 1, error: null })
  })

  it('ends at once if it says so, or takes too long', async () => {
    const { system, read, runJobs } = open()
    const { id } = await system.jobs.stubborn()
    const { id: late } = await system.jobs.brief()
    const { id: large } = await system.jobs.large()
    await runJobs()
    expect(await read(id)).toMatchObject({ status: 'failed', attempts: 1, error: { message: 'It will never work.' } })
    expect(await read(late)).toMatchObject({ status: 'failed', error: { code: 'timeout' } })
    expect(await read(large)).toMatchObject({ status: 'failed', attempts: 1, result: null })
  })

  it('repeats no completed step', async () => {
    const { system, read, runJobs } = open()
    told.fail = 1
    const { id } = await system.jobs.steps()
    await runJobs()
    time.now += SECOND
    await runJobs()
    expect(told.runs).toEqual(['first', 'second', 'nothing'])
    expect(await read(id)).toMatchObject({ status: 'completed', result: { first: 1, second: { list: [2] } } })
  })

  it('repeats no step that runs beside others, or is requested twice', async () => {
    const { system, read, runJobs } = open()
    told.fail = 1
    const { id } = await system.jobs.sideBySide()
    await runJobs()
    time.now += SECOND
    await runJobs()
    expect(told.runs.toSorted()).toEqual(['four', 'one', 'three', 'two'])
    expect(await read(id)).toMatchObject({ status: 'completed', result: ['one', 'two', 'one', 'three', 'four'] })
  })

  it('stores any JSON result', async () => {
    const { system, read, runJobs } = open()
    const result = { plain: 'a\u0000b', literal: String.raw`\u0000 and \\u0000`, ['key\u0000']: '\ud800' }
    told.result = result
    const { id } = await system.jobs.say()
    await runJobs()
    expect((await read(id)).result).toEqual(result)
  })

  it('stores no result that is nested too deep for the response', async () => {
    const { system, read, runJobs } = open()
    const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}"[[\\"["${']'.repeat(depth)}`) as unknown
    told.result = nested(500)
    const { id } = await system.jobs.say()
    await runJobs()
    expect((await read(id)).result).toEqual(told.result)
    told.result = nested(501)
    const { id: deeper } = await system.jobs.say()
    await runJobs()
    expect(await read(deeper)).toMatchObject({ status: 'failed', attempts: 1, result: null })
  })

  it('lists and removes all others if one record cannot be read', async () => {
    const { system, runJobs } = open()
    const { id } = await system.jobs.say({ words: 'broken' })
    await system.jobs.say({ words: 'whole' })
    await runJobs()
    await test.app.storage.transaction(({ records }) => records.update('job-details', { id }, { result: '{"a' }))
    const { docs } = await system.queue.list()
    expect(docs.map(({ result }) => JSON.stringify(result)).toSorted()).toEqual(['"whole"', 'null'])
    time.now += 30 * 86_400 * SECOND
    await runJobs()
    expect((await system.queue.list()).pagination.totalDocs).toBe(0)
  })

  it('rolls back writes of the transaction that completes it', async () => {
    const { system, read, runJobs, texts } = open()
    told.fail = 1
    const { id } = await system.jobs.exact({ text: 'once' })
    await runJobs()
    expect([await texts(), (await read(id)).status]).toEqual([[], 'pending'])
    time.now += 10 * SECOND
    await runJobs()
    expect(await texts()).toEqual(['once'])
    expect(await read(id)).toMatchObject({ status: 'completed', result: { id: expect.any(String) } })
  })

  it('runs one at a time for each key, in order, and starts the next when one ends', async () => {
    const { system, read, runJobs } = open()
    told.fail = 1
    const ids: string[] = []
    await system.transaction(async (local) => {
      for (const n of [1, 2, 3]) ids.push((await local.jobs.inTurn({ who: 'ann', n })).id)
      await local.jobs.inTurn({ who: 'bob', n: 1 })
    })
    await runJobs()
    // The first of Ann's has failed, and the others wait for it.
    expect(told.runs).toEqual(['ann1', 'bob1'])
    time.now += SECOND
    await runJobs()
    expect(told.runs).toEqual(['ann1', 'bob1', 'ann1', 'ann2', 'ann3'])
    expect((await read(must(ids[2], 'id'))).status).toBe('completed')
  })

  it('replaces pending jobs', async () => {
    const { system, runJobs } = open()
    const first = await system.jobs.tidy({ room: 'kitchen', how: 'fast' }, { in: '1m' })
    const second = await system.jobs.tidy({ room: 'kitchen', how: 'well' })
    await system.jobs.tidy({ room: 'attic', how: 'fast' })
    expect(second).toEqual(first)
    await runJobs()
    expect(told.runs.toSorted()).toEqual(['tidy attic: fast', 'tidy kitchen: well'])
    const third = await system.jobs.tidy({ room: 'kitchen', how: 'again' })
    expect(third).not.toEqual(first)
  })

  it('replaces pending jobs, also concurrently', async () => {
    const { system, runJobs } = open()
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) => system.jobs.tidy({ room: 'kitchen', how: String(n) })),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    await runJobs()
    expect(told.runs).toHaveLength(1)
  })

  it('keeps its key until its attempt has ended if it is cancelled while it runs', async () => {
    const { system, read, runJobs } = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    told.wait = promise
    const { id } = await system.jobs.inTurn({ who: 'ann', n: 1 })
    const { id: next } = await system.jobs.inTurn({ who: 'ann', n: 2 })
    const running = runJobs()
    await expect.poll(() => told.runs).toEqual(['ann1'])
    expect((await system.queue.cancel(id)).status).toBe('cancelled')
    time.now += 2 * SECOND
    await runJobs()
    expect([told.runs, (await read(next)).status]).toEqual([['ann1'], 'pending'])
    resolve()
    await running
    await runJobs()
    expect([told.runs, (await read(id)).status]).toEqual([['ann1', 'ann2'], 'cancelled'])
  })

  it('is cancelled', async () => {
    const { system, read, runJobs, texts } = open()
    const { id } = await system.jobs.write({ text: 'no' })
    expect(await system.queue.cancel(id)).toMatchObject({ id, status: 'cancelled' })
    await runJobs()
    expect([await texts(), (await read(id)).status]).toEqual([[], 'cancelled'])
    await expect(system.queue.cancel(id)).rejects.toMatchObject({ code: 'invalid_state' })
  })
})
