// @module-tag release
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, describeEachDatabase, must } from '@quirecms/testkit'
import { createApp, createLogger } from 'quirecms'
import { afterEach, expect, inject, test } from 'vitest'
import { installedProgram } from '../cli/installed-quire.ts'
import { weekly } from './instance.ts'

const ARTICLES = 16
/** One is killed, the other one takes over its work. */
const INSTANCES = 2
const KILLS = 2

describeEachDatabase('scheduled publication on %s', (dialect) => {
  const children = new Set<ChildProcess>()

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
    children.clear()
  })

  test('happens exactly once, on any number of instances, whichever of them are killed', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    const log = createLogger({ level: 'silent' })
    const app = await createApp({ ...weekly, database: database.config }, { jobs: false, log })
    const program = installedProgram(new URL('instance.ts', import.meta.url))
    const start = async () => {
      const child = fork(program, [JSON.stringify(database.config)], { execArgv: [] })
      children.add(child)
      await once(child, 'message')
    }
    await Promise.all(Array.from({ length: INSTANCES }, start))
    const { articles, marks } = app.local.asSystem().collections
    const ids: string[] = []
    for (let number = 0; number < ARTICLES; number += 1) {
      const { id } = await articles.create({ title: `Article ${number}` })
      await articles.schedule(id, { runAt: new Date(Date.now() + 300 + Math.random() * 2_000) })
      ids.push(id)
    }
    for (let killed = 0; killed < KILLS; killed += 1) {
      await sleep(Math.random() * 600)
      const all = [...children]
      const victim = must(all[Math.floor(Math.random() * all.length)], 'instance')
      children.delete(victim)
      victim.kill('SIGKILL')
      void start()
    }
    const { records } = app.storage.reader
    const completed = () => records.count('jobs', { status: 'completed' })
    await expect.poll(completed, { timeout: 60_000, interval: 250 }).toBe(ARTICLES)
    const marked = (await marks.find({ limit: 100 })).docs.map(({ of }) => String(of))
    expect(marked.toSorted()).toEqual(ids.toSorted())
    const { docs } = await articles.find({ limit: 100, draft: false })
    expect(docs.map(({ revision, _status }) => [revision, _status])).toEqual(ids.map(() => [2, 'published']))
    await app.close()
    for (const child of children) child.kill('SIGKILL')
    await database.remove()
  })
})
