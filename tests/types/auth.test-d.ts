import {
  collection,
  type CreateInput,
  defineConfig,
  type Doc,
  f,
  global,
  oidc,
  type QuireConfig,
  type SessionFactor,
  type WhereOf,
} from '@quirecms/core'
import type { ActorOf, Capabilities, LocalApi, SelectionAccess } from '@quirecms/features'
import { expectTypeOf, test } from 'vitest'

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({
      auth: { apiKeys: true, recovery: { lifetime: '2h' }, verification: true, bootstrap: { roles: ['admin'] } },
      fields: {
        name: f.text({ required: true }),
        roles: f.select({ options: ['admin', 'author'], many: true, default: ['author'] }),
      },
    }),
    customers: collection({ auth: { recovery: false, lockout: false }, fields: { company: f.text() } }),
    partners: collection({ auth: true, fields: {} }),
    guests: collection({ auth: { invitations: { lifetime: '3d' } }, fields: { name: f.text({ required: true }) } }),
    robots: collection({
      auth: { apiKeys: true, accounts: { service: true }, recovery: false, lockout: false },
      fields: {},
    }),
    staff: collection({
      auth: { providers: { company: oidc({ issuer: 'https://id.example.com', clientId: 'a' }) }, passwords: false },
      fields: {},
    }),
    posts: collection({ fields: { title: f.text({ required: true }), author: f.relationship({ to: 'users' }) } }),
  },
  globals: { settings: global({ fields: { siteName: f.text() } }) },
})

const plain = defineConfig({ collections: { posts: collection({ fields: { title: f.text() } }) } })

type Config = typeof config
type Local = LocalApi<Config>

test('users have an address, wherever their fields are named', () => {
  expectTypeOf<Doc<Config, 'users'>['email']>().toEqualTypeOf<string>()
  expectTypeOf<Doc<Config, 'partners'>['email']>().toEqualTypeOf<string>()
  expectTypeOf<Doc<Config, 'posts'>>().not.toHaveProperty('email')
  expectTypeOf<CreateInput<Config, 'users'>>().toEqualTypeOf<{
    email: string
    name: string
    roles?: readonly ('admin' | 'author')[] | null
  }>()
  expectTypeOf<{ email: { like: string } }>().toExtend<WhereOf<Config, 'users'>>()
  expectTypeOf<Doc<typeof plain, 'posts'>>().not.toHaveProperty('email')
})

test('only collections with users can sign users in', () => {
  expectTypeOf<keyof Local['auth']>().toEqualTypeOf<
    'users' | 'customers' | 'partners' | 'guests' | 'robots' | 'staff'
  >()
  expectTypeOf<keyof LocalApi<typeof plain>['auth']>().toEqualTypeOf<never>()
})

test('an auth collection has the methods that its options enable', () => {
  type Always = 'bootstrap' | 'createUser' | 'login' | 'signIns'
  type Recovery = 'forgotPassword' | 'resetPassword'
  type Verification = 'requestVerification' | 'verify'
  type Keys = 'userApiKeys' | 'updateUserApiKey' | 'deleteUserApiKey'
  expectTypeOf<keyof Local['auth']['users']>().toEqualTypeOf<Always | Recovery | Verification | 'unlock' | Keys>()
  expectTypeOf<keyof Local['auth']['robots']>().toEqualTypeOf<Always | Keys | 'createUserApiKey' | 'rotateUserApiKey'>()
  expectTypeOf<keyof Local['auth']['customers']>().toEqualTypeOf<Always>()
  expectTypeOf<keyof Local['auth']['staff']>().toEqualTypeOf<
    Exclude<Always, 'login'> | 'providers' | 'signInWithCode' | 'unlock' | 'userIdentities' | 'removeUserIdentity'
  >()
  expectTypeOf<keyof Local['auth']['partners']>().toEqualTypeOf<Always | Recovery | 'unlock'>()
})

test('an invitation has only data; accepting it takes a password', () => {
  const local = {} as Local
  type Inviting =
    | 'invite'
    | 'invitations'
    | 'resendInvitation'
    | 'invitationLink'
    | 'withdrawInvitation'
    | 'acceptInvitation'
  expectTypeOf<Exclude<keyof Local['auth']['guests'], keyof Local['auth']['partners']>>().toEqualTypeOf<Inviting>()
  const { guests } = local.auth
  const invite = () => guests.invite({ data: { email: 'a@example.com', name: 'Ann' } })
  expectTypeOf(invite).returns.resolves.toEqualTypeOf<Doc<Config, 'guests'>>()
  // @ts-expect-error -- a required field is missing
  void (() => guests.invite({ data: { email: 'a@example.com' } }))
  // @ts-expect-error -- the inviter sets no password
  void (() => guests.invite({ data: { email: 'a@example.com', name: 'Ann' }, password: 'secret12' }))
  const accept = () => guests.acceptInvitation({ token: 't', password: 'secret12', data: { name: 'Anna' } })
  expectTypeOf(accept).returns.resolves.toHaveProperty('user').toEqualTypeOf<Doc<Config, 'guests'>>()
  // @ts-expect-error -- there is no such field
  void (() => guests.acceptInvitation({ token: 't', password: 'secret12', data: { nickname: 'A' } }))
})

test('mail is sent in process', () => {
  const { mail } = {} as Local
  const send = () => mail.send({ to: 'a@example.com', subject: 'Hello', text: 'Hello' })
  expectTypeOf(send).returns.resolves.toEqualTypeOf<{ queued: true }>()
  // @ts-expect-error -- every mail has a text
  void (() => mail.send({ to: 'a@example.com', subject: 'Hello', html: '<p>Hello</p>' }))
})

test('a user is created from data and a password', async () => {
  const local = {} as Local
  const call = () =>
    local.auth.users.createUser({ data: { email: 'a@example.com', name: 'Ann' }, password: 'secret12' })
  expectTypeOf(call).returns.resolves.toEqualTypeOf<Doc<Config, 'users'>>()
  const narrow = () =>
    local.auth.users.createUser(
      { data: { email: 'a@example.com', name: 'Ann' }, password: 'secret12' },
      { select: { name: true } },
    )
  expectTypeOf(narrow).returns.resolves.toEqualTypeOf<{ id: string; name: string }>()
  // @ts-expect-error the name is required
  void (() => local.auth.users.createUser({ data: { email: 'a@example.com' }, password: 'secret12' }))
  // @ts-expect-error so is the password
  void (() => local.auth.users.createUser({ data: { email: 'a@example.com', name: 'Ann' } }))
})

test('a service account has neither address nor password, and its keys have the usual types', () => {
  const local = {} as Local
  expectTypeOf<Doc<Config, 'robots'>['email']>().toEqualTypeOf<string | null>()
  expectTypeOf<Doc<Config, 'robots'>['_service']>().toEqualTypeOf<boolean | null>()
  void (() => local.auth.robots.createUser({ data: {}, kind: 'service' }))
  void (() => local.auth.robots.createUser({ data: { email: 'a@example.com' }, password: 'secret12' }))
  // @ts-expect-error there are none among these users
  void (() => local.auth.users.createUser({ data: { name: 'Ann' }, kind: 'service' }))
  void (() => local.auth.robots.createUserApiKey('1', { name: 'k', scopes: { collections: { posts: ['read'] } } }))
  // @ts-expect-error there is no such collection
  void (() => local.auth.robots.createUserApiKey('1', { name: 'k', scopes: { collections: { nope: ['read'] } } }))
})

test('users are not created or copied as documents', () => {
  expectTypeOf<Local['collections']['users']>().not.toHaveProperty('create')
  expectTypeOf<Local['collections']['users']>().not.toHaveProperty('duplicate')
  expectTypeOf<Local['collections']['users']>().toHaveProperty('update')
  expectTypeOf<Local['collections']['posts']>().toHaveProperty('create')
  expectTypeOf<LocalApi<QuireConfig>['collections'][string]>().toHaveProperty('create')
})

test('a login returns the user, the token and the session', () => {
  expectTypeOf<ReturnType<Local['auth']['customers']['login']>>().resolves.toEqualTypeOf<{
    user: Doc<Config, 'customers'>
    token: string
    session: { id: string; expiresAt: string }
  }>()
})

test('me distinguishes users of different collections', () => {
  const local = {} as Local
  const call = async () => {
    const found = await local.account.me()
    return found.collection === 'customers' ? found.user.company : null
  }
  expectTypeOf(call).returns.resolves.toEqualTypeOf<string | null>()
})

test('the account has keys where some users have them, and nothing where there are no users', () => {
  expectTypeOf<Local['account']>().toHaveProperty('createApiKey')
  const keyless = defineConfig({ collections: { users: collection({ auth: true, fields: {} }) } })
  expectTypeOf<LocalApi<typeof keyless>['account']>().not.toHaveProperty('createApiKey')
  expectTypeOf<LocalApi<typeof keyless>['account']>().toHaveProperty('readPreference')
  expectTypeOf<LocalApi<typeof plain>['account']>().not.toHaveProperty('me')
})

test('capabilities and selections exist for collections, capabilities for globals too', () => {
  const local = {} as Local
  expectTypeOf(() => local.collections.users.access()).returns.resolves.toEqualTypeOf<Capabilities>()
  expectTypeOf(() => local.collections.posts.selection()).returns.resolves.toEqualTypeOf<SelectionAccess>()
  expectTypeOf(() => local.globals.settings.access()).returns.resolves.toEqualTypeOf<Capabilities>()
  void (() => local.collections.posts.selection({ where: { title: { contains: 'a' } } }))
  // @ts-expect-error no such field
  void (() => local.collections.posts.selection({ where: { titel: { contains: 'a' } } }))
})

test('keys that a reset revokes have the usual types', () => {
  const keyed = defineConfig({
    collections: { users: collection({ auth: { apiKeys: { endOnReset: true }, freshFor: '5m' }, fields: {} }) },
  })
  expectTypeOf<LocalApi<typeof keyed>['account']>().toHaveProperty('createApiKey')
})

test('mail functions get typed arguments', () => {
  collection({
    auth: {
      notices: {
        addressChanged: ({ user }) => ({ subject: 'Moved', text: user['email'] as string }),
        passwordReset: ({ apiKeys, apiKeysEnded, passkeys, providers }) => {
          expectTypeOf([passkeys, providers]).toEqualTypeOf<number[]>()
          expectTypeOf(apiKeys).toEqualTypeOf<number>()
          expectTypeOf(apiKeysEnded).toEqualTypeOf<boolean>()
          return { subject: 'Reset', text: '' }
        },
      },
    },
    fields: {},
  })
  // @ts-expect-error there is no such notice
  collection({ auth: { notices: { addressChange: () => ({ subject: '', text: '' }) } }, fields: {} })
  // @ts-expect-error it is `endOnReset`
  collection({ auth: { apiKeys: { endsOnReset: true } }, fields: {} })
})

test('a misspelt option of auth is an error at its place', () => {
  // @ts-expect-error it is called `apiKeys`
  collection({ auth: { apiKeys: true, apikeys: true }, fields: {} })
  // @ts-expect-error a duration is a text or a number
  collection({ auth: { lockout: { duration: true } }, fields: {} })
  collection({
    auth: { recovery: { template: ({ token, url }) => ({ subject: 'Reset', text: url ?? token }) } },
    fields: {},
  })
})

test('second factors have their methods where a collection enables them, and rules get the session', () => {
  const guarded = defineConfig({
    collections: {
      users: collection({ auth: { passkeys: true }, fields: { name: f.text() } }),
      members: collection({ auth: { totp: { issuer: 'Example' } }, fields: {} }),
    },
    admin: { users: 'users' },
  })
  type Guarded = LocalApi<typeof guarded>
  type SignedIn = Awaited<ReturnType<Guarded['auth']['users']['login']>>
  expectTypeOf<ReturnType<Guarded['auth']['users']['passkeyLogin']>>().resolves.toEqualTypeOf<SignedIn>()
  expectTypeOf<ReturnType<Guarded['auth']['users']['secondFactor']>>().resolves.toEqualTypeOf<SignedIn>()
  expectTypeOf<ReturnType<Guarded['account']['confirmTotp']>>().resolves.toEqualTypeOf<{ confirmed: true }>()
  expectTypeOf<ReturnType<Guarded['account']['passkeys']['delete']>>().resolves.toEqualTypeOf<{
    id: string
    deleted: true
  }>()
  // @ts-expect-error -- these users have no passkeys
  expectTypeOf<Guarded['auth']['members']['passkeyLogin']>().toBeFunction()
  // @ts-expect-error -- no collection has second factors there
  expectTypeOf<LocalApi<Config>['account']['factors']>().toBeFunction()
  type Seen = Extract<ActorOf<typeof guarded>, { collection: 'users' }>['session']
  expectTypeOf<NonNullable<Seen>['factors'][number]>().toEqualTypeOf<SessionFactor>()
})
