import { DatabaseSync } from 'node:sqlite'
import { createTestApp, createTestDatabase, must, onEachDatabase, overNetwork, type TestApp } from '@quirecms/testkit'
import { type App, collection, createApp, createLogger, defineConfig, f, type LocalApi, route, sqlite } from 'quirecms'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { ownTime } from '../../setup/own-time.ts'
import { SlowWire } from './slow-wire.ts'

const everybody = () => true

/** Request timeout. Tests that need a timeout wait for it, so all other requests are in time. */
const PATIENCE = 30_000
const time = ownTime()

/** Waits for the gate, and lets the request time out. */
function hangUntil(gate: Promise<void>): Promise<void> {
  setImmediate(() => time.pass(PATIENCE))
  return gate
}

/** Runs in the transaction after its last statement. */
let beforeCommit: (() => unknown) | undefined

/** Runs after the commit. */
let afterCommit: (() => Promise<void>) | undefined

const notes = collection({
  fields: { title: f.text({ required: true }) },
  access: { read: everybody, create: everybody, update: everybody, delete: everybody },
  hooks: { afterCommit: [async () => afterCommit?.()] },
  // No background work uses a connection that a test stops.
  transfers: false,
})
const schema = defineConfig({ collections: { notes } })

const configured = (limits: Parameters<typeof sqlite>[1], requestTimeout: `${number}ms` | `${number}s` | number) =>
  defineConfig({
    // Each test uses its own database; the limits stay.
    database: sqlite(':memory:', limits),
    server: { rateLimit: false, requestTimeout },
    collections: { notes },
    routes: [
      route({
        method: 'POST',
        path: '/notes/:title',
        handler: ({ params, local }) =>
          local.transaction(async (inside) => {
            const { collections } = inside as unknown as LocalApi<typeof schema>
            const { id } = await collections.notes.create({ title: params.title })
            await beforeCommit?.()
            return { id }
          }),
      }),
    ],
  })

beforeEach(() => {
  afterCommit = undefined
  beforeCommit = undefined
})

onEachDatabase('a request that is answered as too late', { config: configured({}, PATIENCE) }, (app) => {
  it('is not committed afterwards', async () => {
    const gate = Promise.withResolvers<void>()
    beforeCommit = () => hangUntil(gate.promise)
    expect(await app().request('POST', '/api/notes/late')).toMatchObject({
      status: 503,
      body: { error: { code: 'timeout' } },
    })
    gate.resolve()
    beforeCommit = undefined
    expect(await app().request('POST', '/api/notes/next')).toMatchObject({ status: 200 })
    const { docs } = await app().app.local.collections.notes.find()
    expect(docs.map(({ title }) => title)).toEqual(['next'])
    expect(app().events.map(({ doc }) => doc['title'])).toEqual(['next'])
  })
})

onEachDatabase('a committed write is answered as success', { config: configured({}, PATIENCE) }, (app) => {
  it.each(['one hook', 'all of them'])('although %s never ends', async (which) => {
    const gate = Promise.withResolvers<void>()
    let begun = 0
    afterCommit = () => {
      begun += 1
      return which === 'one hook' && begun > 1 ? Promise.resolve() : hangUntil(gate.promise)
    }
    const made = await app().request('POST', '/api/collections/notes', { body: { title: 'made' } })
    expect(made).toMatchObject({ status: 201, body: { doc: { title: 'made', revision: 1 } } })
    const one = `/api/collections/notes/${made.body.doc.id}`
    expect(await app().request('PATCH', one, { body: { title: 'changed' } })).toMatchObject({
      status: 200,
      body: { doc: { title: 'changed', revision: 2 } },
    })
    expect(await app().request('POST', '/api/notes/routed')).toMatchObject({ status: 200 })
    expect(await app().request('DELETE', one)).toMatchObject({ status: 200, body: { deleted: true } })
    gate.resolve()
    const { docs } = await app().app.local.collections.notes.find()
    expect(docs.map(({ title }) => title)).toEqual(['routed'])
    // Connections that were closed early also got a response.
    await expect.poll(() => app().events.map(({ event }) => event)).toHaveLength(4)
    expect(begun).toBe(4)
  })
})

describe('a SQLite file that another process has locked', () => {
  it('starts nothing later that was refused meanwhile', async () => {
    const config = configured({ transactionTimeout: '60s' }, '300ms')
    const test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: '' })
    const other = new DatabaseSync('path' in test.database ? test.database.path : '')
    other.exec('begin immediate')
    expect(await test.request('POST', '/api/notes/late')).toMatchObject({ status: 503 })
    expect(await test.request('POST', '/api/collections/notes', { body: { title: 'late' } })).toMatchObject({
      status: 503,
    })
    other.exec('rollback')
    other.close()
    await expect.poll(() => test.request('POST', '/api/notes/next')).toMatchObject({ status: 200 })
    const { docs } = await test.app.local.collections.notes.find()
    expect(new Set(docs.map(({ title }) => title))).toEqual(new Set(['next']))
    await test.close()
  })
})

describe('a PostgreSQL server that is stopped and continued', () => {
  const config = configured({ transactionTimeout: '1s' }, '1s')
  let test: TestApp<typeof config>
  let client: pg.Client
  const stopped = new Set<number>()

  beforeAll(async () => {
    test = await createTestApp(config, { dialect: 'postgres', postgresUrl: inject('postgresUrl') })
    client = new pg.Client('url' in test.database ? test.database.url : '')
    await client.connect()
  })
  afterEach(() => goOn())
  afterAll(async () => {
    await client.end()
    await test.close()
  })
  beforeEach(() => test.clear())

  /** Backends of this database only: the server has others. */
  const processes = async (which = 'true'): Promise<number[]> => {
    const text = `select pid from pg_stat_activity where datname = current_database() and application_name = 'quire' and ${which}`
    return (await client.query({ text, rowMode: 'array' })).rows.map(([pid]) => Number(pid))
  }
  const stop = async () => {
    for (const pid of await processes()) {
      process.kill(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  }
  const goOn = () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    stopped.clear()
  }
  /** Their statements have run or never will. */
  const areGone = async (pids: ReadonlySet<number>) => {
    await expect.poll(async () => (await processes()).filter((pid) => pids.has(pid))).toEqual([])
  }
  const titles = async () => {
    const { docs } = await test.app.local.collections.notes.find({ sort: 'title' })
    return docs.map(({ title }) => title)
  }
  const create = (title: string) => test.request('POST', '/api/collections/notes', { body: { title } })

  it('starts nothing later that was refused meanwhile', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map(create))
    await test.clear()
    await stop()
    const pids = new Set(stopped)
    const answers = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map(async (title) => ({ title, answer: await create(title) })),
    )
    const done = answers.filter(({ answer }) => answer.status === 201).map(({ title }) => title)
    expect(answers.filter(({ answer }) => answer.status === 503).length).toBeGreaterThan(0)
    goOn()
    await areGone(pids)
    expect(await titles()).toEqual(done)
    // On a busy machine, new connections may exceed the deadline.
    await expect.poll(async () => (await create('next')).status).toBe(201)
  })

  it('rolls back an open transaction, and nothing of it is done later', { tags: ['release'] }, async () => {
    let pids: ReadonlySet<number> = new Set()
    beforeCommit = async () => {
      pids = new Set(await processes('xact_start is not null'))
      await stop()
      await test.app.local.collections.notes.find()
    }
    expect(await test.request('POST', '/api/notes/late')).toMatchObject({
      status: 503,
      body: { error: { code: 'timeout' } },
    })
    goOn()
    await areGone(pids)
    expect(await titles()).toEqual([])
  })

  it('is waited for while it commits, whatever the deadlines', async () => {
    const order: string[] = []
    beforeCommit = stop
    const answer = test.request('POST', '/api/notes/kept').then((one) => {
      order.push(`answered ${one.status}`)
      return one
    })
    await expect.poll(() => stopped.size).toBeGreaterThan(0)
    // Both deadlines have passed, except that of the server.
    await expect.poll(async () => (await openFor()) > 1_050).toBe(true)
    order.push('goes on')
    goOn()
    const { status } = await answer
    expect(order).toEqual(['goes on', `answered ${status}`])
    // On a busy machine, the server may have cancelled it: then it is not stored either.
    expect(await titles()).toEqual(status === 200 ? ['kept'] : [])
  })

  it('does not commit open work when it continues much later', { tags: ['release'] }, async () => {
    beforeCommit = stop
    const answer = test.request('POST', '/api/notes/late')
    await expect.poll(() => stopped.size).toBeGreaterThan(0)
    await expect.poll(async () => (await openFor()) > 2_500).toBe(true)
    goOn()
    expect(await answer).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
    expect(await titles()).toEqual([])
  })

  /** Age of the oldest transaction in milliseconds. */
  async function openFor(): Promise<number> {
    const text =
      "select extract(epoch from clock_timestamp() - min(xact_start)) * 1000 from pg_stat_activity where datname = current_database() and application_name = 'quire'"
    return Number((await client.query({ text, rowMode: 'array' })).rows[0]?.[0])
  }
})

describe('a connection that breaks while PostgreSQL commits', () => {
  const config = configured({ transactionTimeout: '5s' }, '10s')
  let app: App<typeof config>
  let wire: SlowWire
  let close: () => Promise<void>

  beforeEach(async () => {
    const database = await createTestDatabase('postgres', inject('postgresUrl'))
    const url = overNetwork('url' in database.config ? must(database.config.url, 'url') : '')
    wire = new SlowWire({ host: url.hostname, port: Number(url.port) })
    url.port = String(await wire.open())
    app = await createApp<typeof config>(
      { ...config, database: { ...database.config, url: url.href } as typeof database.config },
      { log: createLogger({ level: 'silent' }), jobs: false },
    )
    close = async () => {
      await app.close()
      await wire.close()
      await database.remove()
    }
  })
  afterEach(() => close())

  const createThen = (title: string, then: () => void) =>
    app.local.transaction(async (local) => {
      const { id } = await local.collections.notes.create({ title })
      then()
      return id
    })

  it('is checked by its transaction id: it was committed', async () => {
    const call = createThen('kept', () => wire.hold('answers'))
    await expect.poll(() => wire.waiting).toBeGreaterThan(0)
    wire.cut()
    const id = await call
    expect((await app.local.collections.notes.find()).docs).toMatchObject([{ id, title: 'kept' }])
  })

  it('is checked by its transaction id: it was not', async () => {
    const call = createThen('lost', () => wire.hold('requests'))
    await expect.poll(() => wire.waiting).toBeGreaterThan(0)
    wire.cut()
    await expect(call).rejects.toMatchObject({ code: 'unavailable' })
    expect((await app.local.collections.notes.find()).docs).toEqual([])
  })
})
