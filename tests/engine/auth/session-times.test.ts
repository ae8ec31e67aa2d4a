import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { logIn, makeUser, me, newcomer, signedIn, verdict } from './people.ts'

let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: {}, fields: { name: f.text() } }),
    guests: collection({ auth: { session: { lifetime: '10m', maximum: '25m' } }, fields: {} }),
  },
})

onEachDatabase('the lifetime of sessions', { config, clock }, (app) => {
  const refresh = async (token: string) => {
    const answer = await app().request('POST', '/api/auth/refresh', { headers: { authorization: `Session ${token}` } })
    return answer.body
  }

  it('is 24 hours', async () => {
    const user = await newcomer(app())
    const { body, headers } = await logIn(app(), user.email)
    expect(body.session.expiresAt).toBe(new Date(now + DAY).toISOString())
    expect(headers.getSetCookie()[0]).toContain(`Expires=${new Date(now + DAY).toUTCString()}`)
    now += DAY - 1000
    expect((await me(app(), user.byToken)).status).toBe(200)
    now += 1000
    expect(verdict(await me(app(), user.byToken))).toEqual([401, 'invalid_token'])
    const stale = await me(app(), user.byCookie)
    expect(verdict(stale)).toEqual([401, 'unauthenticated'])
    expect(stale.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
    expect(verdict(await app().request('POST', '/api/auth/refresh', { headers: user.byToken }))).toEqual([
      401,
      'invalid_token',
    ])
  })

  it('is at most 30 days, however often they are refreshed', async () => {
    let { token } = await newcomer(app())
    const end = new Date(now + 30 * DAY).toISOString()
    let expiresAt = ''
    for (let day = 0; day < 40 && expiresAt !== end; day += 1) {
      now += DAY - HOUR
      const refreshed = await refresh(token)
      token = refreshed.token
      expiresAt = refreshed.session.expiresAt
      expect(Date.parse(expiresAt)).toBe(Math.min(now + DAY, Date.parse(end)))
    }
    expect(expiresAt).toBe(end)
    now = Date.parse(end)
    expect(verdict(await me(app(), { authorization: `Session ${token}` }))).toEqual([401, 'invalid_token'])
  })

  it('can be configured', async () => {
    const { email } = await makeUser(app(), { collection: 'guests' })
    const guest = await signedIn(app(), email, undefined, 'guests')
    now += 9 * MINUTE
    const second = await refresh(guest.token)
    expect(second.session.expiresAt).toBe(new Date(now + 10 * MINUTE).toISOString())
    now += 9 * MINUTE
    const third = await refresh(second.token)
    expect(third.session.expiresAt).toBe(new Date(now + 7 * MINUTE).toISOString())
  })

  it('includes the last use, stored to the minute', async () => {
    const user = await newcomer(app())
    const lastUsed = async () => {
      const rows = await app().app.storage.reader.records.find('sessions', { id: user.sessionId })
      return rows[0]?.['lastUsedAt']
    }
    const start = clock().toISOString()
    now += 59_000
    await me(app(), user.byToken)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await lastUsed()).toBe(start)
    now += 1_000
    await Promise.all(Array.from({ length: 10 }, () => me(app(), user.byToken)))
    await expect.poll(lastUsed).toBe(clock().toISOString())
  })

  it('ends: an expired session is not listed, and its row is deleted', async () => {
    const user = await newcomer(app())
    now += DAY + 1000
    const later = await signedIn(app(), user.email)
    const { body } = await app().request('GET', '/api/auth/sessions', { headers: later.byToken })
    expect(body.docs.map(({ id }: { id: string }) => id)).toEqual([later.sessionId])
    expect(body.pagination.totalDocs).toBe(1)
    const rows = () => app().app.storage.reader.records.count('sessions', { id: user.sessionId })
    expect(await rows()).toBe(1)
    await app().app.runJobs()
    expect(await rows()).toBe(0)
    expect((await app().request('GET', '/api/auth/me', { headers: later.byToken })).status).toBe(200)
  })

  it('failures of anonymous callers expire, but not while they may lock', async () => {
    await logIn(app(), 'stranger@example.com')
    const rows = () => app().app.storage.reader.records.count('login-attempts', {})
    expect(await rows()).toBeGreaterThan(0)
    now += DAY - HOUR
    await app().app.runJobs()
    expect(await rows()).toBeGreaterThan(0)
    now += DAY
    await app().app.runJobs()
    expect(await rows()).toBe(0)
  })
})
