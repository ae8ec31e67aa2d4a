import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type HookArguments, type RuleArguments } from 'quirecms'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { Outbox, tokenIn } from './mail.ts'
import { freshAddress, logIn, makeUser, me, newcomer, PASSWORD, type SignedIn, signedIn, verdict } from './people.ts'

const outbox = new Outbox()
let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const MINUTE = 60_000

const isAdmin = ({ actor }: RuleArguments) => actor?.['role'] === 'admin'
/** Admits users with an address of the house: an unconfirmed address must not satisfy this rule. */
const isOfTheHouse = ({ actor }: RuleArguments) => String(actor?.['email'] ?? '').endsWith('@house.example')

/** Runs before the next login succeeds. */
let beforeLogin = async (_: HookArguments) => {}
/** Runs with each change of a user. */
let beforeChange = async ({ data }: HookArguments): Promise<unknown> => data

const fields = {
  name: f.text(),
  motto: f.text({ localized: true }),
  role: f.text({ access: { create: isAdmin, update: isAdmin } }),
  team: f.relationship({ to: 'teams' }),
}
const hooks = {
  beforeLogin: [(args: HookArguments) => beforeLogin(args)],
  beforeChange: [(args: HookArguments) => beforeChange(args)],
}
const config = defineConfig({
  admin: { users: 'users' },
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({
      auth: { apiKeys: true },
      fields,
      access: { read: isAdmin, update: isAdmin, create: isAdmin, delete: isAdmin },
      hooks,
    }),
    members: collection({
      auth: { verification: true, apiKeys: { endOnReset: true }, bootstrap: false, freshFor: '1h' },
      fields: { name: f.text(), seal: f.text({ default: 'wax', access: { read: isOfTheHouse } }) },
      access: { create: () => true },
    }),
    teams: collection({
      fields: { name: f.text(), members: f.join({ collection: 'users', on: 'team', writable: true }) },
      access: { read: () => true, update: () => true },
    }),
    papers: collection({ fields: { text: f.text() }, access: { read: isOfTheHouse } }),
    // Its hooks call the API as configured by the test.
    errands: collection({
      fields: { to: f.text(), how: f.text() },
      access: { create: () => true },
      hooks: {
        beforeChange: [
          async ({ data, local, actor }) => {
            const { to, how } = data as { to: string; how: string }
            const self = must(actor, 'actor')
            const other = { id: how, collection: 'users' }
            const acting = how === 'plain' ? local : how === 'system' ? local.asSystem() : local.as(other)
            const id = how === 'plain' || how === 'system' ? self.id : how
            await must(acting.collections['users'], 'users')['update']?.(id, { email: to })
            return data
          },
        ],
      },
    }),
  },
  server: { rateLimit: false },
})

/** As the table of mails names an address. */
const hashOf = (address: string) => createHash('sha256').update(address).digest('base64url')

onEachDatabase('the address of a user', { config, clock, mailer: outbox }, (app) => {
  beforeEach(() => {
    outbox.sent.length = 0
    beforeLogin = async () => {}
    beforeChange = async ({ data }) => data
  })
  const REFUSED = { status: 403, code: 'forbidden', message: 'Sign in again to change your address.' }
  const change = (user: SignedIn, body: object, headers: Record<string, string> = user.byToken, id = user.id) =>
    app().request('PATCH', `/api/collections/users/${id}`, { body, headers })
  const refusal = ({ status, body }: Awaited<ReturnType<typeof change>>) => ({
    status,
    code: body.error?.code,
    message: body.error?.message,
  })
  const keyOf = async (user: SignedIn) => {
    const made = await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers: user.byCookie })
    return { authorization: `Bearer ${made.body.key as string}` }
  }
  const addressOf = async (id: string, slug = 'users') =>
    ((await app().local.asSystem().collection(slug).findOne(id)) as { email: string }).email

  it('changes with a fresh session; the old address is notified, and other sessions end', async () => {
    for (const credential of ['byToken', 'byCookie'] as const) {
      const user = await newcomer(app())
      const others = [await signedIn(app(), user.email), await signedIn(app(), user.email)]
      const stranger = await newcomer(app())
      now += 14 * MINUTE
      const email = freshAddress('moved')
      expect(docOf(await change(user, { email }, user[credential]))).toMatchObject({ email, revision: 2 })
      expect((await me(app(), user[credential])).body.user.email).toBe(email)
      for (const other of others) expect(verdict(await me(app(), other.byToken))).toEqual([401, 'invalid_token'])
      expect((await me(app(), stranger.byToken)).status).toBe(200)
      const mail = await outbox.newest(user.email)
      expect(mail.subject).toBe('Your address was changed')
      expect(mail.text).not.toContain(email)
      expect(outbox.to(email)).toEqual([])
      expect((await logIn(app(), email)).status).toBe(200)
      expect(verdict(await logIn(app(), user.email))).toEqual([401, 'invalid_credentials'])
    }
  })

  it('does not change with a session that is not fresh, however often it is refreshed', async () => {
    const user = await newcomer(app())
    now += 15 * MINUTE
    const refreshed = await app().request('POST', '/api/auth/refresh', { headers: user.byToken })
    const headers = { authorization: `Session ${refreshed.body.token as string}` }
    const email = freshAddress('moved')
    expect(refusal(await change(user, { email }, headers))).toEqual(REFUSED)
    expect(refusal(await change(user, { name: 'N', email }, headers))).toEqual(REFUSED)
    expect(await addressOf(user.id)).toBe(user.email)
    // The user may change all other members, and an unchanged address is no change.
    expect((await change(user, { name: 'N', email: user.email.toUpperCase() }, headers)).status).toBe(200)
    const again = await signedIn(app(), user.email)
    expect((await change(again, { email })).status).toBe(200)
    expect(verdict(await me(app(), headers))).toEqual([401, 'invalid_token'])
  })

  it('never changes with an API key, which learns of no other address either', async () => {
    const user = await newcomer(app())
    const other = await newcomer(app())
    const key = await keyOf(user)
    for (const email of [freshAddress('moved'), other.email, 'no address', null, 5]) {
      expect(refusal(await change(user, { email }, key))).toEqual(REFUSED)
    }
    expect((await change(user, { name: 'by key' }, key)).status).toBe(200)
    expect(await addressOf(user.id)).toBe(user.email)
    expect(outbox.to(user.email)).toEqual([])
  })

  it('does not change by any other operation', async () => {
    const user = await newcomer(app())
    const key = await keyOf(user)
    const email = freshAddress('moved')
    const bulk = { action: 'update', ids: [user.id], data: { email } }
    const { body } = await app().request('POST', '/api/collections/users/bulk', { body: bulk, headers: key })
    expect(body.results).toMatchObject([{ ok: false, error: { code: 'forbidden', message: REFUSED.message } }])
    // Calls in process have no session.
    const own = app().local.as({ id: user.id, collection: 'users' }).collection('users')
    await expect(own.update(user.id, { email })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await own.update(user.id, { name: 'In process' })).toMatchObject({ name: 'In process' })
    // A hook that derives the field from another one changes it, too.
    beforeChange = async ({ data }) => ({ ...data, email: data?.['name'] })
    expect(refusal(await change(user, { name: email }, key))).toEqual(REFUSED)
    beforeChange = async ({ data }) => data
    expect(await addressOf(user.id)).toBe(user.email)
    expect(outbox.to(user.email)).toEqual([])
  })

  it('does not change in the hooks of other calls, which have only the caller’s session', async () => {
    const user = await newcomer(app())
    const victim = await newcomer(app())
    const errand = (how: string, headers: Record<string, string>) =>
      app().request('POST', '/api/collections/errands', { body: { to: freshAddress('moved'), how }, headers })
    const isMade = async (how: string, headers: Record<string, string>) => (await errand(how, headers)).status === 201
    expect(await isMade(victim.id, user.byToken)).toBe(false)
    expect(await isMade('plain', await keyOf(user))).toBe(false)
    expect([await addressOf(user.id), await addressOf(victim.id)]).toEqual([user.email, victim.email])
    expect(await isMade('plain', user.byToken)).toBe(true)
    const moved = await addressOf(user.id)
    expect(moved).not.toBe(user.email)
    now += 20 * MINUTE
    expect(await isMade('plain', user.byToken)).toBe(false)
    // `asSystem()` is not restricted. It has no session, so all sessions of the user end.
    expect(await isMade('system', user.byToken)).toBe(true)
    await outbox.newest(moved)
    expect((await me(app(), user.byToken)).status).toBe(401)
  })

  it('does not restrict changes of other fields', async () => {
    const user = await newcomer(app(), { motto: 'en' })
    now += 20 * MINUTE
    const system = app().local.asSystem()
    const team = (await system.collection('teams').create({ name: 'T' })) as { id: string }
    const joined = await app().request('PATCH', `/api/collections/teams/${team.id}/joins/members`, {
      body: { additions: [user.id] },
      headers: user.byToken,
    })
    expect(joined.status, joined.text).toBe(200)
    const copied = await app().request('POST', `/api/collections/users/${user.id}/copy-locale`, {
      body: { from: 'en', to: 'de' },
      headers: user.byToken,
    })
    expect(copied.status, copied.text).toBe(200)
    await system.collection('teams').delete(team.id)
    expect(outbox.to(user.email)).toEqual([])
  })

  it('can be changed by users with the right to change others; all sessions of the user end', async () => {
    const boss = await newcomer(app(), { role: 'admin' })
    const key = await keyOf(boss)
    now += 20 * MINUTE
    for (const headers of [boss.byToken, key]) {
      const user = await newcomer(app())
      const email = freshAddress('moved')
      expect((await change(boss, { email }, headers, user.id)).status).toBe(200)
      expect(verdict(await me(app(), user.byToken))).toEqual([401, 'invalid_token'])
      expect((await outbox.newest(user.email)).subject).toBe('Your address was changed')
      expect(refusal(await change(boss, { email: freshAddress() }, headers))).toEqual(REFUSED)
    }
    expect((await me(app(), boss.byToken)).status).toBe(200)
  })

  it('starts no session by the old one once it is changed', async () => {
    const { email, id } = await makeUser(app())
    beforeLogin = async () => {
      await app()
        .local.asSystem()
        .collection('users')
        .update(id, { email: freshAddress('moved') })
    }
    expect(verdict(await logIn(app(), email))).toEqual([401, 'invalid_credentials'])
    expect(await app().app.storage.reader.records.count('sessions', { collection: 'users', userId: id })).toBe(0)
  })

  it('does not flood a mailbox when it is changed back and forth', async () => {
    const user = await newcomer(app())
    const other = freshAddress('other')
    for (let i = 0; i < 10; i += 1) {
      expect((await change(user, { email: i % 2 === 0 ? other : user.email })).status).toBe(200)
    }
    await outbox.newest(user.email, 3)
    await outbox.newest(other, 3)
    // Mails are sent in order: when the other user's has arrived, any earlier one would have.
    const another = await newcomer(app())
    await change(another, { email: freshAddress('moved') })
    await outbox.newest(another.email)
    const notices = (address: string) =>
      app().app.storage.reader.records.count('mailed-tokens', { purpose: 'notice', addressHash: hashOf(address) })
    expect([await notices(user.email), await notices(other)]).toEqual([3, 3])
  })

  describe('that must be confirmed', () => {
    const post = (path: string, body: object) => app().request('POST', `/api/auth/members/${path}`, { body })
    const move = (user: SignedIn, email: string) =>
      app().request('PATCH', `/api/collections/members/${user.id}`, { body: { email }, headers: user.byToken })
    const member = async () => {
      const { email } = await makeUser(app(), { collection: 'members' })
      expect((await post('verify', { token: tokenIn(await outbox.newest(email)) })).status).toBe(200)
      return signedIn(app(), email, PASSWORD, 'members')
    }
    const mayRead = async (headers: Record<string, string>) =>
      (await app().request('GET', '/api/collections/papers', { headers })).status === 200
    let houses = 0
    const ofTheHouse = () => `${(houses += 1)}-${now}@house.example`

    it('takes effect on confirmation; the session continues', async () => {
      const user = await member()
      const key = await keyOf(user)
      const email = ofTheHouse()
      expect(docOf(await move(user, email))['email']).toBe(email)
      for (const headers of [user.byToken, user.byCookie, key]) {
        expect((await me(app(), headers)).body.user).toMatchObject({ id: user.id, email })
        expect((await me(app(), headers)).text).not.toContain('wax')
        expect(await mayRead(headers)).toBe(false)
      }
      expect(verdict(await logIn(app(), email, PASSWORD, 'members'))).toEqual([403, 'unverified'])
      expect(verdict(await logIn(app(), user.email, PASSWORD, 'members'))).toEqual([401, 'invalid_credentials'])
      expect((await outbox.newest(user.email, 2)).subject).toBe('Your address was changed')

      expect((await post('verify', { token: tokenIn(await outbox.newest(email)) })).status).toBe(200)
      for (const headers of [user.byToken, user.byCookie, key]) expect(await mayRead(headers)).toBe(true)
      expect((await me(app(), key)).text).toContain('wax')
      expect((await logIn(app(), email, PASSWORD, 'members')).status).toBe(200)
    })

    it('can be corrected while the session is fresh, and takes effect at once if it was confirmed before', async () => {
      const email = ofTheHouse()
      const { id } = await makeUser(app(), { collection: 'members', email })
      expect((await post('verify', { token: tokenIn(await outbox.newest(email)) })).status).toBe(200)
      const user = await signedIn(app(), email, PASSWORD, 'members')
      expect((await move(user, freshAddress('mistyped'))).status).toBe(200)
      expect(await mayRead(user.byToken)).toBe(false)
      now += 59 * MINUTE
      expect((await move(user, email)).status).toBe(200)
      expect(await mayRead(user.byToken)).toBe(true)
      now += 2 * MINUTE
      expect(refusal(await move(user, freshAddress('late')))).toEqual(REFUSED)
      expect(await addressOf(id, 'members')).toBe(email)
    })

    it('gives a new user nothing to read before', async () => {
      const made = await post('create-user', { data: { email: ofTheHouse() }, password: PASSWORD })
      expect(made.status).toBe(201)
      expect(made.text).not.toContain('wax')
    })
  })

  describe('and a password reset by mail', () => {
    const reset = async (slug: string, email: string, mails: number) => {
      await app().request('POST', `/api/auth/${slug}/forgot-password`, { body: { email } })
      const token = tokenIn(await outbox.newest(email, mails))
      const body = { token, password: 'the next password' }
      expect((await app().request('POST', `/api/auth/${slug}/reset-password`, { body })).status).toBe(200)
      return outbox.newest(email, mails + 1)
    }

    it('keep API keys, and the mail says how many there are', async () => {
      const user = await newcomer(app())
      const keys = [await keyOf(user), await keyOf(user)]
      const body = { name: 'over', expiresAt: new Date(now + MINUTE).toISOString() }
      await app().request('POST', '/api/auth/api-keys', { body, headers: user.byCookie })
      now += 2 * MINUTE
      const mail = await reset('users', user.email, 1)
      expect(mail).toMatchObject({
        subject: 'Your password was changed',
        text: expect.stringContaining('2 API keys that still work'),
      })
      for (const headers of keys) expect((await me(app(), headers)).status).toBe(200)
      const without = await newcomer(app())
      expect((await reset('users', without.email, 1)).text).not.toContain('API key')
    })

    it('end API keys if configured', async () => {
      const { email } = await makeUser(app(), { collection: 'members' })
      const { text } = await outbox.newest(email)
      await app().request('POST', '/api/auth/members/verify', { body: { token: tokenIn({ text }) } })
      const key = await keyOf(await signedIn(app(), email, PASSWORD, 'members'))
      expect((await me(app(), key)).status).toBe(200)
      expect((await reset('members', email, 2)).text).toContain('Your API key no longer works either.')
      expect(verdict(await me(app(), key))).toEqual([401, 'invalid_token'])
    })
  })
})
