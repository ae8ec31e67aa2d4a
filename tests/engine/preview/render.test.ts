import type { JsonObject } from '@quirecms/core'
import { docOf, must, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'
import { DescribedAnswers } from '../../http/openapi/described-answers.ts'
import { bearer, codeOf, tokenOf } from './studio.ts'

const isEditor = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
const isStaff = ({ actor }: RuleArguments) => actor !== null

/** Calls of write hooks; there must be none. */
const ran: string[] = []
const note = (name: string) => () => void ran.push(name)

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({
      auth: { apiKeys: true },
      fields: { role: f.text(), name: f.text() },
      access: { read: isStaff },
    }),
    posts: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true, localized: true, maxLength: 20 }),
        slug: f.text({ unique: true }),
        owner: f.text(),
        likes: f.number({ default: 1 }),
        // The owner reads it. Previews must take the owner from the stored document, not from the body.
        salary: f.number({ access: { read: ({ actor, doc }) => doc?.['owner'] === actor?.id } }),
        locked: f.text({ access: { update: () => false } }),
        next: f.relationship({ to: 'posts' }),
        author: f.relationship({ to: 'users' }),
        secret: f.relationship({ to: 'secrets' }),
        loud: f.virtual({ value: ({ doc }) => (doc['title'] as string | null)?.toUpperCase() ?? null }),
        sections: f.blocks({ blocks: { quote: { fields: { text: f.text({ required: true }) } } } }),
      },
      access: { read: () => true, readDrafts: isEditor, update: () => false },
      hooks: {
        beforeValidate: [note('beforeValidate')],
        beforeChange: [note('beforeChange')],
        afterChange: [note('afterChange')],
        afterCommit: [note('afterCommit')],
      },
    }),
    secrets: collection({ fields: { title: f.text() }, access: { read: isStaff } }),
    pages: collection({
      fields: {
        title: f.text({ required: true }),
        seo: f.group({ fields: { summary: f.text({ required: true }), words: f.text({ localized: true }) } }),
        sections: f.blocks({ blocks: { quote: { fields: { text: f.text({ required: true }), by: f.text() } } } }),
        next: f.relationship({ to: 'pages' }),
      },
      access: { read: isEditor },
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

onEachDatabase('a preview of unsaved data', { config }, (app) => {
  let made = 0
  const system = () => app().app.local.asSystem()
  async function signUp(role = 'editor') {
    made += 1
    const [email, password] = [`render${made}@example.com`, 'correct horse']
    const { id } = await system().auth.users.createUser({ data: { email, role, name: 'Ann' }, password })
    const { token } = await app().app.local.auth.users.login({ email, password })
    return { id, headers: { authorization: `Session ${token}` } }
  }
  const render = (path: string, data: unknown, as: object = {}): Promise<TestResponse> =>
    app().request('POST', `/api/preview/${path}`, { ...as, body: { data } })
  const mint = (path: string, as: object, body?: object) =>
    app().request('POST', `/api/preview/${path}/token`, { ...as, body })
  const issuesOf = ({ body }: TestResponse) =>
    body.error.issues.map(({ code, path }: { code: string; path: string }) => [path, code])

  /** All stored rows: previews must not change any. */
  async function rows() {
    const { reader } = app().app.storage
    const { posts } = system().collections
    const all = await posts.find({ draft: true, limit: 100, locale: 'all' })
    const counts: Record<string, number> = {}
    for (const name of ['preview-tokens', 'locks']) counts[name] = await reader.records.count(name, {}).catch(() => -1)
    const versions = await Promise.all(all.docs.map(async ({ id }) => (await posts.versions(id)).pagination.totalDocs))
    return { docs: all.docs, versions, counts }
  }

  it('returns the same as the preview would, and stores nothing', async () => {
    const editor = await signUp()
    const next = await system().collections.posts.create({ title: 'Next draft' })
    const { id } = await system().collections.posts.create({
      title: 'Stored',
      slug: 'stored',
      sections: [{ blockType: 'quote', text: 'One' }],
    })
    const [row] = must((await system().collections.posts.findOne(id, { draft: true })).sections, 'sections')
    const heard: unknown[] = []
    app().app.on('document.updated', (event) => void heard.push(event))
    const before = await rows()
    ran.length = 0
    const answer = await render(
      `collections/posts/${id}/render?depth=1`,
      {
        title: 'Typed',
        likes: { increment: 2 },
        next: next.id,
        sections: [{ id: row?.id, blockType: 'quote', text: 'Two' }, { blockType: 'quote' }],
      },
      editor,
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const doc = docOf(answer)
    expect(doc).toMatchObject({ id, revision: 1, title: 'Typed', loud: 'TYPED', slug: 'stored', likes: 3 })
    expect(doc['next']).toMatchObject({ id: next.id, title: 'Next draft' })
    expect(doc['sections']).toMatchObject([{ id: row?.id, text: 'Two' }, { text: null }])
    expect(await rows()).toEqual(before)
    expect([ran, heard]).toEqual([[], []])
    // The preview after saving, apart from effects of saving.
    const token = tokenOf(await mint(`collections/posts/${id}`, editor))
    const shown = docOf(await app().request('GET', `/api/preview/collections/posts/${id}?depth=1`, bearer(token)))
    expect(docOf(await render(`collections/posts/${id}/render?depth=1`, {}, editor))).toEqual(shown)
  })

  it('accepts the parameters of a preview, and the locale of the data', async () => {
    const editor = await signUp()
    const { id } = await system().collections.posts.create({ title: 'Hello' })
    const at = `collections/posts/${id}/render`
    expect(docOf(await render(`${at}?locale=de`, { title: 'Hallo' }, editor))).toMatchObject({ title: 'Hallo' })
    const all = docOf(await render(`${at}?locale=all`, { title: { de: 'Hallo' } }, editor))
    expect(all).toMatchObject({ title: { en: 'Hello', de: 'Hallo' } })
    const select = encodeURIComponent('{"title":true}')
    expect(docOf(await render(`${at}?select=${select}`, { title: 'T' }, editor))).toEqual({ id, title: 'T' })
    for (const query of ['draft=true', 'trash=true', 'limit=1', 'depth=9', 'token=x'])
      expect([query, ...codeOf(await render(`${at}?${query}`, {}, editor))]).toEqual([query, 400, 'invalid_query'])
  })

  it('validates like a draft: missing values are allowed, invalid ones are not', async () => {
    const editor = await signUp()
    const { id } = await system().collections.posts.create({ title: 'Hello', slug: 'mine' })
    await system().collections.posts.create({ title: 'Other', slug: 'taken' })
    const at = `collections/posts/${id}/render`
    // A preview must not reveal whether an unreadable document has a value.
    const lacking = docOf(await render(at, { title: null, slug: 'taken' }, editor))
    expect(lacking).toMatchObject({ title: null, slug: 'taken' })
    const wrong = await render(at, { title: 'x'.repeat(21), likes: 'many', nothing: 1, locked: 'x', id }, editor)
    expect(codeOf(wrong)).toEqual([422, 'validation'])
    expect(issuesOf(wrong).toSorted()).toEqual([
      ['data.id', 'read_only'],
      ['data.likes', 'type'],
      ['data.locked', 'forbidden'],
      ['data.nothing', 'unknown_field'],
      ['data.title', 'max_length'],
    ])
    const lost = await render(at, { next: '01890000-0000-7000-8000-000000000000' }, editor)
    expect(issuesOf(lost)).toEqual([['data.next', 'not_found']])
    for (const data of [undefined, null, [], 'x', 7])
      expect(codeOf(await render(at, data, editor))).toEqual([422, 'validation'])
    const more = await app().request('POST', `/api/preview/${at}`, { ...editor, body: { data: {}, more: 1 } })
    expect(codeOf(more)).toEqual([422, 'validation'])
  })

  it('is described as possibly incomplete, also in collections without drafts', async () => {
    const editor = await signUp()
    const description = (await app().request('GET', '/api/openapi.json')).body as JsonObject
    const answers = new DescribedAnswers(description)
    const { id } = await system().collections.pages.create({ title: 'Page', seo: { summary: 'About' } })
    const lacking = { title: null, seo: { summary: null }, sections: [{ blockType: 'quote' }], next: id }
    for (const query of ['', '?depth=1', '?locale=all', '?locale=all&depth=1', '?select={"seo":{"summary":true}}']) {
      const path = `collections/pages/${id}/render${query}`
      const answer = await render(path, lacking, editor)
      expect([query, answers.deviations('POST', `/api/preview/${path}`, answer)]).toEqual([query, []])
      expect(docOf(answer)).toMatchObject({ seo: { summary: null } })
    }
    // Stored documents have the value, so their readers need no check.
    const { schemas } = description['components'] as {
      schemas: Record<string, { properties: Record<string, JsonObject> }>
    }
    expect(schemas['PagesDocument']?.properties['title']).toEqual({ type: 'string' })
    expect(schemas['PagesView']?.properties['title']).toEqual({ type: 'string' })
    // Drafts need no other form, and neither do types without required fields.
    expect(Object.keys(schemas).filter((name) => /^(?:Posts|Secrets|Site).*Unfinished/.test(name))).toEqual([])
  })

  it('is allowed only to readers of the draft', async () => {
    const { id } = await system().collections.posts.create({ title: 'Hello' })
    await system().collections.posts.publish(id)
    const draft = await system().collections.posts.create({ title: 'Draft' })
    const reader = await signUp('reader')
    const editor = await signUp()
    const at = (one: string) => `collections/posts/${one}/render`
    expect(codeOf(await render(at(id), { title: 'x' }))).toEqual([401, 'unauthenticated'])
    expect(codeOf(await render(at(id), { title: 'x' }, reader))).toEqual([403, 'forbidden'])
    expect(codeOf(await render(at(draft.id), { title: 'x' }, reader))).toEqual([403, 'forbidden'])
    expect(codeOf(await render('globals/site/render', { name: 'x' }, reader))).toEqual([403, 'forbidden'])
    expect(codeOf(await render(at('01890000-0000-7000-8000-000000000000'), {}, editor))).toEqual([404, 'not_found'])
    expect(docOf(await render('globals/site/render', { name: 'Typed' }, editor))).toMatchObject({ name: 'Typed' })
    expect(await system().globals.site.get({ draft: true })).toMatchObject({ name: null })
    // A field that the reader may not read stays hidden, whatever else is changed.
    await system().collections.posts.update(id, { salary: 5, owner: 'somebody' })
    const shown = docOf(await render(at(id), { owner: editor.id }, editor))
    expect(shown).toMatchObject({ owner: editor.id, salary: null })
  })

  it('accepts a preview token, and no other', async () => {
    const editor = await signUp()
    const { id } = await system().collections.posts.create({ title: 'Hello' })
    const keyFor = async (actions: string[]) => {
      const body = { name: 'Site', scopes: { collections: { posts: actions }, globals: {} } }
      const cookie = `service_session=${editor.headers.authorization.slice('Session '.length)}`
      const headers = { cookie, origin: app().url }
      const { body: answered } = await app().request('POST', '/api/auth/api-keys', { headers, body })
      return bearer(must(answered.key as string | undefined, 'a key'))
    }
    const at = `collections/posts/${id}/render`
    expect(codeOf(await render(at, { title: 'x' }, await keyFor(['read', 'readDrafts'])))).toEqual([403, 'forbidden'])
    const key = await keyFor(['read', 'readDrafts', 'preview'])
    expect(docOf(await render(at, { title: 'x' }, key))).toMatchObject({ title: 'x' })
  })

  it('does not let the holder of a token refer to documents that the public cannot read', async () => {
    const editor = await signUp()
    const secret = await system().collections.secrets.create({ title: 'Secret' })
    const draft = await system().collections.posts.create({ title: 'Another draft' })
    const own = await system().collections.posts.create({ title: 'Own draft' })
    const { id } = await system().collections.posts.create({ title: 'Hello', author: editor.id, next: own.id })
    const path = `collections/posts/${id}`
    const token = bearer(tokenOf(await mint(path, editor, { populate: { author: true, secret: true } })))
    // References of the document itself are shown as the token allows.
    const typed = docOf(await render(`${path}/render?depth=1`, { title: 'Typed' }, token))
    expect(typed).toMatchObject({ title: 'Typed', author: { name: 'Ann' }, next: { title: 'Own draft' } })
    for (const [name, target] of [
      ['secret', secret.id],
      ['next', draft.id],
      ['author', (await signUp()).id],
    ] as const) {
      const answer = await render(`${path}/render?depth=1`, { [name]: target }, token)
      expect([name, issuesOf(answer)]).toEqual([name, [[`data.${name}`, 'not_found']]])
    }
    // A document that the public may read can be referenced without opening anything else.
    await system().collections.posts.publish(draft.id)
    await system().collections.posts.update(draft.id, { title: 'Newer draft' })
    const elsewhere = docOf(await render(`${path}/render?depth=1`, { next: draft.id }, token))
    expect(elsewhere).toMatchObject({ next: { title: 'Another draft' }, author: editor.id })
    const other = `collections/posts/${draft.id}/render`
    expect(codeOf(await render(other, {}, token))).toEqual([401, 'invalid_token'])
    expect(codeOf(await render(`${path}/render`, {}, bearer('qp_nothing')))).toEqual([401, 'invalid_token'])
    await system().collections.users.update(editor.id, { role: 'reader' })
    expect(codeOf(await render(`${path}/render`, {}, token))).toEqual([401, 'invalid_token'])
  })

  it('works in process, with the rights of the actor', async () => {
    const { local } = app().app
    const { id } = await system().collections.posts.create({ title: 'Hello' })
    const editor = { id, collection: 'users', role: 'editor' } as const
    const shown = await local
      .as(editor)
      .collections.posts.renderPreview(id, { data: { title: 'Typed' } }, { select: { title: true } })
    expect(shown).toEqual({ id, title: 'Typed' })
    expect(await system().globals.site.renderPreview({ data: { name: 'Typed' } })).toMatchObject({ name: 'Typed' })
    await expect(local.collections.posts.renderPreview(id, { data: {} })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })
})
