import { once } from 'node:events'
import { connect } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onEachDatabase } from '@quirecms/testkit'
import { type App, collection, createApp, defineConfig, f, plugin, route, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTED } from './documented-names.ts'
import { parseExposition, valueOf } from './parse-exposition.ts'

const anybody = () => true
const SECRET_TITLE = 'a-title-that-nobody-counts'
const EMAIL = 'ann@example.com'
const PASSWORD = 'correct horse battery staple'

/**
 * Metrics that only other applications have (webhooks, backups), and garbage collections, which may not have occurred
 * yet.
 */
const ELSEWHERE = ['quire_webhooks_', 'quire_backup', 'quire_gc_seconds']

const config = defineConfig({
  changes: true,
  database: sqlite(':memory:'),
  log: { level: 'silent' },
  server: { metrics: true, rateLimit: false },
  plugins: [
    plugin({
      key: 'shop',
      setup: ({ metrics }) => {
        const help = 'Orders, by how they were paid.'
        const orders = metrics.counter({ name: 'orders_total', help, labels: { paid: ['card', 'cash'] } })
        orders.of({ paid: 'card' }).add(2)
        orders.of({ paid: 'whatever a client "sent"\n' }).add()
      },
    }),
  ],
  collections: {
    posts: collection({
      fields: { title: f.text(), slug: f.text({ unique: true }) },
      access: { read: anybody, create: anybody, update: anybody },
      hooks: { beforeChange: [({ data }) => data] },
    }),
    users: collection({ auth: true, fields: {} }),
    pictures: collection({ upload: true, fields: {}, access: { read: anybody, create: anybody } }),
  },
  routes: [route({ method: 'GET', path: '/hello/:name', handler: () => ({ hello: 'you' }) })],
})

/** Reads the metrics endpoint. */
async function scrape(address: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${address}/metrics`, { headers })
  expect(response.status).toBe(200)
  return response.text()
}

/** Sends requests one after another on one connection, and waits for all responses. */
async function sendAll(address: string, requests: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let answered = 0
  const done = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      answered += chunk.toString('latin1').split('HTTP/1.1 ').length - 1
      if (answered >= requests.length) resolve()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${answered} answers`)))
  })
  for (const request of requests) socket.write(`${request} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await done
  socket.destroy()
}

describe('metrics', () => {
  let app: App<typeof config>
  let address: string
  let folder: string
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${address}${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-metrics-'))
    app = await createApp({ ...config, database: sqlite(join(folder, 'app.db')) }, { root: folder })
    address = await app.listen({ port: 0 })
    await ask('POST', '/api/auth/users/create-user', { data: { email: EMAIL }, password: PASSWORD })
    await ask('POST', '/api/auth/users/login', { email: EMAIL, password: PASSWORD })
    await ask('POST', '/api/auth/users/login', { email: EMAIL, password: 'wrong password of mine' })
    await ask('POST', '/api/collections/posts', { title: SECRET_TITLE, slug: 'one' })
    await ask('POST', '/api/collections/posts', { title: SECRET_TITLE, slug: 'one' })
    await ask('GET', '/api/collections/posts')
    await ask('GET', '/api/hello/ann')
    await ask('POST', '/api/collections/posts', undefined, { 'content-type': 'text/plain' })
    const form = new FormData()
    form.set('file', new File(['0123456789'], 'note.txt', { type: 'text/plain' }))
    await fetch(`${address}/api/collections/pictures`, { method: 'POST', body: form })
    await app.runJobs()
    await ask('GET', '/nothing/here')
  })

  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('include everything documented, in the Prometheus format', async () => {
    const response = await fetch(`${address}/metrics`)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const families = parseExposition(await response.text())
    const missing = DOCUMENTED.filter(({ name, type }) => families.get(name)?.type !== type)
    expect(missing.filter(({ name }) => !ELSEWHERE.some((other) => name.startsWith(other)))).toEqual([])
    const known = new Set([...DOCUMENTED.map(({ name }) => name), 'quire_shop_orders_total'])
    expect([...families.keys()].filter((name) => !known.has(name))).toEqual([])
    const created = { operation: 'create', entity: 'posts' }
    expect(valueOf(families, 'quire_http_requests_total', { ...created, status: '2xx' })).toBe(1)
    expect(valueOf(families, 'quire_http_requests_total', { ...created, status: '4xx' })).toBe(2)
    expect(valueOf(families, 'quire_http_duration_seconds_count', created)).toBe(3)
    expect(valueOf(families, 'quire_http_requests_total', { operation: 'route' })).toBe(1)
    expect(valueOf(families, 'quire_http_requests_total', { operation: 'unknown', status: '4xx' })).toBe(1)
    expect(valueOf(families, 'quire_operation_duration_seconds_count', { ...created, via: 'http' })).toBe(2)
    // Three requests, one after another, took less than this process has lived.
    expect(valueOf(families, 'quire_http_duration_seconds_sum', created)).toBeLessThan(process.uptime())
    expect(valueOf(families, 'quire_hook_seconds_count', { entity: 'posts', hook: 'beforeChange' })).toBe(2)
    expect(valueOf(families, 'quire_http_refused_total', { reason: 'body' })).toBe(1)
    expect(valueOf(families, 'quire_http_in_flight')).toBe(1)
    expect(valueOf(families, 'quire_logins_total', { outcome: 'succeeded' })).toBe(1)
    expect(valueOf(families, 'quire_logins_total', { outcome: 'wrong_credentials' })).toBe(1)
    expect(valueOf(families, 'quire_sessions')).toBe(1)
    expect(valueOf(families, 'quire_files_bytes_total')).toBe(10)
    expect(valueOf(families, 'quire_transactions_total', { outcome: 'rolled_back' })).toBeGreaterThan(0)
    expect(valueOf(families, 'quire_db_seconds_count', { kind: 'write' })).toBeGreaterThan(0)
    expect(valueOf(families, 'quire_jobs_total', { outcome: 'failed' }) ?? 0).toBe(0)
    // Twelve bounds, and one beyond them.
    const buckets = families.get('quire_http_duration_seconds')?.samples.filter(({ labels }) => 'le' in labels) ?? []
    expect(new Set(buckets.map(({ labels }) => labels['le'])).size).toBe(13)
  })

  it('use the format of OpenMetrics on request', async () => {
    const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1'
    const response = await fetch(`${address}/metrics`, { headers: { accept } })
    expect(response.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    const families = parseExposition(await response.text(), 'openmetrics')
    expect(families.get('quire_http_requests')?.type).toBe('counter')
    expect(valueOf(families, 'quire_shop_orders_total', { paid: 'card' })).toBe(2)
    expect(valueOf(families, 'quire_shop_orders_total', { paid: 'other' })).toBe(1)
    // Clients that don't prefer OpenMetrics get the usual format.
    const plain = await scrape(address, { accept: 'text/plain, application/openmetrics-text;q=0.5' })
    expect(plain).not.toContain('# EOF')
  })

  it('have the same series, whatever clients send, and none of their data', async () => {
    const before = await scrape(address)
    const seriesOf = (text: string) =>
      text
        .split('\n')
        .flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.slice(0, line.lastIndexOf(' '))]))
    const paths = Array.from({ length: 2_500 }, (_, index) => {
      const random = `${index.toString(36)}${Math.imul(index, 0x9e3779b1).toString(36)}`
      return [
        `GET /${random}`,
        `GET /api/collections/${random}`,
        `GET /api/collections/posts/${random}?where=${random}`,
        `DELETE /api/${random}/${random}`,
      ]
    }).flat()
    const parts = Array.from({ length: 20 }, (_, index) => paths.filter((__, at) => at % 20 === index))
    await Promise.all(parts.map((part) => sendAll(address, part)))
    const after = await scrape(address)
    expect(new Set(seriesOf(after))).toEqual(new Set(seriesOf(before)))
    const unknown = { operation: 'unknown', status: '4xx' }
    expect(valueOf(parseExposition(after), 'quire_http_requests_total', unknown)).toBe(10_001)
    for (const secret of [EMAIL, PASSWORD, SECRET_TITLE, 'hello/', 'ann', '127.0.0.1', '/api', folder])
      expect(after).not.toContain(secret)
    expect(after).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('are not part of the described API', async () => {
    const description = await (await ask('GET', '/api/openapi.json')).text()
    expect(description).not.toContain('/metrics')
  })
})

describe('metrics of plugins', () => {
  it('must have valid, unique names', async () => {
    const withCounter = (name: string) =>
      createApp({
        ...config,
        plugins: [plugin({ key: 'a-b', setup: ({ metrics }) => void metrics.counter({ name, help: 'x' }) })],
      })
    await expect(withCounter('Wrong_total')).rejects.toThrow('is not a name for a metric')
    await expect(withCounter('orders')).rejects.toThrow('must end in _total')
  })
})

const library = defineConfig({
  // The tests put a database of their own in its place; the limit stays.
  database: sqlite(':memory:', { queryTimeout: '25ms' }),
  server: { metrics: true },
  collections: {
    books: collection({
      fields: { text: f.textarea(), related: f.relationship({ to: 'books', many: true }) },
      access: { read: anybody, create: anybody },
    }),
  },
})

/** Too many to scan in that time. */
const BOOKS = { sqlite: 6_000, postgres: 1_500 }

onEachDatabase('numbers of the database', { config: library }, (test, dialect) => {
  it('include its connections, its transactions, and queries that took too long', async () => {
    const { app, url } = test()
    const at = '2026-01-01T00:00:00.000Z'
    const text = 'Greetings from far away. '.repeat(20)
    const book = (number: number) => `01892000-0000-7000-8000-${String(number).padStart(12, '0')}`
    for (let first = 0; first < BOOKS[dialect]; first += 100) {
      await app.storage.transaction(async (tx) => {
        for (let number = first; number < first + 100; number += 1) {
          const related = [book((number * 7) % BOOKS[dialect]), book((number * 11) % BOOKS[dialect])]
          const json = JSON.stringify({ text, related })
          const stored = { id: book(number), revision: 1, createdAt: at, updatedAt: at, json, shape: '1', columns: {} }
          await tx.insert('books', stored, [])
        }
      })
    }
    let asked = 0
    const slow = () => {
      // A different query each time, because the total would be cached.
      asked += 1
      const path = 'related.related.related.related.related.text'
      const where = encodeURIComponent(JSON.stringify({ [path]: { like: `nowhere to be found ${asked}` } }))
      return test().request('GET', `/api/collections/books?where=${where}`)
    }
    // The table size is up to a second old; until it is refreshed, the read may be classified as quick.
    await expect.poll(slow).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
    const families = parseExposition(await scrape(url))
    // Counted as longer than that, in the class that it was assigned to.
    const isLong = ['read', 'slow'].some((kind) => {
      const within = valueOf(families, 'quire_db_seconds_bucket', { kind, le: '0.025' }) ?? 0
      return (valueOf(families, 'quire_db_seconds_count', { kind }) ?? 0) > within
    })
    expect(isLong).toBe(true)
    if (dialect === 'sqlite') expect(valueOf(families, 'quire_db_seconds_count', { kind: 'slow' })).toBeGreaterThan(0)
    const listed = { operation: 'list', entity: 'books' }
    expect(valueOf(families, 'quire_operation_duration_seconds_count', { ...listed, via: 'http' })).toBe(asked)
    expect(valueOf(families, 'quire_http_refused_total', { reason: 'timeout' })).toBe(1)
    expect(valueOf(families, 'quire_transactions_total', { outcome: 'committed' })).toBeGreaterThanOrEqual(
      BOOKS[dialect] / 100,
    )
    expect(valueOf(families, 'quire_db_connections', { state: 'waiting' })).toBe(0)
    expect(valueOf(families, 'quire_db_connections')).toBeGreaterThan(0)
    expect(valueOf(families, 'quire_writes_waiting')).toBe(0)
    expect(families.has('quire_sqlite_wal_bytes')).toBe(dialect === 'sqlite')
    expect(valueOf(families, 'quire_build_info', { database: dialect })).toBe(1)
  }, 120_000)
})
