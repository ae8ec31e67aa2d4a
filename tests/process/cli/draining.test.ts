// @module-tag release
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@quirecms/testkit'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { AppFolder, ask, type QuireProcess } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

interface Outcome {
  readonly answered: number
  readonly failures: readonly string[]
}

/** Repeats requests on one connection until a response says that it is the last. */
async function useConnection(url: string): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const failures: string[] = []
  let answered = 0
  for (;;) {
    const { status, isLast } = await askOver(agent, url).catch((error: NodeJS.ErrnoException) => {
      failures.push(error.code ?? error.message)
      return { status: 0, isLast: true }
    })
    answered += 1
    if (status !== 200 && status !== 0) failures.push(String(status))
    if (isLast) break
  }
  agent.destroy()
  return { answered, failures }
}

function askOver(agent: Agent, url: string): Promise<{ status: number; isLast: boolean }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, isLast: response.headers.connection === 'close' }),
      )
    }).on('error', reject)
  })
}

/** Opens a connection for each request until it is refused. */
async function connectAgain(url: string): Promise<Outcome> {
  const failures: string[] = []
  for (let answered = 0; ; answered++) {
    const failure = await askOver(new Agent(), url).then(
      ({ status }) => (status === 200 ? undefined : String(status)),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
    if (failure === 'ECONNREFUSED') return { answered, failures }
    if (failure !== undefined) failures.push(failure)
  }
}

/** Of each kind: clients that stay connected, and clients that connect anew. */
const CLIENTS = 20

describe('a service that is stopping', () => {
  test.each([
    ['two workers on SQLite', 'sqlite', ['--workers', '2'], '0'],
    ['one process on PostgreSQL', 'postgres', [], '0'],
    ['two workers that let others notice', 'sqlite', ['--workers', '2'], `'500ms'`],
  ] as const)(
    'fails no request on an open connection, and answers or refuses new ones, but never resets them: %s',
    async (_name, dialect, workers, lameDuck) => {
      const database = await createTestDatabase(dialect, inject('postgresUrl'))
      onTestFinished(() => database.remove())
      const chosen = database.config
      const DATABASE_URL = chosen.dialect === 'sqlite' ? `sqlite:${chosen.path}` : String(chosen.url)
      const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ server: `lameDuck: ${lameDuck}` }) })
      const quire = await folder.serve(['start', '--port', '0', '--migrate', ...workers], {
        env: { DATABASE_URL, LOG_LEVEL: 'warn' },
      })
      const url = `${quire.address}/api/collections/notes`
      const staying = Array.from({ length: CLIENTS }, () => useConnection(url))
      const coming = Array.from({ length: CLIENTS }, () => connectAgain(url))
      await quire.until(() => (quire.stdout.match(/^asked$/gm)?.length ?? 0) > 250)
      quire.signal('SIGTERM')
      const outcomes = await Promise.all([...staying, ...coming])
      expect(outcomes.flatMap(({ failures }) => failures)).toEqual([])
      expect(outcomes.slice(0, CLIENTS).every(({ answered }) => answered > 0)).toBe(true)
      expect(outcomes.slice(CLIENTS).reduce((sum, { answered }) => sum + answered, 0)).toBeGreaterThan(0)
      expect(await quire.ended()).toBe(0)
    },
  )
})

describe('a shutdown delay', () => {
  // The notice period of workers is tested in `workers`.
  test('keeps serving, and is not ready', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ server: `lameDuck: '30s'` }) })
    const quire = await folder.serve(['start', '--port', '0', '--migrate'])
    expect(await ask(`${quire.address}/readyz`)).toMatchObject({ status: 200, body: { status: 'ready' } })
    quire.signal('SIGTERM')
    await expect
      .poll(() => ask(`${quire.address}/readyz`))
      .toEqual({
        status: 503,
        body: {
          status: 'not_ready',
          checks: { database: 'ok', migrations: 'ok', storage: 'ok' },
        },
      })
    expect(await ask(`${quire.address}/healthz`)).toMatchObject({ status: 200 })
    expect(await ask(`${quire.address}/api/collections/notes`)).toMatchObject({ status: 200 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    expect(await askOver(agent, `${quire.address}/healthz`)).toEqual({ status: 200, isLast: false })
    // Signals in quick succession count as one request.
    await sleep(200)
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(143)
  })
})

describe('an open connection', () => {
  test('that is idle when the service stops is still served, once', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ server: `drain: '20s'` }) })
    const quire = await folder.serve(['start', '--port', '0', '--migrate'])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const url = `${quire.address}/api/collections/notes`
    expect(await askOver(agent, url)).toEqual({ status: 200, isLast: false })
    quire.signal('SIGTERM')
    await quire.until(() => quire.stdout.includes('stopping'))
    expect(await askOver(agent, url)).toEqual({ status: 200, isLast: true })
    expect(await quire.ended()).toBe(0)
  })
})

describe('uncaught errors of application code', () => {
  const trouble = `
    trouble: collection({
      fields: {
        what: f.text({
          validate: ({ value }) => {
            if (value === 'rejects') void Promise.reject(new Error('not awaited', { cause: new Error('deep') }))
            if (value === 'throws') setImmediate(() => { throw new Error('not caught') })
            return true
          },
        }),
      },
      access: { create: () => true },
    }),`

  async function serve(...more: string[]): Promise<QuireProcess> {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ more: trouble }) })
    return folder.serve(['start', '--port', '0', '--migrate', ...more], { env: { SLOW_MS: '1500' } })
  }

  const make = (quire: QuireProcess, what: string) =>
    fetch(`${quire.address}/api/collections/trouble`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ what }),
    })

  const logged = (quire: QuireProcess): Record<string, unknown>[] =>
    quire.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  test('a rejection is logged with its stack, and the service continues', async () => {
    const quire = await serve()
    expect((await make(quire, 'rejects')).status).toBe(201)
    await quire.until(() => quire.stdout.includes('not awaited'))
    expect(logged(quire)).toContainEqual(
      expect.objectContaining({
        level: 'error',
        err: expect.objectContaining({
          message: 'not awaited',
          stack: expect.stringContaining('quire.config.ts'),
          cause: expect.objectContaining({ message: 'deep' }),
        }),
      }),
    )
    expect((await make(quire, 'fine')).status).toBe(201)
    expect(quire.stderr).toBe('')
  })

  test('after an exception, running requests are answered; then the process exits with 1', async () => {
    const quire = await serve()
    const inFlight = fetch(`${quire.address}/api/collections/notes`)
    await quire.until(() => quire.stdout.includes('asked'))
    await make(quire, 'throws')
    expect((await inFlight).status).toBe(200)
    expect(await quire.ended()).toBe(1)
    expect(logged(quire)).toContainEqual(
      expect.objectContaining({ level: 'fatal', err: expect.objectContaining({ message: 'not caught' }) }),
    )
  })

  test('a worker that exits in this way is replaced', async () => {
    const quire = await serve('--workers', '2')
    await make(quire, 'throws')
    await quire.until(() => /worker \d+ ended with code 1: starting another one/.test(quire.stdout))
    expect((await make(quire, 'fine')).status).toBe(201)
  })
})
