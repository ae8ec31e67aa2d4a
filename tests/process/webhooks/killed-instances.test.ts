// @module-tag release
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, describeEachDatabase, must } from '@quirecms/testkit'
import { createApp, createLogger } from 'quirecms'
import { afterEach, expect, inject, test } from 'vitest'
import { installedProgram } from '../cli/installed-quire.ts'
import { newsroom } from '../../engine/webhooks/newsroom.ts'
import { startReceiver } from '../../engine/webhooks/receiver.ts'

const PAGES = 8
const CHANGES = 5
/** One is killed, the other one takes over its work. */
const INSTANCES = 2
const KILLS = 2

describeEachDatabase('webhooks on %s', { timeout: 180_000 }, (dialect) => {
  const children = new Set<ChildProcess>()

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
    children.clear()
  })

  test('reach their endpoint at least once and in order, whichever instances are killed', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    const receiver = await startReceiver()
    // The endpoint is slow, so that kills often hit a delivery, and fails now and then.
    let underway = new Map<string, number>()
    let overlaps = 0
    receiver.answer =
      ({ body, headers }) =>
      (response) => {
        const stream = `${body.data.id} ${headers['authorization'] ?? ''}`
        underway.set(stream, (underway.get(stream) ?? 0) + 1)
        if ((underway.get(stream) ?? 0) > 1) overlaps += 1
        const end = () => {
          underway.set(stream, (underway.get(stream) ?? 1) - 1)
          response.writeHead(Math.random() < 0.2 ? 503 : 204).end()
        }
        const timer = setTimeout(end, Math.random() * 60)
        response.once('close', () => {
          if (response.writableEnded) return
          clearTimeout(timer)
          underway.set(stream, (underway.get(stream) ?? 1) - 1)
        })
      }
    const log = createLogger({ level: 'silent' })
    const app = await createApp({ ...newsroom(receiver.url), database: database.config }, { jobs: false, log })
    const program = installedProgram(new URL('instance.ts', import.meta.url))
    const start = async () => {
      const child = fork(program, [JSON.stringify(database.config), receiver.url], { execArgv: [] })
      children.add(child)
      await once(child, 'message')
    }
    await Promise.all(Array.from({ length: INSTANCES }, start))
    const { pages } = app.local.asSystem().collections
    const write = async () => {
      const { id } = await pages.create({ title: 'New' })
      for (let change = 1; change < CHANGES; change += 1) {
        await sleep(Math.random() * 200)
        await pages.update(id, { title: `Change ${change}` })
      }
      return id
    }
    const writing = Promise.all(Array.from({ length: PAGES }, write))
    for (let killed = 0; killed < KILLS; killed += 1) {
      await sleep(Math.random() * 400)
      const all = [...children]
      const victim = must(all[Math.floor(Math.random() * all.length)], 'instance')
      children.delete(victim)
      victim.kill('SIGKILL')
      void start()
    }
    const ids = await writing
    const { records } = app.storage.reader
    const delivered = () => records.count('webhook-deliveries', { status: 'delivered' })
    await expect.poll(delivered, { timeout: 120_000, interval: 250 }).toBe(PAGES * CHANGES)
    for (const id of ids) {
      const revisions = receiver.received
        .filter(({ body }) => body.data.id === id)
        .map(({ body }) => body.data.revision)
      // Repeated after crashes and failures, but never out of order, and none is missing.
      expect(revisions).toEqual(revisions.toSorted((one, other) => one - other))
      expect([...new Set(revisions)]).toEqual([1, 2, 3, 4, 5])
    }
    expect(overlaps).toBe(0)
    expect(await records.count('jobs', {})).toBe(0)
    underway = new Map()
    await app.close()
    for (const child of children) child.kill('SIGKILL')
    await receiver.close()
    await database.remove()
  })
})
