import { must, onEachDatabase } from '@quirecms/testkit'
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
const fields = {
  title: f.text(),
  body: f.textarea(),
  links: f.array({ fields: { label: f.text(), notes: f.array({ fields: { note: f.text() } }) } }),
}
const config = defineConfig({
  collections: {
    posts: collection({
      versions: { drafts: { autosave: true }, max: 6 },
      fields,
      trash: true,
      access: { ...access, create: everybody, delete: everybody },
    }),
    hasty: collection({
      versions: { drafts: { autosave: { keepEvery: '1m' } } },
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
const SECOND = 1_000
const MINUTE = 60 * SECOND
const time = { now: Date.parse('2030-01-31T08:00:00.000Z') }

onEachDatabase('autosave', { config, actors, clock: () => new Date(time.now), jobs: false }, (app) => {
  const posts = (actor: keyof typeof actors) => app().app.local.as(actors[actor]).collections.posts
  const history = async (id: string) =>
    (await posts('ann').versions(id)).docs.map(
      ({ revision, data, autosave }) => `${revision} ${data.title}${autosave ? ' by itself' : ''}`,
    )
  const revisions = async (id: string) => (await posts('ann').versions(id)).docs.map(({ revision }) => revision)
  const save = (id: string, title: string, actor: keyof typeof actors = 'ann') =>
    posts(actor).update(id, { title }, { autosave: true })
  const draft = async () => (await posts('ann').create({ title: 'a' })).id

  it('replaces the newest autosave of the same actor, no manual save, and keeps counting revisions', async () => {
    const id = await draft()
    await posts('ann').update(id, { title: 'b' })
    expect(await posts('ann').update(id, { title: 'c' }, { autosave: true, ifMatch: 2 })).toMatchObject({ revision: 3 })
    expect(await history(id)).toEqual(['3 c by itself', '2 b', '1 a'])
    await save(id, 'd')
    expect(await history(id)).toEqual(['4 d by itself', '2 b', '1 a'])
    await posts('ann').update(id, { title: 'e' }, { autosave: false })
    await save(id, 'f')
    const left = ['6 f by itself', '5 e', '4 d by itself', '2 b', '1 a']
    expect(await history(id)).toEqual(left)
    await expect(posts('ann').update(id, { title: 'g' }, { autosave: true, ifMatch: 3 })).rejects.toMatchObject({
      code: 'revision_conflict',
    })
    expect(await history(id)).toEqual(left)
  })

  it("never replaces another actor's autosave, nor one without an actor", async () => {
    const id = await draft()
    await save(id, 'b', 'bob')
    await save(id, 'c')
    await save(id, 'd')
    expect(await history(id)).toEqual(['4 d by itself', '2 b by itself', '1 a'])
    await save(id, 'e', 'bob')
    expect(await history(id)).toEqual(['5 e by itself', '4 d by itself', '2 b by itself', '1 a'])
    const anonymous = app().app.local.collections.posts
    const { id: other } = await anonymous.create({ title: 'a' })
    for (const title of ['b', 'c']) await anonymous.update(other, { title }, { autosave: true })
    expect(await history(other)).toEqual(['3 c by itself', '2 b by itself', '1 a'])
  })

  it('keeps one every ten minutes, however long the editor types', async () => {
    const id = await draft()
    await save(id, 'b')
    time.now += 10 * MINUTE
    await save(id, 'c')
    expect(await revisions(id)).toEqual([3, 1])
    time.now += 1
    await save(id, 'd')
    expect(await revisions(id)).toEqual([4, 3, 1])
    for (let minutes = 4; minutes <= 40; minutes += 4) {
      time.now += 4 * MINUTE
      await save(id, `after ${minutes}`)
    }
    expect(await history(id)).toEqual([
      '14 after 40 by itself',
      '12 after 32 by itself',
      '9 after 20 by itself',
      '6 after 8 by itself',
      '3 c by itself',
      '1 a',
    ])
  })

  it('keeps them as often as configured', async () => {
    const { hasty } = app().app.local.as(actors.ann).collections
    const { id } = await hasty.create({ title: 'a' })
    await hasty.update(id, { title: 'b' }, { autosave: true })
    time.now += MINUTE
    await hasty.update(id, { title: 'c' }, { autosave: true })
    expect((await hasty.versions(id)).docs.map(({ revision }) => revision)).toEqual([3, 1])
    time.now += SECOND
    await hasty.update(id, { title: 'd' }, { autosave: true })
    expect((await hasty.versions(id)).docs.map(({ revision }) => revision)).toEqual([4, 3, 1])
  })

  it('keeps the previous one when a row or most of a text is removed', async () => {
    const id = await draft()
    const rows = [
      { id: 'one', label: 'One', notes: [{ id: 'n', note: 'n' }] },
      { id: 'two', label: 'Two' },
    ]
    const change = (data: object) => posts('ann').update(id, data, { autosave: true })
    await change({ body: 'A long story.', links: rows })
    await change({ body: 'A long story, and more.' })
    expect(await revisions(id)).toEqual([3, 1])
    await change({ links: rows.slice(0, 1) })
    expect(await revisions(id)).toEqual([4, 3, 1])
    await change({ links: [{ id: 'one', notes: [] }] })
    expect(await revisions(id)).toEqual([5, 4, 3, 1])
    await change({ body: 'A long sto' })
    expect(await revisions(id)).toEqual([6, 5, 4, 3, 1])
    // The remaining section returns to its position.
    await change({ body: 'A long s' })
    expect(await revisions(id)).toEqual([7, 5, 4, 3, 1])
    expect(await posts('ann').version(id, 5)).toMatchObject({
      autosave: true,
      data: { body: 'A long story, and more.' },
    })
  })

  it('keeps removed content longer than typing, however many manual saves there are', async () => {
    const id = await draft()
    for (let count = 2; count <= 6; count += 1) await posts('ann').update(id, { title: `on purpose ${count}` })
    await save(id, 'A long title')
    expect(await revisions(id)).toEqual([7, 6, 5, 4, 3, 2])
    await save(id, '')
    expect(await revisions(id)).toEqual([8, 7, 6, 5, 4, 3])
    time.now += 11 * MINUTE
    await save(id, 'Once more')
    expect(await revisions(id)).toEqual([9, 7, 6, 5, 4, 3])
  })

  it('keeps the one before a publication, unpublication, restore, deletion and untrashing', async () => {
    const steps: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => posts('ann').publish(id),
      (id) => posts('ann').unpublish(id),
      (id) => posts('ann').restore(id, 1, { draft: true }),
      (id) => posts('ann').restore(id, 1),
      async (id) => {
        await posts('ann').delete(id)
        await posts('ann').restoreDeleted(id)
      },
    ]
    for (const step of steps) {
      const id = await draft()
      await posts('ann').publish(id)
      for (let count = 3; count <= 5; count += 1) await posts('ann').update(id, { title: `on purpose ${count}` })
      await save(id, 'by itself')
      await step(id)
      await save(id, 'typed on')
      await save(id, 'and on')
      const { docs } = await posts('ann').versions(id)
      expect(docs.find(({ revision }) => revision === 6)).toMatchObject({
        autosave: true,
        data: { title: 'by itself' },
      })
      expect(docs.filter(({ autosave }) => autosave)).toHaveLength(2)
    }
  })

  it('keeps scheduled revisions forever', async () => {
    const id = await draft()
    await save(id, 'as planned')
    const runAt = new Date(time.now + 60 * MINUTE)
    await posts('ann').schedule(id, { runAt })
    await save(id, 'typed on')
    await save(id, 'and on')
    expect(await revisions(id)).toEqual([4, 2, 1])
    for (let count = 0; count < 8; count += 1) await posts('ann').update(id, { title: `on purpose ${count}` })
    expect(await revisions(id)).toEqual([12, 11, 10, 9, 8, 7, 2])
  })

  it('keeps the one before an import', async () => {
    const id = await draft()
    await save(id, 'by itself')
    const title = 'imported'
    const file = { name: 'posts.json', content: Buffer.from(JSON.stringify([{ id, title }])) }
    const system = app().app.local.asSystem().collections.posts
    const { id: transfer } = await system.import({ file, format: 'json', upsertBy: 'id' })
    await app().app.runJobs()
    expect(await system.transfer(transfer)).toMatchObject({ status: 'completed', updated: 1 })
    await save(id, 'typed on')
    expect(await history(id)).toEqual(['4 typed on by itself', '3 imported', '2 by itself by itself', '1 a'])
  })

  it('is a parameter of updates over HTTP, where it is enabled', async () => {
    const id = await draft()
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
    expect((await send('PATCH', `/api/collections/posts/${id}?autosave=true`, { title: 'c' })).status).toBe(200)
    const { body } = await send('GET', `/api/collections/posts/${id}/versions`)
    expect(body.docs).toMatchObject([
      { revision: 3, autosave: true, name: null },
      { revision: 1, autosave: false, name: null },
    ])
    expect(must(await send('GET', `/api/collections/posts/${id}/versions/3`), 'answer').body.doc).toEqual(body.docs[0])
  })

  it('works for globals', async () => {
    const { site } = app().app.local.as(actors.ann).globals
    await site.update({ name: 'a' })
    for (const name of ['b', 'c']) await site.update({ name }, { autosave: true })
    expect((await site.versions()).docs.map(({ revision, autosave }) => [revision, autosave])).toEqual([
      [4, true],
      [2, false],
      [1, false],
    ])
  })
})
