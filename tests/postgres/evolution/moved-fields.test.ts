import { describeEachDatabase } from '@quirecms/testkit'
import { checkConfig } from '@quirecms/core'
import { collection, f } from 'quirecms'
import { expect, it, test } from 'vitest'
import { access, evolving, pendingSteps, storedContent } from './evolving.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }

describeEachDatabase('renamedFrom with a path (%s)', (dialect) => {
  const database = evolving(dialect)

  const open = (fields: object, options: object = {}) =>
    database.open({
      localization,
      collections: {
        people: collection({ fields: { name: f.text() }, access }),
        posts: collection({ fields: { ...fields }, access, versions: { drafts: true }, trash: true, ...options }),
      },
    })

  it('moves values into groups, out of them and between them, in every copy', { tags: ['release'] }, async () => {
    const by = f.relationship({ to: 'people', onDelete: 'restrict' })
    const first = await open(
      {
        title: f.text({ unique: true, localized: true }),
        old: f.group({ fields: { by, deep: f.group({ fields: { tags: f.text({ many: true }) } }), note: f.text() } }),
        rows: f.array({ fields: { label: f.text() } }),
      },
      { search: { fields: ['title'] } },
    )
    const { id: ann } = await first.local.collections.people.create({ name: 'Ann' })
    const { posts } = first.local.collections
    const content = {
      title: { en: 'Lighthouse', de: 'Leuchtturm' },
      old: { by: ann, deep: { tags: ['a', 'b'] }, note: 'N' },
      rows: [{ id: 'r', label: 'L' }],
    }
    const { id } = await posts.create(content, { locale: 'all' })
    await posts.publish(id)
    await posts.update(id, { title: 'Beacon' })
    const { id: thrown } = await posts.create({ title: 'Thrown' })
    await posts.delete(thrown)

    const second = await open(
      {
        seo: f.group({
          fields: {
            headline: f.text({ unique: true, localized: true, renamedFrom: '/title' }),
            list: f.array({ fields: { label: f.text() }, renamedFrom: '/rows' }),
          },
        }),
        meta: f.group({
          renamedFrom: 'old',
          fields: { tags: f.text({ many: true, renamedFrom: '/old/deep/tags' }), note: f.text() },
        }),
        author: f.relationship({ to: 'people', onDelete: 'restrict', renamedFrom: '/old/by' }),
      },
      { search: { fields: ['seo.headline'] } },
    )
    expect(await pendingSteps(second)).toEqual(['drop field posts.meta.deep: 0 values !'])
    const moved = {
      seo: { headline: { en: 'Lighthouse', de: 'Leuchtturm' }, list: [{ id: 'r', label: 'L' }] },
      meta: { tags: ['a', 'b'], note: 'N' },
      author: ann,
    }
    const now = second.local.collections.posts
    expect(await now.findOne(id, { locale: 'all', draft: false })).toMatchObject(moved)
    expect(await now.findOne(id, { draft: true })).toMatchObject({
      seo: { headline: 'Beacon' },
      author: ann,
      revision: 3,
    })
    expect(await now.version(id, 1, { locale: 'all' })).toMatchObject({ data: moved })
    expect(await now.find({ search: 'beacon', draft: true })).toMatchObject({ docs: [{ id }] })
    await now.restoreDeleted(thrown)
    await expect(now.create({ seo: { headline: 'Thrown' } })).rejects.toMatchObject({ issues: [{ code: 'unique' }] })
    await expect(second.local.collections.people.delete(ann)).rejects.toMatchObject({ code: 'referenced' })
    expect(await storedContent(second, 'posts', id)).not.toHaveProperty('title')
  })

  it('moves them back in the same way', async () => {
    const first = await open({ title: f.text() })
    const { id } = await first.local.collections.posts.create({ title: 'Kept' })
    const second = await open({ seo: f.group({ fields: { title: f.text({ renamedFrom: '/title' }) } }) })
    expect(await second.local.collections.posts.findOne(id, { draft: true })).toMatchObject({ seo: { title: 'Kept' } })
    const third = await open({ title: f.text({ renamedFrom: '/seo/title' }) })
    expect(await third.local.collections.posts.findOne(id, { draft: true })).toMatchObject({ title: 'Kept' })
  })

  it('overwrites no existing values', async () => {
    const group = (fields: object) => f.group({ fields: { ...fields } })
    const first = await open({ title: f.text(), seo: group({ title: f.text() }) })
    const { id } = await first.local.collections.posts.create({ title: 'Outer', seo: { title: 'Inner' } })
    await expect(open({ seo: group({ title: f.text({ renamedFrom: '/title' }) }) })).rejects.toThrow(
      /move field posts\.title to seo\.title[^]*Outer[^]*cannot replace "Inner"/,
    )
    const again = await open({ title: f.text(), seo: group({ title: f.text() }) })
    expect(await again.local.collections.posts.findOne(id, { draft: true })).toMatchObject({
      title: 'Outer',
      seo: { title: 'Inner' },
    })
  })

  it.each([
    [
      'another name',
      { headline: f.text() },
      "posts.title is gone and posts.headline is new, of the same type. If you renamed it, add `renamedFrom: 'title'` before you migrate.",
    ],
    [
      'a group',
      { seo: f.group({ fields: { title: f.text() } }) },
      "posts.title is gone and posts.seo.title is new, of the same type. If you renamed it, add `renamedFrom: '/title'` before you migrate.",
    ],
    ['another type', { headline: f.number() }, undefined],
    ['two that are new', { one: f.text(), two: f.text() }, undefined],
    ['nothing new', {}, undefined],
  ])('a removed field, and %s: a hint if it may be the same', async (_, fields, expected) => {
    await open({ title: f.text(), kept: f.text() })
    const collections = {
      people: collection({ fields: { name: f.text() }, access }),
      posts: collection({ fields: { ...fields, kept: f.text() }, access, versions: { drafts: true }, trash: true }),
    }
    const second = await database.open({ localization, collections }, { migrate: false })
    const { pending } = await second.storage.migrations.status()
    const drop = pending.find(({ description }) => description === 'drop field posts.title')
    expect(drop).toMatchObject({ destructive: true })
    expect(drop?.hint).toBe(expected)
  })

  it('moves nothing out of rows', async () => {
    await open({ rows: f.array({ fields: { label: f.text() } }) })
    await expect(open({ label: f.text({ renamedFrom: '/rows/label' }) })).rejects.toThrow(
      '`renamedFrom` leads into "rows", which holds rows in stored documents: use a data migration',
    )
  })

  it('does not warn about numbers that a pending conversion makes whole', async () => {
    const first = await open({ size: f.text(), kind: f.number() })
    await first.local.collections.posts.create({ size: '12', kind: 7 })
    const second = await database.open(
      {
        localization,
        collections: {
          people: collection({ fields: { name: f.text() }, access }),
          posts: collection({
            fields: { size: f.number({ integer: true }), kind: f.select({ options: ['7'] }) },
            access,
            versions: { drafts: true },
            trash: true,
          }),
        },
      },
      { migrate: false },
    )
    expect(await second.storage.migrations.warnings()).toEqual([])
  })
})

test.each([
  [
    'into rows',
    { rows: f.array({ fields: { a: f.text({ renamedFrom: '/a' }) } }) },
    'cannot move values into the rows',
  ],
  [
    'into blocks',
    { b: f.blocks({ blocks: { x: { fields: { a: f.text({ renamedFrom: '/a' }) } } } }) },
    'into the rows',
  ],
  [
    'into a localized group',
    { g: f.group({ localized: true, fields: { a: f.text({ renamedFrom: '/a' }) } }) },
    'into a localized group',
  ],
  [
    'out of rows',
    { rows: f.array({ fields: {} }), a: f.text({ renamedFrom: '/rows/a' }) },
    'many values inside of rows',
  ],
  [
    'out of a localized group',
    { g: f.group({ localized: true, fields: {} }), a: f.text({ renamedFrom: '/g/a' }) },
    'a value for each locale',
  ],
  [
    'of what is still there',
    { a: f.text(), g: f.group({ fields: { b: f.text({ renamedFrom: '/a' }) } }) },
    'which still exists',
  ],
  [
    'twice',
    { g: f.group({ fields: { a: f.text({ renamedFrom: '/x' }), b: f.text({ renamedFrom: '/x' }) } }) },
    'was already renamed from it',
  ],
  [
    'and by its name',
    { a: f.text({ renamedFrom: 'x' }), g: f.group({ fields: { b: f.text({ renamedFrom: '/x' }) } }) },
    'was already renamed from it',
  ],
  ['that is none', { a: f.text({ renamedFrom: '/g/' }) }, 'must be a name, or a path such as /seo/title'],
])('a path %s is refused', (_, fields, problem) => {
  expect(() => checkConfig({ localization, collections: { posts: { fields } } })).toThrow(problem)
})
