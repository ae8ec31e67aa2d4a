import type { JoinsOf } from '@quirecms/core'
import type { LocalApi } from '@quirecms/features'
import { expectTypeOf, test } from 'vitest'
import type { Config } from './magazine.ts'

declare const local: LocalApi<Config>
const { people, articles, tags } = local.collections

test('joins have options by their paths', () => {
  expectTypeOf<keyof JoinsOf<Config, 'people'>>().toEqualTypeOf<
    'articles' | 'activity.comments' | 'activity.mentions'
  >()
  expectTypeOf<keyof JoinsOf<Config, 'articles'>>().toEqualTypeOf<'comments'>()
  expectTypeOf<JoinsOf<Config, 'tags'>>().toEqualTypeOf<never>()
})

test('a call uses the fields of the joined collection', () => {
  const asked = people.find({
    joins: {
      articles: {
        limit: 5,
        sort: ['-createdAt', 'title'],
        where: { title: { contains: 'x' }, 'author.name': { equals: 'Ann' } },
      },
      'activity.comments': {
        where: { or: [{ text: { exists: true } }, { not: { 'by.mentor.name': { equals: 'Bob' } } }] },
      },
    },
  })
  expectTypeOf(asked).resolves.toHaveProperty('docs')
  expectTypeOf(people.findOne('', { joins: { articles: { sort: 'author.mentor.name' } } })).resolves.toHaveProperty(
    'name',
  )
  expectTypeOf(articles.update('', {}, { joins: { comments: { limit: 1 } } })).resolves.toHaveProperty('title')
  // With all locales, paths may name one.
  expectTypeOf(
    people.findOne('', {
      locale: 'all',
      joins: { articles: { sort: 'title.de', where: { 'title.de': { equals: 'x' } } } },
    }),
  ).resolves.toHaveProperty('name')
})

test('and with nothing else', () => {
  const calls = () => [
    // @ts-expect-error there is no such join
    people.find({ joins: { artikles: { limit: 5 } } }),
    // @ts-expect-error a relationship is no join
    people.find({ joins: { mentor: { limit: 5 } } }),
    // @ts-expect-error there is no such option
    people.find({ joins: { articles: { page: 2 } } }),
    // @ts-expect-error comments have no title
    people.findOne('', { joins: { 'activity.comments': { sort: 'title' } } }),
    // @ts-expect-error comments have no title
    people.findOne('', { joins: { 'activity.comments': { where: { title: { equals: 'x' } } } } }),
    // @ts-expect-error a text has no such operator
    people.find({ joins: { articles: { where: { title: { within: 1 } } } } }),
    // @ts-expect-error people have no title, however far the path
    people.find({ joins: { articles: { where: { 'author.mentor.title': { equals: 'x' } } } } }),
    // @ts-expect-error hidden fields do not exist for clients
    people.find({ joins: { articles: { where: { reviewer: { exists: true } } } } }),
    // @ts-expect-error a limit is a number
    people.find({ joins: { articles: { limit: '5' } } }),
    // @ts-expect-error nothing joins tags
    tags.find({ joins: {} }),
  ]
  expectTypeOf(calls).toBeFunction()
})
