import type { CollectionConfigs } from '@quirecms/core'
import { collection, ConfigurationError, createApp, defineConfig, f, sqlite } from 'quirecms'
import { describe, expect, it } from 'vitest'

interface JoinQuery {
  readonly where?: Record<string, unknown>
  readonly sort?: string
}

const configWith = (query: JoinQuery) =>
  defineConfig({
    database: sqlite(':memory:'),
    localization: { locales: ['en', 'de'], defaultLocale: 'en' },
    collections: {
      posts: collection({
        fields: {
          title: f.text(),
          group: f.group({ fields: { comments: f.join({ collection: 'comments', on: 'post', ...query }) } }),
        },
      }),
      comments: collection({
        fields: {
          text: f.text({ localized: true }),
          likes: f.number(),
          tags: f.select({ options: ['a', 'b'], many: true }),
          secret: f.text({ hidden: true }),
          post: f.relationship({ to: 'posts' }),
        },
      }),
    } satisfies CollectionConfigs,
  })

const place = 'collections.posts.fields.group.comments'

describe('the query of a join is validated at startup', () => {
  it.each<[string, JoinQuery, string]>([
    ['an unknown path', { where: { nope: { equals: 1 } } }, `${place}.where: unknown path "nope"`],
    ['a path of the wrong collection', { where: { title: { equals: 'x' } } }, `${place}.where: unknown path "title"`],
    ['an unknown operator', { where: { likes: { same_as: 1 } } }, `${place}.where: "likes" has no operator "same_as"`],
    [
      'a value of the wrong type',
      { where: { likes: { equals: 'x' } } },
      `${place}.where: the value of "equals" on "likes"`,
    ],
    ['a path that names a locale', { where: { 'text.de': { equals: 'x' } } }, `${place}.where: unknown path "text.de"`],
    ['deep inside', { where: { or: [{ not: { nope: { equals: 1 } } }] } }, `${place}.where: unknown path "nope"`],
    [
      'itself',
      { where: { 'post.group.comments.likes': { greater_than: 3 } } },
      `${place}.where: the query follows the join in a circle`,
    ],
    ['an unknown sort', { sort: '-nope' }, `${place}.sort: unknown path "nope"`],
    ['a sort by a list', { sort: 'tags' }, `${place}.sort: documents cannot be sorted by "tags"`],
  ])('%s', async (_name, query, problem) => {
    const error = await createApp(configWith(query)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(String(error)).toContain(problem)
  })

  it('all problems are reported at once', async () => {
    const error = await createApp(configWith({ where: { a: { equals: 1 }, b: { equals: 1 } }, sort: 'c' })).catch(
      (thrown: unknown) => thrown,
    )
    expect((error as ConfigurationError).problems.map((one) => one.place)).toEqual([
      `${place}.where`,
      `${place}.where`,
      `${place}.sort`,
    ])
  })

  it.each<[string, JoinQuery]>([
    [
      'of every field, hidden ones too',
      { where: { secret: { equals: 'x' }, text: { contains: 'y' } }, sort: 'secret' },
    ],
    ['through relationships', { where: { 'post.title': { equals: 'x' } }, sort: '-post.title' }],
    ['by a localized field', { sort: 'text' }],
  ])('a valid one passes: %s', async (_name, query) => {
    const app = await createApp(configWith(query))
    await app.close()
  })
})
