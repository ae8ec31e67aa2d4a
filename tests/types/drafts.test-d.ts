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
    tags: collection({ fields: { name: f.text(), post: f.relationship({ to: 'posts' }) } }),
  },
  globals: {
    site: global({ versions: { drafts: true }, fields: { name: f.text() } }),
    plain: global({ fields: { name: f.text() } }),
  },
})

declare const local: LocalApi<typeof config>

it('documents have a state where there are drafts', () => {
  expectTypeOf<Doc<typeof config, 'posts'>['_status']>().toEqualTypeOf<'draft' | 'published'>()
  expectTypeOf<Doc<typeof config, 'posts'>['_publishedRevision']>().toEqualTypeOf<number | null>()
  expectTypeOf<GlobalDoc<typeof config, 'site'>['_status']>().toEqualTypeOf<'draft' | 'published'>()
  expectTypeOf<Doc<typeof config, 'notes'>>().not.toHaveProperty('_status')
  expectTypeOf<Doc<typeof config, 'tags'>>().not.toHaveProperty('_status')
  expectTypeOf<GlobalDoc<typeof config, 'plain'>>().not.toHaveProperty('_status')
})

it('drafts may lack what is required, unless they are validated', () => {
  expectTypeOf<object>().toExtend<CreateInput<typeof config, 'posts'>>()
  expectTypeOf<object>().not.toExtend<CreateInput<typeof config, 'strict'>>()
  expectTypeOf<object>().not.toExtend<CreateInput<typeof config, 'notes'>>()
})

it('methods and options exist where they are enabled', () => {
  const { posts, notes, tags, strict } = local.collections
  expectTypeOf(posts.publish('x', { ifMatch: 1 })).resolves.toEqualTypeOf<Doc<typeof config, 'posts'>>()
  expectTypeOf(local.globals.site.unpublish()).resolves.toEqualTypeOf<GlobalDoc<typeof config, 'site'>>()
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

it('snapshots have the fields, and not the state, of a document', async () => {
  const { docs } = await local.collections.notes.versions('x', { limit: 5 })
  expectTypeOf(docs).items.toHaveProperty('createdBy').toEqualTypeOf<{ collection: string; id: string } | null>()
  expectTypeOf(docs).items.toHaveProperty('data').toEqualTypeOf<{ text: string }>()
})
