import type { SortOf, WhereOf } from '@quirecms/core'
import type { LocalApi } from '@quirecms/features'
import { expectTypeOf, test } from 'vitest'
import type { Config } from './magazine.ts'

declare const local: LocalApi<Config>
const { articles, people, tags } = local.collections

type Where = WhereOf<Config, 'articles'>
type OperatorsAt<Path extends keyof Where> = keyof NonNullable<Where[Path]>
type Equality = 'equals' | 'not_equals' | 'in' | 'not_in' | 'exists'
type Order = 'greater_than' | 'greater_than_equal' | 'less_than' | 'less_than_equal'
type Presence = 'exists' | 'equals' | 'not_equals'
type ByRow = 'some' | 'none' | 'every'
type Search = 'like' | 'contains' | 'starts_with' | 'ends_with'

test('where follows relationships and joins', () => {
  const where: Where = {
    'author.name': { starts_with: 'A' },
    'author.createdAt': { greater_than: '2026-01-01' },
    'author.id': { in: ['a', 'b'] },
    'author.activity.comments': { exists: true },
    'tags.weight': { greater_than: 3 },
    'credits.photo.name': { like: 'ada' },
    'sources.person.name': { equals: 'Ada' },
    'parts.quote.by.name': { equals: 'Ada' },
    'comments.text': { contains: 'no' },
    comments: { exists: false },
    or: [{ 'editor.mentor': { equals: 'id' } }, { not: { 'translator.bio': { equals: null } } }],
  }
  expectTypeOf(where).toExtend<Where>()
  // @ts-expect-error people have no title
  const unknown: Where = { 'author.title': { equals: 'x' } }
  // @ts-expect-error a number is compared with numbers
  const value: Where = { 'tags.weight': { equals: '3' } }
  // @ts-expect-error a number is not searched as text
  const operator: Where = { 'tags.weight': { like: '3' } }
  // @ts-expect-error hidden fields do not exist for clients
  const hidden: Where = { 'reviewer.name': { equals: 'x' } }
  // @ts-expect-error a locale is named only where all are read
  const locale: Where = { 'title.de': { equals: 'x' } }
  expectTypeOf([unknown, value, operator, hidden, locale]).toBeArray()
})

test('a path has the operators of its field', () => {
  expectTypeOf<OperatorsAt<'author.name'>>().toEqualTypeOf<Equality | Order | Search>()
  expectTypeOf<OperatorsAt<'tags.weight'>>().toEqualTypeOf<Equality | Order>()
  expectTypeOf<OperatorsAt<'author.revision'>>().toEqualTypeOf<Equality | Order>()
  expectTypeOf<OperatorsAt<'author.mentor'>>().toEqualTypeOf<Equality>()
  expectTypeOf<OperatorsAt<'comments.text'>>().toEqualTypeOf<Equality | Order | Search>()
  expectTypeOf<OperatorsAt<'comments'>>().toEqualTypeOf<Presence | ByRow>()
  expectTypeOf<OperatorsAt<'author.articles'>>().toEqualTypeOf<Presence | ByRow>()
})

test('rows have conditions on their fields', () => {
  const where: Where = {
    sources: { some: { page: { greater_than: 3 }, 'person.name': { equals: 'Ada' }, id: { exists: true } } },
    'parts.quote': { none: { text: { like: 'x' }, or: [{ by: { exists: true } }] } },
    comments: { every: { text: { contains: 'x' }, createdAt: { less_than: '2027' } } },
    tags: { some: { weight: { equals: 1 } }, contains: 'id' },
    related: { some: { name: { equals: 'Ada' }, title: { equals: 'x' } } },
    'author.friends': { some: { friends: { none: { name: { equals: 'x' } } } } },
  }
  expectTypeOf(where).toExtend<Where>()
  // @ts-expect-error sources have no title
  const unknown: Where = { sources: { some: { title: { equals: 'x' } } } }
  // @ts-expect-error a number is compared with numbers
  const value: Where = { sources: { some: { page: { equals: '3' } } } }
  // @ts-expect-error a list of blocks as such has no rows of one kind
  const blocks: Where = { parts: { some: {} } }
  expectTypeOf([unknown, value, blocks]).toBeArray()

  void articles.find({ where: { sources: { some: { page: { equals: 3 }, person: { exists: true } } } } })
  void articles.find({ where: { 'author.mentor.friends': { every: { name: { equals: 'x' } } } } })
  void articles.find({ locale: 'all', where: { 'parts.quote': { some: { 'text.de': { like: 'x' } } } } })
  // @ts-expect-error sources have no title
  void articles.find({ where: { sources: { some: { page: { equals: 3 }, title: { equals: 'x' } } } } })
  // @ts-expect-error people have no title, however far away
  void articles.find({ where: { 'author.mentor.friends': { every: { title: { equals: 'x' } } } } })
  // @ts-expect-error one document is no list of rows
  void articles.find({ where: { author: { some: { name: { equals: 'x' } } } } })
  // @ts-expect-error nor is a text
  void articles.find({ where: { 'author.name': { some: {} } } })
})

test('a path through a polymorphic relationship leads to fields of any target', () => {
  const where: Where = {
    'related.name': { equals: 'Ada' },
    'related.title': { equals: 'News' },
    'related.relationTo': { equals: 'people' },
    'related.value': { equals: 'id' },
    'about.weight': { greater_than: 2 },
  }
  expectTypeOf(where).toExtend<Where>()
  // @ts-expect-error neither people nor articles have a weight
  const unknown: Where = { 'related.weight': { equals: 2 } }
  // @ts-expect-error not one of the collections
  const collection: Where = { 'related.relationTo': { equals: 'tags' } }
  expectTypeOf([unknown, collection]).toBeArray()
})

test('calls check paths of up to five steps', () => {
  void articles.find({ where: { 'author.mentor.name': { equals: 'x' }, 'comments.by.name': { like: 'x' } } })
  void articles.find({ where: { 'author.mentor.mentor.mentor.mentor.name': { equals: 'x' } } })
  void articles.find({ where: { and: [{ or: [{ 'author.mentor.createdAt': { less_than: '2026' } }] }] } })
  void articles.find({ where: { 'related.mentor.name': { equals: 'x' }, 'related.comments.text': { equals: 'x' } } })
  void articles.find({ where: { 'meta.color.name': { equals: 'red' }, 'related.meta.size': { greater_than: 3 } } })
  void articles.count({ where: { 'comments.by.activity.comments.text': { exists: true } } })
  // @ts-expect-error people have no title
  void articles.find({ where: { 'author.mentor.title': { equals: 'x' } } })
  // @ts-expect-error people have no title, whatever else is asked
  void articles.find({ where: { title: { equals: 'x' }, 'author.mentor.title': { equals: 'x' } } })
  // @ts-expect-error nor at any depth
  void articles.find({ where: { or: [{ not: { 'author.mentor.mentor.title': { equals: 'x' } } }] } })
  // @ts-expect-error a text is not compared with numbers
  void articles.find({ where: { 'author.mentor.name': { equals: 3 } } })
  // @ts-expect-error a timestamp is not searched as text
  void articles.find({ where: { 'author.mentor.createdAt': { like: '2026' } } })
  // @ts-expect-error there is no such operator, whatever else is asked
  void articles.find({ where: { 'author.mentor.name': { equals: 'x', matches: 'x' } } })
  // @ts-expect-error that is a sixth
  void articles.find({ where: { 'author.mentor.mentor.mentor.mentor.mentor.name': { equals: 'x' } } })
  // @ts-expect-error people have no title
  void articles.count({ where: { 'author.mentor.title': { equals: 'x' } } })
})

test('calls check invalid options beside valid ones', () => {
  // @ts-expect-error there is no such field
  void articles.find({ where: { title: { equals: 'x' }, nothing: { equals: 1 } } })
  // @ts-expect-error there is no such field
  void articles.find({ where: { and: [{}, { slug: { exists: true }, nothing: { equals: 1 } }] } })
  // @ts-expect-error there is no such operator
  void articles.find({ where: { title: { equals: 'x', matches: 'x' } } })
  // @ts-expect-error there is no such option
  void articles.find({ limit: 1, wehre: {} })
})

test('calls accept expressions in variables', () => {
  const where: Where = { title: { equals: 'x' } }
  const key: string = 'title'
  const wanted = Math.random() > 0.5
  void articles.find({ where })
  void articles.find({ where: { and: [where, { 'author.name': { equals: 'x' } }] } })
  void articles.find({ where: { [key]: { equals: 'x' } } })
  void articles.find({ where: wanted ? { title: { equals: 'x' } } : { slug: { equals: 'x' } } })
  void articles.find({ where: { ...(wanted && { 'author.mentor.name': { equals: 'x' } }) } })
  void articles.find({ where: {} })
  const branch = { slug: { equals: 'x' }, nothing: { equals: 1 } } as const
  // @ts-expect-error both branches are checked
  void articles.find({ where: wanted ? { title: { equals: 'x' } } : branch })
})

test('with all locales, paths may name one', () => {
  void articles.find({ locale: 'all', where: { 'title.de': { equals: 'x' }, title: { equals: 'x' } } })
  void articles.find({ locale: '*', where: { 'summary.de.text': { like: 'x' }, 'summary.text': { like: 'x' } } })
  void articles.find({ locale: 'all', where: { 'extras.en': { exists: true }, 'extras.en.label': { like: 'x' } } })
  void articles.find({
    locale: 'all',
    where: { 'author.bio.de': { like: 'x' }, 'translator.en.bio.de': { like: 'x' } },
  })
  void articles.find({
    locale: 'all',
    where: { 'parts.quote.text.de': { like: 'x' } },
    sort: ['title.de', '-author.bio.en'],
  })
  void tags.find({ locale: 'all', where: { 'label.de': { equals: 'x' } } })
  const where: WhereOf<Config, 'articles', { locale: 'all' }> = { 'title.de': { equals: 'x' } }
  void articles.find({ locale: 'all', where })
  // @ts-expect-error there is no such locale
  void articles.find({ locale: 'all', where: { 'title.fr': { equals: 'x' } } })
  // @ts-expect-error not localized
  void articles.find({ locale: 'all', where: { 'slug.de': { equals: 'x' } } })
  // @ts-expect-error only with all locales
  void articles.find({ where: { 'title.de': { equals: 'x' } } })
  // @ts-expect-error only with all locales
  void articles.find({ locale: 'de', where: { 'title.de': { equals: 'x' } } })
  // @ts-expect-error only with all locales
  void articles.find({ locale: 'de', sort: 'title.de' })
  // @ts-expect-error not localized
  void articles.find({ locale: 'all', sort: 'slug.de' })
})

test('sort follows relationships to one document of one collection', () => {
  type Scalar = 'id' | 'revision' | 'createdAt' | 'updatedAt' | 'text' | 'article' | 'by'
  type OfArticle = 'title' | 'slug' | 'author' | 'editor' | 'translator' | 'credits.photo' | 'credits.note'
  type Own = Extract<SortOf<Config, 'comments'>, Scalar>
  expectTypeOf<Own>().toEqualTypeOf<Scalar>()
  expectTypeOf<`article.${OfArticle}` | `-article.${OfArticle}`>().toExtend<SortOf<Config, 'comments'>>()
  expectTypeOf<'-by.name' | 'by.createdAt' | 'article.summary.text'>().toExtend<SortOf<Config, 'comments'>>()
  expectTypeOf<'by.articles'>().not.toExtend<SortOf<Config, 'comments'>>()
  expectTypeOf<'article.tags'>().not.toExtend<SortOf<Config, 'comments'>>()
  expectTypeOf<'article.nothing'>().not.toExtend<SortOf<Config, 'comments'>>()
})

test('calls check sort fields', () => {
  void articles.find({ sort: '-author.name' })
  void articles.find({ sort: ['author.mentor.name', '-author.mentor.mentor.createdAt', 'title'] })
  const sort: SortOf<Config, 'articles'> = 'title'
  const sorts: SortOf<Config, 'articles'>[] = ['title', '-author.name']
  void articles.find({ sort })
  void articles.find({ sort: sorts })
  void articles.find({ sort: [sort, 'slug'] })
  // @ts-expect-error people have no title
  void articles.find({ sort: 'author.title' })
  // @ts-expect-error people have no title
  void articles.find({ sort: ['title', '-author.mentor.title'] })
  // @ts-expect-error several tags have several labels
  void articles.find({ sort: 'tags.label' })
  // @ts-expect-error a join has many documents
  void people.find({ sort: 'mentor.articles.title' })
  // @ts-expect-error a pair leads to several collections
  void articles.find({ sort: 'about.createdAt' })
  // @ts-expect-error nor further along: a join
  void articles.find({ sort: 'author.mentor.articles.title' })
  // @ts-expect-error nor further along: several documents
  void articles.find({ sort: ['-author.mentor.friends.name'] })
  // @ts-expect-error nor further along: several collections
  void articles.find({ sort: 'author.mentor.favourite.createdAt' })
  // @ts-expect-error rows have many values
  void articles.find({ sort: 'sources.page' })
  // @ts-expect-error JSON has no order
  void articles.find({ sort: 'meta.size' })
})
