import { createTestApp, describeEachDatabase, must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type Mailer } from 'quirecms'
import { beforeEach, expect, inject, it, vi } from 'vitest'
import { Outbox, tokenIn } from './mail.ts'
import { freshAddress, logIn, makeUser, PASSWORD, verdict } from './people.ts'

const outbox = new Outbox()
let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const MINUTE = 60_000
const NEXT = 'the next password'
let statements: string[] = []

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: { verification: true }, fields: {}, access: { create: () => true } }),
    guests: collection({ auth: { recovery: { lifetime: '1m' } }, fields: { name: f.text() } }),
  },
  server: { rateLimit: false },
})
const setup = { config, clock, mailer: outbox, onStatement: (sql: string) => void statements.push(sql) }

onEachDatabase('mails to an address on request of anonymous callers', setup, (app) => {
  beforeEach(() => {
    outbox.sent.length = 0
    statements = []
  })
  const post = (path: string, body: object, slug = 'users') =>
    app().request('POST', `/api/auth/${slug}/${path}`, { body })
  const lookups = () => statements.filter((sql) => /^select .* from "rec_mailed-tokens" .*"address_hash" =/.test(sql))
  const kept = () => statements.filter((sql) => sql.startsWith('insert into "rec_mailed-tokens"'))
  /** Sends requests, and waits until their background work is done. */
  const askFor = async (path: string, email: string, times: number, slug = 'users') => {
    const before = lookups().length
    for (let i = 0; i < times; i += 1) {
      const { status, body } = await post(path, { email }, slug)
      expect([status, body]).toEqual([200, { requested: true }])
    }
    await expect.poll(lookups).toHaveLength(before + times)
  }
  /** A user whose first mail has arrived. */
  const welcomed = async () => {
    const { email } = await makeUser(app())
    await outbox.newest(email)
    return email
  }

  it('are limited to three in fifteen minutes, and the first keeps working', async () => {
    const email = await welcomed()
    outbox.sent.length = 0
    statements = []
    await askFor('forgot-password', email, 1)
    const first = tokenIn(await outbox.newest(email))
    await askFor('forgot-password', ` ${email.toUpperCase()} `, 20)
    await outbox.newest(email, 3)
    now += 14 * MINUTE
    await askFor('forgot-password', email, 5)
    expect(kept()).toHaveLength(3)
    now += 2 * MINUTE
    await askFor('forgot-password', email, 20)
    await outbox.newest(email, 6)
    expect(kept()).toHaveLength(6)
    expect((await post('reset-password', { token: first, password: NEXT })).status).toBe(200)
    expect((await logIn(app(), email, NEXT)).status).toBe(200)
  })

  it('are also counted concurrently, and for each purpose and address', async () => {
    const email = await welcomed()
    const other = await welcomed()
    statements = []
    await Promise.all(Array.from({ length: 20 }, () => post('request-verification', { email })))
    await expect.poll(lookups).toHaveLength(20)
    await outbox.newest(email, 3)
    await askFor('forgot-password', email, 1)
    await askFor('forgot-password', other, 1)
    // One of the three came with the user itself.
    const subjects = ['Confirm your address', 'Confirm your address', 'Confirm your address', 'Set a new password']
    expect((await outbox.newest(email, 4)).subject).toBe('Set a new password')
    expect(outbox.to(email).map(({ subject }) => subject)).toEqual(subjects)
    await outbox.newest(other, 2)
    expect(kept()).toHaveLength(4)
    expect((await post('verify', { token: tokenIn(must(outbox.to(email)[0], 'mail')) })).status).toBe(200)
  })

  it('are limited for the same time if tokens live shorter', async () => {
    const { email } = await makeUser(app(), { collection: 'guests' })
    await askFor('forgot-password', email, 3, 'guests')
    const token = tokenIn(await outbox.newest(email, 3))
    now += 2 * MINUTE
    await app().app.runJobs()
    await askFor('forgot-password', email, 3, 'guests')
    expect(kept()).toHaveLength(3)
    const late = await post('reset-password', { token, password: NEXT }, 'guests')
    expect(verdict(late)).toEqual([401, 'invalid_token'])
  })

  it('do not prevent the mail of a new user', async () => {
    const email = freshAddress('newcomer')
    await askFor('request-verification', email, 10)
    const made = await post('create-user', { data: { email }, password: PASSWORD })
    expect(made.status).toBe(201)
    expect((await post('verify', { token: tokenIn(await outbox.newest(email)) })).status).toBe(200)
  })

  it.each(['forgot-password', 'request-verification'])(
    'cost %s the same, whether or not there is such a user',
    async (path) => {
      const email = await welcomed()
      const confirmed = await welcomed()
      await post('verify', { token: tokenIn(must(outbox.to(confirmed)[0], 'mail')) })
      statements = []
      await askFor(path, email, 1)
      await outbox.newest(email, 2)
      // It is deleted last.
      const isForgotten = () => statements.some((sql) => sql.startsWith('delete from "rec_jobs"'))
      await expect.poll(isForgotten).toBe(true)
      const known = statements
      expect(known.length).toBeGreaterThan(3)
      for (const address of [freshAddress('unknown'), confirmed]) {
        statements = []
        await post(path, { email: address })
        await expect.poll(() => statements).toEqual(known)
      }
      if (path === 'request-verification') expect(outbox.to(confirmed)).toHaveLength(1)
    },
  )

  it('leave nothing behind after their time', async () => {
    const count = () => app().app.storage.reader.records.count('mailed-tokens', {})
    await askFor('forgot-password', freshAddress('unknown'), 2)
    await expect.poll(count).toBeGreaterThan(0)
    now += 48 * 60 * MINUTE
    await app().app.runJobs()
    expect(await count()).toBe(0)
  })
})

describeEachDatabase('a mail server that does not answer (%s)', (dialect) => {
  it('times out', async () => {
    const asked: string[] = []
    const mailer: Mailer = { send: (to) => new Promise<void>(() => void asked.push(to)) }
    const test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), mailer })
    try {
      const users: string[] = []
      for (let i = 0; i < 6; i += 1) users.push((await makeUser(test, { collection: 'guests' })).email)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      for (const email of users) await test.local.users('guests').forgotPassword({ email })
      await expect.poll(() => asked).toHaveLength(4)
      vi.advanceTimersByTime(60_000)
      // Failed mails wait for their next attempt, after the others.
      const six = () => (vi.advanceTimersByTime(1_000), asked)
      await expect.poll(six).toHaveLength(6)
      expect(new Set(asked)).toEqual(new Set(users))
      vi.advanceTimersByTime(60_000)
    } finally {
      vi.useRealTimers()
      await test.close()
    }
  })

  it('blocks no requests and uses bounded memory', async () => {
    const silent: { to: string; settle: () => void }[] = []
    const mailer: Mailer = {
      send: (to) => new Promise<void>((settle) => void silent.push({ to, settle })),
    }
    const test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), mailer })
    try {
      const users: string[] = []
      for (let i = 0; i < 6; i += 1) users.push((await makeUser(test, { collection: 'guests' })).email)
      // Fake timers: no mail is given up, however long the test takes.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const later = <Value>(look: () => Value) => expect.poll(() => (vi.advanceTimersByTime(50), look()))
      const { forgotPassword } = test.local.users('guests')
      for (const email of users) expect(await forgotPassword({ email })).toEqual({ requested: true })
      await later(() => silent).toHaveLength(4)
      const rest: PromiseSettledResult<unknown>[] = []
      for (let portion = 0; portion < 20; portion += 1) {
        const together = Array.from({ length: 50 }, () => forgotPassword({ email: freshAddress() }))
        rest.push(...(await Promise.allSettled(together)))
      }
      const refused = rest.filter(({ status }) => status === 'rejected')
      expect(refused).toHaveLength(6)
      for (const one of refused) expect(one).toMatchObject({ reason: { code: 'unavailable', retryAfter: 1 } })
      for (const email of [users[0], freshAddress('unknown')]) {
        const answer = await test.request('POST', '/api/auth/guests/forgot-password', { body: { email } })
        expect(verdict(answer)).toEqual([503, 'unavailable'])
      }
      // A write succeeds even if its mail finds no place.
      const made = { data: { email: freshAddress() }, password: PASSWORD }
      expect((await test.request('POST', '/api/auth/users/create-user', { body: made })).status).toBe(201)
      expect((await logIn(test, must(users[0], 'user'), PASSWORD, 'guests')).status).toBe(200)
      for (let i = 0; i < users.length; i += 1) {
        await later(() => silent.length).toBeGreaterThan(i)
        silent[i]?.settle()
      }
      expect(silent.map(({ to }) => to).toSorted()).toEqual(users.toSorted())
      await later(() => forgotPassword({ email: freshAddress() }).catch(() => null)).toEqual({ requested: true })
    } finally {
      vi.useRealTimers()
      await test.close()
    }
  })
})
