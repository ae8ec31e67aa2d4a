import { createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk, f, global } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { form, PNG } from '../uploads/gallery.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-tags-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }
const cache = '1h'

const magazine = (cacheTags: { header: string; secret?: string }) =>
  defineConfig({
    storage: disk(folder),
    server: { cacheTags, rateLimit: false },
    collections: {
      authors: collection({
        cache,
        fields: { name: f.text(), posts: f.join({ collection: 'posts', on: 'author' }) },
        access: open,
      }),
      hidden: collection({
        fields: { name: f.text() },
        access: { ...open, read: () => ({ name: { equals: 'open' } }) },
      }),
      media: collection({ cache, upload: true, fields: {}, access: open }),
      posts: collection({
        cache,
        fields: {
          title: f.text(),
          author: f.relationship({ to: 'authors' }),
          secret: f.relationship({ to: 'hidden' }),
          body: f.richText(),
          notes: f.richText({ access: { read: () => false } }),
          internal: f.richText({ hidden: true }),
        },
        access: open,
      }),
      ruled: collection({
        cache,
        fields: { author: f.relationship({ to: 'authors' }) },
        access: { ...open, read: () => ({ 'author.name': { equals: 'Ann' } }) },
      }),
      private: collection({ fields: { title: f.text() }, access: open }),
    },
    globals: { site: global({ cache, fields: { name: f.text() }, access: { read: everybody, update: everybody } }) },
  })

onEachDatabase('cache tags of responses', { config: magazine({ header: 'Cache-Tag' }) }, (app) => {
  const at = (slug: string, id = '') => `/api/collections/${slug}${id === '' ? '' : `/${id}`}`
  const make = async (slug: string, body: object) => docOf(await app().request('POST', at(slug), { body }))['id']
  const tagsOf = async (path: string, headers: Record<string, string> = {}) =>
    (await app().request('GET', path, { headers })).headers.get('cache-tag')?.split(',').toSorted() ?? null

  it('name documents, collections, globals and files', async () => {
    const author = await make('authors', { name: 'Ann' })
    const post = await make('posts', { title: 'One', author })
    expect(await tagsOf(at('posts', post))).toEqual([`d:${post}`])
    expect(await tagsOf(`${at('posts')}?where={"id":{"equals":"${post}"}}`)).toEqual(['c:posts', `d:${post}`])
    expect(await tagsOf(`${at('posts')}/count`)).toEqual(['c:posts'])
    expect(await tagsOf('/api/globals/site')).toEqual(['g:site'])
    const { id, url, objectKey } = docOf(await app().request('POST', at('media'), { body: form(PNG, 'a.png') }))
    expect(await tagsOf(String(url))).toEqual([`d:${id}`, `f:${String(objectKey)}`])
  })

  it('name populated, joined, selected and checked documents', async () => {
    const author = await make('authors', { name: 'Ann' })
    const { id: file } = docOf(await app().request('POST', at('media'), { body: form(PNG, 'a.png') }))
    const picture = { type: 'image', attrs: { relationTo: 'media', value: file } }
    const post = await make('posts', { author, body: { type: 'doc', content: [picture] } })
    const ruled = await make('ruled', { author })
    expect(await tagsOf(at('posts', post))).toEqual([`d:${post}`, `d:${file}`].toSorted())
    expect(await tagsOf(`${at('posts', post)}?populate={"author":{"select":{"name":true}}}`)).toEqual(
      [`d:${post}`, `d:${file}`, `d:${author}`].toSorted(),
    )
    expect(await tagsOf(at('authors', author))).toEqual(['c:posts', `d:${author}`])
    expect(await tagsOf(`${at('posts')}/count?where={"author.name":{"equals":"Ann"}}`)).toEqual([
      'c:authors',
      'c:posts',
    ])
    expect(await tagsOf(at('ruled', ruled))).toEqual(['c:authors', `d:${ruled}`])
  })

  it('name nothing that the reader may not read', async () => {
    const hidden = await make('hidden', { name: 'open' })
    const post = await make('posts', { secret: hidden })
    const populated = `${at('posts', post)}?populate={"secret":true}`
    expect(await tagsOf(populated)).toEqual([`d:${post}`, `d:${hidden}`].toSorted())
    await app().request('PATCH', at('hidden', hidden), { body: { name: 'closed' } })
    expect(await tagsOf(populated)).toEqual([`d:${post}`])
  })

  it('name no picture of a rich text that the reader may not read', async () => {
    const { id: file } = docOf(await app().request('POST', at('media'), { body: form(PNG, 'a.png') }))
    const text = { type: 'doc', content: [{ type: 'image', attrs: { relationTo: 'media', value: file } }] }
    const { create } = app().local.asSystem().collection('posts')
    const post = String((await create({ notes: text, internal: text }))['id'])
    expect(await tagsOf(at('posts', post))).toEqual([`d:${post}`])
    expect(await tagsOf(`${at('posts')}?where={"id":{"equals":"${post}"}}`)).toEqual(['c:posts', `d:${post}`])
  })

  it('are collections for large numbers of documents, including possible future ones', async () => {
    for (let count = 0; count < 101; count += 1) {
      const author = await make('authors', { name: `Author ${count}` })
      await make('posts', { title: 'many', author })
    }
    const many = encodeURIComponent('{"title":{"equals":"many"}}')
    const path = `${at('posts')}?limit=100&where=${many}`
    expect(await tagsOf(path)).toHaveLength(101)
    const populate = encodeURIComponent('{"author":{"select":{"name":true}},"secret":true}')
    expect(await tagsOf(`${path}&populate=${populate}`)).toEqual(['c:authors', 'c:posts'])
  })

  it('are available to callers in process on request', async () => {
    const author = await make('authors', { name: 'Ann' })
    const post = await make('posts', { title: 'One', author })
    const posts = app().app.local.collections.posts
    const { docs, pagination, tags } = await posts.find({ populate: { author: true }, tags: true })
    expect([docs.length, pagination.totalDocs]).toEqual([1, 1])
    expect(tags.toSorted()).toEqual(['c:posts', `d:${post}`, `d:${author}`, 'c:posts'].toSorted().slice(1))
    expect(await posts.find({ tags: false })).not.toHaveProperty('tags')
    // @ts-expect-error -- it is true or false
    await expect(posts.find({ tags: 'yes' })).rejects.toMatchObject({ code: 'invalid_query' })
    // @ts-expect-error -- only lists say it
    await expect(posts.count({ tags: true })).rejects.toMatchObject({ code: 'invalid_query' })
  })

  it('are described for responses that may have them', async () => {
    const { body } = await app().request('GET', '/api/openapi.json')
    const tagged = Object.entries<{ get?: { responses: Record<string, { $ref?: string; headers?: object }> } }>(
      body.paths,
    )
      .filter(([, { get }]) => {
        const answer = get?.responses['200']
        const described = answer?.$ref ? body.components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer
        return 'Cache-Tag' in (described?.headers ?? {})
      })
      .map(([path]) => path)
    expect(tagged).toEqual(expect.arrayContaining([at('posts'), at('posts', '{id}'), `${at('posts')}/count`]))
    expect(tagged).toEqual(expect.arrayContaining(['/api/globals/site', '/api/uploads/media/{objectKey}']))
    expect(tagged).not.toContain(at('private'))
    expect(body.components.headers).toHaveProperty('CacheTag')
  })

  it('are absent on uncacheable responses', async () => {
    const id = await make('private', { title: 'One' })
    expect(await tagsOf(at('private', id))).toBeNull()
    expect(await tagsOf(at('posts'), { cookie: 'service_session=x' })).toBeNull()
    expect(await tagsOf(at('posts', '01890000-0000-7000-8000-000000000000'))).toBeNull()
  })
})

const secret = 'a secret of some length'
const hashed = magazine({ header: 'Surrogate-Key', secret })

onEachDatabase('tags with a secret', { config: hashed, matrix: 'validation' }, (app) => {
  it('do not reveal the names behind them, and are separated as the cache expects', async () => {
    const { headers } = await app().request('GET', '/api/collections/posts/count?where={"author.name":{"exists":true}}')
    const tag = (name: string) => createHmac('sha256', secret).update(name).digest('base64url').slice(0, 8)
    expect(headers.get('surrogate-key')?.split(' ').toSorted()).toEqual([tag('c:posts'), tag('c:authors')].toSorted())
    const { tags } = await app().app.local.collections.posts.find({ tags: true })
    expect(tags).toEqual([tag('c:posts')])
  })
})
