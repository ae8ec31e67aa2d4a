import type { COLLECTION_HOOKS, CollectionSlug } from '@quirecms/core/feature'
import type { CheckedHook, CheckedRule } from './checked-code.ts'
import type { HookOf, Open, Registered, RuleOf } from './code-types.ts'

type Seen = Open<Registered>

/**
 * A rule of a collection of the registered application, for a file of its own. Returns the function, which doesn't compile if it names a
 * path that doesn't exist. A mere annotation would let that pass: TypeScript allows functions to return more than they should.
 *
 * @example
 * export const isOwn = rule('posts', ({ actor }) => (actor ? { author: { equals: actor.id } } : false))
 */
export function rule<Slug extends CollectionSlug<Seen>, const Given extends RuleOf<Slug>>(
  _collection: Slug,
  decide: Given & CheckedRule<Seen, Slug, Given>,
): RuleOf<Slug> {
  return decide
}

/**
 * A hook of a collection of the registered application, for a file of its own. Returns the function.
 *
 * @example
 * export const count = hook('posts', 'beforeChange', ({ data }) => ({ ...data, views: 0 }))
 */
export function hook<
  Slug extends CollectionSlug<Seen>,
  Name extends (typeof COLLECTION_HOOKS)[number],
  const Given extends HookOf<Slug, Name>,
>(_collection: Slug, _name: Name, run: Given & CheckedHook<Seen, Slug, Name, Given>): HookOf<Slug, Name> {
  return run
}
