import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collection, createApp, createLogger, defineConfig, f, type App, sqlite } from 'quirecms'
import { exchange } from './raw-exchange.ts'

/** Texts that an attacker might send to keep an expression busy. */
const RUNS = [' ', ',', ';', '"', '/', '%', '=', '-', '.', ':', '0', 'a', ' ,', '\\', '%20']
const LETTERS = [...RUNS, '\u0315\u0300', 'İ', '中', 'A\u0301']

/** Just below the largest head, and the longest URL, that the service reads. */
const HEADER_LENGTH = 57_000
const URL_LENGTH = 31_000
const FIELD_LENGTH = 100_000

const config = defineConfig({
  database: sqlite(':memory:'),
  server: { rateLimit: false, trustProxy: true, cors: { origins: ['https://www.example.com'] } },
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: { apiKeys: true }, fields: { name: f.text() }, access: { create: () => true } }),
    posts: collection({
      fields: {
        title: f.text({ maxLength: 1_000_000 }),
        slug: f.slug({ from: 'title' }),
        contact: f.email(),
        link: f.url(),
        day: f.date(),
        kind: f.select({ options: ['a', 'b'] }),
        author: f.relationship({ to: 'users' }),
        body: f.richText(),
        trimmed: f.text({ pattern: '\\s+$', maxLength: 1000 }),
        settings: f.json({ schema: { type: 'object', properties: { home: { type: 'string', format: 'url' } } } }),
        rows: f.array({ fields: { label: f.text() } }),
      },
      access: { read: () => true, create: () => true, update: () => true, delete: () => true },
    }),
  },
})

let app: App<typeof config>
let url: string
let plain: number

beforeAll(async () => {
  app = await createApp(config, { log: createLogger({ level: 'silent' }) })
  url = await app.listen({ port: 0 })
  const harmless = { 'X-Unread': 'x'.repeat(HEADER_LENGTH) }
  const some = async () => {
    for (let i = 0; i < 20; i++) await exchange(url, '/api/collections/posts', harmless)
  }
  await some()
  plain = (await cost(some)) / 20
})

afterAll(() => app.close())

/** CPU time of this process, client and server. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Quadratic time would cost thousands of times as much as linear time. */
const MOST_TIMES_AS_MUCH = 400

async function expectCheap(what: string, send: (run: string) => Promise<unknown>, runs: readonly string[]) {
  for (const run of runs) {
    const times = Math.round((await cost(() => send(run))) / plain)
    expect({ what, run, isCheap: times < MOST_TIMES_AS_MUCH, times }).toMatchObject({ isCheap: true })
  }
}

const long = (run: string, length: number): string => run.repeat(Math.ceil(length / run.length)).slice(0, length)

describe('a header', () => {
  test.each([
    ['Content-Type', 'application/json', 'x'],
    ['Content-Type', 'application/json;', '='],
    ['Content-Type', 'application/json; charset=utf-8', ';'],
    ['Content-Encoding', 'identity', 'x'],
    ['Accept-Encoding', 'gzip', 'x'],
    ['Accept-Encoding', 'gzip;q=0', ';'],
    ['Authorization', 'Session', 'é'],
    ['Authorization', 'Bearer qk_', ' x y'],
    ['Cookie', 'service_session', 'x'],
    ['Cookie', 'service_session=', 'x'],
    ['If-Match', '"1', '"'],
    ['If-None-Match', '"1"', '"'],
    ['Origin', 'https://www.example.com', 'x'],
    ['X-Request-ID', 'a', ' '],
    ['X-Forwarded-For', '1.2.3.4', 'x'],
    ['X-Forwarded-For', '', ', 1.2.3.4'],
    ['X-Forwarded-Host', 'a', 'x'],
    ['X-Forwarded-Proto', 'https', 'x'],
    ['Host', 'a', '!'],
    ['User-Agent', 'a', 'x'],
    ['Sec-Fetch-Site', 'none', 'x'],
    ['Access-Control-Request-Method', 'GET', 'x'],
    ['X-Bootstrap-Token', 'a', 'x'],
    ['Accept', 'a', 'x'],
    ['Connection', 'close,', 'x'],
  ])('%s: %s … %s', async (name, start, end) => {
    const body = JSON.stringify({ title: 'x' })
    await expectCheap(
      name,
      async (run) => {
        const value = start + long(run, HEADER_LENGTH) + end
        await exchange(url, '/api/collections/posts', { [name]: value })
        if (name === 'Connection') return
        const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length), [name]: value }
        await exchange(url, '/api/collections/posts', headers, 'POST', body)
      },
      RUNS,
    )
  })
})

describe('a query parameter', () => {
  const parameters = ['where', 'sort', 'select', 'populate', 'locale', 'fallback-locale', 'page', 'limit', 'depth', 'x']
  test.each(parameters)('%s', async (name) => {
    for (const start of ['', '{"title":{"like":"', '-']) {
      const send = (run: string) => {
        const value = encodeURIComponent(start + long(run, URL_LENGTH)).slice(0, URL_LENGTH)
        return exchange(url, `/api/collections/posts?${name}=${value.replace(/%.?$/, '')}`)
      }
      await expectCheap(name, send, LETTERS)
    }
  })

  test('a path', async () => {
    const send = (run: string) => exchange(url, `/api/${encodeURIComponent(long(run, 9_000)).slice(0, URL_LENGTH - 2)}`)
    await expectCheap('path', send, LETTERS)
  })
})

describe('a field', () => {
  const wrapped: Readonly<Record<string, (text: string) => unknown>> = {
    body: (href) => ({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }],
        },
      ],
    }),
    settings: (home) => ({ home }),
    rows: (label) => [{ label }],
  }
  const starts: Readonly<Record<string, readonly string[]>> = {
    contact: ['', 'a@', 'a@b.'],
    link: ['', 'https://', 'mailto:'],
    day: ['', '2026-01-01T00:00:00.'],
    settings: ['http://', 'http://a:'],
    body: ['', 'https://'],
  }
  const names = ['title', 'slug', 'contact', 'link', 'day', 'kind', 'author', 'body', 'trimmed', 'settings', 'rows']

  test.each(names)('%s', async (name) => {
    for (const start of starts[name] ?? ['']) {
      await expectCheap(
        name,
        async (run) => {
          const text = `${start}${long(run, FIELD_LENGTH)}!`
          const value = wrapped[name]?.(text) ?? text
          const request = new Request(`${url}/api/collections/posts`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ [name]: value }),
          })
          await (await app.fetch(request)).text()
        },
        LETTERS,
      )
    }
  })

  test('credentials', async () => {
    const send = (body: object) =>
      app.fetch(
        new Request(`${url}/api/auth/users/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    await expectCheap('email', (run) => send({ email: `a@${long(run, FIELD_LENGTH)}`, password: 'x' }), LETTERS)
    await expectCheap('password', (run) => send({ email: 'a@b.cd', password: long(run, FIELD_LENGTH) }), LETTERS)
  })
})
