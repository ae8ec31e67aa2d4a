import { audit } from '@quirecms/audit'
import { createTestApp, docOf, must, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { Outbox, tokenIn } from './mail.ts'
import { admin, freshAddress, logIn, newcomer, PASSWORD, type SignedIn, verdict } from './people.ts'

const outbox = new Outbox()
let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const MINUTE = 60_000
const DAY = 1_440 * MINUTE

const roles = ({ actor }: RuleArguments) => (actor?.['roles'] ?? []) as readonly string[]
const isAdmin = (args: RuleArguments) => roles(args).includes('admin')

const config = defineConfig({
  admin: { users: 'users' },
  plugins: [audit()],
  collections: {
    users: collection({
      auth: { invitations: true, apiKeys: true },
      trash: true,
      fields: {
        name: f.text(),
        team: f.text(),
        roles: f.text({ many: true, access: { create: isAdmin, update: isAdmin } }),
      },
      access: {
        create: (args) => isAdmin(args) || (roles(args).includes('lead') && { team: { equals: args.actor?.['team'] } }),
        read: (args) =>
          isAdmin(args) ||
          roles(args).includes('reader') ||
          (roles(args).includes('lead') && { team: { equals: args.actor?.['team'] } }),
        update: isAdmin,
        delete: isAdmin,
      },
    }),
    checked: collection({ auth: { invitations: { lifetime: '2h' }, verification: true }, fields: { name: f.text() } }),
  },
  server: { publicUrl: 'https://cms.example.com', rateLimit: false },
})

onEachDatabase('invitation links', { config, clock, mailer: outbox }, (app) => {
  beforeEach(() => {
    outbox.sent.length = 0
    outbox.failure = undefined
  })
  const post = (path: string, body: object | undefined, headers: Record<string, string> = {}, slug = 'users') =>
    app().request('POST', `/api/auth/${slug}/${path}`, { ...(body && { body }), headers })
  const accept = (token: string, more: object = {}, slug = 'users') =>
    post('accept-invitation', { token, password: PASSWORD, ...more }, {}, slug)
  const copy = (id: string, { byToken }: SignedIn) => post(`${id}/invitation/link`, undefined, byToken)
  const resend = (id: string, { byToken }: SignedIn) => post(`${id}/invitation/resend`, undefined, byToken)
  const rowOf = async (userId: string) => {
    const [row] = await app().app.storage.reader.records.find('invitations', { userId })
    return must(row, 'an invitation')
  }
  const list = async ({ byToken }: SignedIn) => {
    const { body } = await app().request('GET', '/api/auth/users/invitations', { headers: byToken })
    return (body as { docs: object[] }).docs
  }
  /** An invited user, and the token in the mail. */
  const invited = async ({ byToken }: SignedIn, data: object = {}) => {
    const email = freshAddress('guest')
    const answer = await post('invite', { data: { email, ...data } }, byToken)
    expect(answer.status, answer.text).toBe(201)
    return { id: docOf(answer).id, email, token: tokenIn(await outbox.newest(email)) }
  }

  it('are returned once, stored as a hash, and work once until they expire', async () => {
    const ann = await admin(app())
    const { id, email, token: mailed } = await invited(ann)
    const answer = await copy(id, ann)
    expect([answer.status, answer.body]).toEqual([
      200,
      { url: expect.any(String), expiresAt: new Date(now + 7 * DAY).toISOString() },
    ])
    const token = tokenOf(answer)
    expect((answer.body as { url: string }).url).toBe(
      `https://cms.example.com/auth/users/accept-invitation?token=${token}`,
    )
    expect(token).not.toBe(mailed)
    expect(JSON.stringify(await rowOf(id))).not.toContain(token)
    const log = app().app.local.asSystem().plugin({ key: 'audit', methods: {} }) as unknown as Log
    const { docs } = await log.entries({ where: { documentId: { equals: id } } })
    expect(docs.map(({ action }) => action)).toContain('auth.invitationLinkCreated')
    expect(JSON.stringify(docs)).not.toContain(token)
    expect((await accept(token)).status).toBe(200)
    for (const used of [token, mailed]) expect(verdict(await accept(used))).toEqual([401, 'invalid_token'])
    expect((await logIn(app(), email)).status).toBe(200)
    expect(verdict(await copy(id, ann))).toEqual([404, 'not_found'])

    const late = await invited(ann)
    const expired = tokenOf(await copy(late.id, ann))
    now += 7 * DAY
    expect(verdict(await accept(expired))).toEqual([401, 'invalid_token'])
  })

  it('do not confirm the address, unlike the link in a mail', async () => {
    const ann = await admin(app())
    const [copied, mailed] = [await invited(ann), await invited(ann)]
    expect((await accept(tokenOf(await copy(copied.id, ann)))).status).toBe(200)
    expect((await accept(mailed.token)).status).toBe(200)
    const verified = async (userId: string) => {
      const [row] = await app().app.storage.reader.records.find('credentials', { userId })
      return must(row, 'credentials')['verifiedAddress'] !== null
    }
    expect([await verified(copied.id), await verified(mailed.id)]).toEqual([false, true])
  })

  it('set the password, and request a confirmation of the address if it is required', async () => {
    const email = freshAddress('checked')
    const { checked } = app().app.local.asSystem().auth
    const { id } = await checked.invite({ data: { email } })
    const mailed = tokenIn(await outbox.newest(email))
    const { url } = await checked.invitationLink(id)
    const token = must(new URL(url).searchParams.get('token'), 'token')
    const answer = await accept(token, { data: { name: 'Cleo' } }, 'checked')
    expect([...verdict(answer), answer.headers.getSetCookie()]).toEqual([403, 'unverified', []])
    expect(verdict(await logIn(app(), email, PASSWORD, 'checked'))).toEqual([403, 'unverified'])
    for (const used of [token, mailed])
      expect(verdict(await accept(used, {}, 'checked'))).toEqual([401, 'invalid_token'])
    const confirmation = tokenIn(await outbox.newest(email, 2))
    expect((await post('verify', { token: confirmation }, {}, 'checked')).status).toBe(200)
    expect((await logIn(app(), email, PASSWORD, 'checked')).status).toBe(200)
    expect(await app().local.asSystem().collection('checked').findOne(id)).toMatchObject({ name: 'Cleo' })

    // The mailed link also confirms the address.
    const other = freshAddress('checked')
    await checked.invite({ data: { email: other } })
    expect((await accept(tokenIn(await outbox.newest(other)), {}, 'checked')).status).toBe(200)
  })

  it('and mails do not invalidate each other, but a new link invalidates the previous one', async () => {
    const ann = await admin(app())
    outbox.failure = new Error('the mail server is down')
    const email = freshAddress('guest')
    const { id } = docOf(await post('invite', { data: { email } }, ann.byToken))
    const { records } = app().app.storage.reader
    await expect.poll(() => records.count('jobs', { attempts: 1, status: 'pending' })).toBe(1)
    const [first, second] = [tokenOf(await copy(id, ann)), tokenOf(await copy(id, ann))]
    expect(verdict(await accept(first))).toEqual([401, 'invalid_token'])
    // The queued mail is sent after the link was copied.
    outbox.failure = undefined
    now += 2 * MINUTE
    await app().app.runJobs()
    const mailed = tokenIn(await outbox.newest(email))
    // So does a resent link.
    expect((await resend(id, ann)).status).toBe(200)
    const resent = tokenIn(await outbox.newest(email, 2))
    expect(verdict(await accept(mailed))).toEqual([401, 'invalid_token'])
    // A refused password leaves both links valid.
    for (const token of [second, resent]) expect((await accept(token, { password: 'short' })).status).toBe(422)
    expect((await accept(second)).status).toBe(200)
    expect(verdict(await accept(resent))).toEqual([401, 'invalid_token'])

    const other = await invited(ann)
    const copied = tokenOf(await copy(other.id, ann))
    expect((await accept(other.token)).status).toBe(200)
    expect(verdict(await accept(copied))).toEqual([401, 'invalid_token'])
  })

  it('make a queued mail go out without a link once they are accepted', async () => {
    const ann = await admin(app())
    outbox.failure = new Error('the mail server is down')
    const email = freshAddress('guest')
    const { id } = docOf(await post('invite', { data: { email } }, ann.byToken))
    const { records } = app().app.storage.reader
    await expect.poll(() => records.count('jobs', { attempts: 1, status: 'pending' })).toBe(1)
    expect((await accept(tokenOf(await copy(id, ann)))).status).toBe(200)
    outbox.failure = undefined
    now += 2 * MINUTE
    await app().app.runJobs()
    await expect.poll(() => records.count('mails', {})).toBe(0)
    expect(outbox.to(email)).toEqual([])
  })

  it('are for users who may resend the invitation, and not for API keys', async () => {
    const ann = await admin(app())
    const lead = await newcomer(app(), { team: 'red', roles: ['lead'] })
    const reader = await newcomer(app(), { roles: ['reader'] })
    const [red, blue] = [await invited(ann, { team: 'red' }), await invited(ann, { team: 'blue' })]
    const chief = await invited(ann, { team: 'red', roles: ['lead'] })
    for (const [who, { id }, expected] of [
      [lead, blue, [404, 'not_found']],
      [lead, chief, [403, 'forbidden']],
      [reader, red, [403, 'forbidden']],
    ] as const)
      expect(verdict(await copy(id, who))).toEqual(expected)
    expect(verdict(await post(`${red.id}/invitation/link`, undefined))).toEqual([401, 'unauthenticated'])
    // A user who was not invited gets the same answer as one who has accepted.
    expect(verdict(await copy(lead.id, ann))).toEqual([404, 'not_found'])
    const { body } = await app().request('POST', '/api/auth/api-keys', {
      body: { name: 'key' },
      headers: { ...ann.byCookie, origin: 'https://cms.example.com' },
    })
    const byKey = { authorization: `Bearer ${(body as { key: string }).key}` }
    expect(verdict(await post(`${red.id}/invitation/link`, undefined, byKey))).toEqual([403, 'forbidden'])
    expect((await rowOf(red.id))['linkHash']).toBeNull()
    expect((await accept(tokenOf(await copy(red.id, lead)))).status).toBe(200)
  })

  it('end with the invitation, with a change of address, and in the trash', async () => {
    const ann = await admin(app())
    const users = app().local.asSystem().collection('users')
    const [withdrawn, moved, trashed] = [await invited(ann), await invited(ann), await invited(ann)]
    const tokens = await Promise.all([withdrawn, moved, trashed].map(async ({ id }) => tokenOf(await copy(id, ann))))
    await app().request('DELETE', `/api/auth/users/${withdrawn.id}/invitation`, { headers: ann.byToken })
    await users.update(moved.id, { email: freshAddress('moved') })
    await users.delete(trashed.id)
    await users.restoreDeleted(trashed.id)
    now += 2 * MINUTE
    // Another mail to the new address does not revive the link for the former one.
    expect((await resend(moved.id, ann)).status).toBe(200)
    for (const token of tokens) expect(verdict(await accept(token))).toEqual([401, 'invalid_token'])
    const again = await Promise.all([moved, trashed].map(async ({ id }) => tokenOf(await copy(id, ann))))
    for (const token of again) expect((await accept(token)).status).toBe(200)
  })

  it('count towards the limit, and keep an invitation in the list until they expire', async () => {
    const ann = await admin(app())
    const { id, email } = await invited(ann)
    now += 6 * DAY
    const later = await admin(app())
    const { expiresAt } = (await copy(id, later)).body as { expiresAt: string }
    expect(await list(later)).toMatchObject([{ id, email, status: 'waiting', expiresAt }])
    now += 3 * DAY
    const still = await admin(app())
    expect(await list(still)).toMatchObject([{ id, status: 'waiting', expiresAt }])
    now += 5 * DAY
    const end = await admin(app())
    expect(await list(end)).toMatchObject([{ id, status: 'expired', expiresAt }])

    const moment = clock().toISOString()
    const users = app().local.asSystem().collection('users')
    const other = await invited(end)
    for (const one of [id, other.id]) {
      await users.delete(one)
      await users.restoreDeleted(one)
    }
    const { records: known } = app().app.storage.reader
    const mailed = await known.count('invitations', { collection: 'users', mailId: { above: '' } })
    await app().app.storage.transaction(async ({ records }) => {
      for (const index of Array.from({ length: 499 - mailed }).keys())
        await records.add('invitations', {
          collection: 'users',
          userId: `kept-${index}`,
          addressHash: 'none',
          mailId: 'sent',
          createdAt: moment,
          askedAt: moment,
          expiresAt: moment,
        })
    })
    // A copied link takes the last place; its owner may get another link.
    expect((await copy(id, end)).status).toBe(200)
    expect((await copy(id, end)).status).toBe(200)
    expect(verdict(await copy(other.id, end))).toEqual([409, 'conflict'])
    expect(verdict(await post('invite', { data: { email: freshAddress('more') } }, end.byToken))).toEqual([
      409,
      'conflict',
    ])
    await app().app.storage.transaction(({ records }) => records.remove('invitations', { addressHash: 'none' }))
  })

  it('have one winner among concurrent links and acceptances', async () => {
    const ann = await admin(app())
    const { id, token: mailed } = await invited(ann)
    const tokens = await Promise.all(Array.from({ length: 3 }, async () => tokenOf(await copy(id, ann))))
    const answers = await Promise.all([...tokens, mailed].map((token) => accept(token)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401])
    const other = await invited(ann)
    const [copied, accepted] = await Promise.all([copy(other.id, ann), accept(other.token)])
    expect(accepted.status).toBe(200)
    // In either order, no link remains valid.
    if (copied.status === 200) expect(verdict(await accept(tokenOf(copied)))).toEqual([401, 'invalid_token'])
    else expect(verdict(copied)).toEqual([404, 'not_found'])
    expect(await app().app.storage.reader.records.count('invitations', { userId: other.id })).toBe(0)
  })
})

it('need the address of the service', async () => {
  const test = await createTestApp(
    defineConfig({
      admin: { users: 'users' },
      collections: {
        users: collection({ auth: { invitations: true }, fields: {} }),
        elsewhere: collection({ auth: { invitations: { url: 'https://www.example.com/hi/{token}' } }, fields: {} }),
      },
    }),
    { dialect: 'sqlite', postgresUrl: inject('postgresUrl'), mailer: outbox },
  )
  onTestFinished(() => test.close())
  const { users, elsewhere } = test.app.local.asSystem().auth
  const { id } = await users.invite({ data: { email: freshAddress('nowhere') } })
  await expect(users.invitationLink(id)).rejects.toMatchObject({ code: 'invalid_state' })
  const there = await elsewhere.invite({ data: { email: freshAddress('elsewhere') } })
  const { url } = await elsewhere.invitationLink(there.id)
  expect(url).toMatch(/^https:\/\/www\.example\.com\/hi\/[\w-]{43,}$/)
})

interface Log {
  entries(options: object): Promise<{ readonly docs: readonly { readonly action: string }[] }>
}

function tokenOf(answer: TestResponse): string {
  expect(answer.status, answer.text).toBe(200)
  return must(new URL((answer.body as { url: string }).url).searchParams.get('token'), 'token')
}
