import { type AnyTestApp, must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, google, oidc } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { guarded, MINUTE, stepsOf, time } from './guarded.ts'
import { SECRET, startProvider } from './identity-provider.ts'
import { tokenIn } from './mail.ts'
import { freshAddress, makeUser, me, newcomer, PASSWORD, signedIn, verdict } from './people.ts'

const PUBLIC = 'https://cms.example'
const callbackOf = (key: string) => `${PUBLIC}/api/auth/users/providers/${key}/callback`
const provider = await startProvider([callbackOf('company'), callbackOf('google')])
afterAll(() => provider.close())

const at = {
  issuer: provider.issuer,
  clientId: 'quire',
  clientSecret: SECRET,
  privateNetwork: true,
}
const company = oidc({ ...at, trustEmail: true, label: 'The company' })
/** Like the preset, with our own provider. */
const managed = { ...google({ ...at, domains: ['example.com'] }), issuer: provider.issuer }

const config = defineConfig({
  admin: { users: 'users' },
  server: { publicUrl: PUBLIC, rateLimit: false },
  collections: {
    users: collection({
      auth: {
        providers: { company, google: managed },
        totp: true,
        secondFactor: 'required',
        lockout: { attempts: 100, duration: '1s' },
      },
      trash: true,
      fields: {},
    }),
  },
})

// Tokens of the provider have real times.
time.now = Date.now()
const setup = { ...guarded, config }

let made = 0
function newPerson(email: string, more: object = {}): string {
  made += 1
  const sub = `taker-${made}`
  provider.people.set(sub, { sub, email, email_verified: true, ...more })
  return sub
}

/** Visits the provider; returns the final address and the session. */
async function browse(test: AnyTestApp, url: string, cookie: string, sub: string) {
  const callback = (await provider.visit(url, sub)).slice(PUBLIC.length)
  const answer = await fetch(test.url + callback, { redirect: 'manual', headers: { cookie } })
  const session = answer.headers.getSetCookie().find((one) => one.startsWith('service_session='))
  return { location: answer.headers.get('location'), session: { cookie: session?.split(';')[0] ?? '' } }
}

const signInCookie = (headers: Headers) => must(headers.getSetCookie()[0]?.split(';')[0], 'cookie')

async function signIn(test: AnyTestApp, sub: string, key = 'company') {
  const started = await fetch(`${test.url}/api/auth/users/providers/${key}/start`, { redirect: 'manual' })
  return browse(test, must(started.headers.get('location'), 'location'), signInCookie(started.headers), sub)
}

const refused = (code: string) => ({ location: `/admin/sign-in?error=${code}`, session: { cookie: '' } })

onEachDatabase('taking over an account', setup, (app) => {
  const { send, own, second, withTotp, mailed, challenge } = stepsOf(app)

  it('requires more than its address if it has a second factor', async () => {
    const ann = await newcomer(app())
    await send('POST', '/api/auth/users/forgot-password', null, { email: ann.email })
    const token = tokenIn(await mailed(ann.email, 'Someone asked for a new password'))
    await send('POST', '/api/auth/users/reset-password', null, { token, password: PASSWORD })
    const back = await signedIn(app(), ann.email)
    await withTotp(back)
    // The reader of the mail could have created this account at the provider.
    const sub = newPerson(ann.email)
    expect(await signIn(app(), sub)).toEqual(refused('forbidden'))
    expect((await own('DELETE', 'totp', back)).status).toBe(200)
    expect((await signIn(app(), sub)).location).toBe('/admin')
  })

  it('fails with an account at Google that the organisation does not manage', async () => {
    const { email } = await makeUser(app())
    expect(await signIn(app(), newPerson(email), 'google')).toEqual(refused('forbidden'))
    // A former employee who created an account while still receiving mail.
    const leaver = newPerson(freshAddress('eve+x'))
    expect(await signIn(app(), leaver, 'google')).toEqual(refused('forbidden'))
    provider.tamper = { claims: (said) => ({ ...said, hd: 'example.com' }) }
    expect((await signIn(app(), leaver, 'google')).location).toBe('/admin')
    provider.tamper = null
  })

  it('fails with an address that only looks the same in lowercase', async () => {
    const sub = newPerson(freshAddress('mike').replace('k', '\u212a'))
    expect(await signIn(app(), sub)).toEqual(refused('unverified'))
  })

  it('sends a mail when another way to sign in is added', async () => {
    const ann = await newcomer(app())
    await withTotp(ann)
    const begun = await own('POST', 'identities', ann, { provider: 'company' })
    const { url } = begun.body as { url: string }
    const thief = newPerson(freshAddress('thief'))
    const { location } = await browse(app(), url, signInCookie(begun.headers), thief)
    expect(location).toBe('/admin')
    await mailed(ann.email, 'Another way to sign in to your account was added: “The company”.')
    // Another password does not help, and the mail says so.
    await send('POST', '/api/auth/users/forgot-password', null, { email: ann.email })
    const token = tokenIn(await mailed(ann.email, 'Someone asked for a new password'))
    await send('POST', '/api/auth/users/reset-password', null, { token, password: PASSWORD })
    await mailed(
      ann.email,
      "You can also sign in with 1 account at providers. Remove anything that you don't recognize.",
    )
    const headers = { ...(await signIn(app(), thief)).session, origin: PUBLIC }
    const [identity] = (await app().request('GET', '/api/auth/identities', { headers })).body.docs
    expect((await app().request('DELETE', `/api/auth/identities/${identity.id}`, { headers })).status).toBe(200)
    await mailed(ann.email, 'A way to sign in to your account was removed: “The company”.')
  })

  it('ends once its owner removes that way to sign in', async () => {
    const ann = await newcomer(app())
    await withTotp(ann)
    const begun = await own('POST', 'identities', ann, { provider: 'company' })
    const thief = newPerson(freshAddress('thief'))
    await browse(app(), begun.body.url, signInCookie(begun.headers), thief)
    const { session } = await signIn(app(), thief)
    expect((await app().request('GET', '/api/auth/me', { headers: session })).body.user.id).toBe(ann.id)
    const [identity] = (await own('GET', 'identities', ann)).body.docs
    expect((await own('DELETE', `identities/${identity.id}`, ann)).status).toBe(200)
    expect((await app().request('GET', '/api/auth/me', { headers: session })).status).toBe(401)
    expect((await own('GET', 'identities', ann)).body.docs).toEqual([])
  })

  it('requires a fresh session, whatever the second factors', async () => {
    const ann = await newcomer(app())
    await withTotp(ann)
    const path = `/api/auth/users/${ann.id}/reset-factors`
    time.now += 16 * MINUTE
    expect(verdict(await send('POST', path, ann))).toEqual([403, 'forbidden'])
    const boss = await newcomer(app())
    await withTotp(boss)
    time.now += 16 * MINUTE
    expect((await send('POST', path, boss)).body).toEqual({ reset: true })
    time.now = Date.now()
  })

  it('takes as long to guess a code, however short the lock of passwords is', async () => {
    const ann = await newcomer(app())
    const codes = await withTotp(ann)
    const { token } = await challenge(ann.email)
    for (let i = 0; i < 5; i += 1) expect((await second({ token, totp: '000000' })).status).toBe(401)
    time.now += 4 * MINUTE
    expect(verdict(await second({ token, totp: codes.code() }))).toEqual([429, 'too_many_attempts'])
    time.now = Date.now()
  })

  it('is not possible by removing a second factor in a session from a provider', async () => {
    const { session } = await signIn(app(), newPerson(freshAddress()))
    const { id } = (await me(app(), session)).body.user
    const byCookie = { ...session, origin: PUBLIC }
    const bob = { id, email: '', token: '', sessionId: '', cookie: '', byCookie: session, byToken: byCookie as never }
    await withTotp(bob)
    expect((await me(app(), session)).body.session.factors).toEqual(['provider', 'totp'])
    expect((await own('DELETE', 'totp', bob)).status).toBe(200)
    expect((await me(app(), session)).body.session).toMatchObject({ factors: ['provider'], mustSetUpFactor: false })
  })

  it('fails while the account is in the trash', async () => {
    const { id, email } = await makeUser(app())
    await app().local.asSystem().collection('users').delete(id)
    expect(await signIn(app(), newPerson(email))).toEqual(refused('forbidden'))
  })

  it('fails with an address that another provider claims', async () => {
    const [mine, boss] = [`mine-${made}@example.com`, `boss-${made}@example.com`]
    const sub = newPerson(mine, { hd: 'example.com' })
    const ofGoogle = (more: object) => ({ claims: (claims: object) => ({ ...claims, hd: 'example.com', ...more }) })
    // Userinfo applies to the address that it confirms.
    provider.tamper = ofGoogle({ email: boss })
    try {
      expect(await signIn(app(), sub, 'google')).toEqual(refused('unverified'))
      provider.tamper = ofGoogle({ email: mine })
      const { session } = await signIn(app(), sub, 'google')
      expect((await me(app(), session)).body.user.email).toBe(mine)
      // Nor in the other direction.
      const other = newPerson(boss, { hd: 'example.com', email_verified: undefined })
      provider.tamper = ofGoogle({ email_verified: true })
      expect(await signIn(app(), other, 'google')).toEqual(refused('unverified'))
    } finally {
      provider.tamper = null
    }
  })
})
