import { ConfigurationError, f } from '@quirecms/core'
import { resolveApplication } from '@quirecms/testkit'
import { expect, test } from 'vitest'

/** Paths of all errors at start. */
function placesOf(config: unknown): readonly string[] {
  try {
    // Also configurations that don't compile.
    resolveApplication(config as Parameters<typeof resolveApplication>[0])
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems.map(({ place }) => place)
    throw error
  }
  return []
}

const title = f.text()
const wrong = { type: 'text' }
const pages = { fields: { title: f.text() }, defaultSort: '-titel' }
const sortOfPages = 'collections.pages.defaultSort'

test.each<[string, unknown, readonly string[]]>([
  ['nothing else', { collections: { pages } }, [sortOfPages]],
  [
    'a field of the same collection',
    { collections: { pages: { ...pages, fields: { title, wrong } } } },
    ['collections.pages.fields.wrong', sortOfPages],
  ],
  [
    'options of the application and of collections',
    {
      server: { port: 'x' },
      name: 1,
      collections: { pages: { ...pages, access: { read: 1 } }, posts: { fields: { title }, labels: 1 } },
    },
    ['name', 'server.port', 'collections.pages.access.read', 'collections.posts.labels', sortOfPages],
  ],
  [
    'an index',
    { collections: { pages: { ...pages, indexes: [{ fields: ['title', 'nope'] }] } } },
    ['collections.pages.indexes.0', sortOfPages],
  ],
  [
    'a search',
    { collections: { pages: { ...pages, search: { fields: ['nope'] } } } },
    ['collections.pages.search.fields.nope', sortOfPages],
  ],
  [
    'a join',
    { collections: { pages: { ...pages, fields: { of: f.join({ collection: 'nope', on: 'page' }) } } } },
    [sortOfPages, 'collections.pages.fields.of'],
  ],
])('a wrong defaultSort is reported beside %s', (_name, config, places) => {
  expect(placesOf(config).toSorted()).toEqual(places.toSorted())
})

test.each<[string, object, readonly string[]]>([
  [
    'is sound',
    { fields: { title: f.text({ localized: true }), wrong }, defaultSort: ['title', '-createdAt'] },
    ['collections.posts.fields.wrong'],
  ],
  [
    'names a field that is wrong itself',
    { fields: { wrong }, defaultSort: 'wrong' },
    ['collections.posts.fields.wrong'],
  ],
  [
    'may be brought by an option that is wrong itself',
    { fields: { title }, defaultSort: 'status', versions: 5 },
    ['collections.posts.versions'],
  ],
  [
    'leads into a collection that is wrong itself',
    { fields: { title, wrong, author: f.relationship({ to: 'authors' }) }, defaultSort: 'author.name' },
    ['collections.authors.fields.name', 'collections.posts.fields.wrong'],
  ],
])('a defaultSort that %s is not reported beside other mistakes', (_name, posts, places) => {
  const authors = { fields: places.length > 1 ? { name: wrong } : {} }
  const config = { localization: { locales: ['en'], defaultLocale: 'en' }, collections: { posts, authors } }
  expect(placesOf(config).toSorted()).toEqual(places.toSorted())
})
