import { createTestApp, describeEachDatabase, onEachDatabase } from '@quirecms/testkit'
import { expect, inject, it } from 'vitest'
import { members } from './members.ts'
import { admin, freshAddress, logIn, makeUser, newcomer, PASSWORD, verdict } from './people.ts'
import { hashAtFullCost } from '../../setup/cheap-passwords.ts'

let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const WRONG = 'wrong password'
const MINUTE = 60_000

onEachDatabase('lockout', { config: members, clock }, (app) => {
  const guess = async (email: string, times: number) => {
    const found: unknown[] = []
    for (let i = 0; i < times; i += 1) found.push((await logIn(app(), email, WRONG)).status)
    return found
  }

  it('locks an address after five failures, whether or not there is such a user', async () => {
    const { email } = await makeUser(app())
    for (const address of [email, freshAddress('nobody')]) {
      expect(await guess(address, 6)).toEqual([401, 401, 401, 401, 401, 429])
      const answer = await logIn(app(), address)
      expect(verdict(answer)).toEqual([429, 'too_many_attempts'])
      expect(Number(answer.headers.get('retry-after'))).toBe(600)
      expect(answer.text).not.toContain(address)
    }
  })

  it('normalizes the address', async () => {
    const { email } = await makeUser(app())
    await guess(email, 4)
    expect(await guess(` ${email.toUpperCase()} `, 2)).toEqual([401, 429])
  })

  it('is per collection', async () => {
    const { email } = await makeUser(app())
    await makeUser(app(), { collection: 'customers', email })
    expect(await guess(email, 6)).toContain(429)
    expect((await logIn(app(), email, PASSWORD, 'customers')).status).toBe(200)
  })

  it('resets after a success', async () => {
    const { email } = await makeUser(app())
    await guess(email, 4)
    expect((await logIn(app(), email)).status).toBe(200)
    expect(await guess(email, 5)).toEqual([401, 401, 401, 401, 401])
  })

  it('lets the fifth attempt succeed', async () => {
    const { email } = await makeUser(app())
    await guess(email, 4)
    expect((await logIn(app(), email)).status).toBe(200)
    expect((await logIn(app(), email)).status).toBe(200)
  })

  it('ends after ten minutes, and counts from zero again', async () => {
    const { email } = await makeUser(app())
    await guess(email, 5)
    now += 10 * MINUTE - 1000
    expect(verdict(await logIn(app(), email))).toEqual([429, 'too_many_attempts'])
    now += 2000
    expect(await guess(email, 6)).toEqual([401, 401, 401, 401, 401, 429])
    now += 11 * MINUTE
    expect((await logIn(app(), email)).status).toBe(200)
  })

  it('counts parallel guesses one by one', async () => {
    hashAtFullCost()
    const { email } = await makeUser(app())
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(app(), email, WRONG)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(45)
    expect(verdict(await logIn(app(), email))).toEqual([429, 'too_many_attempts'])
  })

  it('applies while guesses and successes alternate', async () => {
    const { email } = await makeUser(app())
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => logIn(app(), email, index % 3 === 0 ? PASSWORD : WRONG)),
    )
    expect(answers.filter(({ status }) => ![200, 401, 429].includes(status)).map(({ text }) => text)).toEqual([])
  })

  it('is not bypassed with members of the body or addresses of proxies', async () => {
    const { email } = await makeUser(app())
    for (let i = 0; i < 5; i += 1) {
      const headers = {
        'x-forwarded-for': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
        'x-real-ip': `203.0.113.${i}`,
      }
      await app().request('POST', '/api/auth/users/login', { body: { email, password: WRONG }, headers })
    }
    expect(verdict(await logIn(app(), email))).toEqual([429, 'too_many_attempts'])
    const body = { email, password: PASSWORD, attempts: 0, lockUntil: null }
    expect(verdict(await app().request('POST', '/api/auth/users/login', { body }))).toEqual([422, 'validation'])
  })

  it('applies to guesses at the current password too', async () => {
    const user = await newcomer(app())
    const body = { currentPassword: WRONG, newPassword: 'another password' }
    const change = () => app().request('POST', '/api/auth/change-password', { body, headers: user.byToken })
    for (let i = 0; i < 5; i += 1) expect(verdict(await change())).toEqual([401, 'invalid_credentials'])
    expect(verdict(await change())).toEqual([429, 'too_many_attempts'])
    expect(verdict(await logIn(app(), user.email))).toEqual([429, 'too_many_attempts'])
  })

  it('is lifted only by callers with the right to do so', async () => {
    const { email, id } = await makeUser(app())
    await guess(email, 5)
    const path = `/api/auth/users/${id}/unlock`
    expect(verdict(await app().request('POST', path))).toEqual([401, 'unauthenticated'])
    const viewer = await newcomer(app())
    expect(verdict(await app().request('POST', path, { headers: viewer.byToken }))).toEqual([403, 'forbidden'])
    const own = `/api/auth/users/${viewer.id}/unlock`
    expect(verdict(await app().request('POST', own, { headers: viewer.byToken }))).toEqual([403, 'forbidden'])
    const customer = await newcomer(app(), { collection: 'customers' })
    expect(verdict(await app().request('POST', path, { headers: customer.byToken }))).toEqual([403, 'forbidden'])
    expect(verdict(await logIn(app(), email))).toEqual([429, 'too_many_attempts'])

    const boss = await admin(app())
    const answer = await app().request('POST', path, { headers: boss.byToken })
    expect([answer.status, answer.body]).toEqual([200, { unlocked: true }])
    expect((await logIn(app(), email)).status).toBe(200)
    const nobody = '/api/auth/users/01890000-0000-7000-8000-000000000000/unlock'
    expect(verdict(await app().request('POST', nobody, { headers: boss.byToken }))).toEqual([404, 'not_found'])
    expect(verdict(await app().request('POST', '/api/auth/users/not-an-id/unlock', { headers: boss.byToken }))).toEqual(
      [404, 'not_found'],
    )
    const withBody = await app().request('POST', path, { body: {}, headers: boss.byToken })
    expect(verdict(withBody)).toEqual([400, 'invalid_request'])
  })

  it('is not visible in any response', async () => {
    const boss = await admin(app())
    const { email, id } = await makeUser(app())
    await guess(email, 5)
    const { text } = await app().request('GET', `/api/collections/users/${id}`, { headers: boss.byToken })
    expect(text).not.toMatch(/lock|attempt|failure|hash|password|verified/i)
    for (const path of ['lockedUntil', 'failures', 'password', 'passwordHash', 'verifiedAt']) {
      const where = encodeURIComponent(JSON.stringify({ [path]: { exists: true } }))
      const answer = await app().request('GET', `/api/collections/users?where=${where}`, { headers: boss.byToken })
      expect(verdict(answer)).toEqual([400, 'invalid_query'])
    }
  })

  it('does not exist if it is off', async () => {
    const { email, id } = await makeUser(app(), { collection: 'customers' })
    for (let i = 0; i < 7; i += 1) expect((await logIn(app(), email, WRONG, 'customers')).status).toBe(401)
    expect((await logIn(app(), email, PASSWORD, 'customers')).status).toBe(200)
    const boss = await admin(app())
    expect(verdict(await app().request('POST', `/api/auth/customers/${id}/unlock`, { headers: boss.byToken }))).toEqual(
      [404, 'not_found'],
    )
  })
})

describeEachDatabase('rate limits of guessing (%s)', (dialect) => {
  it('are twenty a minute for everything that can be guessed, whatever the request', async () => {
    const config = { ...members, server: { rateLimit: {} } }
    const test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
    try {
      const calls: [string, object][] = [
        ['login', { email: 'a@example.com' }],
        ['forgot-password', { email: 'a@example.com', extra: 1 }],
        ['reset-password', { token: 't', password: 'p' }],
        ['create-user', { data: {}, password: 'p' }],
      ]
      const found = new Set<number>()
      for (let i = 0; i < 20; i += 1) {
        const [path, body] = calls[i % calls.length] ?? ['', {}]
        const headers = { 'x-forwarded-for': `203.0.113.${i}` }
        found.add((await test.request('POST', `/api/auth/users/${path}`, { body, headers })).status)
      }
      expect(found.has(429)).toBe(false)
      for (const [path, body] of calls) {
        const answer = await test.request('POST', `/api/auth/users/${path}`, {
          body,
          headers: { 'x-forwarded-for': '203.0.113.99' },
        })
        expect(verdict(answer)).toEqual([429, 'rate_limited'])
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await test.request('GET', '/api/collections/posts')).status).toBe(200)
    } finally {
      await test.close()
    }
  })
})
