import { docOf, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'
import { bearer, codeOf, tokenOf } from './studio.ts'

const isEditor = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
/** Editors read all drafts, authors their own. */
const readDrafts = ({ actor }: RuleArguments) =>
  isEditor({ actor } as RuleArguments) || (actor?.['role'] === 'author' && { author: { equals: actor.id } })

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: { role: f.text() }, access: { read: () => true } }),
    posts: collection({
      versions: { drafts: true },
      fields: { title: f.text(), author: f.text(), next: f.relationship({ to: 'posts' }) },
      access: { read: () => true, readDrafts, create: isEditor, update: isEditor, publish: isEditor },
    }),
  },
  globals: {
    site: global({
      versions: { drafts: true },
      fields: { name: f.text() },
      access: { read: () => true, readDrafts: isEditor },
    }),
  },
})

onEachDatabase('preview of drafts', { config }, (app) => {
  let made = 0
  async function signUp(role: string) {
    made += 1
    const email = `${role}${made}@example.com`
    const password = 'correct horse'
    const users = app().app.local.asSystem().auth.users
    const { id } = await users.createUser({ data: { email, role }, password })
    const { token } = await app().app.local.auth.users.login({ email, password })
    return { id, headers: { authorization: `Session ${token}` } }
  }
  const mint = (path: string, as: object = {}) => app().request('POST', `/api/preview/${path}/token`, as)
  const look = (path: string, token: string): Promise<TestResponse> =>
    app().request('GET', `/api/preview/${path}`, bearer(token))
  const system = () => app().app.local.asSystem().collections.posts

  it('shows drafts, also of targets, while the public reads live copies', async () => {
    const editor = await signUp('editor')
    const next = await system().create({ title: 'Next draft' })
    const { id } = await system().create({ title: 'Live', next: next.id })
    await system().publish(id)
    await system().update(id, { title: 'Draft' })
    const token = tokenOf(await mint(`collections/posts/${id}`, editor))
    const shown = docOf(await look(`collections/posts/${id}?depth=1`, token))
    expect(shown).toMatchObject({ title: 'Draft', revision: 3, _status: 'draft', next: { title: 'Next draft' } })
    expect(docOf(await app().request('GET', `/api/collections/posts/${id}`))).toMatchObject({ title: 'Live' })
    // The token shows the newest content, not that of its creation.
    await system().update(id, { title: 'Newer' })
    expect(docOf(await look(`collections/posts/${id}`, token))).toMatchObject({ title: 'Newer', revision: 4 })
    expect(codeOf(await look(`collections/posts/${id}?draft=false`, token))).toEqual([400, 'invalid_query'])
  })

  it('is for callers who may read drafts: all, or those that a query matches', async () => {
    const author = await signUp('author')
    const reader = await signUp('reader')
    const own = await system().create({ title: 'Own', author: author.id })
    const other = await system().create({ title: 'Other' })
    const live = await system().create({ title: 'Live' })
    await system().publish(live.id)
    const token = tokenOf(await mint(`collections/posts/${own.id}`, author))
    expect(docOf(await look(`collections/posts/${own.id}`, token))).toMatchObject({ title: 'Own' })
    // For an unreadable draft, 404; for a live document, 403.
    expect(codeOf(await mint(`collections/posts/${other.id}`, author))).toEqual([404, 'not_found'])
    expect(codeOf(await mint(`collections/posts/${live.id}`, author))).toEqual([403, 'forbidden'])
    expect(codeOf(await mint(`collections/posts/${live.id}`, reader))).toEqual([403, 'forbidden'])
    expect(codeOf(await mint(`collections/posts/${live.id}`))).toEqual([401, 'unauthenticated'])
    await system().update(own.id, { author: null })
    expect(codeOf(await look(`collections/posts/${own.id}`, token))).toEqual([401, 'invalid_token'])
    const can = async (as: object) =>
      (await app().request('POST', '/api/access/collections/posts', { ...as, body: { id: live.id } })).body.operations
    expect([(await can(author)).preview, (await can(await signUp('editor'))).preview]).toEqual([false, true])
  })

  it('shows the draft of a global', async () => {
    const editor = await signUp('editor')
    const site = app().app.local.asSystem().globals.site
    await site.update({ name: 'Live' })
    await site.publish()
    await site.update({ name: 'Draft' })
    const token = tokenOf(await mint('globals/site', editor))
    expect(docOf(await look('globals/site', token))).toMatchObject({ name: 'Draft' })
    expect(docOf(await app().request('GET', '/api/globals/site'))).toMatchObject({ name: 'Live' })
    expect(codeOf(await mint('globals/site', await signUp('author')))).toEqual([403, 'forbidden'])
  })
})
