import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, DIALECTS, must } from '@quire/testkit'
import { createApp, createLogger } from 'quire'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { chores, config, leaveMark } from './chores.ts'

const WORKS = 16
const INSTANCES = 3
const KILLS = 5

describe.each(DIALECTS)('queued work on %s', (dialect) => {
  const children = new Set<ChildProcess>()

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
    children.clear()
  })

  test('takes effect exactly once, on however many instances, whichever of them are killed', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    const app = await createApp(
      { ...config, database: database.config },
      { jobs: false, features: [chores(leaveMark)], log: createLogger({ level: 'silent' }) },
    )
    const start = async () => {
      const script = fileURLToPath(new URL('instance.ts', import.meta.url))
      const child = fork(script, [JSON.stringify(database.config)], { execArgv: [] })
      children.add(child)
      await once(child, 'message')
    }
    const { records } = app.storage.reader
    const inState = (status: string) => records.count('jobs', { status })
    await Promise.all(Array.from({ length: INSTANCES }, start))
    const { queue } = app.local.collections.chores as unknown as {
      queue: (work: { runAt: string }) => Promise<{ id: string }>
    }
    const ids: string[] = []
    for (let number = 0; number < WORKS; number += 1) {
      const runAt = new Date(Date.now() + 300 + Math.random() * 2_000).toISOString()
      ids.push((await queue({ runAt })).id)
    }
    for (let killed = 0; killed < KILLS; killed += 1) {
      await sleep(Math.random() * 600)
      const all = [...children]
      const victim = must(all[Math.floor(Math.random() * all.length)], 'instance')
      children.delete(victim)
      victim.kill('SIGKILL')
      void start()
    }
    await expect.poll(() => inState('completed'), { timeout: 60_000, interval: 250 }).toBe(WORKS)
    const { docs } = await app.local.collections.marks.find({ limit: 100 })
    expect(docs.map(({ work }) => String(work)).toSorted()).toEqual(ids.toSorted())
    await app.close()
    for (const child of children) child.kill('SIGKILL')
    await database.remove()
  })
})
