import { createTestApp, docOf, type TestApp } from '@quirecms/testkit'
import type { AuthConfig } from '@quirecms/core'
import { collection, ConfigurationError, createApp, defineConfig, f, oidc } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, makeUser, newcomer, PASSWORD, verdict } from './people.ts'

const withAuth = (auth: true | AuthConfig) => defineConfig({ collections: { users: collection({ auth, fields: {} }) } })

const company = { issuer: 'https://id.example.com', clientId: 'quire' }

const WRONG_PROVIDERS: readonly (readonly [what: string, auth: object, place: string, server?: object])[] = [
  ['a provider without a public address', { providers: { company: oidc(company) } }, 'providers', {}],
  ['a provider that is no provider', { providers: { company } }, 'providers.company'],
  ['a key that fits into no address', { providers: { 'My Company': oidc(company) } }, 'providers.My Company'],
  [
    'a provider without https',
    { providers: { company: oidc({ ...company, issuer: 'http://id.example.com' }) } },
    'providers.company.issuer',
  ],
  [
    'a provider that does not say who signs in',
    { providers: { company: oidc({ ...company, scopes: ['email'] }) } },
    'providers.company.scopes',
  ],
  [
    'domains that are addresses',
    { providers: { company: oidc({ ...company, domains: ['@Example.com'] }) } },
    'providers.company.domains',
  ],
  ['no passwords, and nothing else', { passwords: false }, 'passwords'],
  [
    'private registration without passwords',
    { providers: { company: oidc(company) }, passwords: false, verification: true, registration: 'private' },
    'registration',
  ],
  ['a provider to ask that is not there', { session: { recheck: '1h' } }, 'session.recheck'],
]

const ROUTES: readonly (readonly [string, string])[] = [
  ['GET', '/api/auth/users/bootstrap'],
  ['POST', '/api/auth/users/create-user'],
  ['POST', '/api/auth/users/login'],
  ['POST', '/api/auth/users/forgot-password'],
  ['POST', '/api/auth/users/reset-password'],
  ['POST', '/api/auth/users/request-verification'],
  ['POST', '/api/auth/users/verify'],
  ['POST', '/api/auth/users/01890000-0000-7000-8000-000000000000/unlock'],
  ['GET', '/api/auth/me'],
  ['POST', '/api/auth/refresh'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/auth/logout-all'],
  ['POST', '/api/auth/change-password'],
  ['GET', '/api/auth/sessions'],
  ['GET', '/api/auth/api-keys'],
  ['POST', '/api/auth/api-keys'],
  ['DELETE', '/api/auth/api-keys/01890000-0000-7000-8000-000000000000'],
  ['GET', '/api/auth/preferences'],
  ['GET', '/api/preferences/k'],
  ['DELETE', '/api/preferences'],
]

async function absentRoutes(test: TestApp<never>): Promise<string[]> {
  const absent: string[] = []
  for (const [method, path] of ROUTES) {
    const { status, body } = await test.request(method, path, method === 'POST' ? { body: {} } : {})
    if (status === 404 && body.error.message !== 'There is no such document.')
      absent.push(`${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}`)
  }
  return absent
}

const VERIFICATION = ['POST /api/auth/users/request-verification', 'POST /api/auth/users/verify']
const RECOVERY = ['POST /api/auth/users/forgot-password', 'POST /api/auth/users/reset-password']
const KEYS = ['GET /api/auth/api-keys', 'POST /api/auth/api-keys', 'DELETE /api/auth/api-keys/{id}']
const UNLOCK = ['POST /api/auth/users/{id}/unlock']

describe.each<[string, true | AuthConfig, readonly string[], boolean]>([
  ['`auth: {}`', {}, [...VERIFICATION, ...KEYS], true],
  ['`auth: true`', true, [...VERIFICATION, ...KEYS], true],
  ['everything on', { apiKeys: true, recovery: true, verification: true, lockout: true, bootstrap: true }, [], true],
  [
    'everything off',
    { apiKeys: false, recovery: false, verification: false, lockout: false, bootstrap: false },
    [...VERIFICATION, ...RECOVERY, ...KEYS, ...UNLOCK],
    false,
  ],
])('%s', (_, auth, absent, bootstrap) => {
  let test: TestApp<never>
  beforeAll(async () => {
    test = (await createTestApp(withAuth(auth), { dialect: 'sqlite', postgresUrl: '' })) as unknown as TestApp<never>
  })
  afterAll(() => test?.close())

  it('serves the enabled operations, and nothing else; the description agrees', async () => {
    expect((await absentRoutes(test)).toSorted()).toEqual(absent.toSorted())
    const { body } = await test.request('GET', '/api/openapi.json')
    const described = Object.entries(body.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    for (const [method, path] of ROUTES) {
      const shown = `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}').replace('/k', '/{key}')}`
      if (path.includes('preferences')) continue
      expect([shown, described.includes(shown)]).toEqual([shown, !absent.includes(shown)])
    }
  })

  it('permits or refuses the first user by an anonymous caller', async () => {
    expect((await test.request('GET', '/api/auth/users/bootstrap')).body).toEqual({ available: bootstrap })
    const body = { data: { email: freshAddress() }, password: PASSWORD }
    expect((await test.request('POST', '/api/auth/users/create-user', { body })).status).toBe(bootstrap ? 201 : 401)
  })
})

it('an application without users has none of these routes', async () => {
  const config = defineConfig({ collections: { posts: collection({ fields: { title: f.text() } }) } })
  const test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: '' })
  try {
    for (const [method, path] of ROUTES) {
      expect([path, (await test.request(method, path, method === 'POST' ? { body: {} } : {})).status]).toEqual([
        path,
        404,
      ])
    }
    const session = { authorization: 'Session forged' }
    expect(verdict(await test.request('GET', '/api/collections/posts', { headers: session }))).toEqual([
      401,
      'invalid_token',
    ])
    expect(verdict(await test.request('GET', '/api/collections/posts'))).toEqual([401, 'unauthenticated'])
  } finally {
    await test.close()
  }
})

it('missing rules admit only administrators', async () => {
  const config = defineConfig({
    admin: { users: 'staff' },
    collections: {
      staff: collection({ auth: {}, fields: {} }),
      customers: collection({ auth: {}, fields: {} }),
      posts: collection({ fields: { title: f.text() } }),
    },
  })
  const test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: '' })
  try {
    await makeUser(test, { collection: 'staff' })
    const worker = await newcomer(test, { collection: 'staff' })
    const customer = await newcomer(test, { collection: 'customers' })
    const made = await test.request('POST', '/api/collections/posts', { body: { title: 'x' }, headers: worker.byToken })
    expect(made.status).toBe(201)
    const path = `/api/collections/posts/${docOf(made).id}`
    for (const [method, where, body] of [
      ['GET', '/api/collections/posts'],
      ['GET', path],
      ['POST', '/api/collections/posts', { title: 'x' }],
      ['PATCH', path, { title: 'y' }],
      ['DELETE', path],
      ['POST', '/api/auth/staff/create-user', { data: { email: freshAddress() }, password: PASSWORD }],
      ['POST', '/api/auth/customers/create-user', { data: { email: freshAddress() }, password: PASSWORD }],
      ['POST', `/api/auth/customers/${customer.id}/unlock`],
    ] as const) {
      expect(verdict(await test.request(method, where, { body })), where).toEqual([401, 'unauthenticated'])
      expect(verdict(await test.request(method, where, { body, headers: customer.byToken })), where).toEqual([
        403,
        'forbidden',
      ])
      expect((await test.request(method, where, { body, headers: worker.byToken })).status, where).toBeLessThan(300)
    }
    expect(
      (await test.request('GET', '/api/collections/customers', { headers: customer.byToken })).body.docs,
    ).toHaveLength(1)
    expect(verdict(await test.request('GET', '/api/collections/staff', { headers: customer.byToken }))).toEqual([
      403,
      'forbidden',
    ])
  } finally {
    await test.close()
  }
})

const users = collection({ auth: {}, fields: {} })

describe.each<[string, object, string]>([
  [
    'several auth collections and no word on which is the administrators’',
    { collections: { users, staff: users } },
    'admin',
  ],
  [
    'administrators that are no users',
    { admin: { users: 'posts' }, collections: { users, posts: collection({ fields: {} }) } },
    'admin.users',
  ],
  [
    'an address of its own',
    { collections: { users: collection({ auth: {}, fields: { email: f.text() } }) } },
    'collections.users.fields.email',
  ],
  [
    'a password field',
    { collections: { users: collection({ auth: {}, fields: { password: f.text() } }) } },
    'collections.users.fields.password',
  ],
  ...[
    'https://ann:secret@www.example.com/verify',
    'https://{token}.example.com/',
    'javascript:alert(1)',
    '//www.example.com/verify',
    'verify',
  ].map((url): [string, object, string] => [
    `a page for links at ${url}`,
    { collections: { users: collection({ auth: { verification: { url } }, fields: {} }) } },
    'collections.users.auth.verification.url',
  ]),
  [
    'a page for invitations that is none',
    { collections: { users: collection({ auth: { invitations: { url: 'ftp://example.com' } }, fields: {} }) } },
    'collections.users.auth.invitations.url',
  ],
  [
    'a layout of mails that is no function',
    { mail: { layout: '<p>' as never }, collections: { users } },
    'mail.layout',
  ],
  ['a language of mails that is none', { mail: { language: 'english' }, collections: { users } }, 'mail.language'],
  ['an endless footer', { mail: { footer: 'x'.repeat(2_001) }, collections: { users } }, 'mail.footer'],
  ['an unknown option of mails', { mail: { template: () => '' } as object, collections: { users } }, 'mail.template'],
  ['an unknown option', { collections: { users: { auth: { apikeys: true }, fields: {} } } }, 'collections.users.auth'],
  [
    'a lockout of nothing',
    { collections: { users: { auth: { lockout: { attempts: 0 } }, fields: {} } } },
    'collections.users.auth.lockout.attempts',
  ],
  [
    'a wrong duration',
    { collections: { users: { auth: { session: { lifetime: 'soon' } }, fields: {} } } },
    'collections.users.auth.session.lifetime',
  ],
  [
    'a required second factor without any method to set one up',
    { collections: { users: { auth: { secondFactor: 'required' }, fields: {} } } },
    'collections.users.auth.secondFactor',
  ],
  [
    'a second factor that is demanded somehow',
    { collections: { users: { auth: { passkeys: true, secondFactor: 'always' }, fields: {} } } },
    'collections.users.auth.secondFactor',
  ],
  [
    'no recovery codes',
    { collections: { users: { auth: { passkeys: true, recoveryCodes: 0 }, fields: {} } } },
    'collections.users.auth.recoveryCodes',
  ],
  [
    'passkeys for everybody without a name to make them for',
    { server: { host: '0.0.0.0' }, collections: { users: { auth: { passkeys: true }, fields: {} } } },
    'collections.users.auth.passkeys',
  ],
  [
    'passkeys for an IP address',
    {
      server: { publicUrl: 'https://203.0.113.7' },
      collections: { users: { auth: { passkeys: true }, fields: {} } },
    },
    'collections.users.auth.passkeys',
  ],
  [
    'passkeys without https',
    {
      server: { publicUrl: 'http://cms.example.com' },
      collections: { users: { auth: { passkeys: true }, fields: {} } },
    },
    'collections.users.auth.passkeys',
  ],
  [
    'an unknown option of passkeys',
    { collections: { users: { auth: { passkeys: { rpId: 'x' } }, fields: {} } } },
    'collections.users.auth.passkeys.rpId',
  ],
  [
    'a field in the place of the session that rules see',
    { collections: { users: { auth: { passkeys: true }, fields: { session: f.text() } } } },
    'collections.users.fields.session',
  ],
  [
    'a freshness that is no duration',
    { collections: { users: { auth: { freshFor: 'a while' }, fields: {} } } },
    'collections.users.auth.freshFor',
  ],
  [
    'an unknown option of API keys',
    { collections: { users: { auth: { apiKeys: { endOnreset: true } }, fields: {} } } },
    'collections.users.auth.apiKeys',
  ],
  [
    'a notice that is no function',
    { collections: { users: { auth: { notices: { addressChanged: 'moved' } }, fields: {} } } },
    'collections.users.auth.notices.addressChanged',
  ],
  [
    'a shortest password above the longest',
    { collections: { users: { auth: { password: { min: 20, max: 10 } }, fields: {} } } },
    'collections.users.auth.password',
  ],
  ...WRONG_PROVIDERS.map(
    ([what, auth, place, server = { publicUrl: 'https://cms.example' }]): [string, object, string] => [
      what,
      { server, collections: { users: { auth, fields: {} } } },
      `collections.users.auth.${place}`,
    ],
  ),
])('%s', (_, config, place) => {
  it('stops the start with an error that names the option', async () => {
    const starting = createApp({ ...config, database: { dialect: 'sqlite', path: ':memory:' } } as never)
    const error: unknown = await starting.then(
      (app) => app.close().then(() => undefined),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(ConfigurationError)
    expect((error as Error).message).toContain(place)
  })
})
