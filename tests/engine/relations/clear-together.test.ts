import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const to = { to: 'people', onDelete: 'clear' } as const
const changes: string[] = []

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    people: collection({ fields: { name: f.text(), boss: f.relationship(to), mentor: f.relationship(to) }, access }),
    posts: collection({
      fields: {
        author: f.relationship(to),
        editor: f.relationship(to),
        readers: f.relationship({ ...to, many: true }),
        any: f.relationship({ to: ['people', 'posts'], many: true, onDelete: 'clear' }),
        kept: f.relationship({ to: 'people' }),
        translator: f.relationship({ ...to, localized: true }),
        rows: f.array({ fields: { by: f.relationship(to) } }),
        needed: f.relationship({ ...to, many: true, required: true }),
      },
      hooks: { afterChange: [({ operation }) => void changes.push(operation)] },
      access,
    }),
  },
  globals: {
    settings: global({
      fields: { first: f.relationship(to), second: f.relationship(to) },
      access: { read: everybody, update: everybody },
    }),
  },
})

onEachDatabase('clearing references to a deleted target', { config }, (app) => {
  const local = () => app().app.local

  it('changes a document once for all its fields, with one revision and one event', async () => {
    const { people, posts } = local().collections
    const ann = await people.create({ name: 'Ann' })
    const bob = await people.create({ name: 'Bob', boss: ann.id, mentor: ann.id })
    const post = await posts.create({
      author: ann.id,
      editor: ann.id,
      readers: [bob.id, ann.id],
      any: [
        { relationTo: 'people', value: ann.id },
        { relationTo: 'people', value: bob.id },
      ],
      kept: ann.id,
      rows: [{ by: ann.id }, { by: bob.id }],
      needed: [ann.id, bob.id],
    })
    await posts.update(post.id, { translator: { en: ann.id, de: ann.id } }, { locale: 'all' })
    await local().globals.settings.update({ first: ann.id, second: ann.id })
    app().events.length = 0
    changes.length = 0
    await people.delete(ann.id)
    expect(await posts.findOne(post.id)).toMatchObject({
      revision: 3,
      author: null,
      editor: null,
      readers: [bob.id],
      any: [{ relationTo: 'people', value: bob.id }],
      kept: ann.id,
      translator: null,
      rows: [{ by: null }, { by: bob.id }],
      needed: [bob.id],
    })
    expect(await people.findOne(bob.id)).toMatchObject({ revision: 2, boss: null, mentor: null })
    expect(await local().globals.settings.get()).toMatchObject({ revision: 3, first: null, second: null })
    expect(
      app()
        .events.map(({ event, collection: slug, id }) => `${event} ${slug} ${id}`)
        .toSorted(),
    ).toEqual(
      [
        `document.updated posts ${post.id}`,
        `document.updated people ${bob.id}`,
        'global.updated settings settings',
        `document.deleted people ${ann.id}`,
      ].toSorted(),
    )
    expect(changes).toHaveLength(1)
  })

  it('is refused if a required field would be empty, and changes nothing', async () => {
    const { people, posts } = local().collections
    const ann = await people.create({ name: 'Ann' })
    const post = await posts.create({ author: ann.id, needed: [ann.id] })
    await expect(people.delete(ann.id)).rejects.toMatchObject({ code: 'referenced' })
    expect(await posts.findOne(post.id)).toMatchObject({ revision: 1, author: ann.id, needed: [ann.id] })
  })
})

let now = Date.UTC(2030, 0, 1)
const clock = () => new Date(now)

onEachDatabase('a clock that is set back', { config, clock }, (app) => {
  it('never decreases the timestamps of a document', async () => {
    now = Date.UTC(2030, 0, 2)
    const { people, posts } = app().app.local.collections
    const ann = await people.create({ name: 'Ann' })
    now = Date.UTC(2030, 0, 1)
    const changed = await people.update(ann.id, { name: 'Anna' })
    expect(changed).toMatchObject({ createdAt: '2030-01-02T00:00:00.000Z', updatedAt: '2030-01-02T00:00:00.000Z' })
    now = Date.UTC(2030, 0, 3)
    expect(await people.update(ann.id, { name: 'Anne' })).toMatchObject({ updatedAt: '2030-01-03T00:00:00.000Z' })
    now = Date.UTC(2030, 0, 2)
    expect(await people.update(ann.id, { name: 'An' })).toMatchObject({ updatedAt: '2030-01-03T00:00:00.000Z' })
    // Nor if another document is deleted, or one is imported from the future.
    const post = await posts.create({ author: ann.id, needed: [(await people.create({ name: 'Bob' })).id] })
    now = Date.UTC(2029, 0, 1)
    await people.delete(ann.id)
    expect(await posts.findOne(post.id)).toMatchObject({ revision: 2, updatedAt: post.updatedAt })
    const imported = await app()
      .local.asSystem()
      .collection('people')
      .create({ name: 'Eve', createdAt: '2031-01-01T00:00:00Z' })
    const { id } = imported as { id: string }
    expect(await people.update(id, { name: 'Eva' })).toMatchObject({ updatedAt: '2031-01-01T00:00:00.000Z' })
  })
})
