import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { admin, logIn, newcomer, verdict } from '../auth/people.ts'

const config = defineConfig({
  collections: {
    users: collection({
      auth: { apiKeys: true, bootstrap: { roles: ['admin'] } },
      trash: true,
      fields: { name: f.text(), roles: f.select({ options: ['admin', 'viewer'], many: true }) },
    }),
  },
})

onEachDatabase('users in the trash', { config }, (app) => {
  const USER = (id: string) => `/api/collections/users/${id}`
  const preference = (headers: Record<string, string>, method: string, body?: object) =>
    app().request(method, '/api/preferences/theme', { headers, ...(body && { body }) })

  it('lose their sessions and keys at once, and cannot sign in', async () => {
    const boss = await admin(app())
    const user = await newcomer(app())
    const { body } = await app().request('POST', '/api/auth/api-keys', {
      headers: { ...user.byCookie, origin: app().url },
      body: { name: 'k' },
    })
    const byKey = { authorization: `Bearer ${body.key}` }
    expect((await app().request('GET', '/api/auth/me', { headers: byKey })).status).toBe(200)
    await app().request('DELETE', USER(user.id), { headers: boss.byToken })
    for (const headers of [user.byToken, byKey]) {
      expect(verdict(await app().request('GET', '/api/auth/me', { headers }))).toEqual([401, 'invalid_token'])
    }
    expect(verdict(await logIn(app(), user.email))).toEqual([401, 'invalid_credentials'])
  })

  it('sign in with their old password once they are restored, and keep their preferences', async () => {
    const boss = await admin(app())
    const user = await newcomer(app())
    await preference(user.byToken, 'PUT', { value: 'dark' })
    await app().request('DELETE', USER(user.id), { headers: boss.byToken })
    const restored = await app().request('POST', `${USER(user.id)}/restore-deleted`, { headers: boss.byToken })
    expect(restored.body.doc).toMatchObject({ id: user.id, email: user.email, deletedAt: null })
    expect(verdict(await app().request('GET', '/api/auth/me', { headers: user.byToken }))).toEqual([
      401,
      'invalid_token',
    ])
    const again = await logIn(app(), user.email)
    expect(again.status).toBe(200)
    const byToken = { authorization: `Session ${again.body.token}` }
    expect((await preference(byToken, 'GET')).body).toEqual({ key: 'theme', value: 'dark' })
  })

  it('lose their password when they are deleted for good; bootstrap stays closed', async () => {
    const boss = await admin(app())
    const user = await newcomer(app())
    await app().request('DELETE', USER(user.id), { headers: boss.byToken })
    expect((await app().request('DELETE', `${USER(user.id)}/permanent`, { headers: boss.byToken })).status).toBe(200)
    expect(verdict(await logIn(app(), user.email))).toEqual([401, 'invalid_credentials'])
    expect((await app().request('GET', '/api/auth/users/bootstrap')).body).toEqual({ available: false })
  })

  it('keep their address while they are in the trash', async () => {
    const boss = await admin(app())
    const user = await newcomer(app())
    await app().request('DELETE', USER(user.id), { headers: boss.byToken })
    const taken = await app().request('POST', '/api/auth/users/create-user', {
      headers: boss.byToken,
      body: { data: { email: user.email }, password: 'another password' },
    })
    expect(taken.status).toBe(422)
    expect(taken.body.error.issues).toMatchObject([{ code: 'unique', path: 'data.email' }])
  })
})
