import { must, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { ORIGIN } from './authenticator.ts'
import { CodeApp, guarded, MINUTE, stepsOf, time } from './guarded.ts'
import { tokenIn } from './mail.ts'
import { logIn, makeUser, me, newcomer, PASSWORD, signedIn, verdict } from './people.ts'

onEachDatabase('second factors', guarded, (app) => {
  const { send, own, second, withTotp, withPasskey, mailed, challenge, codesOf, asPerson } = stepsOf(app)

  it('require a one-time code after the password, and accept each code once', async () => {
    const ann = await newcomer(app())
    const other = await signedIn(app(), ann.email)
    const { secret, uri } = (await own('POST', 'totp', ann)).body
    expect(uri).toBe(
      `otpauth://totp/Example:${encodeURIComponent(ann.email)}?secret=${secret}&issuer=Example&algorithm=SHA1&digits=6&period=30`,
    )
    // A factor that is not confirmed yet: logins need no code.
    expect((await logIn(app(), ann.email)).status).toBe(200)
    const codes = new CodeApp(secret)
    expect(verdict(await own('POST', 'totp/confirm', ann, { code: '000000' }))).toEqual([401, 'invalid_credentials'])
    const first = codes.code()
    expect((await own('POST', 'totp/confirm', ann, { code: first })).status).toBe(200)
    expect((await me(app(), ann.byToken)).body.session).toMatchObject({ factors: ['password', 'totp'] })
    // All other sessions of the user end, and the user is told.
    expect(verdict(await me(app(), other.byToken))).toEqual([401, 'invalid_token'])
    await mailed(ann.email, 'One-time codes were turned on for your account')

    const { token, methods } = await challenge(ann.email)
    expect(methods).toEqual(['totp'])
    expect(verdict(await second({ token, totp: first }))).toEqual([401, 'invalid_credentials'])
    const code = codes.code()
    const again = asPerson(await second({ token, totp: code }), ann.email)
    expect((await me(app(), again.byToken)).body.session).toMatchObject({ factors: ['password', 'totp'] })
    expect(verdict(await second({ token, totp: codes.code() }))).toEqual([401, 'invalid_token'])
    expect(verdict(await second({ token: (await challenge(ann.email)).token, totp: code }))).toEqual([
      401,
      'invalid_credentials',
    ])
    expect(verdict(await own('POST', 'totp', again))).toEqual([409, 'invalid_state'])
  })

  it('accept one of many concurrent requests with the same code', async () => {
    const ann = await newcomer(app())
    const codes = await withTotp(ann)
    const tokens = await Promise.all([1, 2, 3].map(async () => (await challenge(ann.email)).token))
    const code = codes.code()
    const answers = await Promise.all(tokens.map((token) => second({ token, totp: code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2)
  })

  it('lock the second step after five failures, and nothing else', async () => {
    const ann = await newcomer(app())
    const codes = await withTotp(ann)
    const passkey = await withPasskey(ann)
    const { token } = await challenge(ann.email)
    const failures: number[] = []
    for (let i = 0; i < 6; i += 1) failures.push((await second({ token, totp: '000000' })).status)
    expect(failures).toEqual([401, 401, 401, 401, 401, 429])
    expect(verdict(await second({ token, totp: codes.code() }))).toEqual([429, 'too_many_attempts'])
    // The first step, and a passkey alone, are not locked.
    const { token: another } = await challenge(ann.email)
    const { options, token: asked } = (await send('POST', '/api/auth/users/passkeys/options', null, {})).body
    const response = passkey.use(options)
    expect((await send('POST', '/api/auth/users/passkeys/login', null, { token: asked, response })).status).toBe(200)
    time.now += 10 * MINUTE
    expect(verdict(await second({ token: another, totp: codes.code() }))).toEqual([401, 'invalid_token'])
    expect((await second({ token: (await challenge(ann.email)).token, totp: codes.code() })).status).toBe(200)
  })

  it('keep a challenge for five minutes, for its collection, and for the password that it was started with', async () => {
    const ann = await newcomer(app())
    const codes = await withTotp(ann)
    const { token } = await challenge(ann.email)
    expect((await send('POST', '/api/auth/customers/second-factor', null, { token, totp: codes.code() })).status).toBe(
      404,
    )
    time.now += 5 * MINUTE
    expect(verdict(await second({ token, totp: codes.code() }))).toEqual([401, 'invalid_token'])
    const begun = await challenge(ann.email)
    const changed = { currentPassword: PASSWORD, newPassword: 'another password' }
    expect((await own('POST', 'change-password', ann, changed)).status).toBe(200)
    expect(verdict(await second({ token: begun.token, totp: codes.code() }))).toEqual([401, 'invalid_token'])
  })

  it('reveal nothing before the correct password, and cost the same', async () => {
    const [plain, careful] = [await makeUser(app()), await newcomer(app())]
    await withTotp(careful)
    const [first, second_] = [await logIn(app(), plain.email, 'wrong'), await logIn(app(), careful.email, 'wrong')]
    const { requestId: _a, ...one } = first.body.error
    const { requestId: _b, ...two } = second_.body.error
    expect(one).toEqual(two)
  })

  it('accept recovery codes once, notify the user, and permit a new passkey when all is lost', async () => {
    const ann = await newcomer(app())
    expect(verdict(await own('POST', 'recovery-codes', ann))).toEqual([409, 'invalid_state'])
    await withPasskey(ann)
    const old = await codesOf(ann)
    const codes = await codesOf(ann)
    expect(codes).toHaveLength(4)
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
    const { token, methods } = await challenge(ann.email)
    expect(methods).toEqual(['passkey', 'recovery'])
    expect(verdict(await second({ token, recoveryCode: old[0] }))).toEqual([401, 'invalid_credentials'])
    const written = must(codes[0], 'code').toLowerCase().replaceAll('-', ' ')
    const back = asPerson(await second({ token, recoveryCode: written }), ann.email)
    await mailed(ann.email, 'You have 3 recovery codes left.')
    expect(verdict(await second({ token: (await challenge(ann.email)).token, recoveryCode: codes[0] }))).toEqual([
      401,
      'invalid_credentials',
    ])
    await withPasskey(back, 'New phone')
    expect((await own('GET', 'factors', back)).body).toEqual({
      passkeys: 2,
      totp: false,
      recoveryCodes: 3,
      isFresh: true,
      offers: ['passkeys', 'totp'],
    })
  })

  it('are changed only with a fresh session, and never with an API key', async () => {
    const ann = await newcomer(app())
    const { key } = (
      await app().request('POST', '/api/auth/api-keys', {
        headers: { ...ann.byCookie, origin: ORIGIN },
        body: { name: 'k' },
      })
    ).body
    const byKey = { authorization: `Bearer ${key}` }
    const routes = [
      ['GET', 'factors', undefined],
      ['GET', 'passkeys', undefined],
      ['POST', 'passkeys/options', undefined],
      ['POST', 'totp', undefined],
      ['POST', 'totp/confirm', { code: '123456' }],
      ['DELETE', 'totp', undefined],
      ['POST', 'recovery-codes', undefined],
      ['PATCH', `passkeys/${ann.id}`, { name: 'x' }],
      ['DELETE', `passkeys/${ann.id}`, undefined],
      ['GET', `users/${ann.id}/factors`, undefined],
      ['POST', `users/${ann.id}/reset-factors`, undefined],
    ] as const
    for (const [method, path, body] of routes) {
      const answer = await app().request(method, `/api/auth/${path}`, { body, headers: byKey })
      expect([path, ...verdict(answer)]).toEqual([path, 403, 'forbidden'])
    }
    time.now += 15 * MINUTE
    for (const [method, path, body] of routes.slice(1, 9)) {
      const answer = await own(method, path, ann, body)
      expect([path, ...verdict(answer)]).toEqual([path, 403, 'forbidden'])
    }
    expect((await own('GET', 'factors', ann)).body).toMatchObject({ isFresh: false })
    const stranger = await newcomer(app(), { collection: 'customers' })
    expect((await own('GET', 'factors', stranger)).status).toBe(404)
  })

  it('survive a password reset, and may be required by rules', async () => {
    const ann = await newcomer(app())
    expect(verdict(await send('POST', '/api/collections/secrets', ann, { text: 'x' }))).toEqual([403, 'forbidden'])
    const codes = await withTotp(ann)
    expect((await send('POST', '/api/collections/secrets', ann, { text: 'x' })).status).toBe(201)
    await withPasskey(ann)
    await send('POST', '/api/auth/users/forgot-password', null, { email: ann.email })
    const token = tokenIn(await mailed(ann.email, 'Someone asked for a new password'))
    const reset = await send('POST', '/api/auth/users/reset-password', null, { token, password: PASSWORD })
    expect(reset.status, reset.text).toBe(200)
    // Only the owner can have made this attempt.
    await mailed(ann.email, "You can also sign in with 1 passkey. Remove anything that you don't recognize.")
    const begun = await challenge(ann.email)
    expect((await second({ token: begun.token, totp: codes.code() })).status).toBe(200)
  })

  it('restrict users who must have a factor until they set one up', async () => {
    const boss = await newcomer(app(), { role: 'admin' })
    expect((await me(app(), boss.byToken)).body.session).toMatchObject({ factors: ['password'], mustSetUpFactor: true })
    const closed = [
      ['GET', '/api/collections/users'],
      ['GET', '/api/collections/secrets'],
      ['GET', '/api/collections/users/count'],
      ['GET', '/api/auth/sessions'],
      ['GET', '/api/hello'],
    ] as const
    for (const [method, path] of closed) {
      const answer = await send(method, path, boss)
      expect([path, ...verdict(answer)]).toEqual([path, 403, 'forbidden'])
      expect(answer.text).toContain('Set up a second factor')
    }
    const editor = await newcomer(app())
    expect((await me(app(), editor.byToken)).body.session).toMatchObject({ mustSetUpFactor: false })
    await withTotp(boss)
    for (const [method, path] of closed) expect([path, (await send(method, path, boss)).status]).toEqual([path, 200])
    expect((await own('DELETE', 'totp', boss)).status).toBe(200)
    expect(verdict(await send('GET', '/api/hello', boss))).toEqual([403, 'forbidden'])
    expect((await own('POST', 'logout', boss)).status).toBe(200)
  })

  it('can be removed by an administrator, with a notification', async () => {
    const [boss, ann] = [await newcomer(app(), { role: 'admin' }), await newcomer(app())]
    await withTotp(boss)
    await withTotp(ann)
    await withPasskey(ann)
    await codesOf(ann)
    const path = `/api/auth/users/${ann.id}`
    expect((await send('GET', `${path}/factors`, boss)).body).toEqual({ passkeys: 1, totp: true, recoveryCodes: 4 })
    expect(verdict(await send('POST', `/api/auth/users/${boss.id}/reset-factors`, ann))).toEqual([403, 'forbidden'])
    expect((await send('POST', `${path}/reset-factors`, boss)).body).toEqual({ reset: true })
    expect((await send('GET', `${path}/factors`, boss)).body).toEqual({ passkeys: 0, totp: false, recoveryCodes: 0 })
    expect(verdict(await me(app(), ann.byToken))).toEqual([401, 'invalid_token'])
    await mailed(ann.email, 'Two-step verification was reset for your account')
    expect((await logIn(app(), ann.email)).status).toBe(200)
  })
})
