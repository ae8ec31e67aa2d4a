import { docOf, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { members } from './members.ts'
import { admin, freshAddress, logIn, me, newcomer, PASSWORD, type SignedIn, verdict } from './people.ts'
import { hashAtFullCost } from '../../setup/cheap-passwords.ts'

onEachDatabase('users as documents', { config: members }, (app) => {
  const get = (path: string, user?: SignedIn) =>
    app().request('GET', `/api/collections/${path}`, { headers: user ? user.byToken : {} })
  const find = (user: SignedIn, parameters: Record<string, unknown>) => {
    const query = Object.entries(parameters).map(([name, value]) => {
      return `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`
    })
    return get(`users?${query.join('&')}`, user)
  }

  it('read themselves; lists show no other users', async () => {
    const user = await newcomer(app(), { name: 'Ann' })
    const other = await newcomer(app())
    const own = await get(`users/${user.id}`, user)
    expect(docOf(own)).toMatchObject({ id: user.id, name: 'Ann' })
    expect(docOf(own)).not.toHaveProperty('salary')
    expect(verdict(await get(`users/${other.id}`, user))).toEqual([404, 'not_found'])
    expect((await get('users', user)).body.docs.map(({ id }: { id: string }) => id)).toEqual([user.id])
    expect((await get('users/count', user)).body).toEqual({ count: 1 })
    expect(verdict(await get('users'))).toEqual([401, 'unauthenticated'])
    expect(verdict(await get(`users/${user.id}`))).toEqual([401, 'unauthenticated'])
    const boss = await admin(app())
    expect((await get('users', boss)).body.docs).toHaveLength(3)
    expect(docOf(await get(`users/${other.id}`, boss))['salary']).toBe(4711)
  })

  it('change themselves, but neither others nor their own restricted fields', async () => {
    const user = await newcomer(app())
    const other = await newcomer(app())
    const patch = (id: string, body: object) =>
      app().request('PATCH', `/api/collections/users/${id}`, { body, headers: user.byToken })
    expect(docOf(await patch(user.id, { name: 'Anna' }))).toMatchObject({ name: 'Anna', revision: 2 })
    expect(verdict(await patch(other.id, { name: 'x' }))).toEqual([404, 'not_found'])
    for (const [name, value, code] of [
      ['roles', ['admin'], 'forbidden'],
      ['salary', 1, 'forbidden'],
      ['hint', 'x', 'unknown_field'],
      ['id', other.id, 'read_only'],
      ['revision', 9, 'read_only'],
      ['createdAt', '2020-01-01T00:00:00Z', 'read_only'],
      ['collection', 'customers', 'unknown_field'],
      ['verified', true, 'unknown_field'],
    ] as const) {
      expect((await patch(user.id, { [name]: value })).body.error?.issues).toMatchObject([{ path: name, code }])
    }
    expect(
      verdict(await app().request('DELETE', `/api/collections/users/${user.id}`, { headers: user.byToken })),
    ).toEqual([403, 'forbidden'])
    const bulk = { action: 'update', ids: [user.id, other.id], data: { name: 'Bulk' } }
    const { body } = await app().request('POST', '/api/collections/users/bulk', { body: bulk, headers: user.byToken })
    expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false])
  })

  it('reveal no hidden or unreadable fields through filters, sorts and selections', async () => {
    const user = await newcomer(app())
    for (const path of ['hint', 'salary', 'password', 'passwordHash', 'email.x', 'tokenHash']) {
      const asked = [
        { where: { [path]: { exists: true } } },
        { where: { or: [{ not: { [path]: { equals: null } } }] } },
        { sort: path },
        { sort: `-${path}` },
      ]
      for (const parameters of asked) {
        const answer = await find(user, parameters)
        expect(verdict(answer), JSON.stringify(parameters)).toEqual([400, 'invalid_query'])
        const unknown = await find(user, JSON.parse(JSON.stringify(parameters).replaceAll(path, 'nosuch')))
        expect(JSON.stringify(answer.body.error.issues).replaceAll(path, 'nosuch')).toBe(
          JSON.stringify(unknown.body.error.issues),
        )
      }
      // The same through a relationship to users, in a public collection, and in a selection.
      const where = { [`author.${path}`]: { equals: 4711 } }
      expect((await get(`posts?where=${encodeURIComponent(JSON.stringify(where))}`, user)).status).toBe(400)
      expect((await get(`posts?sort=author.${path}`, user)).status).toBe(400)
      const body = { where: { [path]: { exists: true } } }
      const selection = await app().request('POST', '/api/access/collections/users/selection', {
        body,
        headers: user.byToken,
      })
      expect(verdict(selection)).toEqual([400, 'invalid_query'])
    }
    // A stranger cannot even ask for the address of an author.
    expect((await get(`posts?where=${encodeURIComponent('{"author.email":{"like":"a"}}')}`)).status).toBe(400)
    expect((await get('posts?sort=author.email')).status).toBe(400)
  })

  it('stay ids for readers of a post who may not read its author', async () => {
    const user = await newcomer(app())
    const body = { title: 'Mine', author: user.id }
    expect((await app().request('POST', '/api/collections/posts', { body, headers: user.byToken })).status).toBe(201)
    expect((await get('posts?depth=1')).body.docs[0].author).toBe(user.id)
    expect((await get('posts?depth=1', await newcomer(app()))).body.docs[0].author).toBe(user.id)
    const own = (await get('posts?depth=1', user)).body.docs[0].author
    expect(own).toMatchObject({ id: user.id, email: user.email })
    expect(own).not.toHaveProperty('salary')
    expect(own).not.toHaveProperty('hint')
  })

  it('lose sessions, keys, tokens and preferences at once when they are deleted', async () => {
    const boss = await admin(app())
    const user = await newcomer(app())
    const { key } = (await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers: user.byCookie }))
      .body
    await app().request('PUT', '/api/preferences/k', { body: { value: 1 }, headers: user.byToken })
    const gone = await app().request('DELETE', `/api/collections/users/${user.id}`, { headers: boss.byToken })
    expect([gone.status, gone.body]).toEqual([200, { id: user.id, deleted: true }])
    expect(verdict(await me(app(), user.byToken))).toEqual([401, 'invalid_token'])
    expect(verdict(await me(app(), { authorization: `Bearer ${key}` }))).toEqual([401, 'invalid_token'])
    const stale = await me(app(), user.byCookie)
    expect(verdict(stale)).toEqual([401, 'unauthenticated'])
    expect(stale.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
    expect(verdict(await logIn(app(), user.email))).toEqual([401, 'invalid_credentials'])
    const { records } = app().app.storage.reader
    const owner = { collection: 'users', userId: user.id }
    for (const table of ['credentials', 'sessions', 'api-keys', 'mailed-tokens', 'preferences']) {
      expect([table, await records.count(table, owner)]).toEqual([table, 0])
    }
    // Its address is free again.
    const body = { data: { email: user.email }, password: PASSWORD }
    expect((await app().request('POST', '/api/auth/users/create-user', { body, headers: boss.byToken })).status).toBe(
      201,
    )
  })

  it('lose them by a bulk deletion too', async () => {
    const boss = await admin(app())
    const user = await newcomer(app())
    const body = { action: 'delete', ids: [user.id] }
    expect(
      (await app().request('POST', '/api/collections/users/bulk', { body, headers: boss.byToken })).body.succeeded,
    ).toBe(1)
    expect(verdict(await me(app(), user.byToken))).toEqual([401, 'invalid_token'])
  })

  it('have their current rights, not those from the time of the sign-in', async () => {
    const boss = await admin(app())
    const user = await newcomer(app(), { roles: ['admin'] })
    const other = await newcomer(app())
    expect((await get(`users/${other.id}`, user)).status).toBe(200)
    await app().request('PATCH', `/api/collections/users/${user.id}`, {
      body: { roles: ['viewer'] },
      headers: boss.byToken,
    })
    expect((await get(`users/${other.id}`, user)).status).toBe(404)
  })

  it('get no session when they are deleted during a sign-in', async () => {
    hashAtFullCost()
    const boss = await admin(app())
    for (let round = 0; round < 5; round += 1) {
      const user = await newcomer(app(), { email: freshAddress('leaving') })
      const [login] = await Promise.all([
        logIn(app(), user.email),
        new Promise((resolve) => setTimeout(resolve, round * 15)).then(() =>
          app().request('DELETE', `/api/collections/users/${user.id}`, { headers: boss.byToken }),
        ),
      ])
      expect([200, 401]).toContain(login.status)
      if (login.status === 200) {
        expect(verdict(await me(app(), { authorization: `Session ${login.body.token}` }))).toEqual([
          401,
          'invalid_token',
        ])
      }
      expect(await app().app.storage.reader.records.count('sessions', { collection: 'users', userId: user.id })).toBe(0)
    }
  })

  it('keep no session that started while the password changed', { tags: ['release'] }, async () => {
    hashAtFullCost()
    for (let round = 0; round < 4; round += 1) {
      const user = await newcomer(app())
      const body = { currentPassword: PASSWORD, newPassword: 'the next password' }
      const logins = Array.from({ length: 3 }, () => logIn(app(), user.email))
      const [change, ...answers] = await Promise.all([
        app().request('POST', '/api/auth/change-password', { body, headers: user.byToken }),
        ...logins,
      ])
      expect(change.status, change.text).toBe(200)
      for (const { status, body: answered } of answers) {
        if (status !== 200) continue
        expect(verdict(await me(app(), { authorization: `Session ${answered.token}` }))).toEqual([401, 'invalid_token'])
      }
    }
  })
})
