import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'

const signedIn = ({ actor }: { readonly actor: unknown }) => actor !== null
const access = { read: signedIn, create: signedIn, update: signedIn, delete: signedIn }

const ann = { id: '01900000-0000-7000-8000-00000000000a', collection: 'users' }
const statements: string[] = []
const onStatement = (sql: string) => void statements.push(sql)

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: {} }),
    tags: collection({
      fields: { name: f.text({ localized: true }), isOpen: f.checkbox({ default: true }) },
      search: { fields: ['name'] },
      trash: true,
      access: { ...access, read: ({ actor }) => actor !== null && { isOpen: { equals: true } } },
    }),
    posts: collection({
      fields: {
        isOpen: f.checkbox({ default: true }),
        tag: f.relationship({ to: 'tags' }),
        more: f.array({ fields: { tag: f.relationship({ to: ['tags', 'posts'] }) } }),
        pinned: f.relationship({ to: 'tags', onDelete: 'restrict' }),
        quiet: f.relationship({ to: 'tags', access: { read: () => false } }),
      },
      access: { ...access, read: ({ actor }) => actor !== null && { isOpen: { equals: true } } },
    }),
    secrets: collection({ fields: { tag: f.relationship({ to: 'tags' }) }, access: { read: () => false } }),
  },
  globals: {
    settings: global({ fields: { tag: f.relationship({ to: 'tags' }) }, access: { read: signedIn } }),
  },
})

onEachDatabase('references to many documents', { config, actors: { ann }, onStatement }, (app) => {
  const system = () => app().app.local.asSystem()
  const ask = (body?: object) =>
    app().request('POST', '/api/collections/tags/references', { as: 'ann', ...(body && { body }) })

  it('are counted by document and by relationship, as far as the caller may read them', async () => {
    const { tags, posts, secrets } = system().collections
    const [one, two, three, four, hidden] = [
      await tags.create({ name: 'one' }),
      await tags.create({ name: 'two' }),
      await tags.create({ name: 'three' }),
      await tags.create({ name: 'four' }),
      await tags.create({ name: 'hidden', isOpen: false }),
    ]
    await posts.create({ tag: one.id, more: [{ tag: { relationTo: 'tags', value: one.id } }] })
    await posts.create({ tag: one.id, isOpen: false })
    await posts.create({ quiet: two.id })
    await posts.create({ tag: hidden.id })
    await posts.create({ pinned: four.id })
    await secrets.create({ tag: two.id })
    await system().globals.settings.update({ tag: three.id })
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      matched: 4,
      checked: 4,
      used: 3,
      docs: [
        { id: four.id, total: 1, restricted: true },
        { id: one.id, total: 2 },
        { id: three.id, total: 1 },
      ],
      places: [
        { kind: 'collection', slug: 'posts', field: 'tag', total: 1 },
        { kind: 'collection', slug: 'posts', field: 'more.tag', total: 1 },
        { kind: 'collection', slug: 'posts', field: 'pinned', total: 1 },
        { kind: 'global', slug: 'settings', field: 'tag', total: 1 },
      ],
    })
    expect((await tags.referencesToMany()).used).toBe(5)
  })

  it('are counted for a query and search words, in a locale, and not in the trash', async () => {
    const { tags, posts } = system().collections
    const [lamp, chair, gone] = [
      await tags.create({ name: 'Lamp' }),
      await tags.create({ name: 'Chair' }),
      await tags.create({ name: 'Lamp' }),
    ]
    for (const { id } of [lamp, chair, gone]) await posts.create({ tag: id })
    await tags.update(lamp.id, { name: 'Leuchte' }, { locale: 'de' })
    await tags.delete(gone.id)
    const usedOf = async (body: object) =>
      ((await ask(body)).body as { docs: { id: string }[] }).docs.map(({ id }) => id)
    expect(await usedOf({ where: { id: { in: [chair.id, gone.id] } } })).toEqual([chair.id])
    expect(await usedOf({ search: 'lamp' })).toEqual([lamp.id])
    expect(await usedOf({ search: 'leuchte' })).toEqual([])
    expect(await usedOf({ search: 'leuchte', locale: 'de' })).toEqual([lamp.id])
    expect((await ask({ where: { nothing: { equals: 1 } } })).status).toBe(400)
    expect((await ask({ ids: [lamp.id] })).status).toBe(422)
  })

  it('are counted for signed-in callers, with the number of examined and listed documents', async () => {
    const { tags, posts } = system().collections
    expect((await app().request('POST', '/api/collections/tags/references')).status).toBe(401)
    for (let number = 0; number < 130; number += 1) {
      const { id } = await tags.create({ name: `Tag ${number}` })
      await posts.create({ tag: id })
    }
    const { docs, ...counts } = (await ask({})).body as { docs: object[] }
    expect(counts).toMatchObject({ matched: 130, checked: 130, used: 130, places: [{ field: 'tag', total: 130 }] })
    expect(docs).toHaveLength(100)
  })

  it('need one statement per relationship for many documents', async () => {
    const { tags } = system().collections
    for (let number = 0; number < 40; number += 1) await tags.create({ name: `Tag ${number}` })
    statements.length = 0
    await ask({ where: { name: { exists: true } } })
    expect(statements.length).toBeGreaterThan(3)
    expect(statements.length).toBeLessThan(12)
    // Only ids of the documents are read.
    expect(statements.filter((text) => text.includes('"doc_tags"') && text.includes('"revision"'))).toEqual([])
  })
})
