import type { Actor, AnyLocalApi, AnyMethods } from '@quire/core'
import { must } from './must.ts'

/** The methods that tests call without the types of an application. */
type MethodName =
  | 'access'
  | 'bulk'
  | 'changeJoin'
  | 'copyLocale'
  | 'count'
  | 'create'
  | 'createUser'
  | 'delete'
  | 'duplicate'
  | 'find'
  | 'findOne'
  | 'forgotPassword'
  | 'get'
  | 'lock'
  | 'login'
  | 'logout'
  | 'me'
  | 'update'

export type TestMethods = Readonly<Record<MethodName, AnyMethods[string]>>

/**
 * The local API without an application's types. Every method seems to exist, and throws when you look it up if the
 * application lacks it. With `collections['posts']?.['create']?.(…)`, a test would quietly do nothing instead.
 *
 * @example
 * await app().local.asSystem().collection('posts').create({ title: 'One', hidden: 'x' })
 */
export interface TestLocal extends AnyLocalApi {
  collection(slug: string): TestMethods
  global(slug: string): TestMethods
  /** Signing in and related methods, for one auth collection. */
  users(slug: string): TestMethods
  readonly account: TestMethods
  as(actor: Actor): TestLocal
  asSystem(): TestLocal
}

export function testLocal(local: AnyLocalApi): TestLocal {
  const { collections, globals, auth, plugins, access, counts, search } = local
  return {
    collections,
    globals,
    auth,
    plugins,
    access,
    counts,
    search,
    account: complete(local.account, 'account'),
    collection: (slug) => complete(collections[slug], `collection "${slug}"`),
    global: (slug) => complete(globals[slug], `global "${slug}"`),
    users: (slug) => complete(auth[slug], `auth collection "${slug}"`),
    transaction: (work) => local.transaction(work),
    as: (actor) => testLocal(local.as(actor)),
    asSystem: () => testLocal(local.asSystem()),
  }
}

function complete(methods: AnyMethods | undefined, place: string): TestMethods {
  return new Proxy(must(methods, place) as TestMethods, {
    get: (all, name) => must<unknown>(Reflect.get(all, name), `method "${String(name)}" in ${place}`),
  })
}
