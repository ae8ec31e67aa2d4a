import type { CreateInput, UpdateInput } from '@quirecms/core'
import type { LocalApi } from '@quirecms/features'
import { expectTypeOf, test } from 'vitest'
import type { Config } from './blog.ts'

type PostChange = UpdateInput<Config, 'posts'>
type UserChange = UpdateInput<Config, 'users'>
declare const local: LocalApi<Config>

test('an update accepts relative changes of numbers and lists', () => {
  const post: PostChange = {
    views: { increment: 1 },
    related: { append: [{ relationTo: 'pages', value: 'id' }] },
    seo: { score: { increment: -1 } },
    sections: [{ id: 'row', blockType: 'gallery', columns: { increment: 1 } }],
  }
  const user: UserChange = { roles: { remove: ['editor'] } }
  expectTypeOf({ post, user }).toBeObject()
  expectTypeOf<PostChange['views']>().toEqualTypeOf<number | { readonly increment: number } | null | undefined>()
})

test('only of their own kind', () => {
  // @ts-expect-error a text has nothing to add to
  const title: PostChange['title'] = { increment: 1 }
  // @ts-expect-error not a number
  const text: PostChange['views'] = { increment: '1' }
  // @ts-expect-error a number is no list
  const list: PostChange['views'] = { append: [1] }
  // @ts-expect-error not one of the options
  const role: UserChange['roles'] = { append: ['owner'] }
  // @ts-expect-error one or the other
  const both: UserChange['roles'] = { append: ['admin'], remove: ['editor'] }
  // @ts-expect-error not one of the collections
  const target: PostChange['related'] = { append: [{ relationTo: 'users', value: 'id' }] }
  // @ts-expect-error a new row has nothing stored
  const row: PostChange['sections'] = [{ blockType: 'gallery', columns: { increment: 1 } }]
  expectTypeOf({ title, text, list, role, both, target, row }).toBeObject()
})

test('only updates accept them', () => {
  // @ts-expect-error there is no number yet
  const created: CreateInput<Config, 'posts'>['views'] = { increment: 1 }
  expectTypeOf(created).not.toBeAny()
  void local.collections.posts.update('id', { views: { increment: 1 } })
  void local.collections.posts.bulk({ action: 'update', ids: ['id'], data: { views: { increment: 1 } } })
  void local.collections.posts.updateMany({ where: {}, data: { views: { increment: 1 } } })
  // @ts-expect-error a copy is given values
  void local.collections.posts.duplicate('id', { views: { increment: 1 } })
})
