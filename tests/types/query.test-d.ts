import { collection, defineConfig, type Doc, f, type SelectOf, type SortOf, type WhereOf } from '@quirecms/core'
import type { LocalApi } from '@quirecms/features'
import { expectTypeOf, test } from 'vitest'
import type { Config } from './blog.ts'

type PostWhere = WhereOf<Config, 'posts'>
type Selected<Select extends object> = Doc<Config, 'posts', { select: Select }>

function where(query: PostWhere): PostWhere {
  return query
}

test('where accepts the paths and the operators of each', () => {
  where({ title: { like: 'hello world', starts_with: 'h' }, views: { greater_than: 3, in: [1, 2, null] } })
  where({ id: { in: ['a'] }, createdAt: { less_than: '2026-01-01' }, revision: { equals: 1 } })
  where({ 'seo.description': { equals: null }, 'links.label': { contains: 'x' }, 'links.id': { equals: 'row' } })
  where({ 'sections.quote.text': { ends_with: '!' }, 'sections.gallery.images.alt': { exists: false } })
  where({ 'sections.blockType': { equals: 'quote' }, sections: { exists: true }, body: { exists: true } })
  where({ 'meta.color.name': { equals: 'red' }, 'meta.size': { greater_than: 3 } })
  where({ status: { in: ['open', 'closed'] }, author: { equals: 'id' } })
  where({ related: { contains: { relationTo: 'pages', value: 'id' } }, 'related.relationTo': { equals: 'pages' } })
  where({
    place: {
      near: [4.3, 50.8, 1000],
      within: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    },
  })
  where({ and: [{ or: [{ title: { exists: true } }] }, { not: { views: { equals: 0 } } }] })
})

test('where refuses what the service would refuse', () => {
  // @ts-expect-error there is no such field
  where({ nothing: { equals: 1 } })
  // @ts-expect-error there is no such field in the group
  where({ 'seo.nothing': { equals: 1 } })
  // @ts-expect-error a number is not searched as text
  where({ views: { like: '3' } })
  // @ts-expect-error a number is compared with numbers
  where({ views: { equals: '3' } })
  // @ts-expect-error not one of the options
  where({ status: { equals: 'paused' } })
  // @ts-expect-error rich text only exists or not
  where({ body: { contains: 'x' } })
  // @ts-expect-error a virtual field is not stored
  where({ readingTime: { equals: 1 } })
  // @ts-expect-error a group is no value
  where({ seo: { exists: true } })
  // @ts-expect-error not at any depth either
  where({ or: [{ not: { nothing: { equals: 1 } } }] })
  // @ts-expect-error there is no such block
  where({ 'sections.video.text': { exists: true } })
  // @ts-expect-error hidden fields do not exist for clients
  where({ 'links.secret': { equals: 'x' } })
  // @ts-expect-error there is no such operator
  where({ title: { matches: 'x' } })
})

test('each type has the operators that its file declares', () => {
  type OperatorsAt<Path extends keyof PostWhere> = keyof NonNullable<PostWhere[Path]>
  type Equality = 'equals' | 'not_equals' | 'in' | 'not_in' | 'exists'
  type Order = 'greater_than' | 'greater_than_equal' | 'less_than' | 'less_than_equal'
  type Search = 'like' | 'contains' | 'starts_with' | 'ends_with'
  expectTypeOf<OperatorsAt<'title' | 'slug'>>().toEqualTypeOf<Equality | Order | Search>()
  expectTypeOf<OperatorsAt<'seo.description'>>().toEqualTypeOf<Equality | Order | Search>()
  expectTypeOf<OperatorsAt<'links.href'>>().toEqualTypeOf<Equality | Order | Search>()
  expectTypeOf<OperatorsAt<'views'>>().toEqualTypeOf<Equality | Order>()
  expectTypeOf<OperatorsAt<'publishedAt'>>().toEqualTypeOf<Equality | Order>()
  expectTypeOf<OperatorsAt<'featured'>>().toEqualTypeOf<Equality>()
  expectTypeOf<OperatorsAt<'status'>>().toEqualTypeOf<Equality>()
  expectTypeOf<OperatorsAt<'author'>>().toEqualTypeOf<Equality>()
  expectTypeOf<OperatorsAt<'related'>>().toEqualTypeOf<Equality | 'contains' | 'all' | 'some' | 'none' | 'every'>()
  expectTypeOf<OperatorsAt<'meta'>>().toEqualTypeOf<Equality | Order | Search>()
  expectTypeOf<OperatorsAt<'place'>>().toEqualTypeOf<'near' | 'within' | 'equals' | 'not_equals' | 'exists'>()
  expectTypeOf<OperatorsAt<'body'>>().toEqualTypeOf<'exists'>()
})

test('sort accepts scalar fields, in both directions', () => {
  type Scalar =
    | ('id' | 'revision' | 'createdAt' | 'updatedAt')
    | ('title' | 'slug' | 'views' | 'featured' | 'publishedAt' | 'status' | 'author')
    | ('seo.description' | 'seo.score' | 'address.city' | 'teaser.text')
    | ('author.id' | 'author.revision' | 'author.createdAt' | 'author.updatedAt' | 'author.name' | 'author.salary')
  expectTypeOf<SortOf<Config, 'posts'>>().toEqualTypeOf<Scalar | `-${Scalar}`>()
})

test('select is a tree of true or of false', () => {
  type Select = SelectOf<Config, 'posts'>
  expectTypeOf<{ title: true; seo: { description: true }; createdAt: true }>().toExtend<Select>()
  expectTypeOf<{ title: false; sections: { quote: { text: false } } }>().toExtend<Select>()
  expectTypeOf({}).toExtend<Select>()
  expectTypeOf<{ title: true; views: false }>().not.toExtend<Select>()
  // @ts-expect-error there is no such field
  const unknown: Select = { nothing: true }
  // @ts-expect-error there is no such field in the group
  const unknownInside: Select = { seo: { nothing: true } }
  expectTypeOf({ unknown, unknownInside }).toBeObject()
})

test('a selection of true keeps the named fields, and the id', () => {
  expectTypeOf<Selected<{ title: true; seo: { score: true } }>>().toEqualTypeOf<{
    id: string
    title: string
    seo: { score: number | null }
  }>()
  expectTypeOf<Selected<object>>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<Selected<{ links: { label: true } }>>().toEqualTypeOf<{
    id: string
    links: { id: string; label: string }[]
  }>()
})

test('a selection includes blocks; unnamed blocks keep their place', () => {
  expectTypeOf<Selected<{ sections: { quote: { text: true } } }>>().toEqualTypeOf<{
    id: string
    sections: ({ id: string; blockType: 'quote'; text: string } | { id: string; blockType: 'gallery' })[]
  }>()
  type Rest = Selected<{ sections: { quote: { text: false } } }>
  type Quote = Extract<Rest['sections'][number], { blockType: 'quote' }>
  expectTypeOf<Quote>().toEqualTypeOf<{ id: string; blockType: 'quote'; by: string | null }>()
  expectTypeOf<Rest['title']>().toEqualTypeOf<string>()
})

test('a selection of false keeps all others', () => {
  expectTypeOf<Doc<Config, 'users', { select: { name: false; id: false; salary: false } }>>().toEqualTypeOf<{
    id: string
    revision: number
    createdAt: string
    updatedAt: string
    roles: ('admin' | 'editor')[]
  }>()
  expectTypeOf<Selected<{ seo: { score: false } }>['seo']>().toEqualTypeOf<{ description: string | null }>()
  expectTypeOf<Selected<{ id: true; title: true }>>().toEqualTypeOf<{ id: string; title: string }>()
})

test('search exists where it is configured', () => {
  const library = defineConfig({
    collections: {
      books: collection({ fields: { title: f.text() }, search: { fields: { title: 2 } } }),
      shelves: collection({ fields: { title: f.text() } }),
    },
  })
  const { books, shelves } = {} as LocalApi<typeof library>['collections']
  void (() => books.find({ search: 'words', sort: 'title' }))
  void (() => books.count({ search: 'words' }))
  // @ts-expect-error nothing can be searched here
  void (() => shelves.find({ search: 'words' }))
})
