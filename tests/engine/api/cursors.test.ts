import { createClient } from '@quirecms/sdk'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  collections: {
    people: collection({ fields: { name: f.text() }, access }),
    posts: collection({
      fields: {
        title: f.text(),
        views: f.number(),
        isTop: f.checkbox(),
        secret: f.text({ access: { read: () => false } }),
        author: f.relationship({ to: 'people' }),
      },
      access,
    }),
  },
})

type Query = Readonly<Record<string, string>>

onEachDatabase('lists that are paged by cursor', { config }, (app) => {
  const system = () => app().app.local.asSystem().collections
  const get = (query: string) => app().request('GET', `/api/collections/posts?${query}`)
  const walk = async (query: Query, limit: number, between: () => Promise<void> = async () => undefined) => {
    const titles: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { body } = await get(String(new URLSearchParams({ ...query, limit: String(limit), after })))
      expect(Object.keys(body.pagination)).toEqual(['limit', 'hasNextPage', 'nextCursor'])
      expect(body.pagination.hasNextPage).toBe(body.pagination.nextCursor !== null)
      titles.push(...body.docs.map(({ title }: { title: string }) => title))
      after = body.pagination.nextCursor
      await between()
    }
    return titles
  }
  const fill = async () => {
    const ann = await system().people.create({ name: 'Ann' })
    const bob = await system().people.create({ name: 'Bob' })
    const values = [3, null, 1, 1, null, 2, 3, 1, 0]
    for (const [index, views] of values.entries()) {
      const author = [ann.id, bob.id, null][index % 3] ?? null
      await system().posts.create({ title: `P${index}`, views, isTop: [true, false, null][index % 3] ?? null, author })
    }
  }

  it('contain every document once, in the order of the list, whatever the order', async () => {
    await fill()
    for (const sort of [
      'views',
      '-views',
      'isTop',
      '-isTop',
      'title',
      '-createdAt',
      'author.name',
      '-author.name',
      'id',
    ]) {
      const whole = (await get(`sort=${sort}&limit=100`)).body.docs.map(({ title }: { title: string }) => title)
      for (const limit of [1, 2, 4, 9, 10])
        expect([sort, limit, await walk({ sort }, limit)]).toEqual([sort, limit, whole])
    }
    expect(await walk({}, 2)).toEqual((await get('limit=100')).body.docs.map(({ title }: { title: string }) => title))
  })

  it('keep their filter', async () => {
    await fill()
    const where = JSON.stringify({ views: { greater_than: 0 } })
    expect(await walk({ sort: 'views', where }, 2)).toEqual(['P2', 'P3', 'P7', 'P5', 'P0', 'P6'])
  })

  it('are not shifted by concurrent writes', async () => {
    await fill()
    let round = 0
    const seen = await walk({ sort: 'title' }, 3, async () => {
      round += 1
      await system().posts.create({ title: `A${round}` })
      const first = (await system().posts.find({ where: { title: { equals: 'P0' } } })).docs[0]
      if (first) await system().posts.delete(first.id)
    })
    expect(seen).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8'])
  })

  it('accept a cursor only with the order and filter that it came from', async () => {
    await fill()
    const { nextCursor } = (await get('sort=views&limit=2&after=')).body.pagination
    for (const query of [
      `sort=-views&after=${nextCursor}`,
      `sort=views&where=${encodeURIComponent('{"views":{"exists":true}}')}&after=${nextCursor}`,
      'sort=views&after=nonsense',
      `sort=views&after=${Buffer.from('["x","y"]').toString('base64url')}`,
      `sort=views&page=2&after=${nextCursor}`,
      'sort=secret&after=',
    ]) {
      const { status, body } = await get(query)
      expect([query, status, body.error?.code]).toEqual([query, 400, 'invalid_query'])
    }
    // Each page can have its own presentation parameters.
    const shown = await get(`sort=views&limit=5&select=${encodeURIComponent('{"title":true}')}&after=${nextCursor}`)
    expect([shown.status, shown.body.docs.length]).toEqual([200, 5])
    expect((await app().request('GET', '/api/collections/posts/count?after=')).status).toBe(400)
  })

  it('return the same in process and to the client, without a total', async () => {
    await fill()
    const client = createClient<typeof config>({ baseUrl: app().url })
    const first = await client.collections.posts.find({ sort: 'title', limit: 4, after: '' })
    const { nextCursor } = first.pagination
    const second = await app().app.local.collections.posts.find({ sort: 'title', limit: 4, after: nextCursor ?? '' })
    expect(second.docs.map(({ title }) => title)).toEqual(['P4', 'P5', 'P6', 'P7'])
    // @ts-expect-error: there is none.
    expect(second.pagination.totalDocs).toBeUndefined()
  })
})
