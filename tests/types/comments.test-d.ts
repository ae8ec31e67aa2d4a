import type { Comment } from '@quirecms/features'
import { collection, defineConfig, f, global, type LocalApi } from 'quirecms'
import { expectTypeOf, it } from 'vitest'

const config = defineConfig({
  collections: {
    posts: collection({ comments: true, fields: { title: f.text() } }),
    pages: collection({ comments: false, fields: { title: f.text() } }),
    users: collection({ auth: true, comments: true, fields: {} }),
    robots: collection({ auth: true, fields: {} }),
  },
  globals: {
    site: global({ comments: true, fields: { name: f.text() } }),
    plain: global({ fields: { name: f.text() } }),
  },
})

declare const local: LocalApi<typeof config>

it('methods of comments exist where they are enabled', () => {
  expectTypeOf(local.collections.posts.comment('x', { body: 'Text' })).resolves.toEqualTypeOf<Comment>()
  expectTypeOf(local.collections.users.comments('x', { resolved: false, page: 2 })).resolves.toHaveProperty(
    'pagination',
  )
  expectTypeOf(local.globals.site.editComment('c', { body: 'Text' })).resolves.toEqualTypeOf<Comment>()
  expectTypeOf(local.globals.site.mentionable({ named: 'a' })).resolves.toHaveProperty('users')
  // @ts-expect-error a comment has a text
  void local.collections.posts.comment('x', { field: 'title' })
  // @ts-expect-error no such member
  void local.collections.posts.comment('x', { body: 'Text', html: true })
  expectTypeOf(local.collections.pages).not.toHaveProperty('comment')
  expectTypeOf(local.collections.robots).not.toHaveProperty('comments')
  expectTypeOf(local.globals.plain).not.toHaveProperty('comments')
})
