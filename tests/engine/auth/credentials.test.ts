import { createHmac } from 'node:crypto'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { members } from './members.ts'
import { admin, logIn, makeUser, me, newcomer, verdict } from './people.ts'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Made-up tokens. */
function forgeries(id: string): Record<string, string> {
  const payload = encoded({ sub: id, id, collection: 'users', exp: 9_999_999_999 })
  const head = encoded({ alg: 'HS256', typ: 'JWT' })
  const signature = createHmac('sha256', '').update(`${head}.${payload}`).digest('base64url')
  return {
    'without a signature': `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'signed with an empty key': `${head}.${payload}.${signature}`,
    'of the user’s id': id,
    'that is too long': 'a'.repeat(5000),
    'in the form of a key': `qk_${'A'.repeat(43)}`,
    'of a plain kind': 'A'.repeat(43),
  }
}

onEachDatabase('credentials', { config: members }, (app) => {
  describe.each(['Session', 'JWT', 'Bearer', 'session', 'bearer'])('%s', (scheme) => {
    it.each(Object.keys(forgeries('')))('refuses a token %s', async (kind) => {
      const { id } = await makeUser(app())
      const token = forgeries(id)[kind] ?? ''
      const headers = { authorization: `${scheme} ${token}` }
      expect(verdict(await me(app(), headers))).toEqual([401, 'invalid_token'])
      // Invalid credentials never count as none: public reads answer 401 as well.
      expect(verdict(await app().request('GET', '/api/collections/posts', { headers }))).toEqual([401, 'invalid_token'])
    })
  })

  it.each([
    '',
    'Session',
    'Session ',
    'Basic dXNlcjpwYXNz',
    'Token abc',
    'Session a b',
    'Session a, Session b',
    'qk_abc',
  ])('refuses the malformed header "%s"', async (authorization) => {
    expect(verdict(await me(app(), { authorization }))).toEqual([401, 'invalid_token'])
  })

  it('are ignored by routes without a caller', async () => {
    const headers = { authorization: 'Session forged' }
    for (const path of ['/healthz', '/readyz', '/api/openapi.json', '/api/schema', '/api/auth/users/bootstrap']) {
      expect((await app().request('GET', path, { headers })).status, path).toBe(200)
    }
    const forgot = { body: { email: 'a@example.com' }, headers }
    expect((await app().request('POST', '/api/auth/users/forgot-password', forgot)).status).toBe(200)
  })

  it('in a header take precedence over the cookie', async () => {
    const one = await newcomer(app())
    const other = await newcomer(app())
    const both = await me(app(), { ...one.byToken, ...other.byCookie })
    expect(both.body.user.id).toBe(one.id)
    const broken = await me(app(), { authorization: 'Session forged', ...other.byCookie })
    expect(verdict(broken)).toEqual([401, 'invalid_token'])
    expect(broken.headers.getSetCookie()).toEqual([])
  })

  it('in a stale cookie are ignored, and the cookie is cleared', async () => {
    const cookie = `service_session=${'A'.repeat(43)}`
    const answer = await app().request('GET', '/api/collections/posts', { headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^service_session=; Path=\/; .*Max-Age=0/)])
    const refused = await me(app(), { cookie })
    expect(verdict(refused)).toEqual([401, 'unauthenticated'])
    expect(refused.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
    for (const odd of [
      'service_session=',
      'service_session',
      `service_session=${'x'.repeat(5000)}`,
      'service_session="%"',
    ]) {
      expect(verdict(await me(app(), { cookie: odd })), odd).toEqual([401, 'unauthenticated'])
    }
    expect(
      (await app().request('GET', '/api/collections/posts', { headers: { cookie: 'other=1' } })).headers.getSetCookie(),
    ).toEqual([])
  })

  it('of one kind do not work in the place of another', async () => {
    const user = await newcomer(app())
    const made = await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers: user.byCookie })
    const { key } = made.body
    expect(made.status).toBe(201)
    for (const authorization of [
      `Bearer ${user.token}`,
      `Session ${key}`,
      `JWT ${key}`,
      `Bearer ${user.sessionId}`,
      `Session ${user.sessionId}`,
    ]) {
      expect(verdict(await me(app(), { authorization })), authorization.slice(0, 8)).toEqual([401, 'invalid_token'])
    }
    expect(verdict(await me(app(), { cookie: `service_session=${key}` }))).toEqual([401, 'unauthenticated'])
    for (const token of [user.token, key, user.sessionId]) {
      const reset = { body: { token, password: 'another password' } }
      expect(verdict(await app().request('POST', '/api/auth/users/reset-password', reset))).toEqual([
        401,
        'invalid_token',
      ])
    }
  })

  it('belong to a collection and an id, so that equal ids share nothing', async () => {
    const id = '0189a000-0000-7000-8000-000000000001'
    const user = await newcomer(app(), { id, name: 'the user' })
    const customer = await newcomer(app(), { collection: 'customers', id, name: 'the customer' })
    expect([user.id, customer.id]).toEqual([id, id])
    expect((await me(app(), user.byToken)).body).toMatchObject({ collection: 'users', user: { name: 'the user' } })
    expect((await me(app(), customer.byToken)).body).toMatchObject({
      collection: 'customers',
      user: { name: 'the customer' },
    })

    const read = (slug: string, headers: Record<string, string>) =>
      app().request('GET', `/api/collections/${slug}/${id}`, { headers })
    expect((await read('users', customer.byToken)).status).toBe(403)
    expect(docOf(await read('customers', customer.byToken))['name']).toBe('the customer')
    const change = await app().request('PATCH', `/api/collections/users/${id}`, {
      body: { name: 'x' },
      headers: customer.byToken,
    })
    expect(verdict(change)).toEqual([403, 'forbidden'])
    const foreign = await app().request('DELETE', `/api/auth/sessions/${user.sessionId}`, { headers: customer.byToken })
    expect(verdict(foreign)).toEqual([404, 'not_found'])

    await app().request('PUT', '/api/preferences/theme', { body: { value: 'dark' }, headers: user.byToken })
    const theirs = await app().request('GET', '/api/preferences/theme', { headers: customer.byToken })
    expect(verdict(theirs)).toEqual([404, 'not_found'])
    const listed = (headers: Record<string, string>) => app().request('GET', '/api/auth/preferences', { headers })
    expect((await listed(customer.byToken)).body.docs).toEqual([])
    expect((await listed(user.byToken)).body).toMatchObject({
      docs: [{ key: 'theme', value: 'dark' }],
      pagination: { totalDocs: 1 },
    })

    // Logging out of one session does not affect the other.
    const ended = await app().request('POST', '/api/auth/logout-all', { headers: customer.byToken })
    expect(ended.body.revoked).toBe(1)
    expect((await me(app(), user.byToken)).status).toBe(200)
    const gone = await app().request('DELETE', `/api/collections/customers/${id}`, { headers: user.byToken })
    expect(gone.status).toBe(200)
    expect((await me(app(), user.byToken)).status).toBe(200)
    expect((await app().request('GET', '/api/preferences/theme', { headers: user.byToken })).body.value).toBe('dark')
    expect((await logIn(app(), user.email)).status).toBe(200)
  })

  it('of users of another collection give no access for administrators', async () => {
    const customer = await newcomer(app(), { collection: 'customers' })
    expect(verdict(await app().request('GET', '/api/collections/notes', { headers: customer.byToken }))).toEqual([
      403,
      'forbidden',
    ])
    expect(verdict(await app().request('GET', '/api/auth/api-keys', { headers: customer.byToken }))).toEqual([
      404,
      'not_found',
    ])
    const boss = await admin(app())
    expect((await app().request('GET', '/api/collections/notes', { headers: boss.byToken })).status).toBe(200)
    // The same address in two collections is two users.
    await makeUser(app(), { collection: 'customers', email: boss.email, password: 'customer password' })
    expect(verdict(await logIn(app(), boss.email, 'customer password'))).toEqual([401, 'invalid_credentials'])
    expect((await logIn(app(), boss.email, 'customer password', 'customers')).status).toBe(200)
  })
})
