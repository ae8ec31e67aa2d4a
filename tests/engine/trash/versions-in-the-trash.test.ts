import { onEachDatabase } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true

const config = defineConfig({
  collections: {
    posts: collection({
      fields: { title: f.text() },
      versions: true,
      trash: true,
      access: {
        read: everybody,
        create: everybody,
        update: everybody,
        readVersions: everybody,
        delete: ({ actor }: RuleArguments) => actor !== null,
      },
    }),
    kept: collection({
      fields: { title: f.text() },
      versions: true,
      access: { read: everybody, readVersions: everybody },
    }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase('the versions of a document in the trash', { config, actors: { ann } }, (app) => {
  const get = (path: string, as?: string) => app().request('GET', `/api/collections/${path}`, { ...(as && { as }) })

  it('can be listed and read with trash=true by users who may delete', async () => {
    const { posts } = app().app.local.asSystem().collections
    const { id } = await posts.create({ title: 'One' })
    await posts.update(id, { title: 'Two' })
    expect((await get(`posts/${id}/versions?trash=true`, 'ann')).status).toBe(404)
    await posts.delete(id)
    const listed = await get(`posts/${id}/versions?trash=true`, 'ann')
    expect(listed.body.docs).toMatchObject([{ revision: 3 }, { revision: 2 }, { revision: 1, data: { title: 'One' } }])
    expect((await get(`posts/${id}/versions/1?trash=true`, 'ann')).body.doc.data.title).toBe('One')
    expect(await app().app.local.as(ann).collections.posts.versions(id, { trash: true })).toMatchObject({
      pagination: { totalDocs: 3 },
    })
    // Needs `trash=true` and the right to delete, although versions are public.
    for (const path of [`posts/${id}/versions`, `posts/${id}/versions/1`])
      expect((await get(path, 'ann')).status).toBe(404)
    for (const path of ['versions', 'versions/1']) {
      const refused = await get(`posts/${id}/${path}?trash=true`)
      expect([refused.status, refused.text.includes('One')]).toEqual([404, false])
    }
    expect((await get(`kept/${id}/versions?trash=true`, 'ann')).body.error.code).toBe('invalid_query')
  })
})
