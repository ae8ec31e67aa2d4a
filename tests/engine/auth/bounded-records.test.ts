import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { type SignedIn, newcomer, PASSWORD } from './people.ts'

const config = defineConfig({
  collections: { users: collection({ auth: { apiKeys: true, lockout: false }, fields: { name: f.text() } }) },
})

onEachDatabase('records of one user are limited', { config }, (app) => {
  let ann: SignedIn
  beforeEach(async () => {
    ann = await newcomer(app())
  })

  /** Writes a user's records directly: a hundred password hashes would take long. */
  async function fill(table: string, count: number, row: (index: number) => Record<string, string | null>) {
    await app().app.storage.transaction(async ({ records }) => {
      for (let index = 0; index < count; index += 1)
        await records.insert(table, { collection: 'users', userId: ann.id, ...row(index) })
    })
  }
  const request = (method: string, path: string, body?: object) =>
    app().request(method, path, { headers: { ...ann.byCookie, origin: app().url }, ...(body && { body }) })

  it('the oldest sessions end when there are too many', async () => {
    const at = (index: number) => new Date(Date.UTC(2020, 0, 1, 0, index)).toISOString()
    const far = new Date(Date.UTC(2100, 0, 1)).toISOString()
    await fill('sessions', 105, (index) => ({
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      tokenHash: `hash of ${ann.id} ${index}`,
      createdAt: at(index),
      lastUsedAt: at(index),
      expiresAt: far,
      endsAt: far,
      userAgent: null,
      ip: null,
    }))
    const login = await app().request('POST', '/api/auth/users/login', {
      body: { email: ann.email, password: PASSWORD },
    })
    expect(login.status).toBe(200)
    const headers = { authorization: `Session ${login.body.token as string}` }
    const { body } = await app().request('GET', '/api/auth/sessions?limit=100', { headers })
    expect(body.pagination.totalDocs).toBe(100)
    const created = (body.docs as { createdAt: string }[]).map(({ createdAt }) => createdAt)
    // The new one, the previous one, and the youngest of the others.
    expect(created.at(-1)).toBe(at(7))
    expect((await app().request('GET', '/api/auth/me', { headers: ann.byToken })).status).toBe(200)
    // Sessions of other users stay.
    const bob = await newcomer(app())
    expect((await app().request('GET', '/api/auth/me', { headers: bob.byToken })).status).toBe(200)
  })

  it('a key over the limit is refused, until one is revoked', async () => {
    await fill('api-keys', 99, (index) => ({
      id: `00000000-0000-7000-9000-${String(index).padStart(12, '0')}`,
      keyHash: `hash of ${ann.id} ${index}`,
      name: 'k',
      prefix: 'qk_x',
      createdAt: new Date().toISOString(),
      expiresAt: null,
      lastUsedAt: null,
    }))
    const last = await request('POST', '/api/auth/api-keys', { name: 'hundredth' })
    expect(last.status).toBe(201)
    const refused = await request('POST', '/api/auth/api-keys', { name: 'one more' })
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(refused.body.error.message).toMatch(/Revoke some/)
    await request('DELETE', `/api/auth/api-keys/${last.body.doc.id as string}`)
    expect((await request('POST', '/api/auth/api-keys', { name: 'one more' })).status).toBe(201)
  })

  it('a preference over the limit is refused, while existing ones can change', async () => {
    await fill('preferences', 249, (index) => ({ key: `k${index}`, value: '1' }))
    expect((await request('PUT', '/api/preferences/last', { value: 1 })).status).toBe(200)
    const refused = await request('PUT', '/api/preferences/more', { value: 1 })
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(refused.body.error.message).toMatch(/Delete some/)
    expect((await request('GET', '/api/preferences/more')).status).toBe(404)
    expect(await request('PUT', '/api/preferences/k7', { value: 2 })).toMatchObject({ status: 200, body: { value: 2 } })
    expect((await request('DELETE', '/api/preferences/k7')).status).toBe(200)
    expect((await request('PUT', '/api/preferences/more', { value: 1 })).status).toBe(200)
  })
})
