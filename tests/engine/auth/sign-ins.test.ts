import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { admin, logIn, makeUser, newcomer, verdict } from './people.ts'

const config = defineConfig({
  admin: { users: 'users' },
  server: { rateLimit: false },
  collections: {
    users: collection({
      fields: { roles: f.select({ options: ['admin'], many: true }), team: f.text() },
      auth: { apiKeys: true },
      access: {
        read: ({ actor }) => actor !== null,
        unlock: ({ actor }) => {
          if ((actor?.['roles'] as string[] | undefined)?.includes('admin')) return true
          return actor?.['team'] === 'lead' ? { team: { equals: 'one' } } : false
        },
      },
    }),
  },
})

let now = Date.parse('2030-01-01T00:00:00Z')

onEachDatabase('the time of the last sign-in of users', { config, clock: () => new Date(now) }, (app) => {
  const asked = (headers: Record<string, string>, ids: readonly string[]) =>
    app().request('POST', '/api/auth/users/sign-ins', { headers, body: { ids } })

  it('is that of the last one, also after the session has ended', async () => {
    const [{ byToken }, { id, email }] = [await admin(app()), await newcomer(app())]
    now += 60_000
    const last = new Date(now).toISOString()
    const { token } = (await logIn(app(), email)).body as { token: string }
    await app().request('POST', '/api/auth/logout', { headers: { authorization: `Session ${token}` } })
    now += 60_000
    expect((await asked(byToken, [id])).body).toEqual({ docs: [{ id, lastSignInAt: last }] })
  })

  it('is absent for users who have not signed in, or do not exist', async () => {
    const [{ byToken }, { id }] = [await admin(app()), await makeUser(app())]
    expect((await asked(byToken, [id, 'nothing', id])).body).toEqual({ docs: [] })
    expect((await asked(byToken, [])).body).toEqual({ docs: [] })
  })

  it('is visible only for users whom the caller may unlock', async () => {
    const [one, other] = [await newcomer(app(), { team: 'one' }), await newcomer(app(), { team: 'other' })]
    const lead = await newcomer(app(), { team: 'lead' })
    const ids = [one.id, other.id]
    const { docs } = (await asked(lead.byToken, ids)).body as { docs: { id: string }[] }
    expect(docs.map(({ id }) => id)).toEqual([one.id])
    expect((await asked(one.byToken, ids)).body).toEqual({ docs: [] })
    expect(verdict(await asked({}, ids))).toEqual([401, 'unauthenticated'])
  })

  it('is deleted with the user', async () => {
    const [{ byToken }, { id }] = [await admin(app()), await newcomer(app())]
    await app().local.asSystem().collections['users']?.delete(id)
    expect((await asked(byToken, [id])).body).toEqual({ docs: [] })
    expect(await app().app.storage.transaction(({ records }) => records.count('last-sign-ins', { userId: id }))).toBe(0)
  })

  it('is available in process as well', async () => {
    const { id } = await newcomer(app())
    expect(
      (
        await app()
          .app.local.asSystem()
          .auth.users.signIns({ ids: [id] })
      ).docs,
    ).toHaveLength(1)
  })
})
