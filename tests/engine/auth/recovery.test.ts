import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'
import { Outbox, tokenIn } from './mail.ts'
import { freshAddress, logIn, makeUser, me, newcomer, PASSWORD, signedIn, verdict } from './people.ts'

const outbox = new Outbox()
let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const MINUTE = 60_000
const NEXT = 'the next password'

const everybody = () => true
const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({
      auth: { verification: true, apiKeys: true },
      fields: { name: f.text() },
      access: { create: everybody },
    }),
    guests: collection({
      auth: {
        recovery: {
          lifetime: '2h',
          template: ({ token, user }) => ({ subject: `Hi ${user['name'] as string}`, text: `is: ${token}` }),
        },
      },
      fields: { name: f.text() },
    }),
  },
  server: { publicUrl: 'https://cms.example.com/base/', rateLimit: false },
})

onEachDatabase('recovery and verification', { config, clock, mailer: outbox }, (app) => {
  beforeEach(() => {
    outbox.failure = undefined
  })
  const post = (path: string, body: object, headers: Record<string, string> = {}, slug = 'users') =>
    app().request('POST', `/api/auth/${slug}/${path}`, { body, headers })
  /** A user whose address is verified. */
  const verified = async () => {
    const { email, id } = await makeUser(app())
    expect((await post('verify', { token: tokenIn(await outbox.newest(email)) })).status).toBe(200)
    outbox.sent.length = 0
    return { email, id }
  }
  const recoveryToken = async (email: string, slug = 'users') => {
    const before = outbox.to(email).length
    await post('forgot-password', { email }, {}, slug)
    return tokenIn(await outbox.newest(email, before + 1))
  }

  describe('forgot-password', () => {
    it.each(['forgot-password', 'request-verification'])('says where a text cannot be stored: %s', async (name) => {
      const refused = await post(name, { email: 'a\u0000@example.com' })
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({ error: { code: 'validation', issues: [{ code: 'format', path: 'email' }] } })
    })

    it('answers the same for every address, and mails only to existing users', async () => {
      const { email } = await verified()
      const known = await post('forgot-password', { email: email.toUpperCase() })
      const unknown = await post('forgot-password', { email: freshAddress('unknown') })
      expect([known.status, known.body]).toEqual([200, { requested: true }])
      expect([unknown.status, unknown.body]).toEqual([200, { requested: true }])
      const mail = await outbox.newest(email)
      expect(mail.subject).toBe('Set a new password')
      expect(mail.text).toContain('https://cms.example.com/base/auth/users/reset-password?token=')
      expect(outbox.sent).toHaveLength(1)
    })

    it('creates links with the configured address, whatever the request', async () => {
      const { email } = await verified()
      const headers = {
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
        origin: 'https://evil.example',
        referer: 'https://evil.example/',
      }
      await post('forgot-password', { email }, headers)
      const { text } = await outbox.newest(email)
      expect(text).not.toContain('evil')
      expect(text).toContain('https://cms.example.com/base/')
    })

    it('answers the same when mail cannot be sent', async () => {
      const { email } = await verified()
      outbox.failure = new Error('the mail server is on holiday')
      expect((await post('forgot-password', { email })).body).toEqual({ requested: true })
      expect((await post('request-verification', { email })).body).toEqual({ requested: true })
      const address = freshAddress()
      expect((await post('create-user', { data: { email: address }, password: PASSWORD })).status).toBe(201)
    })

    it.each([
      {},
      { email: '' },
      { email: 5 },
      { email: 'a@example.com', url: 'https://evil.example' },
      { email: 'a'.repeat(400) },
    ])('refuses a wrong body (%#)', async (body) =>
      expect(verdict(await post('forgot-password', body))).toEqual([422, 'validation']),
    )
  })

  describe('reset-password', () => {
    it('sets the password, ends all sessions, and uses up the token', async () => {
      const { email } = await verified()
      const one = await signedIn(app(), email)
      const other = await signedIn(app(), email)
      const token = await recoveryToken(email)
      const answer = await post('reset-password', { token, password: NEXT })
      expect([answer.status, answer.body]).toEqual([200, { reset: true }])
      for (const { byToken } of [one, other]) expect(verdict(await me(app(), byToken))).toEqual([401, 'invalid_token'])
      expect(verdict(await logIn(app(), email))).toEqual([401, 'invalid_credentials'])
      expect((await logIn(app(), email, NEXT)).status).toBe(200)
      expect(verdict(await post('reset-password', { token, password: PASSWORD }))).toEqual([401, 'invalid_token'])
    })

    it('succeeds once for concurrent requests with one token', async () => {
      const { email } = await verified()
      const token = await recoveryToken(email)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => post('reset-password', { token, password: `${NEXT} ${index}` })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers) if (answer.status !== 200) expect(verdict(answer)).toEqual([401, 'invalid_token'])
    })

    it('requires a valid password, and keeps the token until it gets one', async () => {
      const { email } = await verified()
      const token = await recoveryToken(email)
      const short = await post('reset-password', { token, password: 'short' })
      expect(short.body.error).toMatchObject({ code: 'validation', issues: [{ path: 'password', code: 'min_length' }] })
      const long = await post('reset-password', { token, password: 'p'.repeat(300) })
      expect(long.body.error.issues).toMatchObject([{ path: 'password', code: 'max_length' }])
      expect((await post('reset-password', { token, password: NEXT })).status).toBe(200)
    })

    it('accepts a token for an hour', async () => {
      const { email } = await verified()
      const token = await recoveryToken(email)
      now += 61 * MINUTE
      expect(verdict(await post('reset-password', { token, password: NEXT }))).toEqual([401, 'invalid_token'])
      const fresh = await recoveryToken(email)
      now += 59 * MINUTE
      expect((await post('reset-password', { token: fresh, password: NEXT })).status).toBe(200)
    })

    it('accepts any of the tokens that were sent, and then none of the others', async () => {
      const { email } = await verified()
      const older = await recoveryToken(email)
      const newer = await recoveryToken(email)
      expect((await post('reset-password', { token: older, password: NEXT })).status).toBe(200)
      expect(verdict(await post('reset-password', { token: newer, password: PASSWORD }))).toEqual([
        401,
        'invalid_token',
      ])
    })

    it('unlocks and verifies', async () => {
      const { email } = await makeUser(app())
      await outbox.newest(email)
      for (let i = 0; i < 5; i += 1) await logIn(app(), email, 'wrong password')
      expect(verdict(await logIn(app(), email))).toEqual([429, 'too_many_attempts'])
      const token = await recoveryToken(email)
      expect((await post('reset-password', { token, password: NEXT })).status).toBe(200)
      expect((await logIn(app(), email, NEXT)).status).toBe(200)
    })

    it('refuses a token of another kind, collection, address or user', async () => {
      const { email } = await makeUser(app())
      const verification = tokenIn(await outbox.newest(email))
      expect(verdict(await post('reset-password', { token: verification, password: NEXT }))).toEqual([
        401,
        'invalid_token',
      ])
      const recovery = await recoveryToken(email)
      expect(verdict(await post('verify', { token: recovery }))).toEqual([401, 'invalid_token'])
      expect(verdict(await post('reset-password', { token: recovery, password: NEXT }, {}, 'guests'))).toEqual([
        401,
        'invalid_token',
      ])
      for (const authorization of [`Session ${recovery}`, `JWT ${recovery}`, `Bearer ${recovery}`]) {
        expect(verdict(await me(app(), { authorization }))).toEqual([401, 'invalid_token'])
      }
      for (const token of ['x', 'A'.repeat(43), recovery.slice(0, -1), `${recovery}A`, recovery.toUpperCase()]) {
        expect(verdict(await post('reset-password', { token, password: NEXT }))).toEqual([401, 'invalid_token'])
      }
      expect(verdict(await post('reset-password', { token: 'x'.repeat(300), password: NEXT }))).toEqual([
        422,
        'validation',
      ])
      expect((await post('verify', { token: verification })).status).toBe(200)
    })

    it('refuses a token for a former address of the user', async () => {
      const { email, id } = await verified()
      const user = await signedIn(app(), email)
      const token = await recoveryToken(email)
      const body = { email: freshAddress('moved') }
      expect(
        (await app().request('PATCH', `/api/collections/users/${id}`, { body, headers: user.byToken })).status,
      ).toBe(200)
      expect(verdict(await post('reset-password', { token, password: NEXT }))).toEqual([401, 'invalid_token'])
    })

    it('refuses a token from before a change of the password, or of a deleted user', async () => {
      const { email } = await verified()
      const user = await signedIn(app(), email)
      const token = await recoveryToken(email)
      const body = { currentPassword: PASSWORD, newPassword: NEXT }
      expect((await app().request('POST', '/api/auth/change-password', { body, headers: user.byToken })).status).toBe(
        200,
      )
      expect(verdict(await post('reset-password', { token, password: PASSWORD }))).toEqual([401, 'invalid_token'])

      const again = await signedIn(app(), email, NEXT)
      const last = await recoveryToken(email)
      await app().request('DELETE', `/api/collections/users/${again.id}`, { headers: again.byToken })
      expect(verdict(await post('reset-password', { token: last, password: PASSWORD }))).toEqual([401, 'invalid_token'])
    })

    it('sends the mail that the application configures', async () => {
      const { email } = await makeUser(app(), { collection: 'guests', name: 'Gus' })
      const token = await recoveryToken(email, 'guests')
      expect(outbox.to(email)[0]?.subject).toBe('Hi Gus')
      now += 119 * MINUTE
      expect((await post('reset-password', { token, password: NEXT }, {}, 'guests')).status).toBe(200)
    })
  })

  describe('verification', () => {
    it('is requested with a mail; login waits for it', async () => {
      await verified()
      const email = freshAddress()
      const made = await post('create-user', { data: { email }, password: PASSWORD })
      expect(made.status).toBe(201)
      expect(made.body.doc).toMatchObject({ _verified: false })
      expect(made.text).not.toMatch(/verify|token/i)
      const mail = await outbox.newest(email)
      expect(mail.text).toContain('https://cms.example.com/base/auth/users/verify?token=')
      expect(verdict(await logIn(app(), email))).toEqual([403, 'unverified'])
      expect(verdict(await logIn(app(), email, 'wrong password'))).toEqual([401, 'invalid_credentials'])
      const token = tokenIn(mail)
      const answer = await post('verify', { token })
      expect([answer.status, answer.body]).toEqual([200, { verified: true }])
      expect(verdict(await post('verify', { token }))).toEqual([401, 'invalid_token'])
      expect((await logIn(app(), email)).status).toBe(200)
    })

    it('does not count a correct password as a guess', async () => {
      await verified()
      const { email } = await makeUser(app())
      for (let i = 0; i < 7; i += 1) expect(verdict(await logIn(app(), email))).toEqual([403, 'unverified'])
    })

    it('sends another mail on request to unverified users, and answers the same for all', async () => {
      const done = await verified()
      const { email } = await makeUser(app())
      const first = tokenIn(await outbox.newest(email))
      for (const address of [email, done.email, freshAddress('unknown')]) {
        const answer = await post('request-verification', { email: address })
        expect([answer.status, answer.body]).toEqual([200, { requested: true }])
      }
      const second = tokenIn(await outbox.newest(email, 2))
      expect(outbox.to(done.email)).toEqual([])
      now += 23 * 60 * MINUTE
      expect((await post('verify', { token: first })).status).toBe(200)
      expect(verdict(await post('verify', { token: second }))).toEqual([401, 'invalid_token'])
    })

    it('expires after a day', async () => {
      await verified()
      const { email } = await makeUser(app())
      const token = tokenIn(await outbox.newest(email))
      now += 25 * 60 * MINUTE
      expect(verdict(await post('verify', { token }))).toEqual([401, 'invalid_token'])
    })

    it('applies to an address: another one is not verified, and the old token does not verify it', async () => {
      const { email, id } = await verified()
      const user = await signedIn(app(), email)
      const moved = freshAddress('moved')
      await app().request('PATCH', `/api/collections/users/${id}`, { body: { email: moved }, headers: user.byToken })
      expect(verdict(await logIn(app(), moved))).toEqual([403, 'unverified'])
      expect((await post('verify', { token: tokenIn(await outbox.newest(moved)) })).status).toBe(200)
      expect((await logIn(app(), moved)).status).toBe(200)
    })

    it('does not exist if it is off', async () => {
      const guest = await newcomer(app(), { collection: 'guests' })
      expect(guest.id).toBeDefined()
      for (const path of ['verify', 'request-verification']) {
        expect(verdict(await post(path, { email: 'a@example.com' }, {}, 'guests'))).toEqual([404, 'not_found'])
      }
    })
  })
})
