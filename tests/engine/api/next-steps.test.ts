import { onEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f, sqlite } from 'quirecms'
import { describe, expect, it, onTestFinished } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    topics: collection({ fields: { name: f.text() }, access }),
    posts: collection({
      fields: {
        title: f.text({ required: true, localized: true }),
        seo: f.group({ fields: { text: f.text() } }),
        author: f.relationship({ to: 'users' }),
        topic: f.relationship({ to: 'topics', onDelete: 'restrict' }),
        also: f.relationship({ to: 'topics', many: true, onDelete: 'restrict' }),
        related: f.relationship({ to: ['topics', 'posts'] }),
        sections: f.blocks({ blocks: { quote: { fields: { text: f.text() } }, image: { fields: {} } } }),
        rows: f.array({ fields: { label: f.text() } }),
        parent: f.relationship({ to: 'posts', onDelete: 'restrict' }),
        children: f.join({ collection: 'posts', on: 'parent' }),
      },
      access,
    }),
    secrets: collection({
      fields: { topic: f.relationship({ to: 'topics', onDelete: 'restrict' }) },
      access: { ...access, read: () => false },
    }),
    notes: collection({
      fields: {
        topic: f.relationship({ to: 'topics', onDelete: 'restrict', access: { read: () => false } }),
      },
      access,
    }),
  },
})

interface Issue {
  readonly path: string
  readonly message: string
}

onEachDatabase('a refusal suggests the next step', { config, matrix: 'validation' }, (app) => {
  const issueOf = async (query: string): Promise<Issue> => {
    const { status, body } = await app().request('GET', `/api/collections/posts?${query}`)
    expect([status, body.error.code]).toEqual([400, 'invalid_query'])
    return body.error.issues[0] as Issue
  }

  it.each([
    ['where[title][equals]=x', '`where` is JSON: where={"title":{"equals":"x"}}'],
    ['where%5Btitle%5D%5Bequals%5D=x', '`where` is JSON: where={"title":{"equals":"x"}}'],
    ['select[title]=true', '`select` is JSON: select={"title":true}'],
    ['sort[]=title', 'For several values, repeat `sort`: sort=a&sort=b.'],
    ['limit[a]=1', 'There is no query parameter "limit[a]" here.'],
    [`where[${'x'.repeat(200)}]=y`, '`where` is JSON: where={"title":{"equals":"x"}}'],
    ['sort=title,-createdAt', 'Unknown path "title,-createdAt". For several sort fields, repeat `sort`'],
    ['sort=titel', 'Unknown path "titel".'],
  ])('query %s', async (query, message) => {
    expect((await issueOf(query)).message).toContain(message)
  })

  it.each([
    [
      { title: { eq: 'x' } },
      '"title" has no operator "eq". It has: equals, not_equals, in, not_in, exists, greater_than, greater_than_equal, less_than, less_than_equal, like, contains, starts_with, ends_with.',
    ],
    [
      { rows: { contains: 'x' } },
      '"rows" has no operator "contains". It has: exists, equals, not_equals, some, none, every.',
    ],
    [{ title: 'x' }, '"title" takes an object of operators and values, such as { "equals": … }.'],
    [{ author: { equals: { id: 'x' } } }, 'The value of "equals" on "author" must be an id.'],
    [{ also: { contains: {} } }, 'The value of "contains" on "also" must be an id.'],
  ])('where %j', async (where, message) => {
    expect((await issueOf(`where=${encodeURIComponent(JSON.stringify(where))}`)).message).toBe(message)
  })

  it.each([
    [
      { author: { name: true } },
      'Must be true or false. To choose fields of the document that it points to, use "populate": {"author":{"select":{"id":true}}}.',
    ],
    [
      { children: { title: true } },
      'Must be true or false. To choose fields of the document that it points to, use "populate": {"children":{"select":{"id":true}}}.',
    ],
    [{ title: {} }, 'Must be true or false.'],
    [{ 'seo.text': true }, 'Unknown path "seo.text". A selection is a tree: {"group":{"field":true}}.'],
  ])('select %j', async (select, message) => {
    expect((await issueOf(`select=${encodeURIComponent(JSON.stringify(select))}`)).message).toBe(message)
  })

  it.each([
    ['', { title: 'x', author: { id: 'x' } }, { code: 'type', path: 'author', message: 'Must be an id.' }],
    ['', { title: 'x', also: [{ id: 'x' }] }, { code: 'type', path: 'also.0', message: 'Must be an id.' }],
    [
      '',
      { title: 'x', related: 'x' },
      { code: 'type', path: 'related', message: 'Must be a reference, { relationTo, value }.' },
    ],
    [
      '',
      { title: 'x', sections: [{ blockType: 'qoute' }] },
      { code: 'option', path: 'sections.0.blockType', message: 'Must be one of: quote, image.' },
    ],
    ['', {}, { code: 'required', path: 'title', message: 'Is required.' }],
    [
      '?locale=de',
      { title: 'Titel' },
      { code: 'required', path: 'title', message: 'Is required in the default locale (en).' },
    ],
    ['?locale=de', {}, { code: 'required', path: 'title', message: 'Is required in the default locale (en).' }],
  ])('a body%s %j', async (query, body, issue) => {
    const answer = await app().request('POST', `/api/collections/posts${query}`, { body })
    expect([answer.status, answer.body.error.issues]).toEqual([422, [issue]])
  })

  it('a user is created elsewhere', async () => {
    const { status, headers, body } = await app().request('POST', '/api/collections/users', { body: {} })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(body.error.message).toContain('To make a user, send POST /api/auth/users/create-user.')
    const other = await app().request('PUT', '/api/collections/users', { body: {} })
    expect(other.body.error.message).not.toContain('create-user')
  })

  it.each([
    ['Bearer abc', "`Bearer` is for API keys; a session's token goes after `Session`."],
    ['Session qk_abc', 'An API key goes after `Bearer`.'],
    ['Basic YTpi', 'Send `Authorization: Session <token>`, or `Authorization: Bearer <API key>`.'],
    ['abc', 'Send `Authorization: Session <token>`, or `Authorization: Bearer <API key>`.'],
    ['Session abc', 'Sign in again, or use another API key.'],
    ['Bearer qk_abc', 'Sign in again, or use another API key.'],
  ])('Authorization: %s', async (authorization, message) => {
    const { status, body } = await app().request('GET', '/api/collections/posts', { headers: { authorization } })
    expect([status, body.error.code]).toEqual([401, 'invalid_token'])
    expect(body.error.message.endsWith(message)).toBe(true)
  })
})

onEachDatabase('references to a document', { config }, (app) => {
  it('are listed by collection and number, as far as the caller may read them', async () => {
    const local = app().app.local
    const { id } = await local.collections.topics.create({ name: 'x' })
    const { id: other } = await local.collections.topics.create({ name: 'y' })
    for (const title of ['a', 'b', 'c']) await local.collections.posts.create({ title, topic: id, also: [other] })
    await local.collections.posts.create({ title: 'd', also: [id] })
    for (let i = 0; i < 2; i++) await app().request('POST', '/api/collections/secrets', { body: { topic: id } })
    await app().request('POST', '/api/collections/notes', { body: { topic: id } })
    const { status, body, text } = await app().request('DELETE', `/api/collections/topics/${id}`)
    expect([status, body.error]).toMatchObject([
      409,
      {
        code: 'referenced',
        message: 'This document is pointed to by posts (4), other documents (3). Remove these references first.',
      },
    ])
    for (const word of ['secrets', 'notes', id]) expect(text).not.toContain(word)
  })

  it('exclude those from itself', async () => {
    const { posts } = app().app.local.collections
    const { id } = await posts.create({ title: 'a' })
    await posts.update(id, { parent: id })
    const { id: child } = await posts.create({ title: 'b', parent: id })
    const refused = await app().request('DELETE', `/api/collections/posts/${id}`)
    expect(refused.body.error.message).toContain('pointed to by posts (1).')
    await posts.delete(child)
    expect((await app().request('DELETE', `/api/collections/posts/${id}`)).status).toBe(200)
  })
})

describe('the log', () => {
  it.each(['read', 'field'] as const)('contains the rule and the path of a wrong query: %s', async (place) => {
    const lines: string[] = []
    const wrong = () => ({ 'author.nmae': { equals: 'x' } })
    const app = await createApp(
      defineConfig({
        database: sqlite(':memory:'),
        collections: {
          users: collection({ fields: { name: f.text() } }),
          posts: collection({
            fields: {
              title: f.text({ ...(place === 'field' && { access: { read: wrong } }) }),
              author: f.relationship({ to: 'users' }),
            },
            access: { read: place === 'read' ? wrong : everybody },
          }),
        },
      }),
      { log: createLogger({ destination: { write: (line) => void lines.push(line) } }) },
    )
    onTestFinished(() => app.close())
    const { id } = await app.local.asSystem().collections.posts.create({ title: 'x' })
    const response = await app.fetch(new Request(`http://localhost/api/collections/posts/${id}`))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('nmae')
    const rule = place === 'read' ? 'read' : 'read of the field title'
    const said = `The access rule "${rule}" of "posts" returned a wrong query: Unknown path "author.nmae".`
    expect(lines.map((line) => (JSON.parse(line) as { err?: { message: string } }).err?.message)).toContain(said)
  })
})
