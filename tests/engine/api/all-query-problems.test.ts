import { collection, defineConfig, f, global } from '@quirecms/core'
import { createTestApp, type TestApp } from '@quirecms/testkit'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const everybody = () => true

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    posts: collection({
      fields: {
        title: f.text({ localized: true }),
        slug: f.text({ unique: true }),
        secret: f.text({ access: { read: () => false } }),
        author: f.relationship({ to: 'people' }),
      },
      trash: true,
      search: { fields: ['title'] },
      versions: { drafts: true },
      access: { read: everybody, create: everybody, update: everybody, readDrafts: everybody, readVersions: everybody },
    }),
    people: collection({ fields: { name: f.text() }, access: { read: everybody } }),
    closed: collection({ fields: { name: f.text() }, access: { read: () => false } }),
  },
  globals: { site: global({ fields: { name: f.text() }, access: { read: everybody, update: everybody } }) },
})

describe('all issues of a request are reported at once', () => {
  let app: TestApp<typeof config>
  let post: string

  beforeAll(async () => {
    app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    post = (await app.request('POST', '/api/collections/posts', { body: { title: 'One' } })).body.doc.id
  })
  afterAll(() => app.close())

  async function pathsOf(
    method: string,
    path: string,
    query: Record<string, string>,
    body?: object,
  ): Promise<string[]> {
    const answer = await app.request(method, `${path}?${new URLSearchParams(query).toString()}`, body ? { body } : {})
    expect([answer.status, answer.body.error.code], answer.text).toEqual([400, 'invalid_query'])
    return answer.body.error.issues.map((issue: { path: string }) => issue.path)
  }

  const everything = {
    bogus: '1',
    other: '2',
    page: '0',
    limit: 'x',
    where: '{"none":{"equals":1},"author.nobody":{"equals":1},"secret":{"equals":"x"}}',
    sort: 'nothing',
    select: '{"nowhere":true}',
    populate: '{"title":true}',
    depth: '9',
    locale: 'fr',
    draft: 'maybe',
    trash: '7',
  }

  it.each(['/api/collections/posts', '/api/collections/posts/count'])('in %s', async (path) => {
    const paths = await pathsOf('GET', path, everything)
    expect(paths.toSorted()).toEqual([
      'bogus',
      'depth',
      'draft',
      'limit',
      'locale',
      'other',
      'page',
      'populate.title',
      'select.nowhere',
      'sort.nothing',
      'trash',
      'where.author.nobody',
      'where.none',
      'where.secret',
    ])
  })

  it('in a read, a write and a global', async () => {
    const { bogus, select, populate } = everything
    const wrong = { bogus, select, populate, locale: 'fr' }
    const expected = ['bogus', 'locale', 'populate.title', 'select.nowhere']
    const one = `/api/collections/posts/${post}`
    expect((await pathsOf('GET', one, wrong)).toSorted()).toEqual(expected)
    expect((await pathsOf('PATCH', one, wrong, { title: 'Two' })).toSorted()).toEqual(expected)
    expect((await pathsOf('POST', '/api/collections/posts', wrong, { title: 'Two' })).toSorted()).toEqual(expected)
    expect((await pathsOf('GET', '/api/globals/site', wrong)).toSorted()).toEqual(expected)
    expect((await pathsOf('GET', `${one}/versions`, { bogus, page: '0' })).toSorted()).toEqual(['bogus', 'page'])
    expect((await app.request('GET', `${one}?draft=true`)).body.doc).toMatchObject({ revision: 1, title: 'One' })
    expect((await app.request('GET', '/api/collections/posts/count?draft=true')).body).toEqual({ count: 1 })
  })

  it('in every other parameter that selects copies or documents', async () => {
    const { bogus, select, draft, trash } = everything
    const one = `/api/collections/posts/${post}`
    const read = { bogus, select, draft, trash }
    expect((await pathsOf('GET', one, read)).toSorted()).toEqual(['bogus', 'draft', 'select.nowhere', 'trash'])
    expect((await pathsOf('GET', '/api/counts', { bogus, draft, trash })).toSorted()).toEqual([
      'bogus',
      'draft',
      'trash',
    ])
    const search = { bogus, draft, q: 'One', collections: 'people', limit: '0' }
    expect((await pathsOf('GET', '/api/search', search)).toSorted()).toEqual(['bogus', 'draft', 'limit'])
    // A parameter that no collection uses is still checked.
    expect(await pathsOf('GET', '/api/search', { draft, q: 'One', collections: 'people' })).toEqual(['draft'])
    // A title is one text, in one language.
    expect((await pathsOf('GET', '/api/search', { q: 'One', locale: 'all', limit: '0' })).toSorted()).toEqual([
      'limit',
      'locale',
    ])
    expect(await pathsOf('GET', '/api/search', { q: 'One', locale: '*' })).toEqual(['locale'])
    // Fewer words are allowed in collections with a full-text index.
    expect(await pathsOf('GET', '/api/search', { q: 'a b c d e f g h i j k' })).toEqual(['q'])
    const restored = await pathsOf('POST', `${one}/restore/1`, { bogus, select, draft: 'newest' })
    expect(restored.toSorted()).toEqual(['bogus', 'draft', 'select.nowhere'])
    const put = await pathsOf('PUT', '/api/collections/posts', { bogus, select, by: 'title' }, { slug: 'one' })
    expect(put.toSorted()).toEqual(['bogus', 'by', 'select.nowhere'])
    const paged = await pathsOf('GET', '/api/collections/posts', { select, after: '', page: '2' })
    expect(paged.toSorted()).toEqual(['page', 'select.nowhere'])
  })

  it('without nested issues of a value that is wrong as a whole', async () => {
    expect(await pathsOf('GET', '/api/collections/posts', { where: '{', sort: 'nothing' })).toEqual([
      'where',
      'sort.nothing',
    ])
  })

  it('for unreadable paths in the same way as for unknown ones', async () => {
    const refused = async (field: string) => {
      const query = `bogus=1&where={"${field}":{"equals":"x"}}`
      const { status, body } = await app.request('GET', `/api/collections/posts?${query}`)
      return [status, JSON.stringify(body.error.issues).replaceAll(field, 'field')]
    }
    expect(await refused('secret')).toEqual(await refused('absent'))
  })

  it('without revealing paths to callers who may not read at all', async () => {
    const query = { bogus: '1', where: '{"absent":{"equals":1}}', sort: 'absent' }
    expect(await pathsOf('GET', '/api/collections/closed', query)).toEqual(['bogus'])
  })

  it('up to a hundred', async () => {
    const where = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`none${at}`, { equals: 1 }]))
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, '1']))
    const paths = await pathsOf('GET', '/api/collections/posts', { ...unknown, where: JSON.stringify(where) })
    expect(paths).toHaveLength(100)
  })
})
