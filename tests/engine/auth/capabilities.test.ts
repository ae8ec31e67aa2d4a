import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global, type RuleArguments } from 'quirecms'
import { expect, it } from 'vitest'
import { verdict } from './people.ts'

const admins = ({ actor }: RuleArguments) => actor?.['role'] === 'admin'
const own = ({ actor }: RuleArguments) => actor !== null && { owner: { equals: actor.id } }

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: {}, fields: { role: f.text({ access: { update: admins } }) } }),
    posts: collection({
      fields: {
        title: f.text({ localized: true }),
        owner: f.text({ default: ({ actor }) => actor?.id ?? null }),
        secret: f.text({ access: { read: admins, create: admins, update: admins } }),
        hint: f.text({ hidden: true }),
        links: f.array({ fields: { label: f.text({ access: { update: admins } }) } }),
        closed: f.group({ fields: { text: f.text() }, access: { read: admins } }),
        sections: f.blocks({ blocks: { quote: { fields: { text: f.text() } } } }),
        shout: f.virtual({ value: ({ doc }) => (doc['title'] as string | null)?.toUpperCase() ?? null }),
      },
      access: { read: own, create: own, update: own, delete: admins },
    }),
    diaries: collection({
      fields: { owner: f.text() },
      // Rules that throw without a document or data.
      access: {
        read: () => true,
        create: ({ data }) => (data as { owner: string }).owner.length > 0,
        update: ({ doc, actor }) => (doc as { owner: string }).owner === actor?.id,
      },
    }),
    logs: collection({ fields: { text: f.text() }, access: { read: () => true, delete: () => true } }),
  },
  globals: { settings: global({ fields: { name: f.text() }, access: { read: () => true } }) },
})

const ann = { id: '01890000-0000-7000-8000-0000000000a1', collection: 'users', role: 'writer' }
const bob = { id: '01890000-0000-7000-8000-0000000000b1', collection: 'users', role: 'writer' }
const boss = { id: '01890000-0000-7000-8000-0000000000c1', collection: 'users', role: 'admin' }

onEachDatabase('capabilities', { config, actors: { ann, bob, boss } }, (app) => {
  const access = (path: string, as?: string, body?: unknown) =>
    app().request('POST', `/api/access/${path}`, { as, body })
  const post = async (data: object) => {
    const made: unknown = await app().local.asSystem().collection('posts').create(data)
    return (made as { id: string }).id
  }

  it('name the permitted operations and the paths of fields, without indexes', async () => {
    const { status, body } = await access('collections/posts', 'ann')
    expect(status).toBe(200)
    expect(body.operations).toEqual({
      create: true,
      read: true,
      update: true,
      delete: false,
      duplicate: true,
      copyLocale: true,
      lock: true,
      preview: true,
    })
    const all = { read: true, create: true, update: true }
    expect(body.fields).toEqual({
      title: all,
      owner: all,
      secret: { read: false, create: false, update: false },
      links: all,
      'links.label': { ...all, update: false },
      closed: { ...all, read: false },
      'closed.text': { ...all, read: false },
      sections: all,
      'sections.quote.text': all,
      shout: { read: true, create: false, update: false },
    })
  })

  it('of users include create and unlock, but not duplicate or copy-locale', async () => {
    const { body } = await access('collections/users', 'ann')
    expect(body.operations).toEqual({
      create: true,
      read: true,
      update: true,
      delete: true,
      unlock: true,
      lock: true,
      preview: true,
    })
    expect(body.fields).toMatchObject({ email: { read: true }, role: { read: true, create: true, update: false } })
    expect((await access('collections/users')).body.operations).toEqual({
      create: false,
      read: false,
      update: false,
      delete: false,
      unlock: false,
      lock: false,
      preview: false,
    })
  })

  it('apply to the given document', async () => {
    const id = await post({ owner: ann.id })
    expect((await access('collections/posts', 'ann', { id })).body.operations).toMatchObject({
      read: true,
      update: true,
      delete: false,
    })
    // Bob can't see it, and can't distinguish it from a missing one.
    const hidden = await access('collections/posts', 'bob', { id })
    const missing = await access('collections/posts', 'bob', { id: '01890000-0000-7000-8000-000000000000' })
    const nonsense = await access('collections/posts', 'bob', { id: 'nonsense' })
    expect(hidden.body.operations).toEqual({
      create: true,
      read: false,
      update: false,
      delete: false,
      duplicate: false,
      copyLocale: false,
      lock: false,
      preview: false,
    })
    expect(hidden.body.fields.title).toEqual({ read: false, create: true, update: false })
    expect([missing.body, nonsense.body]).toEqual([hidden.body, hidden.body])
    const nobody = await access('collections/posts', undefined, { id })
    expect(Object.values(nobody.body.operations)).toEqual(Array.from({ length: 8 }, () => false))
  })

  it('apply to unsaved data, with its defaults', async () => {
    const mayCreate = async (data: object) =>
      (await access('collections/posts', 'ann', { data })).body.operations.create
    expect(await mayCreate({ owner: ann.id })).toBe(true)
    expect(await mayCreate({ owner: bob.id })).toBe(false)
    expect(await mayCreate({ title: 'without an owner, so mine' })).toBe(true)
    expect(await mayCreate({ owner: 5, unknown: [] })).toBe(false)
  })

  it('tolerate rules that throw', async () => {
    expect((await access('collections/diaries', 'ann')).body.operations).toMatchObject({
      create: false,
      read: true,
      update: false,
    })
    expect((await access('collections/diaries', 'ann', { data: { owner: 'x' } })).body.operations.create).toBe(true)
  })

  it('of a global have the same form', async () => {
    expect((await access('globals/settings')).body).toEqual({
      operations: { read: true, update: false, preview: false },
      fields: { name: { read: true, create: true, update: true } },
    })
    expect((await access('globals/settings', 'ann', { data: { name: 'x' } })).body.operations).toEqual({
      read: true,
      update: true,
      preview: true,
    })
    expect(verdict(await access('globals/settings', 'ann', { id: 'settings' }))).toEqual([422, 'validation'])
  })

  it('validate their input', async () => {
    for (const body of [{ ids: [] }, { id: 5 }, { data: [] }, { id: 'x'.repeat(200) }, { trash: true }]) {
      expect(verdict(await access('collections/posts', 'ann', body)), JSON.stringify(body)).toEqual([422, 'validation'])
    }
    expect(verdict(await access('collections/nothing', 'ann'))).toEqual([404, 'not_found'])
    expect(verdict(await app().request('POST', '/api/access/collections/posts?locale=de', { as: 'ann' }))).toEqual([
      400,
      'invalid_query',
    ])
    expect(verdict(await app().request('GET', '/api/access/collections/posts', { as: 'ann' }))).toEqual([
      405,
      'method_not_allowed',
    ])
  })

  it('are the same in process', async () => {
    const id = await post({ owner: ann.id })
    const local = await app().local.as(ann).collection('posts').access({ id })
    expect(local).toEqual((await access('collections/posts', 'ann', { id })).body)
  })
})

onEachDatabase('selections', { config, actors: { ann, bob, boss } }, (app) => {
  const select = (slug: string, as?: string, body?: unknown) =>
    app().request('POST', `/api/access/collections/${slug}/selection`, { as, body })
  const fill = async (slug: string, count: number, data: (index: number) => object) => {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      const made = await app().local.asSystem().collection(slug).create(data(index))
      ids.push((made as { id: string }).id)
    }
    return ids
  }

  it('contain the ids that the actor may read', async () => {
    const [one, two] = await fill('posts', 4, (index) => ({
      title: `Post ${index}`,
      owner: index < 2 ? ann.id : bob.id,
    }))
    const { status, body } = await select('posts', 'ann')
    expect(status).toBe(200)
    expect({ ...body, ids: body.ids.toSorted() }).toEqual({ ids: [one, two], totalDocs: 2, truncated: false })
    const where = { title: { equals: 'Post 1' } }
    expect((await select('posts', 'ann', { where })).body).toEqual({ ids: [two], totalDocs: 1, truncated: false })
    expect((await select('posts', 'bob', { where })).body).toEqual({ ids: [], totalDocs: 0, truncated: false })
    expect(verdict(await select('posts'))).toEqual([401, 'unauthenticated'])
  })

  it('contain at most a hundred, and say whether there are more', async () => {
    const ids = await fill('logs', 103, (index) => ({ text: index < 100 ? 'some' : 'rest' }))
    const all = (await select('logs')).body
    expect([all.ids.length, all.totalDocs, all.truncated]).toEqual([100, 103, true])
    for (const id of all.ids) expect(ids).toContain(id)
    const some = (await select('logs', undefined, { where: { text: { equals: 'some' } } })).body
    expect([some.ids.length, some.totalDocs, some.truncated]).toEqual([100, 100, false])
  })

  it('refuse a wrong query as a list does', async () => {
    for (const where of [
      'x',
      5,
      null,
      [],
      { nope: { equals: 1 } },
      { secret: { exists: true } },
      { hint: { exists: true } },
      { title: { near: 1 } },
      { title: 5 },
    ]) {
      expect(verdict(await select('posts', 'ann', { where })), JSON.stringify(where)).toEqual([400, 'invalid_query'])
    }
    for (const body of [{ limit: 5 }, { trash: true }]) {
      expect(verdict(await select('posts', 'ann', body)), JSON.stringify(body)).toEqual([422, 'validation'])
    }
  })
})
