import type { ModelOf } from '@quirecms/core'
import type { Client } from '@quirecms/sdk'
import {
  collection,
  type CreateInput,
  defineConfig,
  type Doc,
  f,
  global,
  type GlobalDoc,
  type LocalApi,
} from 'quirecms'
import { expectTypeOf, it } from 'vitest'

const config = defineConfig({
  collections: {
    posts: collection({
      versions: { drafts: { autosave: true }, max: 10 },
      fields: { title: f.text({ required: true }), next: f.relationship({ to: 'posts' }) },
    }),
    strict: collection({ versions: { drafts: { validate: true } }, fields: { title: f.text({ required: true }) } }),
    notes: collection({ versions: true, fields: { text: f.text({ required: true }) } }),
    files: collection({ upload: true, versions: { drafts: true }, fields: { alt: f.text({ required: true }) } }),
    tags: collection({ fields: { name: f.text(), post: f.relationship({ to: 'posts' }) } }),
    pages: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true }),
        seo: f.group({ fields: { description: f.text({ required: true }) } }),
        links: f.array({ fields: { href: f.url({ required: true }) } }),
        after: f.relationship({ to: 'pages' }),
      },
    }),
  },
  globals: {
    site: global({ versions: { drafts: true }, fields: { name: f.text({ required: true }) } }),
    plain: global({ fields: { name: f.text() } }),
  },
})

declare const local: LocalApi<typeof config>

it('documents have a state in collections with drafts', () => {
  expectTypeOf<Doc<typeof config, 'posts'>['_status']>().toEqualTypeOf<'draft' | 'published'>()
  expectTypeOf<Doc<typeof config, 'posts'>['_publishedRevision']>().toEqualTypeOf<number | null>()
  expectTypeOf<GlobalDoc<typeof config, 'site'>['_status']>().toEqualTypeOf<'draft' | 'published'>()
  expectTypeOf<Doc<typeof config, 'notes'>>().not.toHaveProperty('_status')
  expectTypeOf<Doc<typeof config, 'tags'>>().not.toHaveProperty('_status')
  expectTypeOf<GlobalDoc<typeof config, 'plain'>>().not.toHaveProperty('_status')
})

it('drafts may lack required values, unless they are validated', () => {
  expectTypeOf<object>().toExtend<CreateInput<typeof config, 'posts'>>()
  expectTypeOf<object>().not.toExtend<CreateInput<typeof config, 'strict'>>()
  expectTypeOf<object>().not.toExtend<CreateInput<typeof config, 'notes'>>()
})

it('methods and options exist where they are enabled', () => {
  const { posts, notes, tags, strict } = local.collections
  expectTypeOf(posts.publish('x', { ifMatch: 1 })).resolves.toEqualTypeOf<
    Doc<typeof config, 'posts', { draft: false }>
  >()
  expectTypeOf(local.globals.site.unpublish()).resolves.toEqualTypeOf<
    GlobalDoc<typeof config, 'site', { draft: true }>
  >()
  expectTypeOf(notes).not.toHaveProperty('publish')
  expectTypeOf(notes).toHaveProperty('restore')
  expectTypeOf(tags).not.toHaveProperty('versions')
  expectTypeOf(local.globals.plain).not.toHaveProperty('publish')
  void posts.find({ draft: true, where: { _status: { equals: 'draft' } }, sort: '-_publishedRevision' })
  void posts.restore('x', 1, { draft: true })
  void posts.update('x', {}, { autosave: true })
  void posts.nameVersion('x', 1, { name: 'First' })
  // @ts-expect-error a name is a text, or null
  void posts.nameVersion('x', 1, { name: 1 })
  void posts.bulk({ action: 'publish', ids: ['x'] })
  void posts.selection({ draft: true })
  // @ts-expect-error no such state
  void posts.find({ where: { _status: { equals: 'archived' } } })
  // @ts-expect-error no drafts here
  void notes.find({ draft: true })
  // @ts-expect-error no drafts here
  void notes.restore('x', 1, { draft: true })
  // @ts-expect-error no autosave here
  void strict.update('x', {}, { autosave: true })
  // @ts-expect-error no such action without drafts
  void tags.bulk({ action: 'publish', ids: ['x'] })
})

it('working copies may lack required values, and live copies have them', async () => {
  const { pages, strict, notes, tags } = local.collections
  const live = await pages.findOne('x', { draft: false })
  expectTypeOf(live.title).toEqualTypeOf<string>()
  expectTypeOf(live.seo.description).toEqualTypeOf<string>()

  const working = await pages.findOne('x', { draft: true })
  expectTypeOf(working.title).toEqualTypeOf<string | null>()
  expectTypeOf(working.seo.description).toEqualTypeOf<string | null>()
  expectTypeOf(working.links).items.toEqualTypeOf<{ id: string; href: string | null }>()
  expectTypeOf(working.revision).toEqualTypeOf<number>()
  expectTypeOf(working).toEqualTypeOf<Doc<typeof config, 'pages', { draft: true }>>()
  const undecided = { draft: false } as { readonly draft: boolean }
  expectTypeOf((await pages.findOne('x', undecided)).title).toEqualTypeOf<string | null>()
  const { docs } = await pages.find({ draft: 'newest', select: { title: true } })
  expectTypeOf(docs).items.toEqualTypeOf<{ id: string; title: string | null }>()
  for await (const page of pages.each({ draft: true })) expectTypeOf(page.title).toEqualTypeOf<string | null>()
  expectTypeOf((await local.globals.site.get({ draft: false })).name).toEqualTypeOf<string>()
  expectTypeOf((await local.globals.site.get({ draft: true })).name).toEqualTypeOf<string | null>()

  expectTypeOf((await strict.findOne('x', { draft: true })).title).toEqualTypeOf<string>()
  expectTypeOf((await notes.update('x', {})).text).toEqualTypeOf<string>()
  const { post } = await tags.findOne('x', { populate: { post: true } })
  if (typeof post === 'object' && post) expectTypeOf(post.title).toEqualTypeOf<string | null>()
})

it('without `draft`, a call may read working copies, with any caller', async () => {
  const check = async (client: Client<ModelOf<typeof config>>) => {
    expectTypeOf((await client.collections.pages.findOne('x')).title).toEqualTypeOf<string | null>()
    expectTypeOf((await client.collections.pages.findOne('x', { draft: false })).title).toEqualTypeOf<string>()
  }
  expectTypeOf(check).toBeFunction()
  const { pages } = local.as({ id: 'x', collection: 'users' }).collections
  expectTypeOf(await pages.findOne('x')).toEqualTypeOf<Doc<typeof config, 'pages'>>()
  expectTypeOf((await pages.findOne('x')).title).toEqualTypeOf<string | null>()
  const { docs } = await local.collections.pages.find()
  expectTypeOf(docs).items.toHaveProperty('title').toEqualTypeOf<string | null>()
  expectTypeOf((await local.globals.site.get()).name).toEqualTypeOf<string | null>()
})

it('writes may remove what a draft may lack', () => {
  const { pages, strict } = local.collections
  void pages.create({ title: null, seo: { description: null }, links: [{ href: null }] })
  void pages.update('x', { title: null, links: [{ id: 'x', href: null }, {}] })
  void pages.duplicate('x', { title: null })
  void local.globals.site.update({ name: null })
  // @ts-expect-error validated drafts are complete
  void strict.create({ title: null })
  // @ts-expect-error validated drafts are complete
  void strict.update('x', { title: null })
  // @ts-expect-error not a text
  void pages.update('x', { title: 1 })
})

it('a document that is published at once needs its required values', async () => {
  const { pages, tags, strict, files } = local.collections
  const seo = { description: 'x' }
  void pages.create({ title: 'x', seo, links: [{ href: 'https://quire.test' }] }, { publish: true })
  // @ts-expect-error without the title
  void pages.create({ seo }, { publish: true })
  // @ts-expect-error without a required value of a group
  void pages.create({ title: 'x', seo: {} }, { publish: true })
  // @ts-expect-error without a required value of a row
  void pages.create({ title: 'x', seo, links: [{}] }, { publish: true })
  // @ts-expect-error null, in place of a title
  void pages.create({ title: null, seo }, { publish: true })
  void pages.create({}, { publish: false })
  // With a value that is only known in the call, the document may become a draft, which may be incomplete.
  const undecided = { publish: true } as { readonly publish: boolean }
  expectTypeOf((await pages.create({}, undecided)).title).toEqualTypeOf<string | null>()
  expectTypeOf((await pages.create({}, { publish: false })).title).toEqualTypeOf<string | null>()

  const picture = { file: new Blob([]) }
  void files.create(picture)
  // @ts-expect-error without the description of a published file
  void files.create(picture, { publish: true })
  expectTypeOf((await files.create({ ...picture, alt: 'x' }, { publish: true })).alt).toEqualTypeOf<string>()
  void strict.create({ title: 'x' }, { publish: true })
  // @ts-expect-error no drafts here
  void tags.create({}, { publish: true })

  const check = (client: Client<ModelOf<typeof config>>) => {
    void client.collections.pages.create({ title: 'x', seo }, { publish: true })
    // @ts-expect-error without the title
    void client.collections.pages.create({ seo }, { publish: true })
    void client.collections.pages.create({ seo })
  }
  expectTypeOf(check).toBeFunction()
  expectTypeOf<object>().toExtend<CreateInput<typeof config, 'pages', { publish: boolean }>>()
  expectTypeOf<object>().not.toExtend<CreateInput<typeof config, 'pages', { publish: true }>>()
})

it('populated documents are the copies that the call reads', async () => {
  const { after } = await local.collections.pages.findOne('x', { draft: true, populate: { after: true } })
  if (typeof after === 'object' && after) expectTypeOf(after.title).toEqualTypeOf<string | null>()
  const { post } = await local.asSystem().collections.tags.findOne('x', { depth: 1 })
  if (typeof post === 'object' && post) expectTypeOf(post.title).toEqualTypeOf<string | null>()
})

it('writes return working copies, unless they publish', async () => {
  const { pages } = local.collections
  const created = await pages.create({})
  expectTypeOf(created.title).toEqualTypeOf<string | null>()
  const published = await pages.create({ title: 'x', seo: { description: 'x' } }, { publish: true })
  expectTypeOf(published.title).toEqualTypeOf<string>()
  expectTypeOf((await pages.update('x', {})).title).toEqualTypeOf<string | null>()
  expectTypeOf((await pages.unpublish('x')).title).toEqualTypeOf<string | null>()
  expectTypeOf((await pages.publish('x')).title).toEqualTypeOf<string>()
  expectTypeOf((await pages.publish('x', { revision: 2 })).title).toEqualTypeOf<string | null>()
  expectTypeOf((await pages.restore('x', 1)).title).toEqualTypeOf<string>()
  expectTypeOf((await pages.restore('x', 1, { draft: true })).title).toEqualTypeOf<string | null>()
  expectTypeOf((await pages.version('x', 1)).data.title).toEqualTypeOf<string | null>()
  const [made] = await pages.createMany([{}])
  expectTypeOf(made?.title).toEqualTypeOf<string | null | undefined>()
  expectTypeOf((await local.globals.site.update({})).name).toEqualTypeOf<string | null>()
  expectTypeOf((await local.globals.site.publish()).name).toEqualTypeOf<string>()
})

it('the application itself reads working copies', async () => {
  const { collections, globals } = local.asSystem()
  expectTypeOf((await collections.pages.findOne('x')).title).toEqualTypeOf<string | null>()
  expectTypeOf((await collections.pages.findOne('x', { draft: false })).title).toEqualTypeOf<string>()
  expectTypeOf((await collections.pages.find()).docs)
    .items.toHaveProperty('title')
    .toEqualTypeOf<string | null>()
  expectTypeOf((await collections.pages.publish('x')).title).toEqualTypeOf<string>()
  expectTypeOf((await collections.notes.findOne('x')).text).toEqualTypeOf<string>()
  expectTypeOf((await globals.site.get()).name).toEqualTypeOf<string | null>()
})

it('snapshots have the fields, and not the state, of a document', async () => {
  const { docs } = await local.collections.notes.versions('x', { limit: 5 })
  expectTypeOf(docs).items.toHaveProperty('createdBy').toEqualTypeOf<{ collection: string; id: string } | null>()
  expectTypeOf(docs).items.toHaveProperty('data').toEqualTypeOf<{ text: string }>()
})
