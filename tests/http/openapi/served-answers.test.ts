import type { JsonObject, QuireConfig } from '@quirecms/core'
import { createTestApp, must, type TestApp } from '@quirecms/testkit'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DescribedAnswers } from './described-answers.ts'
import { richConfig } from './rich-application.ts'

const everybody = () => true

/** The same application without rules, so that each operation responds with its result. */
const { collections, globals = {} } = richConfig as QuireConfig
const config: QuireConfig = {
  ...richConfig,
  collections: mapValues(collections, (one) => ({
    ...one,
    trash: true,
    access: { read: everybody, create: everybody, update: everybody, delete: everybody },
  })),
  globals: mapValues(globals, (one) => ({ ...one, access: { read: everybody, update: everybody } })),
}
const reading = { readDrafts: everybody, readVersions: everybody, publish: everybody }
/** The same with drafts everywhere, so stored documents may be incomplete. */
const withDrafts: QuireConfig = {
  ...config,
  collections: mapValues(config.collections, (one) => ({
    ...one,
    versions: { drafts: { autosave: true } },
    access: { ...one.access, ...reading },
  })),
  globals: mapValues(config.globals ?? {}, (one) => ({
    ...one,
    versions: { drafts: true },
    access: { ...one.access, ...reading },
  })),
}

describe('responses match the description', () => {
  const posts = '/api/collections/blog-posts'
  const nobody = '0199c8a0-0000-7000-8000-000000000000'
  let app: TestApp<QuireConfig>
  let answers: DescribedAnswers
  let author: string
  let post: { id: string; sections: { id: string }[] }

  beforeAll(async () => {
    app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    answers = new DescribedAnswers((await app.request('GET', '/api/openapi.json')).body as JsonObject)
    author = (await call(201, 'POST', '/api/collections/authors', { name: 'Ada', email: 'ada@example.com' })).id
    const title = 'News'
    const sections = [
      { blockType: 'quote', text: 'To be' },
      { blockType: 'gallery', images: [{ alt: 'A' }], nested: [{ blockType: 'note' }] },
    ]
    const values = { place: [1, 2], publishedAt: '2026-01-31', meta: { children: [] }, body: { type: 'doc' } }
    const references = { author, related: [{ relationTo: 'authors', value: author }] }
    const needed = { title, tags: ['a'], seo: { description: 'About' } }
    post = (await call(201, 'POST', posts, { ...needed, ...references, ...values, sections })) as unknown as typeof post
  })
  afterAll(() => app.close())

  test.each([
    [200, 'whole documents', {}],
    [200, 'nothing but ids', { select: {} }],
    [200, 'parts of documents', { select: { seo: { description: true }, sections: { quote: { text: true } } } }],
    [200, 'documents in documents', { depth: 3 }],
    [200, 'all locales, in documents too', { locale: 'all', depth: 3 }],
    [200, 'a locale that has nothing', { locale: 'de', 'fallback-locale': 'false' }],
    [200, 'a filter through a relationship', { where: { 'author.name': { equals: 'Ada' } } }],
    [200, 'a page from a cursor', { after: '' }],
    [200, 'parts of documents from a cursor', { after: '', limit: 1, select: { title: true } }],
    [200, 'all locales from a cursor, in documents too', { after: '', locale: 'all', depth: 3 }],
    [400, 'an unknown parameter', { other: 1 }],
    [400, 'an unknown path', { where: { other: { equals: 1 } } }],
  ])('%i: a list with %s', async (status, _, query) => {
    await call(status, 'GET', posts + toQuery(query))
  })

  test('a page is distinct from one by cursor', async () => {
    const cursor = `${posts}?after=`
    const [page, fromCursor] = [await app.request('GET', posts), await app.request('GET', cursor)]
    expect(answers.deviations('GET', cursor, page)).toEqual([expect.stringContaining('nextCursor')])
    expect(answers.deviations('GET', posts, fromCursor)).toContainEqual(expect.stringContaining('totalDocs'))
  })

  test('reads, counts and refusals', async () => {
    await call(200, 'GET', `${posts}/count`)
    await call(200, 'GET', `${posts}/${post.id}${toQuery({ populate: { author: { select: { name: true } } } })}`)
    await call(200, 'GET', `/api/collections/authors${toQuery({ depth: 2, locale: 'all' })}`)
    await call(404, 'GET', `${posts}/${nobody}`)
  })

  test('changes', async () => {
    const one = `${posts}/${post.id}`
    await call(200, 'PATCH', `${one}?locale=all`, { title: { de: 'Neues' } })
    await call(200, 'PATCH', one, {
      sections: [{ id: must(post.sections[0], 'section').id, blockType: 'quote', source: '/' }],
    })
    await call(422, 'PATCH', one, { title: '', other: 1 })
    await call(201, 'POST', `${one}/duplicate`)
    await call(200, 'PATCH', `/api/collections/authors/${author}/joins/posts`, { additions: [post.id] })
    await call(200, 'POST', `${posts}/bulk`, { action: 'update', ids: [post.id, nobody], data: { mood: 'wild' } })
    await call(422, 'POST', `${posts}/bulk`, { action: 'update', ids: [] })
    await call(200, 'DELETE', one)
  })

  test('the trash', async () => {
    const tags = '/api/collections/tags'
    const { id } = await call(201, 'POST', tags, { name: 'Old' })
    const one = `${tags}/${id}`
    await call(200, 'DELETE', one)
    await call(200, 'GET', `${tags}?trash=true`)
    await call(200, 'GET', `${tags}/count?trash=true`)
    await call(200, 'GET', `${one}?trash=true`)
    await call(404, 'GET', one)
    await call(200, 'POST', '/api/access/collections/tags', { id, trash: true })
    await call(200, 'POST', '/api/access/collections/tags/selection', { trash: true })
    await call(422, 'POST', '/api/access/collections/tags/selection', { trash: 1 })
    await call(200, 'POST', `${one}/restore-deleted`)
    await call(404, 'POST', `${one}/restore-deleted`)
    await call(404, 'DELETE', `${one}/permanent`)
    await call(200, 'POST', `${tags}/bulk`, { action: 'delete', ids: [id] })
    await call(200, 'POST', `${tags}/bulk`, { action: 'restoreDeleted', ids: [id, nobody] })
    await call(200, 'DELETE', one)
    await call(200, 'DELETE', `${one}/permanent`)
    await call(200, 'DELETE', `${tags}/trash`)
  })

  test('locks', async () => {
    const one = `/api/collections/tags/${(await call(201, 'POST', '/api/collections/tags', { name: 'Held' })).id}`
    await call(200, 'GET', `${one}/lock`)
    await call(401, 'POST', `${one}/lock`, { takeover: true })
    await call(422, 'POST', `${one}/lock`, { takeover: 1 })
    await call(401, 'DELETE', `${one}/lock`)
    await call(404, 'GET', `${posts}/${nobody}/lock`)
  })

  test('globals, written and not', async () => {
    await call(200, 'GET', '/api/globals/settings')
    await call(200, 'PATCH', '/api/globals/settings', { siteName: 'Quire' })
    await call(200, 'GET', '/api/globals/settings?locale=all')
    await call(200, 'POST', '/api/globals/settings/copy-locale', { from: 'en', to: 'de' })
    await call(422, 'POST', '/api/globals/settings/copy-locale', { from: 'en', to: 'xx' })
  })

  test.each(['/api/schema', '/api/openapi.json', '/api/docs', '/healthz', '/readyz'])('%s', async (path) => {
    await call(200, 'GET', path)
    await call(400, 'GET', `${path}?other=1`)
  })

  async function call(status: number, method: string, path: string, body?: JsonObject): Promise<{ id: string }> {
    const answer = await app.request(method, path, body ? { body } : {})
    expect(answer.status, answer.text).toBe(status)
    expect(answers.deviations(method, path, answer), `${method} ${path}`).toEqual([])
    const { doc } = (answer.body ?? {}) as { doc: { id: string } }
    return doc
  }
})

function toQuery(query: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown) => encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))
  return `?${Object.entries(query)
    .map(([name, value]) => `${name}=${text(value)}`)
    .join('&')}`
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
}

describe('responses with drafts match the description', () => {
  let app: TestApp<QuireConfig>
  let answers: DescribedAnswers

  beforeAll(async () => {
    app = await createTestApp(withDrafts, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    answers = new DescribedAnswers((await app.request('GET', '/api/openapi.json')).body as JsonObject)
  })
  afterAll(() => app.close())

  async function call(status: number, method: string, path: string, body?: JsonObject): Promise<{ id: string }> {
    const answer = await app.request(method, path, body ? { body } : {})
    expect(answer.status, answer.text).toBe(status)
    expect(answers.deviations(method, path, answer), `${method} ${path}`).toEqual([])
    return (answer.body as { doc: { id: string } }).doc
  }

  test('collections', async () => {
    const posts = '/api/collections/blog-posts'
    const sections = [{ blockType: 'quote' }, { blockType: 'gallery', images: [{}], nested: [{ blockType: 'note' }] }]
    const { id } = await call(201, 'POST', posts, { title: 'ab', sections, links: [{}], seo: {} })
    const one = `${posts}/${id}`
    await call(200, 'GET', `${one}?draft=true&locale=all`)
    await call(404, 'GET', `${one}?draft=false`)
    await call(200, 'GET', `${posts}?draft=true`)
    await call(200, 'PATCH', `${one}?autosave=true`, { title: null })
    await call(422, 'POST', `${one}/publish`)
    await call(409, 'POST', `${one}/unpublish`)
    await call(200, 'GET', `${one}/versions?limit=1`)
    await call(200, 'GET', `${one}/versions/1?locale=all`)
    await call(400, 'GET', `${one}/versions/x`)
    await call(404, 'GET', `${one}/versions/9`)
    await call(200, 'PATCH', `${one}/versions/1`, { name: 'First' })
    await call(422, 'PATCH', `${one}/versions/1`, { name: '' })
    await call(404, 'PATCH', `${one}/versions/9`, { name: 'Ninth' })
    await call(200, 'POST', `${one}/restore/1?draft=true`)
    await call(422, 'POST', `${one}/restore/1`)
    await call(200, 'POST', `${posts}/bulk`, { action: 'publish', ids: [id] })
    await call(200, 'POST', '/api/access/collections/blog-posts', { id, draft: true })
    const tag = await call(201, 'POST', '/api/collections/tags', { name: 'Tag' })
    await call(200, 'POST', `/api/collections/tags/${tag.id}/publish`)
    await call(200, 'GET', `/api/collections/tags/${tag.id}?draft=false`)
    await call(200, 'POST', `/api/collections/tags/${tag.id}/unpublish`)
  })

  test('globals', async () => {
    const settings = '/api/globals/settings'
    await call(200, 'GET', settings)
    await call(200, 'PATCH', settings, { siteName: 'Quire' })
    await call(200, 'GET', `${settings}/versions`)
    await call(200, 'GET', `${settings}/versions/1`)
    await call(200, 'POST', `${settings}/publish`)
    await call(409, 'POST', `${settings}/publish`)
    await call(200, 'POST', `${settings}/restore/2?draft=true`)
    await call(200, 'POST', `${settings}/unpublish`)
  })
})
