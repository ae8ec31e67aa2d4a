import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@quirecms/server/log'
import { webhooks } from '@quirecms/webhooks'
import { type App, collection, createApp, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, SECRET, startReceiver } from '../../engine/webhooks/receiver.ts'
import { parseExposition, valueOf } from './parse-exposition.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`
const SECRET_TITLE = 'a title that no span may hold'
const anybody = () => true

const configWith = (url: string) =>
  defineConfig({
    database: sqlite(':memory:'),
    server: { metrics: true },
    plugins: [
      webhooks({
        endpoints: {
          search: { url, secret: SECRET, events: ['document.*'], privateNetwork: true },
          archive: { url: `${url}?archive`, secret: SECRET, events: ['document.created'], privateNetwork: true },
        },
      }),
    ],
    collections: {
      posts: collection({
        fields: { title: f.text() },
        access: { read: anybody, create: ({ data }) => data?.['title'] !== 'forbidden' },
        hooks: { beforeChange: [({ data }) => data] },
      }),
      files: collection({ upload: true, fields: {}, access: { read: anybody, create: anybody } }),
    },
  })

describe('traces', () => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const lines: { requestId?: string; traceId?: string; msg?: string }[] = []
  let receiver: Receiver
  let app: Pick<App, 'listen' | 'close'>
  let folder: string
  let address: string
  const spans = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name)
  const create = (title: string) =>
    fetch(`${address}/api/collections/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: PARENT },
      body: JSON.stringify({ title }),
    })

  beforeAll(async () => {
    provider.register()
    folder = await mkdtemp(join(tmpdir(), 'quire-traces-'))
    receiver = await startReceiver()
    const log = createLogger({
      level: 'info',
      destination: { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
    })
    const config = configWith(receiver.url)
    app = await createApp({ ...config, database: sqlite(join(folder, 'app.db')) }, { root: folder, log })
    address = await app.listen({ port: 0 })
  })

  afterAll(async () => {
    await app.close()
    await receiver.close()
    await provider.shutdown()
    trace.disable()
    context.disable()
    propagation.disable()
    await rm(folder, { recursive: true, force: true })
  })

  it('connect a request with rules, hooks, statements and a webhook', async () => {
    const response = await create(SECRET_TITLE)
    expect(response.status).toBe(201)
    await expect.poll(() => receiver.received.length).toBe(2)
    // A delivery belongs to the trace of the request, although a job sends it.
    for (const { headers } of receiver.received)
      expect(headers['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    await expect.poll(() => spans('HTTP').length).toBe(1)
    const [http] = spans('HTTP')
    expect(http?.spanContext().traceId).toBe(TRACE)
    expect(http?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/collections/posts',
      'http.response.status_code': 201,
    })
    const ofRequest = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === TRACE)
    const names = new Set(ofRequest.map(({ name }) => name))
    for (const name of ['HTTP', 'execute create', 'rule', 'hook', 'sql']) expect([...names]).toContain(name)
    const executed = ofRequest.find(({ name }) => name === 'execute create')
    expect(executed?.parentSpanContext?.spanId).toBe(http?.spanContext().spanId)
    await expect.poll(() => spans('job').length).toBeGreaterThan(0)
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ traceId: TRACE })
  })

  it('connect files with their storage, and errors with their origin', async () => {
    const form = new FormData()
    form.set('file', new File(['0123456789'], 'note.txt', { type: 'text/plain' }))
    expect((await fetch(`${address}/api/collections/files`, { method: 'POST', body: form })).status).toBe(201)
    expect(spans('storage').map(({ attributes }) => attributes['quire.action'])).toContain('put')
    expect((await create('forbidden')).status).toBe(401)
    const refused = spans('execute create').find(({ status }) => status.code === SpanStatusCode.ERROR)
    expect(refused?.attributes['error.type']).toBe('unauthenticated')
  })

  it('contain shapes and names, but no values from clients', () => {
    const text = JSON.stringify(
      exporter.getFinishedSpans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    )
    expect(spans('sql').some(({ attributes }) => String(attributes['db.query.text']).includes('?'))).toBe(true)
    expect(text).not.toContain(SECRET_TITLE)
    expect(text).not.toContain('t0ken')
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
  })

  it('start with requests that match no route, or cannot even be parsed', async () => {
    expect((await fetch(`${address}/nowhere`)).status).toBe(404)
    expect((await fetch(`${address}/%zz`, { headers: { traceparent: 'not a trace' } })).status).toBe(400)
    const id = '01892000-0000-7000-8000-000000000000'
    expect((await fetch(`${address}/api/collections/posts/${id}`)).status).toBe(404)
    const routes = () => spans('HTTP').map(({ attributes }) => attributes['http.route'])
    await expect.poll(() => routes().slice(-3)).toEqual([undefined, undefined, '/api/collections/posts/:id'])
  })

  it('do not change metrics: deliveries that wait for an endpoint are counted', async () => {
    receiver.answer = ({ headers }) => (headers['webhook-id'] === undefined ? 204 : 500)
    await create('again')
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(4)
    await expect
      .poll(
        async () => {
          const families = parseExposition(await (await fetch(`${address}/metrics`)).text())
          const pending = (endpoint: string) => valueOf(families, 'quire_webhooks_pending', { endpoint })
          return [pending('search'), pending('archive'), valueOf(families, 'quire_webhooks_failed')]
        },
        { timeout: 30_000, interval: 300 },
      )
      .toEqual([1, 1, 0])
  })
})

describe('without a provider', () => {
  it('nothing is traced', async () => {
    const app = await createApp(configWith('http://127.0.0.1:9/hook'), {
      jobs: false,
      log: createLogger({ level: 'silent' }),
    })
    const response = await app.fetch(
      new Request('http://localhost/api/collections/posts', { headers: { traceparent: PARENT } }),
    )
    expect(response.status).toBe(200)
    await app.close()
  })
})
