import { createTestApp, describeEachDatabase, must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { members } from './members.ts'
import { freshAddress, logIn, makeUser, newcomer, PASSWORD, signedIn, verdict } from './people.ts'
import { hashAtFullCost, holdHashing } from '../../setup/cheap-passwords.ts'

const PLACES = 200

onEachDatabase('a burst of sign-ins', { config: members }, (app) => {
  /** Fills the queue; `done` resolves to the settled logins. */
  const fillQueue = async () => {
    const held = holdHashing()
    const { login } = app().local.users('customers')
    const logins = Array.from({ length: PLACES }, () => login({ email: freshAddress('storm'), password: PASSWORD }))
    const done = Promise.allSettled(logins)
    // A login that exceeds the queue fails at once, so this one cannot be waiting in it.
    await expect(login({ email: freshAddress('storm'), password: PASSWORD })).rejects.toMatchObject({
      code: 'unavailable',
    })
    return { ...held, done }
  }
  const attempts = () => app().app.storage.reader.records.count('login-attempts', {})

  it('refuses logins that exceed the queue, and counts no attempt', async () => {
    const { email } = await makeUser(app())
    const user = await newcomer(app())
    const before = await attempts()
    const { release, done } = await fillQueue()
    for (let i = 0; i < 6; i += 1) {
      const refused = await logIn(app(), email, 'wrong password')
      expect(verdict(refused)).toEqual([503, 'unavailable'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const body = { currentPassword: 'wrong password', newPassword: 'the next password' }
      const change = await app().request('POST', '/api/auth/change-password', { body, headers: user.byToken })
      expect(verdict(change)).toEqual([503, 'unavailable'])
    }
    expect(await attempts()).toBe(before)
    release()
    for (const one of await done) expect(one).toMatchObject({ reason: { code: 'invalid_credentials' } })
    expect((await logIn(app(), email)).status).toBe(200)
  })

  it('does not block reads and writes', async () => {
    const user = await newcomer(app())
    const { release, done } = await fillQueue()
    const made = await app().request('POST', '/api/collections/posts', { body: { title: 'x' }, headers: user.byToken })
    expect(made.status).toBe(201)
    expect((await app().request('GET', '/api/collections/posts')).body.docs).toHaveLength(1)
    release()
    await done
  })

  it('yields to a read that arrives later', async () => {
    hashAtFullCost()
    const user = await newcomer(app())
    const body = { title: 'x'.repeat(4000) }
    await app().request('POST', '/api/collections/posts', { body, headers: user.byToken })
    let answered = 0
    const logins = Array.from({ length: 12 }, () =>
      logIn(app(), freshAddress('storm'), PASSWORD, 'customers').then(() => (answered += 1)),
    )
    // Compression uses the same thread pool as password hashing.
    const headers = { 'accept-encoding': 'gzip' }
    const read = await app().request('GET', '/api/collections/posts', { headers })
    expect([read.status, read.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(answered).toBeLessThan(logins.length)
    await Promise.all(logins)
  })

  it('on a locked address does not delay writers', async () => {
    const { email } = await makeUser(app())
    for (let i = 0; i < 5; i += 1) await logIn(app(), email, 'wrong password')
    const writing = Promise.withResolvers<void>()
    const write = app().app.storage.transaction(() => writing.promise)
    try {
      expect(verdict(await logIn(app(), email, 'wrong password'))).toEqual([429, 'too_many_attempts'])
    } finally {
      writing.resolve()
      await write
    }
  })
})

describeEachDatabase('a password that is rehashed while its user signs in (%s)', (dialect) => {
  it('is compared again without blocking writers', async () => {
    let meanwhile = async () => {}
    const config = defineConfig({
      collections: {
        users: collection({ auth: {}, fields: {}, hooks: { beforeLogin: [() => meanwhile()] } }),
        posts: collection({ fields: { title: f.text() }, access: { create: () => true } }),
      },
    })
    const test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
    try {
      const { email, id } = await makeUser(test)
      const { storage } = test.app
      const nonce = randomBytes(16)
      const cost = { memory: 8192, passes: 1, parallelism: 1 }
      const another = argon2Sync('argon2id', { message: PASSWORD, nonce, tagLength: 32, ...cost })
      const passwordHash = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64url')}$${another.toString('base64url')}`
      let held: { release(): void } | undefined
      meanwhile = async () => {
        await storage.transaction(({ records }) =>
          records.update('credentials', { collection: 'users', userId: id }, { passwordHash }),
        )
        held = holdHashing()
      }
      const login = logIn(test, email)
      await expect.poll(() => held).toBeDefined()
      // The login is in its transaction, the only one on SQLite.
      for (let i = 0; i < 3; i += 1) {
        expect((await test.request('POST', '/api/collections/posts', { body: { title: 'x' } })).status).toBe(201)
      }
      meanwhile = async () => {}
      must(held, 'hold').release()
      expect((await login).status).toBe(200)
      expect((await signedIn(test, email)).id).toBe(id)
    } finally {
      await test.close()
    }
  })
})
