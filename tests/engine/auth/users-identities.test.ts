import type { AccessEvent, Call, Feature } from '@quirecms/core'
import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, oidc } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { SECRET, startProvider } from './identity-provider.ts'
import { Outbox } from './mail.ts'
import { admin, makeUser, me, newcomer, signedIn, verdict } from './people.ts'
import { PUBLIC, Visitors } from './provider-visits.ts'

const provider = await startProvider([`${PUBLIC}/api/auth/users/providers/company/callback`])
const visitors = new Visitors(provider)
afterAll(() => provider.close())

const at = {
  issuer: provider.issuer,
  clientId: 'quire',
  clientSecret: SECRET,
  privateNetwork: true,
  label: 'The company',
}
const config = defineConfig({
  admin: { users: 'users' },
  server: { publicUrl: PUBLIC, rateLimit: false },
  collections: {
    users: collection({
      fields: { roles: f.select({ options: ['admin'], many: true }) },
      auth: { apiKeys: true, passkeys: { rpName: 'Tests' }, providers: { company: oidc(at) } },
      access: {
        read: ({ actor }) => actor !== null,
        unlock: ({ actor }) => (actor?.['roles'] as string[] | undefined)?.includes('admin') ?? false,
      },
    }),
    members: collection({ fields: {}, auth: true }),
    guests: collection({
      fields: {},
      auth: { passkeys: { rpName: 'Tests', userVerification: 'preferred' }, providers: { company: oidc(at) } },
    }),
  },
})

/** The record of a passkey that is not used to sign in here. */
const passkeyOf = (credentialId: string) =>
  ({ credentialId, publicKey: 'none', counter: 0, transports: '[]', isBackedUp: 0, name: 'Key' }) as const

const outbox = new Outbox()
const heard: AccessEvent[] = []
const listener: Feature<Call> = {
  name: 'listener',
  for: () => true,
  adds: () => ({
    onAccess: async (_, event) => void heard.push(event),
  }),
}

onEachDatabase('accounts of users at providers', { config, mailer: outbox, features: [listener] }, (app) => {
  const list = (headers: Record<string, string>, id: string) =>
    app().request('GET', `/api/auth/users/${id}/identities`, { headers })
  const remove = (headers: Record<string, string>, id: string, identity: string) =>
    app().request('DELETE', `/api/auth/users/${id}/identities/${identity}`, { headers: { ...headers, origin: PUBLIC } })

  /** A user who signed in with the provider, and has no other credentials. */
  async function visitor() {
    const sub = visitors.newPerson()
    const session = must((await visitors.signIn(app(), 'company', sub)).session, 'session')
    const { user } = (await me(app(), session)).body
    const [identity] = await app().app.storage.reader.records.find('identities', { userId: user.id })
    return { sub, session, id: user.id as string, email: user.email as string, identity: must(identity, 'identity') }
  }

  /** Links a second provider. */
  async function another(userId: string): Promise<string> {
    const id = crypto.randomUUID()
    const now = new Date().toISOString()
    await app().app.storage.transaction(({ records }) =>
      records.insert('identities', {
        id,
        collection: 'users',
        userId,
        provider: 'company',
        issuer: provider.issuer,
        subject: id,
        email: null,
        createdAt: now,
        lastUsedAt: now,
      }),
    )
    return id
  }

  it('are visible to callers who may unlock the user, without the subject of the provider', async () => {
    const boss = await admin(app())
    const ann = await visitor()
    const { status, body, text } = await list(boss.byToken, ann.id)
    const { pagination } = body
    expect([status, body.docs, pagination.totalDocs]).toEqual([
      200,
      [
        {
          id: ann.identity['id'],
          provider: 'company',
          label: 'The company',
          email: ann.email,
          createdAt: expect.any(String),
          lastUsedAt: expect.any(String),
        },
      ],
      1,
    ])
    expect(text).not.toContain(ann.sub.concat('"'))
    expect(text).not.toContain(provider.issuer)
    expect((await list(boss.byToken, boss.id)).body.docs).toEqual([])
    const asSystem = await app().local.asSystem().users('users').userIdentities(ann.id)
    expect(asSystem).toEqual(body)
  })

  it('are hidden from other users', async () => {
    const boss = await admin(app())
    const ann = await visitor()
    const eve = await newcomer(app())
    const created = await app().request('POST', '/api/auth/api-keys', {
      headers: { ...boss.byCookie, origin: PUBLIC },
      body: { name: 'all' },
    })
    const key = { authorization: `Bearer ${created.body.key as string}` }
    expect((await me(app(), key)).status).toBe(200)
    const identity = String(ann.identity['id'])
    for (const [headers, refused] of [
      [{}, [401, 'unauthenticated']],
      [eve.byToken, [403, 'forbidden']],
      [ann.session, [403, 'forbidden']],
      [key, [403, 'forbidden']],
    ] as const) {
      expect(verdict(await list(headers, ann.id))).toEqual(refused)
      expect(verdict(await remove(headers, ann.id, identity))).toEqual(refused)
    }
    expect(verdict(await list(boss.byToken, identity))).toEqual([404, 'not_found'])
    // Where there are no providers, there is no such route.
    const member = await makeUser(app(), { collection: 'members' })
    const elsewhere = await app().request('GET', `/api/auth/members/${member.id}/identities`, { headers: boss.byToken })
    expect(elsewhere.status).toBe(404)
    expect(await app().app.storage.reader.records.count('identities', { userId: ann.id })).toBe(1)
  })

  it('can be removed: the user is notified, and all sessions end', async () => {
    const boss = await admin(app())
    const ann = await visitor()
    const identity = String(ann.identity['id'])
    const other = await another(ann.id)
    heard.length = 0
    expect((await remove(boss.byToken, ann.id, identity)).body).toEqual({ id: identity, deleted: true })
    expect(heard).toContainEqual(
      expect.objectContaining({
        action: 'auth.identityRemoved',
        outcome: 'done',
        documentId: ann.id,
        changes: [{ path: identity, from: 'company', to: null }],
      }),
    )
    expect((await me(app(), ann.session)).status).toBe(401)
    expect((await me(app(), boss.byToken)).status).toBe(200)
    const mail = await outbox.newest(ann.email)
    expect([mail.subject, mail.text]).toEqual([
      'A way to sign in to your account was removed',
      expect.stringContaining('The company'),
    ])
    expect((await list(boss.byToken, ann.id)).body.docs.map(({ id }: { id: string }) => id)).toEqual([other])
    const back = await visitors.signIn(app(), 'company', ann.sub)
    expect([back.location, back.session]).toEqual(['/admin/sign-in?error=forbidden', null])
  })

  it('cannot be removed if they are the last way to sign in, or belong to another user', async () => {
    const boss = await admin(app())
    const [ann, bob] = [await visitor(), await visitor()]
    expect(verdict(await remove(boss.byToken, ann.id, String(ann.identity['id'])))).toEqual([409, 'conflict'])
    expect(verdict(await remove(boss.byToken, ann.id, String(bob.identity['id'])))).toEqual([404, 'not_found'])
    expect((await me(app(), ann.session)).status).toBe(200)
    expect((await list(boss.byToken, ann.id)).body.docs).toHaveLength(1)
    expect((await list(boss.byToken, bob.id)).body.docs).toHaveLength(1)
  })

  it('can be one’s own: the current session continues', async () => {
    const boss = await admin(app())
    const elsewhere = await signedIn(app(), boss.email)
    const identity = await another(boss.id)
    expect((await remove(boss.byToken, boss.id, identity)).status).toBe(200)
    expect([(await me(app(), boss.byToken)).status, (await me(app(), elsewhere.byToken)).status]).toEqual([200, 401])
  })

  it('stay beside passkeys that may serve only for the second step', async () => {
    for (const [slug, answer] of [
      ['users', [200, undefined]],
      ['guests', [409, 'conflict']],
    ] as const) {
      const guest = await newcomer(app(), { collection: slug })
      const owner = { collection: slug, userId: guest.id }
      const [id, now] = [crypto.randomUUID(), new Date().toISOString()]
      await app().app.storage.transaction(async ({ records }) => {
        await records.update('credentials', owner, { passwordHash: '' })
        const person = { provider: 'company', issuer: provider.issuer, subject: id, email: null }
        await records.insert('identities', { id, ...owner, ...person, createdAt: now, lastUsedAt: now })
        await records.insert('passkeys', { id, ...owner, ...passkeyOf(id), createdAt: now, lastUsedAt: null })
      })
      const removed = await app().request('DELETE', `/api/auth/identities/${id}`, { headers: guest.byToken })
      expect([slug, verdict(removed)]).toEqual([slug, answer])
    }
  })

  it('and passkeys are never both removed by concurrent requests', async () => {
    const boss = await admin(app())
    for (let round = 0; round < 5; round += 1) {
      const ann = await visitor()
      const passkey = crypto.randomUUID()
      const now = new Date().toISOString()
      await app().app.storage.transaction(({ records }) =>
        records.insert('passkeys', {
          id: passkey,
          collection: 'users',
          userId: ann.id,
          ...passkeyOf(passkey),
          createdAt: now,
          lastUsedAt: null,
        }),
      )
      const headers = { ...ann.session, origin: PUBLIC }
      const byOwner = () => app().request('DELETE', `/api/auth/identities/${ann.identity['id']}`, { headers })
      const byAdmin = () => remove(boss.byToken, ann.id, String(ann.identity['id']))
      const answers = await Promise.all([
        app().request('DELETE', `/api/auth/passkeys/${passkey}`, { headers }),
        round % 2 === 0 ? byOwner() : byAdmin(),
      ])
      const { reader } = app().app.storage
      const [passkeys, identities] = [
        await reader.records.count('passkeys', { userId: ann.id }),
        await reader.records.count('identities', { userId: ann.id }),
      ]
      expect(passkeys + identities).toBe(1)
      // The losing request was refused, or had no session because the other one ended it.
      const lost = must(answers[passkeys === 1 ? 0 : 1], 'the other answer')
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect([401, 409]).toContain(lost.status)
    }
  })
})
