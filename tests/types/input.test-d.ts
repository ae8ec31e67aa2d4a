import type { CreateInput, GlobalUpdateInput, UpdateInput } from '@quirecms/core'
import { expectTypeOf, test } from 'vitest'
import type { Config } from './blog.ts'

type NewPost = CreateInput<Config, 'posts'>
type PostChange = UpdateInput<Config, 'posts'>

type RequiredKeys<Type> = { [Key in keyof Type]-?: object extends Pick<Type, Key> ? never : Key }[keyof Type]

test('a new document needs required values without a default or source field', () => {
  expectTypeOf<RequiredKeys<NewPost>>().toEqualTypeOf<'title' | 'featured' | 'author' | 'address'>()
})

test('system, virtual and hidden fields cannot be set', () => {
  expectTypeOf<NewPost>().not.toHaveProperty('id')
  expectTypeOf<NewPost>().not.toHaveProperty('revision')
  expectTypeOf<NewPost>().not.toHaveProperty('readingTime')
  expectTypeOf<CreateInput<Config, 'users'>>().not.toHaveProperty('internalNote')
  expectTypeOf<PostChange>().not.toHaveProperty('readingTime')
})

test('required values cannot be null, optional ones can', () => {
  expectTypeOf<NewPost['title']>().toEqualTypeOf<string>()
  expectTypeOf<NewPost['views']>().toEqualTypeOf<number | null | undefined>()
  expectTypeOf<NewPost['status']>().toEqualTypeOf<'open' | 'closed' | undefined>()
  expectTypeOf<NewPost['place']>().toEqualTypeOf<readonly [lng: number, lat: number] | null | undefined>()
})

test('a create accepts complete rows and blocks, without ids', () => {
  const post: NewPost = {
    title: 'Hello',
    featured: true,
    author: 'id',
    address: { city: 'Ghent' },
    related: [{ relationTo: 'pages', value: 'id' }],
    links: [{ label: 'Home' }, { id: 'kept', label: 'Away', href: null }],
    sections: [
      { blockType: 'quote', text: 'To be' },
      { blockType: 'gallery', images: [{ alt: 'x' }] },
    ],
  }
  expectTypeOf(post).toExtend<NewPost>()
  // @ts-expect-error the title is missing
  expectTypeOf<{ featured: true; author: 'id'; address: { city: 'Ghent' } }>().toExtend<NewPost>()
  // @ts-expect-error a new row is complete
  const links: NewPost['links'] = [{ href: '/x' }]
  // @ts-expect-error there is no such block
  const unknownBlock: NewPost['sections'] = [{ blockType: 'video' }]
  // @ts-expect-error a quote has no columns
  const wrongBlock: NewPost['sections'] = [{ blockType: 'quote', text: 'x', columns: 2 }]
  // @ts-expect-error not one of the collections
  const related: NewPost['related'] = [{ relationTo: 'users', value: 'id' }]
  expectTypeOf({ links, unknownBlock, wrongBlock, related }).toBeObject()
})

test('an update accepts any part, in groups and existing rows too', () => {
  expectTypeOf<RequiredKeys<PostChange>>().toEqualTypeOf<never>()
  expectTypeOf<PostChange['status']>().toEqualTypeOf<'open' | 'closed' | undefined>()
  expectTypeOf<PostChange['address']>().toEqualTypeOf<{ city?: string } | undefined>()
  const change: PostChange = {
    links: [{ id: 'row', href: '/x' }, { label: 'New' }],
    sections: [{ blockType: 'quote', id: 'row' }],
  }
  expectTypeOf(change).toExtend<PostChange>()
  // @ts-expect-error a row without id is new, and so complete
  const links: PostChange['links'] = [{ href: '/x' }]
  expectTypeOf(links).toExtend<PostChange['links']>()
})

test('null removes a translation, of a required field too', () => {
  expectTypeOf<PostChange['title']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<PostChange['author']>().not.toEqualTypeOf<string | null | undefined>()
})

test('with all locales, localized fields accept objects of locale to value', () => {
  type All = CreateInput<Config, 'posts', { locale: 'all' }>
  expectTypeOf<All['title']>().toEqualTypeOf<{
    readonly en?: string | null
    readonly de?: string | null
    readonly fr?: string | null
  }>()
  expectTypeOf<All['author']>().toEqualTypeOf<string>()
})

test('a global is changed in part', () => {
  expectTypeOf<GlobalUpdateInput<Config, 'settings'>>().toEqualTypeOf<{ siteName?: string; motto?: string | null }>()
})
