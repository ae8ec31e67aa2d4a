import { collection, defineConfig, type Doc, f, type LocalApi, type WhereOf } from 'quirecms'
import { expectTypeOf, it } from 'vitest'

const config = defineConfig({
  collections: {
    posts: collection({
      trash: true,
      fields: { title: f.text({ required: true }), next: f.relationship({ to: 'posts' }) },
    }),
    drafts: collection({ trash: { retention: '30d' }, fields: { title: f.text() } }),
    tags: collection({ fields: { name: f.text(), post: f.relationship({ to: 'posts' }) } }),
    off: collection({ trash: false, fields: { name: f.text() } }),
    users: collection({ auth: { apiKeys: true }, trash: true, fields: {} }),
  },
})

declare const local: LocalApi<typeof config>

it('documents have a date of deletion in collections with a trash', () => {
  expectTypeOf<Doc<typeof config, 'posts'>['deletedAt']>().toEqualTypeOf<string | null>()
  expectTypeOf<Doc<typeof config, 'drafts'>['deletedAt']>().toEqualTypeOf<string | null>()
  expectTypeOf<Doc<typeof config, 'users'>['deletedAt']>().toEqualTypeOf<string | null>()
  expectTypeOf<Doc<typeof config, 'tags'>>().not.toHaveProperty('deletedAt')
  expectTypeOf<Doc<typeof config, 'off'>>().not.toHaveProperty('deletedAt')
})

it('methods and options of the trash exist only there', () => {
  expectTypeOf(local.collections.posts.restoreDeleted('x')).resolves.toEqualTypeOf<Doc<typeof config, 'posts'>>()
  expectTypeOf(local.collections.users.deletePermanent('x')).resolves.toEqualTypeOf<{ id: string; deleted: true }>()
  expectTypeOf(local.collections.drafts.emptyTrash()).resolves.toEqualTypeOf<{ deleted: number; remaining?: number }>()
  expectTypeOf(local.collections.tags).not.toHaveProperty('restoreDeleted')
  expectTypeOf(local.collections.off).not.toHaveProperty('emptyTrash')
  void local.collections.posts.find({
    trash: true,
    where: { deletedAt: { less_than: '2030-01-01' } },
    sort: '-deletedAt',
  })
  void local.collections.posts.findOne('x', { trash: true, select: { deletedAt: true } })
  void local.collections.posts.bulk({ action: 'restoreDeleted', ids: ['x'] })
  expectTypeOf(local.collections.posts.bulk({ action: 'restoreDeleted', where: {} })).resolves.toHaveProperty('matched')
  expectTypeOf(local.collections.posts.bulk({ action: 'delete', ids: ['x'] })).resolves.not.toHaveProperty('matched')
  // @ts-expect-error one or the other
  void local.collections.posts.bulk({ action: 'delete', ids: ['x'], where: {} })
  // @ts-expect-error there is no such field
  void local.collections.posts.bulk({ action: 'delete', where: { nothing: { equals: 1 } } })
  void local.collections.posts.selection({ trash: true })
  // @ts-expect-error no trash here
  void local.collections.tags.find({ trash: true })
  // @ts-expect-error no such action without a trash
  void local.collections.tags.bulk({ action: 'restoreDeleted', ids: ['x'] })
  // @ts-expect-error no such field without a trash
  void local.collections.tags.find({ where: { deletedAt: { exists: true } } })
  // @ts-expect-error writes do not look into the trash
  void local.collections.posts.update('x', {}, { trash: true })
})

it('paths lead to it through relationships', () => {
  const where: WhereOf<typeof config, 'tags'> = { 'post.deletedAt': { exists: false } }
  expectTypeOf(where).not.toBeNever()
})
