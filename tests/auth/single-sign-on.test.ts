import { type AnyTestApp, must, onEachDatabase } from '@quire/testkit'
import { collection, defineConfig, f, oidc } from 'quire'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { SECRET, startProvider } from './identity-provider.ts'
import { freshAddress, me } from './people.ts'

const PUBLIC = 'https://cms.example'
const KEYS = ['company', 'trusted', 'listed', 'closed', 'mapped', 'strict']
const provider = await startProvider(
  KEYS.map((key) => `${PUBLIC}/api/auth/users/providers/${key}/callback`),
  { logout: `${PUBLIC}/admin/sign-in` },
)
afterAll(() => provider.close())
beforeEach(() => {
  provider.tamper = null
  provider.isSilent = false
})

const at = { issuer: provider.issuer, clientId: 'quire', clientSecret: SECRET, privateNetwork: true }
const seen: unknown[] = []

const config = defineConfig({
  server: { publicUrl: PUBLIC, rateLimit: false },
  collections: {
    users: collection({
      fields: { name: f.text(), roles: f.select({ options: ['admin', 'viewer'], many: true }) },
      auth: {
        bootstrap: { roles: ['admin'] },
        providers: {
          company: oidc({ ...at, label: 'The company' }),
          trusted: oidc({ ...at, trustEmail: true, logout: true }),
          listed: oidc({ ...at, domains: ['corp.example'] }),
          closed: oidc({ ...at, create: false }),
          mapped: oidc({
            ...at,
            trustEmail: true,
            map: ({ claims }) =>
              claims['groups'] === undefined
                ? undefined
                : { name: claims['name'] ?? null, roles: claims['groups'] as string[] },
          }),
          strict: oidc({ ...at, trustEmail: true, link: 'never' }),
          gone: oidc({ ...at, issuer: 'http://127.0.0.1:9', privateNetwork: true }),
          guarded: oidc({ issuer: 'https://127.0.0.1:9', clientId: 'quire' }),
        },
      },
      access: { read: () => true },
      hooks: {
        beforeLogin: [(args) => void seen.push(['beforeLogin', args.provider, args.id])],
        afterLogin: [(args) => void seen.push(['afterLogin', args.provider, args.id])],
      },
    }),
  },
})

interface Answer {
  readonly status: number
  readonly location: string
  readonly cookies: Readonly<Record<string, string>>
  readonly headers: Headers
  readonly text: string
}

async function browse(test: AnyTestApp, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(test.url + path, { redirect: 'manual', headers })
  const set = response.headers.getSetCookie().map((one) => must(one.split(';')[0], 'cookie').split('='))
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    cookies: Object.fromEntries(set.map(([name, value]) => [name, value])),
    headers: response.headers,
    text: await response.text(),
  }
}

const pathOf = (url: string) => url.slice(PUBLIC.length)

/** Begins a sign-in, and goes through the provider's pages; what is left is the callback. */
async function begin(test: AnyTestApp, key: string, sub: string, query = '') {
  const started = await browse(test, `/api/auth/users/providers/${key}/start${query}`)
  expect([started.status, started.text]).toEqual([302, ''])
  const cookie = `__Host-quire_signin=${must(started.cookies['__Host-quire_signin'], 'cookie')}`
  const callback = pathOf(await provider.visit(started.location, sub))
  return { started, cookie, callback, finish: () => browse(test, callback, { cookie }) }
}

async function signIn(test: AnyTestApp, key: string, sub: string, query = ''): Promise<Answer> {
  return (await begin(test, key, sub, query)).finish()
}

let made = 0
function newPerson(more: Record<string, unknown> = {}): { readonly sub: string; readonly email: string } {
  made += 1
  const sub = `person-${made}`
  const email = freshAddress(sub)
  provider.people.set(sub, { sub, email, email_verified: true, name: `Person ${made}`, ...more })
  return { sub, email: String(more['email'] ?? email) }
}

const signedInWith = ({ cookies }: Answer) => ({
  cookie: `service_session=${must(cookies['service_session'], 'session')}`,
})

onEachDatabase('signing in with a provider', { config }, (app) => {
  it('says how users can sign in', async () => {
    const { status, body } = await app().request('GET', '/api/auth/users/providers')
    expect([status, body.passwords]).toEqual([200, true])
    expect(body.providers.slice(0, 2)).toEqual([
      { key: 'company', label: 'The company' },
      { key: 'trusted', label: 'trusted' },
    ])
  })

  it('makes a user of somebody who is new, and knows it again', async () => {
    const { sub, email } = newPerson()
    seen.length = 0
    const first = await signIn(app(), 'company', sub, '?returnTo=/admin/collections/posts%3Fpage=2')
    expect([first.status, first.location]).toEqual([303, '/admin/collections/posts?page=2'])
    expect(first.cookies['__Host-quire_signin']).toBe('')
    const { body } = await me(app(), signedInWith(first))
    expect(body.user).toMatchObject({ email })
    expect(seen).toEqual([
      ['beforeLogin', 'company', body.user.id],
      ['afterLogin', 'company', body.user.id],
    ])
    provider.people.set(sub, { sub, email: freshAddress('moved'), email_verified: true })
    const again = await signIn(app(), 'company', sub)
    expect((await me(app(), signedInWith(again))).body.user).toMatchObject({ id: body.user.id, email })
    expect(again.location).toBe('/admin')
  })
})
