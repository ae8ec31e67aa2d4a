import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { expect, it } from 'vitest'
import { newcomer, type SignedIn, verdict } from './people.ts'

const isOf =
  (role: string) =>
  ({ actor }: RuleArguments) =>
    actor?.['role'] === role

const config = defineConfig({
  admin: {
    users: 'staff',
    views: { share: (rule) => isOf('chief')(rule) && rule.data?.['name'] !== 'Mine', roles: 'role' },
  },
  collections: {
    staff: collection({ auth: true, fields: { role: f.select({ options: ['chief', 'editor', 'author'] }) } }),
    members: collection({ auth: { bootstrap: false }, fields: { role: f.text() } }),
    posts: collection({ fields: { title: f.text() }, access: { read: () => true } }),
    many: collection({ fields: { title: f.text() } }),
    drafts: collection({
      fields: { title: f.text() },
      access: { read: ({ actor }) => ({ title: { equals: actor?.['role'] ?? '' } }) },
    }),
    secrets: collection({ fields: { title: f.text() }, access: { read: isOf('chief') } }),
    broken: collection({
      fields: { title: f.text() },
      access: {
        read: () => {
          throw new Error('This rule is broken.')
        },
      },
    }),
  },
})

onEachDatabase('shared views', { config }, (app) => {
  const call = (method: string, path: string, user?: SignedIn, body?: unknown) =>
    app().request(method, `/api/views/${path}`, { body, headers: user ? user.byToken : {} })
  const as = (role: string, of = 'staff') => newcomer(app(), { collection: of, role })
  const view = (more: object = {}) => ({ name: 'To check', value: { filter: [] }, ...more })
  const names = async (user: SignedIn, of = 'posts') =>
    (await call('GET', of, user)).body.docs.map(({ name }: { name: string }) => name)

  it('are for the roles that they name, or for all who may read the collection', async () => {
    const [chief, editor, author] = [await as('chief'), await as('editor'), await as('author')]
    const put = await call('PUT', 'posts/one', chief, view({ roles: ['editor'] }))
    expect([put.status, put.body]).toEqual([
      200,
      { key: 'one', name: 'To check', value: { filter: [] }, roles: ['editor'], updatedAt: expect.any(String) },
    ])
    await call('PUT', 'posts/two', chief, view({ name: 'All' }))
    expect(await names(editor)).toEqual(['All', 'To check'])
    expect(await names(author)).toEqual(['All'])
    // Users who may share see all of them.
    expect((await call('GET', 'posts', chief)).body).toMatchObject({ mayShare: true, rolesIn: 'role' })
    expect(await names(chief)).toEqual(['All', 'To check'])
    expect((await call('GET', 'posts', editor)).body.mayShare).toBe(false)

    await call('PUT', 'posts/one', chief, view({ name: 'Renamed', roles: ['author'] }))
    expect(await names(editor)).toEqual(['All'])
    expect(await names(author)).toEqual(['All', 'Renamed'])
    const gone = await call('DELETE', 'posts/one', chief)
    expect([gone.status, gone.body]).toEqual([200, { key: 'one', deleted: true }])
    expect(verdict(await call('DELETE', 'posts/one', chief))).toEqual([404, 'not_found'])
    expect(await names(author)).toEqual(['All'])
  })

  it('are shared, changed and removed by users whom the rule permits, which gets the view', async () => {
    const [chief, editor] = [await as('chief'), await as('editor')]
    expect(verdict(await call('PUT', 'posts/one', editor, view()))).toEqual([403, 'forbidden'])
    expect(verdict(await call('PUT', 'posts/one', chief, view({ name: 'Mine' })))).toEqual([403, 'forbidden'])
    await call('PUT', 'posts/one', chief, view())
    expect(verdict(await call('DELETE', 'posts/one', editor))).toEqual([403, 'forbidden'])
    for (const [method, path, body] of [
      ['GET', 'posts'],
      ['PUT', 'posts/one', view()],
      ['DELETE', 'posts/one'],
    ] as const)
      expect(verdict(await call(method, path, undefined, body)), method).toEqual([401, 'unauthenticated'])
  })

  it('are not available to users of other collections, nor for unreadable collections', async () => {
    const [chief, editor, member] = [await as('chief'), await as('editor'), await as('chief', 'members')]
    await call('PUT', 'secrets/one', chief, view())
    await call('PUT', 'drafts/one', chief, view())
    expect(await names(chief, 'secrets')).toEqual(['To check'])
    for (const slug of ['secrets', 'broken', 'nothing', '__proto__'])
      expect(verdict(await call('GET', slug, editor)), slug).toEqual([404, 'not_found'])
    // A rule that is a query: there may be documents to read.
    expect(await names(editor, 'drafts')).toEqual(['To check'])
    for (const [method, path, body] of [
      ['GET', 'posts'],
      ['PUT', 'posts/one', view()],
      ['DELETE', 'posts/one'],
    ] as const)
      expect(verdict(await call(method, path, member, body)), method).toEqual([403, 'forbidden'])
  })

  it('are limited, and name existing roles', async () => {
    const chief = await as('chief')
    const put = async (key: string, body: unknown) => verdict(await call('PUT', `many/${key}`, chief, body))
    expect(await put('one', view({ roles: ['editor', 'king'] }))).toEqual([422, 'validation'])
    expect(await put('one', view({ value: 'x'.repeat(17_000) }))).toEqual([413, 'payload_too_large'])
    expect(await put('one', view({ name: '' }))).toEqual([422, 'validation'])
    expect(await put('one', view({ more: 1 }))).toEqual([422, 'validation'])
    expect(await put('a%2Fb', view())).toEqual([400, 'invalid_request'])
    for (let index = 0; index < 100; index += 1)
      expect((await call('PUT', `many/k${index}`, chief, view())).status).toBe(200)
    expect(await put('one', view())).toEqual([409, 'conflict'])
    expect((await call('PUT', 'many/k1', chief, view({ name: 'Again' }))).status).toBe(200)
  })
})
