import { must, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { Authenticator } from './authenticator.ts'
import { guarded, stepsOf, time } from './guarded.ts'
import { logIn, me, newcomer, signedIn, verdict } from './people.ts'

onEachDatabase('passkeys', guarded, (app) => {
  const { send, own, second, withTotp, withPasskey, mailed, challenge, asPerson } = stepsOf(app)
  const asked = async (body: object = {}) => (await send('POST', '/api/auth/users/passkeys/options', null, body)).body
  const login = (token: string, response: object) =>
    send('POST', '/api/auth/users/passkeys/login', null, { token, response })

  it('sign in without a password, and without an address', async () => {
    const ann = await newcomer(app())
    const passkey = await withPasskey(ann)
    const { options, token } = await asked()
    expect(options).toMatchObject({ rpId: 'cms.example.com', userVerification: 'required', allowCredentials: [] })
    const back = asPerson(await login(token, passkey.use(options)), ann.email)
    expect(back.id).toBe(ann.id)
    expect((await me(app(), back.byToken)).body.session).toMatchObject({ factors: ['passkey'], mustSetUpFactor: false })
    const [shown] = (await own('GET', 'passkeys', back)).body.docs
    expect(shown).toMatchObject({ name: 'Laptop', lastUsedAt: new Date(time.now).toISOString() })
    expect(Object.keys(shown).toSorted()).toEqual(['createdAt', 'id', 'isBackedUp', 'lastUsedAt', 'name'])
  })

  it('are a second step after the password, for their own user', async () => {
    const [ann, ben] = [await newcomer(app()), await newcomer(app())]
    const passkey = await withPasskey(ann)
    const stranger = await withPasskey(ben)
    const { token, methods } = await challenge(ann.email)
    expect(methods).toEqual(['passkey'])
    const { options, token: same } = await asked({ token })
    expect(same).toBe(token)
    expect(options.allowCredentials).toEqual([{ type: 'public-key', id: passkey.id, transports: ['internal'] }])
    expect(verdict(await second({ token, passkey: stranger.use(options) }))).toEqual([401, 'invalid_credentials'])
    const back = asPerson(await second({ token, passkey: passkey.use(options) }), ann.email)
    expect((await me(app(), back.byToken)).body.session.factors).toEqual(['password', 'passkey'])
  })

  it.each([
    ['another origin', { origin: 'https://cms.example.com.evil.test' }],
    ['another rpId', { rpId: 'evil.test' }],
    ['an unverified user', { userVerified: false }],
  ] as const)('are refused with %s, at sign-in and at registration', async (_, told) => {
    const ann = await newcomer(app())
    const passkey = await withPasskey(ann)
    const first = await asked()
    expect(verdict(await login(first.token, passkey.use(first.options, told)))).toEqual([401, 'invalid_credentials'])
    const { token } = await challenge(ann.email)
    const step = await asked({ token })
    expect(verdict(await second({ token, passkey: passkey.use(step.options, told) }))).toEqual([
      401,
      'invalid_credentials',
    ])
    const made = (await own('POST', 'passkeys/options', ann)).body
    const response = new Authenticator().make(made.options, told)
    expect(verdict(await own('POST', 'passkeys', ann, { token: made.token, response }))).toEqual([
      401,
      'invalid_credentials',
    ])
    expect((await own('GET', 'passkeys', ann)).body.docs).toHaveLength(1)
  })

  it('answer a challenge once, and only their own', async () => {
    const [ann, ben] = [await newcomer(app()), await newcomer(app())]
    const passkey = await withPasskey(ann)
    const { options, token } = await asked()
    const response = passkey.use(options)
    expect((await login(token, response)).status).toBe(200)
    expect(verdict(await login(token, response))).toEqual([401, 'invalid_token'])
    // The same response to another challenge, and one to a challenge with another purpose.
    const next = await asked()
    expect(verdict(await login(next.token, response))).toEqual([401, 'invalid_credentials'])
    expect(verdict(await login(next.token, passkey.use(next.options)))).toEqual([401, 'invalid_token'])
    const begun = await challenge(ann.email)
    const step = await asked({ token: begun.token })
    expect(verdict(await login(begun.token, passkey.use(step.options)))).toEqual([401, 'invalid_token'])
    // A user can't finish the ceremony of another one.
    const made = (await own('POST', 'passkeys/options', ann)).body
    const stolen = await own('POST', 'passkeys', ben, {
      token: made.token,
      response: new Authenticator().make(made.options),
    })
    expect(verdict(stolen)).toEqual([401, 'invalid_token'])
    expect((await own('GET', 'passkeys', ben)).body.docs).toEqual([])
  })

  it('do not reveal their owner: an unknown passkey, a forged signature and another user look the same', async () => {
    const ann = await newcomer(app())
    const passkey = await withPasskey(ann)
    const errors: unknown[] = []
    for (const answer of [
      (options: never) => new Authenticator().use(options),
      (options: never) => ({ ...new Authenticator().use(options), id: passkey.id, rawId: passkey.id }),
      (options: never) => {
        const right = passkey.use(options)
        return { ...right, response: { ...right.response, userHandle: 'AAAA' } }
      },
    ]) {
      const { options, token } = await asked()
      const { requestId: _, ...error } = (await login(token, answer(options as never))).body.error
      errors.push(error)
    }
    expect(errors[0]).toMatchObject({ code: 'invalid_credentials' })
    expect(new Set(errors.map((error) => JSON.stringify(error)))).toHaveLength(1)
  })

  it('are refused when their counter goes back, and their owner is notified', async () => {
    const ann = await newcomer(app())
    const passkey = await withPasskey(ann, 'Copied key')
    passkey.counter = 10
    const first = await asked()
    expect((await login(first.token, passkey.use(first.options))).status).toBe(200)
    passkey.counter = 4
    const next = await asked()
    expect(verdict(await login(next.token, passkey.use(next.options)))).toEqual([401, 'invalid_credentials'])
    await mailed(ann.email, 'your passkey “Copied key”')
    passkey.counter = 11
    const last = await asked()
    expect((await login(last.token, passkey.use(last.options))).status).toBe(200)
  })

  it('have names, and are limited to twenty', async () => {
    const ann = await newcomer(app())
    const other = await signedIn(app(), ann.email)
    for (let made = 0; made < 20; made += 1) await withPasskey(ann, `Key ${made}`)
    expect(verdict(await me(app(), other.byToken))).toEqual([401, 'invalid_token'])
    const { options, token } = (await own('POST', 'passkeys/options', ann)).body
    expect(options).toMatchObject({
      rp: { id: 'cms.example.com', name: 'Example' },
      attestation: 'none',
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(options.user.id).not.toContain(ann.id)
    expect(options.excludeCredentials).toHaveLength(20)
    const response = new Authenticator().make(options)
    expect(verdict(await own('POST', 'passkeys', ann, { token, response }))).toEqual([409, 'invalid_state'])
    const { docs } = (await own('GET', 'passkeys', ann)).body
    const { id } = must(docs[0] as { id: string } | undefined, 'passkey')
    expect((await own('PATCH', `passkeys/${id}`, ann, { name: 'Phone' })).body).toMatchObject({ id, name: 'Phone' })
    expect(verdict(await own('PATCH', `passkeys/${id}`, ann, { name: 'x'.repeat(65) }))).toEqual([422, 'validation'])
    const ben = await newcomer(app())
    expect(verdict(await own('DELETE', `passkeys/${id}`, ben))).toEqual([404, 'not_found'])
    expect((await own('DELETE', `passkeys/${id}`, ann)).body).toEqual({ id, deleted: true })
    await mailed(ann.email, 'A passkey was removed from your account: “Phone”.')
  })

  it('cannot be removed if they are the last way to sign in', async () => {
    const ann = await newcomer(app())
    await withPasskey(ann, 'First')
    // As an account without a password, or with an expired one.
    const { storage } = app().app
    const owner = { collection: 'users', userId: ann.id }
    const [{ passwordHash = '' } = {}] = await storage.reader.records.find('credentials', owner)
    const setPassword = (hash: string) =>
      storage.transaction(({ records }) => records.update('credentials', owner, { passwordHash: hash }))
    await setPassword('')
    const ids = async () => (await own('GET', 'passkeys', ann)).body.docs.map(({ id }: { id: string }) => id)
    const [first] = await ids()
    const refused = await own('DELETE', `passkeys/${first}`, ann)
    expect(verdict(refused)).toEqual([409, 'conflict'])
    expect(refused.body.error.message).toContain('Add another one first')
    await withPasskey(ann, 'Second')
    expect((await own('DELETE', `passkeys/${first}`, ann)).status).toBe(200)
    const [last, ...others] = await ids()
    expect(others).toEqual([])
    expect(verdict(await own('DELETE', `passkeys/${last}`, ann))).toEqual([409, 'conflict'])
    await setPassword(String(passwordHash))
    expect((await own('DELETE', `passkeys/${last}`, ann)).status).toBe(200)
  })

  it('no longer work once they are removed', async () => {
    const ann = await newcomer(app())
    const passkey = await withPasskey(ann)
    await withTotp(ann)
    const { docs } = (await own('GET', 'passkeys', ann)).body
    expect((await own('DELETE', `passkeys/${docs[0].id}`, ann)).status).toBe(200)
    expect((await challenge(ann.email)).methods).toEqual(['totp'])
    expect((await own('DELETE', 'totp', ann)).status).toBe(200)
    expect((await logIn(app(), ann.email)).status).toBe(200)
    const { options, token } = await asked()
    expect(verdict(await login(token, passkey.use(options)))).toEqual([401, 'invalid_credentials'])
  })
})
