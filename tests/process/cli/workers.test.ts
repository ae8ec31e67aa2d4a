// @module-tag release
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, must } from '@quirecms/testkit'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { AppFolder, ask, type QuireProcess } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const config = { 'quire.config.ts': sampleConfig() }
const twoWorkers = ['start', '--port', '0', '--migrate', '--workers', '2']

/** SQLite: tests below and in `draining` share the port, crash and stop workers. */
describe('workers on PostgreSQL', () => {
  test('share the port, are replaced with increasing delays after crashes, and finish running requests at the end', {
    timeout: 180_000,
  }, async () => {
    const database = await createTestDatabase('postgres', inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const DATABASE_URL = must('url' in database.config ? database.config.url : undefined, 'url')
    const folder = await AppFolder.create(config)
    const quire = await folder.serve(twoWorkers, { env: { DATABASE_URL, SLOW_MS: '1500' } })
    const [survivor = 0, first = 0] = await differentWorkers(quire, 2)
    let victim = first
    for (let deaths = 1; deaths <= 3; deaths++) {
      process.kill(victim, 'SIGKILL')
      await quire.until(() => quire.stdout.includes(`worker ${victim} ended by SIGKILL: starting another one`))
      const { body } = await ask(`${quire.address}/api/globals/process`)
      expect(body).toMatchObject({ doc: { pid: survivor } })
      const living = await differentWorkers(quire, 2)
      expect(living).toContain(survivor)
      expect(living).not.toContain(victim)
      victim = living.find((pid) => pid !== survivor) ?? 0
    }
    expect(quire.stdout.match(/starting another one(?: in [\d.]+ s)?/g)).toEqual([
      'starting another one',
      ...['0.5', '1'].map((pause) => `starting another one in ${pause} s`),
    ])
    expect(quire.stdout.match(/^ready at /gm)).toHaveLength(1)

    const inFlight = [1, 2, 3, 4].map(() => ask(`${quire.address}/api/collections/notes`))
    await quire.until(() => quire.stdout.match(/^asked$/gm)?.length === 4)
    quire.signal('SIGTERM')
    for (const reply of await Promise.all(inFlight)) expect(reply).toMatchObject({ status: 200 })
    expect(await quire.ended()).toBe(0)
  })
})

describe('workers', () => {
  test('that get a signal with all processes of the service serve until the primary stops them', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ server: `lameDuck: '30s'` }) })
    const quire = await folder.serve(['start', '--port', '0', '--migrate', '--workers', '2'])
    const workers = await differentWorkers(quire, 2)
    for (const worker of workers) process.kill(worker, 'SIGTERM')
    quire.signal('SIGTERM')
    await expect.poll(async () => (await ask(`${quire.address}/readyz`)).status).toBe(503)
    expect(new Set(await differentWorkers(quire, 2))).toEqual(new Set(workers))
    // Signals in quick succession count as one request.
    await sleep(200)
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(143)
  })

  test('warn about the configuration once, also after a replacement', async () => {
    const more = `drafts: collection({ fields: {}, access: { publish: () => true } }),`
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ more }) })
    const quire = await folder.serve(twoWorkers)
    const [victim = 0, survivor = 0] = await differentWorkers(quire, 2)
    process.kill(victim, 'SIGKILL')
    await quire.until(() => quire.stdout.includes(`worker ${victim} ended by SIGKILL: starting another one`))
    const living = await differentWorkers(quire, 2)
    expect(living).toContain(survivor)
    expect(living).not.toContain(victim)
    expect(quire.stdout.match(/nothing uses the rule collections\.drafts\.access\.publish/g)).toHaveLength(1)
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)
  })

  test('cannot share a database in memory', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ database: `sqlite(':memory:')` }) })
    const { code, stderr } = await folder.runAlone(twoWorkers)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Several workers cannot share a database in memory\./)
  })
})

/** Repeats requests until this many processes have answered. */
async function differentWorkers(quire: QuireProcess, count: number): Promise<number[]> {
  const pids = new Set<number>()
  while (pids.size < count) {
    const { body } = await ask(`${quire.address}/api/globals/process`)
    pids.add((body as { doc: { pid: number } }).doc.pid)
    // A killed worker is replaced after seconds; polling must not keep its core busy.
    if (pids.size < count) await sleep(20)
  }
  return [...pids]
}
