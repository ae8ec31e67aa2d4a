import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type HookArguments, QuireError } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { freshAddress, logIn, makeUser, me, newcomer, PASSWORD, signedIn, verdict } from './people.ts'

const seen: { hook: string; operation: string; id: string | undefined; actor: string | undefined }[] = []
let failing: { hook: string; error: Error } | undefined

const watching = (hook: string) => (args: HookArguments) => {
  seen.push({ hook, operation: args.operation, id: args.id, actor: args.actor?.id })
  if (failing?.hook === hook) throw failing.error
}

const config = defineConfig({
  collections: {
    users: collection({
      auth: {},
      fields: { name: f.text() },
      hooks: {
        beforeLogin: [watching('beforeLogin')],
        afterLogin: [watching('afterLogin')],
        afterLogout: [watching('afterLogout')],
      },
    }),
    visits: collection({
      fields: { email: f.text(), password: f.text(), outcome: f.text() },
      hooks: {
        // A sign-in inside of a transaction must neither deadlock nor lose its count.
        beforeChange: [
          async ({ data, local }) => {
            const { email, password } = data as { email: string; password: string }
            const { auth } = local as unknown as {
              auth: { users: { login(body: object): Promise<{ token: string }> } }
            }
            const outcome = await auth.users.login({ email, password }).then(
              () => 'signed in',
              (error: QuireError) => error.code,
            )
            return { ...data, outcome, password: null }
          },
        ],
      },
    }),
  },
})

onEachDatabase('hooks and events of sign-ins', { config }, (app) => {
  beforeEach(() => {
    seen.length = 0
    failing = undefined
  })

  it('run in order, with the user and the method', async () => {
    const events: string[] = []
    const ends = (['auth.login', 'auth.logout'] as const).map((name) =>
      app().app.on(name, ({ event, collection: slug, id, actor, doc }) => {
        events.push(`${event} ${slug} ${id} ${String(actor?.id)} ${doc['email'] as string}`)
      }),
    )
    const user = await newcomer(app())
    await app().request('POST', '/api/auth/logout', { headers: user.byToken })
    const again = await signedIn(app(), user.email)
    await app().request('POST', '/api/auth/logout-all', { headers: again.byToken })
    for (const end of ends) end()
    expect(seen.map(({ hook }) => hook)).toEqual([
      'beforeLogin',
      'afterLogin',
      'afterLogout',
      'beforeLogin',
      'afterLogin',
      'afterLogout',
    ])
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set([user.id]))
    expect(must(seen[0], 'hook that ran').actor).toBeUndefined()
    expect(seen[1]?.actor).toBe(user.id)
    const who = `users ${user.id} ${user.id} ${user.email}`
    expect(events).toEqual([`auth.login ${who}`, `auth.logout ${who}`, `auth.login ${who}`, `auth.logout ${who}`])
  })

  it('do not run for failures', async () => {
    const { email } = await makeUser(app())
    const events: unknown[] = []
    const end = app().app.on('auth.login', (event) => events.push(event))
    await logIn(app(), email, 'wrong password')
    await logIn(app(), freshAddress())
    end()
    expect([seen, events]).toEqual([[], []])
  })

  it('may refuse a login, which does not count as a wrong password', async () => {
    const { email } = await makeUser(app())
    failing = { hook: 'beforeLogin', error: new QuireError('forbidden', 'Not today.') }
    for (let i = 0; i < 6; i += 1) {
      const answer = await logIn(app(), email)
      expect(verdict(answer)).toEqual([403, 'forbidden'])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(verdict(await logIn(app(), email, 'wrong password'))).toEqual([401, 'invalid_credentials'])
    failing = undefined
    expect((await logIn(app(), email)).status).toBe(200)
  })

  it('that fail after the login leave no session behind', async () => {
    const { email, id } = await makeUser(app())
    failing = { hook: 'afterLogin', error: new Error('secret cause') }
    const answer = await logIn(app(), email)
    expect(verdict(answer)).toEqual([500, 'internal'])
    expect(answer.text).not.toContain('secret cause')
    expect(await app().app.storage.reader.records.count('sessions', { collection: 'users', userId: id })).toBe(0)
  })

  it('that fail after logout do not keep the session alive', async () => {
    const user = await newcomer(app())
    failing = { hook: 'afterLogout', error: new Error('no') }
    expect((await app().request('POST', '/api/auth/logout', { headers: user.byToken })).status).toBe(200)
    expect(verdict(await me(app(), user.byToken))).toEqual([401, 'invalid_token'])
  })

  it('can sign a user in inside a transaction', async () => {
    const { email } = await makeUser(app())
    const { create } = app().local.asSystem().collection('visits')
    expect(await create({ email, password: PASSWORD })).toMatchObject({ outcome: 'signed in' })
    for (let i = 0; i < 5; i += 1) {
      expect(await create({ email, password: 'wrong password' })).toMatchObject({ outcome: 'invalid_credentials' })
    }
    expect(await create({ email, password: PASSWORD })).toMatchObject({ outcome: 'too_many_attempts' })
  })

  it('are the same in process', async () => {
    const { email, id } = await makeUser(app())
    const { login } = app().local.users('users')
    expect(await login({ email, password: PASSWORD })).toMatchObject({
      user: { id, email },
      token: expect.any(String),
    })
    await expect(login({ email, password: 'wrong password' })).rejects.toMatchObject({ code: 'invalid_credentials' })
    const own = app().local.as({ id, collection: 'users', email })
    expect(await own.account.me()).toMatchObject({ user: { id }, collection: 'users', session: null })
    await expect(own.account.logout()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(app().local.account.me()).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})
