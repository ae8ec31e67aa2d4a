import { collection, defineConfig, f, isInRange, type LogTarget, QuireError } from '@quirecms/core'
import { plugin } from '@quirecms/features'
import { createApp, sqlite } from 'quirecms'
import { describe, expect, it, onTestFinished } from 'vitest'

/** Parts of an application's configuration, which every way of starting it must support. */

const everybody = () => true
const database = sqlite(':memory:')
const PASSWORD = 'correct horse battery staple'

function silent(): LogTarget & { lines: unknown[] } {
  const lines: unknown[] = []
  const write = (...args: unknown[]) => void lines.push(args)
  const log = { lines, level: 'info', trace: write, debug: write, info: write, warn: write, error: write, fatal: write }
  return Object.assign(log, { child: () => log, isLevelEnabled: () => true, bindings: () => ({}) })
}

async function start(...args: Parameters<typeof createApp>) {
  const app = await createApp(...args)
  onTestFinished(() => app.close())
  const send = (path: string, init: RequestInit = {}) => app.fetch(new Request(`http://127.0.0.1${path}`, init))
  return { app, send }
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('identify', () => {
  it('identifies the caller of a request, from what application code gets', async () => {
    const { send } = await start(
      defineConfig({
        database,
        log: { level: 'silent' },
        identify: async ({ headers, method, path }) => {
          if (headers['x-user'] === 'mallory') throw new QuireError('invalid_token', 'Not you.')
          return headers['x-user'] === 'ann' ? { actor: { id: `${method} ${path}`, collection: 'staff' } } : null
        },
        collections: {
          notes: collection({
            fields: { text: f.text(), by: f.virtual({ value: ({ actor }) => actor?.id ?? null }) },
            access: { read: ({ actor }) => actor !== null },
          }),
        },
      }),
    )
    const path = '/api/collections/notes'
    expect((await send(path)).status).toBe(401)
    expect((await send(path, { headers: { 'x-user': 'ann' } })).status).toBe(200)
    expect((await send(path, { headers: { 'x-user': 'mallory' } })).status).toBe(401)
  })
})

describe('mailer and cookie', () => {
  const members = (cookie: object, sent: string[] = []) =>
    defineConfig({
      database,
      log: { level: 'silent' },
      cookie,
      mailer: { send: async (to, { subject }) => void sent.push(`${to}: ${subject}`) },
      collections: { users: collection({ auth: true, fields: { name: f.text() } }) },
    })

  it('sends mail with the mailer of the application', async () => {
    const sent: string[] = []
    const { app, send } = await start(members({}, sent))
    const data = { email: 'ann@example.com' }
    await app.local.asSystem().auth['users']?.createUser({ data, password: PASSWORD })
    await send('/api/auth/users/forgot-password', json(data))
    await expect.poll(() => sent).toEqual([expect.stringContaining('ann@example.com: ')])
  })

  it.each([
    [{}, '; HttpOnly; SameSite=Lax; Expires=<date>'],
    [{ sameSite: 'strict' }, '; HttpOnly; SameSite=Strict; Expires=<date>'],
    [
      { sameSite: 'none', domain: 'example.com' },
      '; Domain=example.com; HttpOnly; SameSite=None; Expires=<date>; Secure',
    ],
  ] as const)('sets the cookies as %o', async (cookie, attributes) => {
    const { app, send } = await start(members(cookie))
    const data = { email: 'ann@example.com' }
    await app.local.asSystem().auth['users']?.createUser({ data, password: PASSWORD })
    const login = await send('/api/auth/users/login', json({ ...data, password: PASSWORD }))
    const cookies = login.headers
      .getSetCookie()
      .map((one) => one.replace(/=[\w-]{43,}/, '=<token>').replace(/Expires=[^;]+/, 'Expires=<date>'))
    // The session cookie comes first, for clients that only look at the first one. The other one is only sent to
    // sign-in routes.
    expect(cookies).toEqual([
      `service_session=<token>; Path=/${attributes}`,
      `service_device=<token>; Path=/api/auth${attributes}`,
    ])
    const stale = await send('/api/auth/me', { headers: { cookie: 'service_session=old' } })
    const cleared =
      'domain' in cookie ? '; Path=/; Domain=example.com; HttpOnly; SameSite=None; Max-Age=0; Secure' : '; Max-Age=0'
    // The device cookie stays.
    expect(stale.headers.getSetCookie()).toEqual([expect.stringMatching(/^service_session=;/)])
    expect(stale.headers.get('set-cookie')).toContain(cleared)
  })

  it('sets only the session cookie if lockout is off', async () => {
    const { app, send } = await start(
      defineConfig({
        database,
        log: { level: 'silent' },
        collections: { users: collection({ auth: { lockout: false }, fields: {} }) },
      }),
    )
    const data = { email: 'ann@example.com' }
    await app.local.asSystem().auth['users']?.createUser({ data, password: PASSWORD })
    const login = await send('/api/auth/users/login', json({ ...data, password: PASSWORD }))
    expect(login.headers.getSetCookie()).toEqual([expect.stringMatching(/^service_session=/)])
  })
})

describe('custom logger', () => {
  it('gets the log lines', async () => {
    const logger = silent()
    const { send } = await start(
      defineConfig({
        database,
        log: { logger },
        collections: { notes: collection({ fields: {}, access: { read: everybody } }) },
      }),
    )
    await send('/api/collections/notes')
    await expect.poll(() => JSON.stringify(logger.lines)).toContain('/api/collections/notes')
  })
})

describe('invalid options', () => {
  it.each([
    [{ cookie: { sameSite: 'maybe' } }, 'cookie.sameSite'],
    [{ cookie: { domain: 'https://example.com' } }, "cookie.domain: must be a domain such as 'example.com'"],
    [{ mailer: {} }, 'mailer: must be an object with a function `send`'],
    [{ identify: 'header' }, 'identify'],
    [{ log: { logger: console } }, 'log.logger: must be a logger such as pino()'],
    [{ plugins: [{ key: 'a', quire: 'new' }] }, "plugins.0.quire: must be a range of versions such as '^0.1.0'"],
  ])('%o', async (wrong, message) => {
    await expect(createApp({ database, collections: {}, ...wrong } as never)).rejects.toThrow(message)
  })
})

describe('plugins', () => {
  it('declare compatible versions of Quire', async () => {
    const config = (quire: string) =>
      defineConfig({ database, log: { level: 'silent' }, plugins: [plugin({ key: 'old', quire })], collections: {} })
    await start(config('>=0.1.0'))
    await expect(createApp(config('^7.1.0'))).rejects.toThrow(
      /plugin "old": needs Quire \^7\.1\.0, but this is 0\.\d+\.\d+/,
    )
  })

  it.each([
    ['1.2.3', '1.2.3', true],
    ['1.2.3', '=1.2.4', false],
    ['1.2.3', '^1.0.0', true],
    ['2.0.0', '^1.0.0', false],
    ['1.0.0', '^1.2.0', false],
    ['0.1.9', '^0.1.2', true],
    ['0.2.0', '^0.1.2', false],
    ['0.0.4', '^0.0.3', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['1.9.0', '1', true],
    ['1.9.0', '1.x || 3.x', true],
    ['2.0.0', '1.x || 3.x', false],
    ['2.5.0', '>=1.2.0 <3', true],
    ['3.0.0', '>= 1.2.0 < 3', false],
    ['3.0.1', '>3', false],
    ['4.0.0', '>3', true],
    ['3.9.9', '<=3', true],
    ['9.9.9', '*', true],
    ['1.0.0', 'latest', null],
    ['1.0.0', '1.2.3.4', null],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(isInRange(version, range)).toBe(expected)
  })
})
