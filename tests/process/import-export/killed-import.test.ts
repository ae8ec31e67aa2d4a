// @module-tag release
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, describeEachDatabase, must } from '@quirecms/testkit'
import { createApp, createLogger } from 'quirecms'
import { afterEach, expect, inject, test } from 'vitest'
import { installedProgram } from '../cli/installed-quire.ts'
import { warehouse } from './instance.ts'

const ROWS = 400
const KILLS = 2

describeEachDatabase('an import on %s', (dialect) => {
  const children = new Set<ChildProcess>()

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
    children.clear()
  })

  test('creates each row once, in order, whichever instances are killed', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    const log = createLogger({ level: 'silent' })
    const app = await createApp({ ...warehouse, database: database.config }, { jobs: false, log })
    const program = installedProgram(new URL('instance.ts', import.meta.url))
    const start = async () => {
      const child = fork(program, [JSON.stringify(database.config)], { execArgv: [] })
      children.add(child)
      await once(child, 'message')
    }
    await Promise.all([start(), start()])
    const { items, marks } = app.local.asSystem().collections
    // Every hundredth row is invalid and omitted.
    const lines = Array.from({ length: ROWS }, (_, at) => `${at % 100 === 7 ? '' : `Item ${at}`},${at}`)
    const content = Buffer.from(`name,number\n${lines.join('\n')}\n`)
    const { id } = await items.import({ file: { name: 'items.csv', content }, onIssue: 'skip' })
    const progress = async () => items.transfer(id)
    for (let killed = 0; killed < KILLS; killed += 1) {
      const before = (await progress()).done
      await expect
        .poll(async () => (await progress()).done > before || (await progress()).status === 'completed', {
          timeout: 120_000,
        })
        .toBe(true)
      await sleep(Math.random() * 100)
      const victim = must([...children][killed % children.size], 'instance')
      children.delete(victim)
      victim.kill('SIGKILL')
      void start()
    }
    await expect.poll(async () => (await progress()).status, { timeout: 120_000, interval: 250 }).toBe('completed')
    const wrong = ROWS / 100
    expect(await progress()).toMatchObject({
      created: ROWS - wrong,
      failed: wrong,
      issues: wrong,
      done: ROWS + 1,
      total: ROWS + 1,
    })
    expect(await items.count()).toEqual({ count: ROWS - wrong })
    const numbers: unknown[] = []
    for await (const { of } of marks.each()) numbers.push(of)
    expect(numbers).toEqual(Array.from({ length: ROWS }, (_, at) => at).filter((at) => at % 100 !== 7))
    await app.close()
    for (const child of children) child.kill('SIGKILL')
    await database.remove()
  }, 240_000)
})
