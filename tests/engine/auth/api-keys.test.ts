import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { members } from './members.ts'
import { admin, me, newcomer, PASSWORD, type SignedIn, verdict } from './people.ts'

let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)

onEachDatabase('API keys', { config: members, clock }, (app) => {
  const make = (user: SignedIn, body: object = { name: 'Deploy' }) =>
    app().request('POST', '/api/auth/api-keys', { body, headers: user.byCookie })
  const list = async (user: SignedIn) =>
    (await app().request('GET', '/api/auth/api-keys', { headers: user.byToken })).body
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  it('are shown once, and start with qk_', async () => {
    const user = await newcomer(app())
    const { status, body } = await make(user)
    expect(status).toBe(201)
    expect(body).toEqual({
      doc: {
        id: expect.any(String),
        name: 'Deploy',
        note: null,
        prefix: body.key.slice(0, 11),
        scopes: null,
        addresses: null,
        createdAt: clock().toISOString(),
        expiresAt: null,
        lastUsedAt: null,
        lastUsedAddress: null,
        formerUntil: null,
      },
      key: expect.stringMatching(/^qk_[\w-]{43,}$/),
    })
    const listed = await list(user)
    expect(listed).toEqual({ docs: [body.doc], pagination: expect.objectContaining({ totalDocs: 1 }) })
    expect(JSON.stringify(listed)).not.toContain(body.key)
    expect(JSON.stringify(listed)).not.toMatch(/hash/i)
  })

  it('have a name that every database can store', async () => {
    const user = await newcomer(app())
    const refused = await app().request('POST', '/api/auth/api-keys', {
      body: { name: 'a\u0000b' },
      headers: user.byCookie,
    })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ error: { code: 'validation', issues: [{ code: 'format', path: 'name' }] } })
    expect((await list(user)).docs).toEqual([])
    const preference = { body: { value: 'a\u0000b' }, headers: user.byCookie }
    expect((await app().request('PUT', '/api/auth/preferences/layout', preference)).status).toBeLessThan(500)
  })

  it('are created only with the session cookie', async () => {
    const user = await newcomer(app())
    const { key } = (await make(user)).body
    for (const headers of [
      user.byToken,
      { authorization: `JWT ${user.token}` },
      bearer(key),
      { ...user.byToken, ...user.byCookie },
    ]) {
      const answer = await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers })
      expect(verdict(answer)).toEqual([403, 'cookie_required'])
    }
    expect(verdict(await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' } }))).toEqual([
      401,
      'unauthenticated',
    ])
    expect((await list(user)).docs).toHaveLength(1)
  })

  it('have the rights of their user, and identify the user', async () => {
    const boss = await admin(app())
    const headers = bearer((await make(boss)).body.key)
    const { status, body } = await me(app(), headers)
    expect([status, body.user.id, body.collection, body.session]).toEqual([200, boss.id, 'users', null])
    expect((await app().request('POST', '/api/collections/notes', { body: { text: 'x' }, headers })).status).toBe(201)
    expect((await app().request('PUT', '/api/preferences/k', { body: { value: 1 }, headers })).status).toBe(200)
    const viewer = await newcomer(app())
    const weak = bearer((await make(viewer)).body.key)
    expect(
      verdict(
        await app().request('GET', '/api/collections/users?where={"roles":{"contains":"admin"}}', { headers: weak }),
      ),
    ).toEqual([200, undefined])
    expect(verdict(await app().request('DELETE', `/api/collections/users/${boss.id}`, { headers: weak }))).toEqual([
      403,
      'forbidden',
    ])
  })

  it('may not manage sessions, passwords and keys', async () => {
    const user = await newcomer(app())
    const made = (await make(user)).body
    const headers = bearer(made.key)
    for (const [method, path, body] of [
      ['GET', '/api/auth/sessions'],
      ['DELETE', `/api/auth/sessions/${user.sessionId}`],
      ['POST', '/api/auth/refresh'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/auth/logout-all'],
      ['POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another password' }],
      ['GET', '/api/auth/api-keys'],
      ['DELETE', `/api/auth/api-keys/${made.doc.id}`],
    ] as const) {
      expect((await app().request(method, path, { body, headers })).status, `${method} ${path}`).toBe(403)
    }
    expect((await me(app(), user.byToken)).status).toBe(200)
  })

  it('are revoked only by their user, and stop working', async () => {
    const user = await newcomer(app())
    const boss = await admin(app())
    const { doc, key } = (await make(user)).body
    const path = `/api/auth/api-keys/${doc.id}`
    expect(verdict(await app().request('DELETE', path, { headers: boss.byToken }))).toEqual([404, 'not_found'])
    expect(verdict(await app().request('DELETE', path))).toEqual([401, 'unauthenticated'])
    expect((await me(app(), bearer(key))).status).toBe(200)
    const answer = await app().request('DELETE', path, { headers: user.byToken })
    expect([answer.status, answer.body]).toEqual([200, { id: doc.id, deleted: true }])
    expect(verdict(await me(app(), bearer(key)))).toEqual([401, 'invalid_token'])
    expect(verdict(await app().request('DELETE', path, { headers: user.byToken }))).toEqual([404, 'not_found'])
  })

  it('stop working when they expire', async () => {
    const user = await newcomer(app())
    const expiresAt = new Date(now + 60_000).toISOString()
    const { doc, key } = (await make(user, { name: 'Short', expiresAt })).body
    expect(doc.expiresAt).toBe(expiresAt)
    expect((await me(app(), bearer(key))).status).toBe(200)
    now += 60_000
    expect(verdict(await me(app(), bearer(key)))).toEqual([401, 'invalid_token'])
  })

  it('survive logout and a change of password, but not the deletion of their user', async () => {
    const user = await newcomer(app())
    const boss = await admin(app())
    const { key } = (await make(user)).body
    await app().request('POST', '/api/auth/logout-all', { headers: user.byToken })
    expect((await me(app(), bearer(key))).status).toBe(200)
    await app().request('DELETE', `/api/collections/users/${user.id}`, { headers: boss.byToken })
    expect(verdict(await me(app(), bearer(key)))).toEqual([401, 'invalid_token'])
  })

  it('record their last use, to the minute', async () => {
    const user = await newcomer(app())
    const { key } = (await make(user)).body
    const lastUsed = async () => (await list(user)).docs[0].lastUsedAt
    const first = clock().toISOString()
    await me(app(), bearer(key))
    await expect.poll(lastUsed).toBe(first)
    now += 59_000
    await me(app(), bearer(key))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await lastUsed()).toBe(first)
    now += 2_000
    await Promise.all(Array.from({ length: 10 }, () => me(app(), bearer(key))))
    await expect.poll(lastUsed).toBe(clock().toISOString())
  })

  it.each([
    ['without a name', {}, 'name: required'],
    ['with an empty name', { name: '' }, 'name: min_length'],
    ['with an over-long name', { name: 'n'.repeat(101) }, 'name: max_length'],
    ['that brings its own secret', { name: 'n', key: 'qk_mine' }, 'key: unknown_field'],
    ['of another user', { name: 'n', userId: 'x' }, 'userId: unknown_field'],
    ['that has expired', { name: 'n', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt: min'],
    ['until no date', { name: 'n', expiresAt: 'tomorrow' }, 'expiresAt: format'],
    ['until a number', { name: 'n', expiresAt: 5 }, 'expiresAt: type'],
  ])('refuse one %s', async (_, body, issue) => {
    const user = await newcomer(app())
    const answer = await make(user, body)
    expect(verdict(answer)).toEqual([422, 'validation'])
    expect(answer.body.error.issues.map((one: { path: string; code: string }) => `${one.path}: ${one.code}`)).toEqual([
      issue,
    ])
  })

  it('with an unusual name are created or refused, never a failure', async () => {
    const user = await newcomer(app())
    for (const name of ['a\u0000b', '<script>', '💥', "'; drop table users; --"]) {
      expect((await make(user, { name })).status).toBeLessThan(500)
    }
  })
})
