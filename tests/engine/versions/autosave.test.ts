import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const access = {
  read: everybody,
  update: everybody,
  readDrafts: everybody,
  readVersions: everybody,
  publish: everybody,
}
const config = defineConfig({
  collections: {
    posts: collection({
      versions: { drafts: { autosave: true }, max: 4 },
      fields: { title: f.text() },
      access: { ...access, create: everybody },
    }),
    pages: collection({
      versions: { drafts: true },
      fields: { title: f.text() },
      access: { ...access, create: everybody },
    }),
  },
  globals: { site: global({ versions: { drafts: { autosave: true } }, fields: { name: f.text() }, access }) },
})
const actors = {
  ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' },
  bob: { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' },
}

onEachDatabase('autosave', { config, actors }, (app) => {
  const posts = (actor: keyof typeof actors) => app().app.local.as(actors[actor]).collections.posts
  const history = async (id: string) =>
    (await posts('ann').versions(id)).docs.map(({ revision, data }) => `${revision} ${data.title}`)

  it('replaces the newest draft of the same author, and goes on counting', async () => {
    const { id } = await posts('ann').create({ title: 'a' })
    await posts('ann').update(id, { title: 'b' })
    const saved = await posts('ann').update(id, { title: 'c' }, { autosave: true, ifMatch: 2 })
    expect(saved).toMatchObject({ title: 'c', revision: 3 })
    await posts('ann').update(id, { title: 'd' }, { autosave: true })
    expect(await history(id)).toEqual(['4 d', '1 a'])
    await posts('ann').update(id, { title: 'e' }, { autosave: false })
    expect(await history(id)).toEqual(['5 e', '4 d', '1 a'])
    await expect(posts('ann').update(id, { title: 'f' }, { autosave: true, ifMatch: 3 })).rejects.toMatchObject({
      code: 'revision_conflict',
    })
    expect(await history(id)).toEqual(['5 e', '4 d', '1 a'])
  })

  it("never replaces somebody else's, nobody's, or what is published", async () => {
    const { id } = await posts('ann').create({ title: 'a' })
    await posts('bob').update(id, { title: 'b' }, { autosave: true })
    await posts('ann').update(id, { title: 'c' }, { autosave: true })
    expect(await history(id)).toEqual(['3 c', '2 b', '1 a'])
    await posts('ann').publish(id)
    await posts('ann').update(id, { title: 'd' }, { autosave: true })
    expect(await history(id)).toEqual(['5 d', '4 c', '3 c', '2 b'])
    const nobody = app().app.local.collections.posts
    const { id: other } = await nobody.create({ title: 'a' })
    await nobody.update(other, { title: 'b' }, { autosave: true })
    expect(await history(other)).toEqual(['2 b', '1 a'])
  })

  it('is kept to updates, where it is enabled', async () => {
    const { id } = await posts('ann').create({ title: 'a' })
    const send = (method: string, path: string, body?: object) =>
      app().request(method, path, { as: 'ann', ...(body && { body }) })
    const unknown = { code: 'invalid_query' }
    expect((await send('POST', `/api/collections/posts/${id}/publish?autosave=true`)).body.error).toMatchObject(unknown)
    expect((await send('POST', '/api/collections/posts?autosave=true', {})).body.error).toMatchObject(unknown)
    expect((await send('PATCH', `/api/collections/posts/${id}?autosave=yes`, {})).body.error).toMatchObject(unknown)
    const page = await app().app.local.collections.pages.create({})
    expect((await send('PATCH', `/api/collections/pages/${page.id}?autosave=true`, {})).body.error).toMatchObject(
      unknown,
    )
    expect((await send('PATCH', `/api/collections/posts/${id}?autosave=true`, { title: 'b' })).status).toBe(200)
    expect(await history(id)).toEqual(['2 b'])
  })

  it('works for globals', async () => {
    const { site } = app().app.local.as(actors.ann).globals
    await site.update({ name: 'a' })
    await site.update({ name: 'b' }, { autosave: true })
    expect((await site.versions()).docs.map(({ revision }) => revision)).toEqual([3, 1])
  })
})
