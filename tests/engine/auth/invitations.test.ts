import { setPassword } from '@quirecms/features/commands'
import { createTestApp, docOf, must, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { collection, defineConfig, f, oidc, type RuleArguments } from 'quirecms'
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'
import { Outbox, tokenIn } from './mail.ts'
import { admin, freshAddress, logIn, me, newcomer, PASSWORD, type SignedIn, verdict } from './people.ts'

const outbox = new Outbox()
let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const MINUTE = 60_000
const DAY = 1_440 * MINUTE

const roles = ({ actor }: RuleArguments) => (actor?.['roles'] ?? []) as readonly string[]
const isAdmin = (args: RuleArguments) => roles(args).includes('admin')

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({
      auth: { invitations: true, apiKeys: true },
      trash: true,
      fields: {
        name: f.text({ maxLength: 20 }),
        team: f.text(),
        // Only the system sees them, and most have the default of the first.
        clearance: f.group({ fields: { level: f.text({ hidden: true, default: 'none' }) } }),
        roles: f.text({ many: true, access: { create: isAdmin, update: isAdmin } }),
      },
      access: {
        // Leads invite into their own team, and see that alone.
        create: (args) => isAdmin(args) || (roles(args).includes('lead') && { team: { equals: args.actor?.['team'] } }),
        read: (args) =>
          isAdmin(args) ||
          roles(args).includes('reader') ||
          (roles(args).includes('lead') && { team: { equals: args.actor?.['team'] } }),
        update: isAdmin,
        delete: isAdmin,
      },
      hooks: {
        beforeLogin: [
          ({ doc }) => {
            if (doc?.['name'] === 'Suspended') throw new Error('suspended')
          },
        ],
      },
    }),
    // Signed-in users and strangers may register here, but strangers may not invite.
    members: collection({
      auth: {
        invitations: {
          lifetime: '2h',
          url: 'https://www.example.com/welcome/{token}',
          template: ({ token, url, user }) => ({
            subject: `Hi ${user['name'] as string}`,
            text: `${String(url)} is: ${token}`,
          }),
        },
      },
      fields: { name: f.text(), plan: f.text({ hidden: true }) },
      access: { create: () => true, read: ({ actor }) => actor !== null },
    }),
    // Users are not readable.
    quiet: collection({
      auth: { invitations: true, verification: true, registration: 'private' },
      fields: {},
      access: { create: () => true },
    }),
  },
  server: { publicUrl: 'https://cms.example.com', rateLimit: false },
})

onEachDatabase('invitations', { config, clock, mailer: outbox }, (app) => {
  beforeEach(() => {
    outbox.sent.length = 0
    outbox.failure = undefined
  })
  const at = (path: string, slug = 'users') => `/api/auth/${slug}/${path}`
  const post = (path: string, body: object | undefined, headers: Record<string, string> = {}, slug = 'users') =>
    app().request('POST', at(path, slug), { ...(body && { body }), headers })
  const list = async ({ byToken }: SignedIn, query = '') => {
    const { body } = await app().request('GET', at(`invitations${query}`), { headers: byToken })
    return body as { docs: { id: string; email: string; status: string; sentAt: string | null }[]; pagination: object }
  }
  const accept = (token: string, more: object = {}): Promise<TestResponse> =>
    post('accept-invitation', { token, password: PASSWORD, ...more })
  /** An invited user, and the token in the mail. */
  const invited = async ({ byToken }: SignedIn, data: object = {}) => {
    const email = freshAddress('guest')
    const answer = await post('invite', { data: { email, ...data } }, byToken)
    expect(answer.status, answer.text).toBe(201)
    const { id } = docOf(answer)
    return { id, email, token: tokenIn(await outbox.newest(email)) }
  }

  it('can be resent or cancelled only by callers who may grant the fields of the user', async () => {
    const ann = await admin(app())
    const lead = await newcomer(app(), { team: 'red', roles: ['lead'] })
    const [plain, chief] = [await invited(ann, { team: 'red' }), await invited(ann, { team: 'red', roles: ['lead'] })]
    expect((await list(lead)).docs.map(({ id }) => id)).toEqual([plain.id])
    now += 2 * MINUTE
    const withdraw = (id: string, { byToken }: SignedIn) =>
      app().request('DELETE', at(`${id}/invitation`), { headers: byToken })
    expect(verdict(await post(`${chief.id}/invitation/resend`, undefined, lead.byToken))).toEqual([403, 'forbidden'])
    expect(verdict(await withdraw(chief.id, lead))).toEqual([403, 'forbidden'])
    expect((await post(`${plain.id}/invitation/resend`, undefined, lead.byToken)).status).toBe(200)
    expect((await withdraw(plain.id, lead)).status).toBe(200)
    expect(outbox.to(chief.email)).toHaveLength(1)
    expect((await accept(chief.token)).status).toBe(200)
  })

  it.each([
    ['users', { team: 'red', clearance: { level: 'high' } }, { team: 'red' }],
    ['members', { plan: 'gold' }, { name: 'Dee' }],
  ] as const)('are hidden from callers who could not have set the hidden fields in %s', async (slug, more, usual) => {
    const other = await newcomer(app(), { collection: slug, ...(slug === 'users' && { team: 'red', roles: ['lead'] }) })
    const invite = async (data: object) => {
      const made: unknown = await app()
        .local.asSystem()
        .users(slug)
        .invite({ data: { email: freshAddress('kept'), ...data } })
      return (made as { id: string }).id
    }
    const [marked, plain] = [await invite(more), await invite(usual)]
    const { body } = await app().request('GET', at('invitations', slug), { headers: other.byToken })
    expect((body as { docs: { id: string }[] }).docs.map(({ id }) => id)).toEqual([plain])
    now += 2 * MINUTE
    const answers = async (id: string) => {
      const resent = await post(`${id}/invitation/resend`, undefined, other.byToken, slug)
      const withdrawn = await app().request('DELETE', at(`${id}/invitation`, slug), { headers: other.byToken })
      return [resent.status, withdrawn.status]
    }
    expect([await answers(marked), await answers(plain)]).toEqual([
      [403, 403],
      [200, 200],
    ])
    await app().local.asSystem().users(slug).withdrawInvitation(marked)
  })

  it('count towards the limit as long as their user is not in the trash', async () => {
    const ann = await admin(app())
    const { id } = await invited(ann)
    await app().local.asSystem().collection('users').delete(id)
    const moment = clock().toISOString()
    const row = (mailId: string | null) => (_: unknown, index: number) => ({
      collection: 'users',
      userId: `${mailId ?? 'trashed'}-${index}`,
      addressHash: 'none',
      tokenHash: null,
      mailId,
      createdAt: moment,
      askedAt: moment,
      sentAt: null,
      expiresAt: moment,
      creatorCollection: null,
      creatorId: null,
    })
    const add = (count: number, mailId: string | null) =>
      app().app.storage.transaction(async ({ records }) => {
        for (const one of Array.from({ length: count }, row(mailId))) await records.add('invitations', one)
      })
    await add(500, null)
    await add(499, 'sent')
    const before = (await post('invite', { data: { email: freshAddress('last') } }, ann.byToken)).status
    const after = verdict(await post('invite', { data: { email: freshAddress('more') } }, ann.byToken))
    expect([before, after]).toEqual([201, [409, 'conflict']])
    // A restored user is not invited until the invitation is sent again, and that exceeds the limit.
    await app().local.asSystem().collection('users').restoreDeleted(id)
    now += 2 * MINUTE
    expect(verdict(await post(`${id}/invitation/resend`, undefined, ann.byToken))).toEqual([409, 'conflict'])
    await app().app.storage.transaction(({ records }) => records.remove('invitations', { addressHash: 'none' }))
    // A withdrawal looks through all users in the trash, however many.
    await add(5_000, null)
    const { status, text } = await post('invite', { data: { email: freshAddress('many') } }, ann.byToken)
    expect([status, text]).toEqual([409, expect.stringContaining('in the trash')])
    // Resent invitations are counted already.
    expect((await post(`${id}/invitation/resend`, undefined, ann.byToken)).status).toBe(200)
    await app().app.storage.transaction(({ records }) => records.remove('invitations', { addressHash: 'none' }))
  })

  it('end when an operator sets a password: then the user cannot be withdrawn', async () => {
    const ann = await admin(app())
    const { id, email, token } = await invited(ann)
    await setPassword(runtimeOf(app().app), { collection: 'users', email, password: PASSWORD })
    const withdrawn = await app().request('DELETE', at(`${id}/invitation`), { headers: ann.byToken })
    expect(verdict(withdrawn)).toEqual([404, 'not_found'])
    expect(verdict(await accept(token))).toEqual([401, 'invalid_token'])
    expect((await logIn(app(), email, PASSWORD)).status).toBe(200)
  })

  it('end when the user gets credentials, even if an import restores the invitation', async () => {
    const ann = await admin(app())
    const { id, email, token } = await invited(ann)
    const [row] = await app().app.storage.reader.records.find('invitations', { userId: id })
    expect((await accept(token)).status).toBe(200)
    await app().app.storage.transaction(({ records }) => records.insert('invitations', must(row, 'an invitation')))
    const withdrawn = await app().request('DELETE', at(`${id}/invitation`), { headers: ann.byToken })
    expect(verdict(withdrawn)).toEqual([404, 'not_found'])
    // And a user who has accepted can also recover a password.
    outbox.sent.length = 0
    await post('forgot-password', { email })
    await post('reset-password', { token: tokenIn(await outbox.newest(email)), password: 'another password' })
    expect(await app().app.storage.reader.records.count('invitations', { userId: id })).toBe(0)
  })

  it('let the invited user choose a password, once, and sign in', async () => {
    const ann = await admin(app())
    const email = freshAddress('Guest')
    const answer = await post('invite', { data: { email, name: 'Ben', roles: ['lead'] } }, ann.byToken)
    expect(answer.status).toBe(201)
    expect(docOf(answer)).toMatchObject({ email: email.toLowerCase(), name: 'Ben', roles: ['lead'] })
    const mail = await outbox.newest(email.toLowerCase())
    expect(mail.subject).toBe('You are invited')
    expect(mail.text).toContain('https://cms.example.com/auth/users/accept-invitation?token=')
    expect(mail.html).toContain('>Choose a password</a>')
    const token = tokenIn(mail)
    const accepted = await accept(token, { data: { name: 'Benjamin' } })
    expect(accepted.status, accepted.text).toBe(200)
    expect(accepted.body).toMatchObject({
      user: { email: email.toLowerCase(), name: 'Benjamin', roles: ['lead'] },
      session: { id: expect.any(String) },
    })
    const { token: session } = accepted.body as { token: string }
    expect(accepted.headers.getSetCookie()[0]).toContain(`service_session=${session}`)
    expect((await me(app(), { authorization: `Session ${session}` })).body).toMatchObject({
      user: { name: 'Benjamin' },
    })
    expect(verdict(await accept(token))).toEqual([401, 'invalid_token'])
    expect((await logIn(app(), email)).status).toBe(200)
    expect((await list(ann)).docs).toEqual([])
  })

  it('prevent every sign-in to an account until they are accepted', async () => {
    const ann = await admin(app())
    const { email, id, token } = await invited(ann)
    for (const password of ['', PASSWORD, 'null'])
      expect((await logIn(app(), email, password)).status).toBeGreaterThanOrEqual(401)
    expect((await post('forgot-password', { email })).body).toEqual({ requested: true })
    await expect.poll(() => app().app.storage.reader.records.count('mails', {})).toBe(0)
    expect(outbox.to(email)).toHaveLength(1)
    expect(await app().app.storage.reader.records.count('credentials', { collection: 'users', userId: id })).toBe(0)
    expect((await accept(token)).status).toBe(200)
    await post('forgot-password', { email })
    expect((await outbox.newest(email, 2)).subject).toBe('Set a new password')
  })

  it('expire after a week, and are resent with another link', async () => {
    const ann = await admin(app())
    const { id, email, token } = await invited(ann)
    expect(verdict(await post(`${id}/invitation/resend`, undefined, ann.byToken))).toEqual([429, 'too_many_attempts'])
    expect((await list(ann)).docs).toMatchObject([{ id, email, status: 'waiting', sentAt: expect.any(String) }])
    now += 7 * DAY + 1
    const later = await admin(app())
    expect(verdict(await accept(token))).toEqual([401, 'invalid_token'])
    expect((await list(later)).docs).toMatchObject([{ id, status: 'expired' }])
    expect((await post(`${id}/invitation/resend`, undefined, later.byToken)).body).toEqual({ resent: true })
    const second = tokenIn(await outbox.newest(email, 2))
    now += 2 * MINUTE
    expect((await post(`${id}/invitation/resend`, undefined, later.byToken)).status).toBe(200)
    const third = tokenIn(await outbox.newest(email, 3))
    // Of three links, the last one works.
    expect(verdict(await accept(second))).toEqual([401, 'invalid_token'])
    expect((await accept(third)).status).toBe(200)
    expect(verdict(await post(`${id}/invitation/resend`, undefined, later.byToken))).toEqual([404, 'not_found'])
  })

  it('invalidate the link of an old mail, whenever it is delivered', async () => {
    const ann = await admin(app())
    outbox.failure = new Error('the mail server is on holiday')
    const email = freshAddress('guest')
    const { id } = docOf(await post('invite', { data: { email } }, ann.byToken))
    const { records } = app().app.storage.reader
    await expect.poll(() => records.count('jobs', { attempts: 1, status: 'pending' })).toBe(1)
    now += 2 * MINUTE
    outbox.failure = undefined
    expect((await post(`${id}/invitation/resend`, undefined, ann.byToken)).status).toBe(200)
    await app().app.runJobs()
    await expect.poll(() => records.count('jobs', {})).toBe(0)
    expect(outbox.to(email)).toHaveLength(1)
    expect((await accept(tokenIn(must(outbox.to(email)[0], 'mail')))).status).toBe(200)
  })

  it('are withdrawn with everything that they created', async () => {
    const ann = await admin(app())
    const { id, email, token } = await invited(ann)
    const withdraw = () => app().request('DELETE', at(`${id}/invitation`), { headers: ann.byToken })
    expect((await withdraw()).body).toEqual({ id, withdrawn: true })
    expect(verdict(await withdraw())).toEqual([404, 'not_found'])
    expect(verdict(await accept(token))).toEqual([401, 'invalid_token'])
    const inTrash = await app().request('GET', `/api/collections/users/${id}?trash=true`, { headers: ann.byToken })
    expect(inTrash.status).toBe(404)
    expect((await post('invite', { data: { email } }, ann.byToken)).status).toBe(201)
    const accepted = tokenIn(await outbox.newest(email, 2))
    expect((await accept(accepted)).status).toBe(200)
    const [user] = (
      await app()
        .local.asSystem()
        .collection('users')
        .find({ where: { email: { equals: email } } })
    ).docs
    // A user who has accepted is no longer an invitation.
    const late = await app().request('DELETE', at(`${user.id}/invitation`), { headers: ann.byToken })
    expect(verdict(late)).toEqual([404, 'not_found'])
    expect((await logIn(app(), email)).status).toBe(200)
  })

  it('are for callers who may create such a user, and visible to those who may also read it', async () => {
    const ann = await admin(app())
    const lead = await newcomer(app(), { roles: ['lead'], team: 'red' })
    const writer = await newcomer(app(), { roles: ['writer'], team: 'red' })
    const data = { email: freshAddress('nobody'), team: 'red' }
    expect(verdict(await post('invite', { data }))).toEqual([401, 'unauthenticated'])
    expect(verdict(await post('invite', { data }, writer.byToken))).toEqual([403, 'forbidden'])
    expect(verdict(await post('invite', { data: { ...data, team: 'blue' } }, lead.byToken))).toEqual([403, 'forbidden'])
    const withRole = await post('invite', { data: { ...data, roles: ['admin'] } }, lead.byToken)
    expect(withRole.body).toMatchObject({ error: { issues: [{ code: 'forbidden', path: 'data.roles' }] } })
    expect(
      (
        await app()
          .local.asSystem()
          .collection('users')
          .find({ where: { email: { equals: data.email } } })
      ).docs,
    ).toEqual([])
    const red = await invited(lead, { team: 'red' })
    const blue = await invited(ann, { team: 'blue' })
    expect((await list(lead)).docs.map(({ id }) => id)).toEqual([red.id])
    expect((await list(ann)).docs.map(({ id }) => id)).toEqual([blue.id, red.id])
    expect(await list(ann, '?limit=1&page=2')).toMatchObject({ docs: [{ id: red.id }], pagination: { totalDocs: 2 } })
    expect((await app().request('GET', at('invitations'))).status).toBe(401)
    expect((await list(writer)).docs).toEqual([])
    // A reader of all users who may invite none of them sees no invitations either.
    const reader = await newcomer(app(), { roles: ['reader'] })
    expect(await list(reader)).toMatchObject({ docs: [], pagination: { totalDocs: 0 } })
    now += 2 * MINUTE
    for (const [who, id, expected] of [
      [lead, blue.id, [404, 'not_found']],
      [writer, red.id, [404, 'not_found']],
      [reader, red.id, [403, 'forbidden']],
    ] as const) {
      expect(verdict(await post(`${id}/invitation/resend`, undefined, who.byToken))).toEqual(expected)
      const withdrawn = await app().request('DELETE', at(`${id}/invitation`), { headers: who.byToken })
      expect(verdict(withdrawn)).toEqual(expected)
    }
    expect(verdict(await app().request('DELETE', at(`${red.id}/invitation`)))).toEqual([401, 'unauthenticated'])
    expect((await accept(red.token)).status).toBe(200)
    expect((await accept(blue.token)).status).toBe(200)
  })

  it('check the scopes of a key', async () => {
    const ann = await admin(app())
    const { id } = await invited(ann)
    const actor = { ...(await app().local.asSystem().collection('users').findOne(ann.id)), collection: 'users' }
    const scoped = (...actions: string[]) =>
      app()
        .local.as(actor as never, { scopes: { collections: { users: actions } } })
        .users('users')
    const data = { email: freshAddress('scoped') }
    const calls = (users: ReturnType<typeof scoped>) => [
      () => users.invitations(),
      () => users.resendInvitation(id),
      () => users.invite({ data }),
      () => users.withdrawInvitation(id),
    ]
    for (const call of calls(scoped('read', 'update', 'delete')))
      await expect(call()).rejects.toMatchObject({ code: 'forbidden', message: /"create" in "users"/ })
    for (const call of calls(scoped('create')).filter((_, index) => index !== 2))
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
    now += 2 * MINUTE
    for (const call of calls(scoped('read', 'create'))) expect(await call()).toBeTruthy()
  })

  it('reveal nothing to anonymous callers', async () => {
    const ann = await admin(app())
    const { email, token } = await invited(ann)
    const known = await logIn(app(), email)
    const unknown = await logIn(app(), freshAddress('unknown'))
    expect([known.status, { ...(known.body as { error: object }).error, requestId: '' }]).toEqual([
      unknown.status,
      { ...(unknown.body as { error: object }).error, requestId: '' },
    ])
    for (const wrong of [`${token}x`, token.slice(1), 'x'.repeat(43)])
      expect(verdict(await accept(wrong))).toEqual([401, 'invalid_token'])
    // A token is valid for its purpose and collection only.
    expect(verdict(await post('reset-password', { token, password: PASSWORD }))).toEqual([401, 'invalid_token'])
    expect(verdict(await post('verify', { token }, {}, 'quiet'))).toEqual([401, 'invalid_token'])
    expect(verdict(await post('accept-invitation', { token, password: PASSWORD }, {}, 'members'))).toEqual([
      401,
      'invalid_token',
    ])
    expect((await accept(token)).status).toBe(200)
  })

  it('do not use up a link if another value is wrong', async () => {
    const ann = await admin(app())
    const { id, email, token } = await invited(ann)
    const refused: readonly (readonly [object, number, string])[] = [
      [{ password: 'short' }, 422, 'password'],
      [{ data: { name: 'x'.repeat(21) } }, 422, 'data.name'],
      [{ data: { roles: ['admin'] } }, 422, 'data.roles'],
      [{ data: { nothing: 1 } }, 422, 'data.nothing'],
    ]
    for (const [more, status, path] of refused) {
      const answer = await accept(token, more)
      expect([answer.status, answer.body]).toMatchObject([status, { error: { issues: [{ path }] } }])
    }
    // The address cannot be changed while accepting; hooks may reject users.
    expect((await accept(token, { data: { email: freshAddress('evil') } })).status).toBe(403)
    expect((await accept(token, { data: { name: 'Suspended' } })).status).toBe(500)
    expect((await logIn(app(), email)).status).toBe(401)
    expect(await app().local.asSystem().collection('users').findOne(id)).toMatchObject({ email, revision: 1 })
    const all = await Promise.all(Array.from({ length: 4 }, () => accept(token)))
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401])
  })

  it('end with a change of address, and with the user', async () => {
    const ann = await admin(app())
    const moved = await invited(ann)
    const users = app().local.asSystem().collection('users')
    await users.update(moved.id, { email: freshAddress('moved') })
    expect(verdict(await accept(moved.token))).toEqual([401, 'invalid_token'])
    const trashed = await invited(ann)
    await users.delete(trashed.id)
    expect((await list(ann)).docs.map(({ id }) => id)).toEqual([moved.id])
    await users.restoreDeleted(trashed.id)
    expect(verdict(await accept(trashed.token))).toEqual([401, 'invalid_token'])
    now += 2 * MINUTE
    expect((await post(`${trashed.id}/invitation/resend`, undefined, ann.byToken)).status).toBe(200)
    expect((await accept(tokenIn(await outbox.newest(trashed.email, 2)))).status).toBe(200)
  })

  it('work in process, with a lifetime, a page and texts of their own', async () => {
    const { members } = app().app.local.asSystem().auth
    const email = freshAddress('member')
    const user = await members.invite({ data: { email, name: 'Cleo' } })
    expect(user).toMatchObject({ email, name: 'Cleo' })
    const mail = await outbox.newest(email)
    expect(mail).toMatchObject({
      subject: 'Hi Cleo',
      text: expect.stringContaining('https://www.example.com/welcome/'),
    })
    expect(await members.invitations()).toMatchObject({ docs: [{ id: user.id, invitedBy: null, status: 'waiting' }] })
    now += 2 * MINUTE
    expect(await members.resendInvitation(user.id)).toEqual({ resent: true })
    const token = tokenIn(await outbox.newest(email, 2))
    const { user: own } = await app().app.local.auth.members.acceptInvitation({ token, password: PASSWORD })
    expect(own).toMatchObject({ id: user.id, name: 'Cleo' })
    await expect(members.withdrawInvitation(user.id)).rejects.toMatchObject({ code: 'not_found' })
    const late = await members.invite({ data: { email: freshAddress('late') } })
    const lateToken = tokenIn(await outbox.newest(late.email))
    now += 120 * MINUTE
    await expect(
      app().app.local.auth.members.acceptInvitation({ token: lateToken, password: PASSWORD }),
    ).rejects.toMatchObject({ code: 'invalid_token' })
    // Registering needs no right, but strangers may not invite.
    expect(verdict(await post('invite', { data: { email: freshAddress('x') } }, {}, 'members'))).toEqual([
      401,
      'unauthenticated',
    ])
  })

  it('leave nothing behind if they are refused or rolled back', async () => {
    const ann = await admin(app())
    const taken = await post('invite', { data: { email: ann.email } }, ann.byToken)
    expect(taken.body).toMatchObject({ error: { issues: [{ code: 'unique', path: 'data.email' }] } })
    const email = freshAddress('undone')
    const undone = app()
      .app.local.asSystem()
      .transaction(async (local) => {
        await local.auth.users.invite({ data: { email } })
        throw new Error('undone')
      })
    await expect(undone).rejects.toThrow('undone')
    expect([(await list(ann)).docs, outbox.sent]).toEqual([[], []])
    // Where registration hides which addresses are known, invitations hide it as well.
    const quiet = await newcomerOf('quiet')
    expect(verdict(await post('invite', { data: { email: ann.email } }, quiet.byToken, 'quiet'))).toEqual([
      403,
      'forbidden',
    ])
    expect((await post('invite', { data: { email: freshAddress('q') } }, ann.byToken, 'quiet')).status).toBe(201)
  })

  async function newcomerOf(slug: string): Promise<SignedIn> {
    const email = freshAddress(slug)
    await app().local.asSystem().users(slug).invite({ data: { email } })
    const token = tokenIn(await outbox.newest(email))
    const { body } = await post('accept-invitation', { token, password: PASSWORD }, {}, slug)
    // The link confirms the address, if required.
    expect((await logIn(app(), email, PASSWORD, slug)).status).toBe(200)
    outbox.sent.length = 0
    return { byToken: { authorization: `Session ${(body as { token: string }).token}` } } as SignedIn
  }
})

/** The part of the provider is tested with a provider. */
it('lead to the provider where there are no passwords, and check the rule where some users have one', async () => {
  const providers = { company: oidc({ issuer: 'https://id.example.com', clientId: 'quire', clientSecret: 'secret' }) }
  const withProviders = defineConfig({
    admin: { users: 'users' },
    server: { publicUrl: 'https://cms.example.com' },
    collections: {
      users: collection({ auth: { providers, passwords: false, invitations: true }, fields: {} }),
      some: collection({
        auth: { providers, passwords: ({ user }) => user['kind'] === 'guest', invitations: true },
        fields: { kind: f.text() },
      }),
    },
  })
  const test = await createTestApp(withProviders, {
    dialect: 'sqlite',
    postgresUrl: inject('postgresUrl'),
    mailer: outbox,
  })
  onTestFinished(() => test.close())
  const { users, some } = test.app.local.asSystem().auth
  const email = freshAddress('provided')
  await users.invite({ data: { email } })
  const mail = await outbox.newest(email)
  expect(mail.text).toContain('https://cms.example.com/api/auth/users/providers/company/start')
  expect(mail.html).toContain('>Sign in</a>')
  expect((await test.request('POST', '/api/auth/users/accept-invitation', { body: {} })).status).toBe(404)
  expect((await users.invitations()).docs).toMatchObject([{ email, status: 'waiting' }])
  for (const [kind, status] of [
    ['worker', 403],
    ['guest', 200],
  ] as const) {
    const address = freshAddress(kind)
    await some.invite({ data: { email: address, kind } })
    const body = { token: tokenIn(await outbox.newest(address)), password: PASSWORD }
    expect([kind, (await test.request('POST', '/api/auth/some/accept-invitation', { body })).status]).toEqual([
      kind,
      status,
    ])
  }
  expect((await some.invitations()).docs).toHaveLength(1)
})
