import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, oidc, plugin } from 'quirecms'
import type { Call, Feature } from 'quirecms/plugin'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { challengeOf, SECRET, startProvider, type Tampering } from './identity-provider.ts'
import { freshAddress, me, verdict } from './people.ts'
import { PUBLIC, Visitors } from './provider-visits.ts'

const APP = 'https://app.example/signed-in'
const KEYS = ['company', 'vouched']
const provider = await startProvider([...KEYS.map((key) => `${PUBLIC}/api/auth/users/providers/${key}/callback`), APP])
const visitors = new Visitors(provider)
afterAll(() => provider.close())
beforeEach(() => {
  provider.tamper = null
  provider.requests.length = 0
  refused.length = 0
})

/** Refusals that features are notified of. */
const refused: unknown[] = []
const listener: Feature<Call> = {
  name: 'listener',
  for: () => true,
  adds: () => ({
    async onAccess(_, event) {
      if (event.outcome === 'refused') refused.push([event.action, event.code])
    },
  }),
}

const at = { issuer: provider.issuer, clientId: 'quire', clientSecret: SECRET, privateNetwork: true, trustEmail: true }
const config = defineConfig({
  server: { publicUrl: PUBLIC, rateLimit: false },
  plugins: [plugin({ key: 'listener', features: [listener] })],
  collections: {
    users: collection({
      fields: { name: f.text() },
      auth: {
        passkeys: { rpName: 'Tests' },
        providers: { company: oidc(at), vouched: oidc({ ...at, trustFreshness: true }) },
      },
    }),
  },
})

/** A provider whose session is always an hour old. */
const longAgo: Tampering = { claims: (claims) => ({ ...claims, auth_time: Number(claims['auth_time']) - 3_600 }) }
/** A provider without `auth_time`. */
const untold: Tampering = { claims: ({ auth_time: _, ...claims }) => claims }

/** A provider that sends milliseconds, so that every time is in the future. */
const notYet: Tampering = { claims: (claims) => ({ ...claims, auth_time: Number(claims['auth_time']) * 1_000 }) }

const wasAsked = () => provider.requests.some((one) => one.startsWith('GET /interaction/'))

onEachDatabase('an operation that requires a fresh session, after a sign-in with a provider,', { config }, (app) => {
  const passkeys = (headers: Record<string, string>) =>
    app().request('POST', '/api/auth/passkeys/options', { headers: { ...headers, origin: PUBLIC } })
  const adds = (headers: Record<string, string>) =>
    app().request('POST', '/api/auth/identities', {
      headers: { ...headers, origin: PUBLIC },
      body: { provider: 'company' },
    })
  async function moves(headers: Record<string, string>) {
    const { id } = (await me(app(), headers)).body.user
    return app().request('PATCH', `/api/collections/users/${id}`, {
      headers: { ...headers, origin: PUBLIC },
      body: { email: freshAddress('moved') },
    })
  }
  const signIn = async (key: string, sub: string, query = '') =>
    must((await visitors.signIn(app(), key, sub, query)).session, 'session')

  it('permits users who have just authenticated at the provider', async () => {
    const session = await signIn('company', visitors.newPerson())
    expect(wasAsked()).toBe(true)
    expect([(await passkeys(session)).status, (await adds(session)).status, (await moves(session)).status]).toEqual([
      200, 200, 200,
    ])
  })

  it('refuses users whom the provider let pass without authentication', async () => {
    const sub = visitors.newPerson()
    await signIn('company', sub)
    provider.requests.length = 0
    provider.tamper = longAgo
    const session = await signIn('company', sub)
    // The provider still has a session of this browser, and does not ask for the user.
    expect(wasAsked()).toBe(false)
    for (const call of [passkeys, adds, moves]) expect(verdict(await call(session))).toEqual([403, 'forbidden'])
    const { body } = await app().request('GET', '/api/auth/factors', { headers: session })
    expect(body.isFresh).toBe(false)
  })

  it('accepts a sign-in for which the provider asks again', async () => {
    const sub = visitors.newPerson()
    await signIn('company', sub)
    provider.requests.length = 0
    const session = await signIn('company', sub, '?again=true')
    expect(wasAsked()).toBe(true)
    expect((await passkeys(session)).status).toBe(200)
  })

  it.each([
    ['has not asked', longAgo],
    ['does not say whether it has asked', untold],
    ['names a moment that is yet to come', notYet],
  ])('does not trust a provider that ignores the request to ask again, and %s', async (_, tamper) => {
    const sub = visitors.newPerson()
    provider.tamper = tamper
    const { location, session } = await visitors.signIn(app(), 'company', sub, '?again=true')
    expect([location, session]).toEqual(['/admin/sign-in?error=invalid_state', null])
    expect(refused).toEqual([['auth.loginFailed', 'invalid_state']])
    // Plain sign-ins are not affected.
    const other = await signIn('company', sub)
    expect((await me(app(), other)).status).toBe(200)
    expect(verdict(await passkeys(other))).toEqual([403, 'forbidden'])
  })

  it('is permitted for trusted providers without such a claim, and only there', async () => {
    const sub = visitors.newPerson()
    provider.tamper = untold
    expect((await passkeys(await signIn('vouched', sub, '?again=true'))).status).toBe(200)
    provider.tamper = longAgo
    expect(verdict(await passkeys(await signIn('vouched', sub)))).toEqual([403, 'forbidden'])
  })

  it('refuses native apps that did not check when the user authenticated', async () => {
    const sub = visitors.newPerson()
    const codeVerifier = 'v'.repeat(43)
    const asked = new URLSearchParams({
      client_id: 'quire',
      redirect_uri: APP,
      response_type: 'code',
      scope: 'openid email',
      code_challenge: challengeOf(codeVerifier),
      code_challenge_method: 'S256',
    })
    const token = async (more = '') => {
      const back = await provider.visit(`${provider.issuer}/auth?${asked.toString()}${more}`, sub)
      const code = new URL(back).searchParams.get('code')
      const { body } = await app().request('POST', '/api/auth/users/providers/company/token', {
        body: { code, codeVerifier, redirectUri: APP },
      })
      return { authorization: `Session ${body.token}` }
    }
    expect(verdict(await passkeys(await token()))).toEqual([403, 'forbidden'])
    expect((await passkeys(await token('&max_age=600'))).status).toBe(200)
  })
})
