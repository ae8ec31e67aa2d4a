import type { CreateInput, Doc, GlobalDoc, JsonValue, QuireConfig, RichTextDocument } from '@quirecms/core'
import { expectTypeOf, test } from 'vitest'
import { collection, defineConfig, f } from 'quirecms'
import type { Config } from './blog.ts'

type Post = Doc<Config, 'posts'>

test('a document carries the system fields', () => {
  expectTypeOf<Pick<Post, 'id' | 'revision' | 'createdAt' | 'updatedAt'>>().toEqualTypeOf<{
    id: string
    revision: number
    createdAt: string
    updatedAt: string
  }>()
})

test('required values are present, optional ones may be null', () => {
  expectTypeOf<Post['title']>().toEqualTypeOf<string>()
  expectTypeOf<Post['featured']>().toEqualTypeOf<boolean>()
  expectTypeOf<Post['views']>().toEqualTypeOf<number | null>()
  expectTypeOf<Post['publishedAt']>().toEqualTypeOf<string | null>()
  expectTypeOf<Post['body']>().toEqualTypeOf<RichTextDocument | null>()
  expectTypeOf<Post['place']>().toEqualTypeOf<[lng: number, lat: number] | null>()
  expectTypeOf<Post['meta']>().toEqualTypeOf<JsonValue>()
})

test('a select is the union of its values', () => {
  expectTypeOf<Post['status']>().toEqualTypeOf<'open' | 'closed'>()
  expectTypeOf<Doc<Config, 'users'>['roles']>().toEqualTypeOf<('admin' | 'editor')[]>()
})

test('relationships are ids; polymorphic ones name their collection', () => {
  type Reference = { relationTo: 'posts'; value: string } | { relationTo: 'pages'; value: string }
  expectTypeOf<Post['author']>().toEqualTypeOf<string>()
  expectTypeOf<Post['related']>().toEqualTypeOf<Reference[]>()
  expectTypeOf<Post['parent']>().toEqualTypeOf<Reference | null>()
})

test('groups are objects, rows carry their id', () => {
  expectTypeOf<Post['seo']>().toEqualTypeOf<{ description: string | null; score: number | null }>()
  expectTypeOf<Post['links']>().toEqualTypeOf<{ id: string; label: string; href: string | null }[]>()
})

test('blocks are a union, discriminated by blockType', () => {
  type Quote = { id: string; blockType: 'quote'; text: string; by: string | null }
  type Gallery = {
    id: string
    blockType: 'gallery'
    images: { id: string; alt: string | null }[]
    columns: number | null
  }
  expectTypeOf<Post['sections']>().toEqualTypeOf<(Quote | Gallery)[]>()
})

test('virtual fields have the return type of their function', () => {
  expectTypeOf<Post['readingTime']>().toEqualTypeOf<number>()
  expectTypeOf<Post['rank']>().toEqualTypeOf<'known' | null>()
})

test('hidden fields are absent, fields with a rule may be', () => {
  type User = Doc<Config, 'users'>
  expectTypeOf<User>().not.toHaveProperty('internalNote')
  expectTypeOf<Pick<User, 'salary'>>().toEqualTypeOf<{ salary?: number | null }>()
  expectTypeOf<Pick<User, 'roles'>>().toEqualTypeOf<{ roles: ('admin' | 'editor')[] }>()
})

test('with all locales, localized fields are objects of locale to value, by the outermost field', () => {
  type All = Doc<Config, 'posts', { locale: 'all' }>
  type Text = { en?: string | null; de?: string | null; fr?: string | null }
  expectTypeOf<All['title']>().toEqualTypeOf<Text>()
  expectTypeOf<All['views']>().toEqualTypeOf<number | null>()
  expectTypeOf<All['seo']>().toEqualTypeOf<{ description: Text; score: number | null }>()
  type Quote = Extract<All['sections'][number], { blockType: 'quote' }>
  expectTypeOf<Quote['text']>().toEqualTypeOf<Text>()
  type Teaser = { text: string | null } | null
  expectTypeOf<All['teaser']>().toEqualTypeOf<{ en?: Teaser; de?: Teaser; fr?: Teaser }>()
  expectTypeOf<Doc<Config, 'posts', { locale: 'de' }>>().toEqualTypeOf<Post>()
})

test('a global has its slug as id', () => {
  expectTypeOf<GlobalDoc<Config, 'settings'>>().toEqualTypeOf<{
    id: 'settings'
    revision: number
    createdAt: string
    updatedAt: string
    siteName: string
    motto: string | null
  }>()
})

test('an unknown slug is an error', () => {
  // @ts-expect-error there is no such collection
  expectTypeOf<Doc<Config, 'nothing'>>()
  // @ts-expect-error there is no such global
  expectTypeOf<GlobalDoc<Config, 'nothing'>>()
})

test('a document of an unknown configuration has JSON values', () => {
  type Any = Doc<QuireConfig, string>
  expectTypeOf<Any['id']>().toEqualTypeOf<string>()
  expectTypeOf<Any[string]>().toExtend<JsonValue | undefined>()
})

const story = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    people: collection({ fields: { name: f.text({ required: true }) } }),
    stories: collection({
      fields: {
        body: f.richText({
          to: ['people'],
          required: true,
          blocks: {
            quote: {
              fields: {
                text: f.text({ required: true }),
                note: f.text({ localized: true }),
                by: f.relationship({ to: 'people' }),
              },
            },
            rule: { fields: { width: f.number() } },
          },
        }),
      },
    }),
  },
})

test('blocks in a rich text are discriminated by their type', () => {
  type Quote = { text: string; note: string | null; by: string | null }
  type Body = RichTextDocument<{ to: 'people'; blocks: { quote: Quote; rule: { width: number | null } } }>
  const node = null as unknown as NonNullable<Doc<typeof story, 'stories'>['body']['content']>[number]
  expectTypeOf<Doc<typeof story, 'stories'>['body']>().toExtend<Body>()
  if (node.type === 'block' && node.attrs.blockType === 'quote') {
    expectTypeOf(node.attrs.data).toEqualTypeOf<Quote>()
    // @ts-expect-error that is a field of another block
    expectTypeOf(node.attrs.data.width)
  }
  if (node.type === 'document') expectTypeOf(node.attrs.relationTo).toEqualTypeOf<'people'>()
  // @ts-expect-error there is no such node
  expectTypeOf(node.type === 'nothing')
})

test('blocks in a rich text are written as their fields accept', () => {
  type Create = CreateInput<typeof story, 'stories'>
  const data: Create = {
    body: { type: 'doc', content: [{ type: 'block', attrs: { blockType: 'quote', data: { text: 'To be' } } }] },
  }
  const wrong: Create = {
    // @ts-expect-error a required field is missing
    body: { type: 'doc', content: [{ type: 'block', attrs: { blockType: 'quote', data: {} } }] },
  }
  expectTypeOf(data).toExtend<object>()
  expectTypeOf(wrong).toExtend<object>()
  type Populated = Doc<typeof story, 'stories', { populate: { 'body.quote.by': true } }>['body']['content']
  const populated = null as unknown as NonNullable<Populated>[number]
  if (
    populated.type === 'block' &&
    populated.attrs.blockType === 'quote' &&
    typeof populated.attrs.data.by === 'object'
  )
    expectTypeOf(populated.attrs.data.by?.name).toEqualTypeOf<string | undefined>()
})
