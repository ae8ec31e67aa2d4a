import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `w${index}`)

/**
 * Far beyond the limits of clients: values, conditions, words, levels, and a path into another collection at the
 * bottom.
 */
function long(path: string): Record<string, unknown> {
  let where: Record<string, unknown> = { and: texts(150).map((text) => ({ [path]: { not_equals: text } })) }
  for (let level = 0; level < 20; level += 1) where = { and: [where] }
  const texted = { [path]: { not_in: texts(700), contains: 'e' } }
  const searched = { or: [...texts(60).map((text) => ({ [path]: { contains: text } })), texted] }
  return { and: [where, searched, { not: { [path]: { like: texts(70).join(' ') } } }] }
}

const config = defineConfig({
  collections: {
    authors: collection({
      fields: {
        name: f.text(),
        posts: f.join({ collection: 'posts', on: 'author', where: long('title') }),
      },
      access: { read: everybody, create: everybody },
    }),
    posts: collection({
      fields: {
        title: f.text(),
        note: f.text({ access: { read: () => long('author.name') } }),
        author: f.relationship({ to: 'authors' }),
      },
      access: { read: () => long('author.name'), create: everybody, update: () => long('title') },
    }),
  },
})

onEachDatabase('query limits apply to clients', { config }, (app) => {
  let author = ''
  beforeEach(async () => {
    const system = app().local.asSystem()
    author = ((await system.collection('authors').create({ name: 'Jane' })) as { id: string }).id
    await system.collection('posts').create({ title: 'One', note: 'n', author })
  })

  it('rules may exceed them, for documents and fields', async () => {
    const { docs } = (await app().request('GET', '/api/collections/posts')).body as { docs: { id: string }[] }
    expect(docs).toMatchObject([{ title: 'One', note: 'n' }])
    const path = `/api/collections/posts/${docs[0]?.id}`
    expect(await app().request('PATCH', path, { body: { title: 'Two e' } })).toMatchObject({ status: 200 })
  })

  it('joins may exceed them, when they are read and in paths', async () => {
    expect(await app().request('GET', `/api/collections/authors/${author}`)).toMatchObject({
      body: { doc: { posts: { totalDocs: 1 } } },
    })
    const query = encodeURIComponent(JSON.stringify({ 'posts.title': { equals: 'One' } }))
    expect(await app().request('GET', `/api/collections/authors?where=${query}`)).toMatchObject({
      body: { pagination: { totalDocs: 1 } },
    })
  })

  describe.each(['title', 'author.name'])('by %s', (path) => {
    it('the system may exceed them', async () => {
      const where = long(path)
      expect(await app().local.asSystem().collection('posts').find({ where })).toMatchObject({
        docs: [{ title: 'One' }],
      })
      expect(await app().local.asSystem().collection('posts').count({ where })).toEqual({ count: 1 })
    })

    it('other callers may not', async () => {
      const where = long(path)
      await expect(app().local.collection('posts').find({ where })).rejects.toMatchObject({ code: 'invalid_query' })
      const body = { where: { [path]: { like: texts(51).join(' ') } } }
      const answer = await app().request('POST', '/api/access/collections/posts/selection', { body })
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_query' } } })
    })
  })
})
