import type { COLLECTION_HOOKS, CollectionSlug } from '@quirecms/core/feature'
import type { CheckedHook, CheckedRule } from './checked-code.ts'
import type { HookOf, Open, Registered, RuleOf } from './code-types.ts'

type Seen = Open<Registered>

/**
 * Defines a rule of a collection of the registered application in a separate file. Returns its argument; a path that
 * doesn't exist is a compile error. A type annotation would not find it: TypeScript allows functions to return more
 * members than their type has.
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
 * Defines a hook of a collection of the registered application in a separate file. Returns its argument.
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
