import { expectTypeOf, test } from 'vitest'
import { type App, type ConfigOf, type Doc, type LocalApi, withTypes } from '../../packages/quire/src/index.ts'
import { createClient } from '../../packages/sdk/src/index.ts'
import type { config } from './blog.ts'

/** What `quire generate types` prints for a collection with drafts and one of users. */
type Application = {
  readonly collections: {
    readonly users: {
      readonly auth: true
      readonly fields: { readonly name: { readonly type: 'text'; readonly options: object } }
    }
    readonly posts: {
      readonly fields: {
        readonly title: { readonly type: 'text'; readonly options: { readonly required: true } }
        readonly views: { readonly type: 'number'; readonly options: { readonly default: unknown } }
        readonly author: { readonly type: 'relationship'; readonly options: { readonly to: 'users' } }
      }
    }
  }
  readonly globals: {
    readonly settings: { readonly fields: { readonly name: { readonly type: 'text'; readonly options: object } } }
  }
}

type Typed = ConfigOf<Application>

declare const given: typeof config
declare const local: App<typeof config>['local']

test('generated types type a configuration, and the local API of its application', async () => {
  expectTypeOf(withTypes<Application>(given)).toEqualTypeOf<Typed>()
  const { docs } = await withTypes<Application>(local).collections.posts.find({
    where: { views: { greater_than: 1 }, 'author.name': { equals: 'Ada' } },
    sort: '-views',
    populate: { author: true },
  })
  expectTypeOf(docs[0]?.author?.name).toEqualTypeOf<string | null | undefined>()
  expectTypeOf<App<Typed>['local']>().toEqualTypeOf<LocalApi<Typed>>()
  expectTypeOf<Doc<Typed, 'posts'>['title']>().toEqualTypeOf<string>()
})

test('names that generated types lack do not compile', () => {
  const typed = withTypes<Application>(local)
  // @ts-expect-error no such field
  void typed.collections.posts.find({ where: { titel: { equals: 'x' } } })
  // @ts-expect-error no such operator of numbers
  void typed.collections.posts.find({ where: { views: { contains: 'x' } } })
  // @ts-expect-error no such collection
  void typed.collections.pages
  // @ts-expect-error not generated types
  withTypes<{ readonly posts: object }>(given)
  // @ts-expect-error neither a configuration nor a local API
  withTypes<Application>({ posts: {} })
  // @ts-expect-error a client, which lacks methods of the local API
  withTypes<Application>(createClient<Application>({ baseUrl: 'https://example.com' }))
})
