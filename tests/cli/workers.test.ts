import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, must } from '@quire/testkit'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { AppFolder, ask, type QuireProcess } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const config = { 'quire.config.ts': sampleConfig() }
const twoWorkers = ['start', '--port', '0', '--migrate', '--workers', '2']

/** On SQLite, others below and in `draining` share the port, die and are stopped. */
describe('workers on PostgreSQL', () => {
  async function serve(env: Readonly<Record<string, string>> = {}): Promise<QuireProcess> {
    const database = await createTestDatabase('postgres', inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const url = must('url' in database.config ? database.config.url : undefined, 'url')
    const folder = await AppFolder.create(config)
    return folder.serve(twoWorkers, { env: { ...env, DATABASE_URL: url } })
  }

  test('share the port, and one that dies is replaced', async () => {
    const quire = await serve()
    const before = await differentWorkers(quire, 2)
    const [victim = 0] = before
    process.kill(victim, 'SIGKILL')
    await quire.until(() => quire.stdout.includes(`worker ${victim} ended by SIGKILL: starting another one`))
    const after = await differentWorkers(quire, 2)
    expect(after).not.toContain(victim)
    expect(quire.stdout.match(/^ready at /gm)).toHaveLength(1)
  })

  test('finish what is in flight when the service is stopped', async () => {
    const quire = await serve({ SLOW_MS: '1500' })
    const inFlight = [1, 2, 3, 4].map(() => ask(`${quire.address}/api/collections/notes`))
    await quire.until(() => quire.stdout.match(/^asked$/gm)?.length === 4)
    quire.signal('SIGTERM')
    for (const reply of await Promise.all(inFlight)) expect(reply).toMatchObject({ status: 200 })
    expect(await quire.ended()).toBe(0)
  })
})

describe('workers', () => {
  test('that die again and again are replaced ever more slowly, and the others go on', {
    timeout: 180_000,
  }, async () => {
    const folder = await AppFolder.create(config)
    const quire = await folder.serve(twoWorkers)
    const [survivor = 0, first = 0] = await differentWorkers(quire, 2)
    let victim = first
    for (let deaths = 1; deaths <= 4; deaths++) {
      process.kill(victim, 'SIGKILL')
      await quire.until(() => quire.stdout.includes(`worker ${victim} ended by SIGKILL: starting another one`))
      const { body } = await ask(`${quire.address}/api/globals/process`)
      expect(body).toMatchObject({ doc: { pid: survivor } })
      if (deaths === 4) break
      const living = await differentWorkers(quire, 2)
      expect(living).toContain(survivor)
      victim = living.find((pid) => pid !== survivor) ?? 0
    }
    expect(quire.stdout.match(/starting another one(?: in [\d.]+ s)?/g)).toEqual([
      'starting another one',
      ...['0.5', '1', '2'].map((pause) => `starting another one in ${pause} s`),
    ])
  })

  test('say once that the port is in use', async () => {
    const folder = await AppFolder.create(config)
    const quire = await folder.serve(['start', '--port', '0', '--migrate'])
    const { port } = new URL(quire.address)
    const { code, stderr } = await folder.runAlone(['start', '--workers', '2', '--port', port])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Port \d+( on 127\.0\.0\.1)? is in use\. Choose another one with --port\.\n$/)
  })

  test('that get a signal with all processes of the service serve until the first one tells them to end', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ server: `lameDuck: '30s'` }) })
    const quire = await folder.serve(['start', '--port', '0', '--migrate', '--workers', '2'])
    const workers = await differentWorkers(quire, 2)
    for (const worker of workers) process.kill(worker, 'SIGTERM')
    quire.signal('SIGTERM')
    await expect.poll(async () => (await ask(`${quire.address}/readyz`)).status).toBe(503)
    expect(new Set(await differentWorkers(quire, 2))).toEqual(new Set(workers))
    // What comes closer together is one request.
    await sleep(200)
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(143)
  })

  test('cannot share a database in memory', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ database: `sqlite(':memory:')` }) })
    const { code, stderr } = await folder.runAlone(twoWorkers)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Several workers cannot share a database in memory\./)
  })
})

/** Asks until that many processes have answered. */
async function differentWorkers(quire: QuireProcess, count: number): Promise<number[]> {
  const pids = new Set<number>()
  while (pids.size < count) {
    const { body } = await ask(`${quire.address}/api/globals/process`)
    pids.add((body as { doc: { pid: number } }).doc.pid)
    // One that was killed is replaced after seconds, and starts on the cores that this would keep busy.
    if (pids.size < count) await sleep(20)
  }
  return [...pids]
}
