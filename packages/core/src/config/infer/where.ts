import type { Where } from '../../contracts/access.ts'
import type { Operator } from '../../contracts/field.ts'
import type { QuireConfig } from '../define-config.ts'
import type { JsonConditions } from './conditions.ts'
import type { CallMode, CollectionSlug, LocalesOf } from './config.ts'
import type { Found, FoundAt } from './found.ts'
import type { CollectionPath, ListedHops } from './path.ts'

/**
 * A query expression: conditions by dotted path, all of which must hold, and `and`, `or` and `not` (contract 5). Paths
 * through one relationship or join are listed; longer ones are checked when you write them into a call.
 *
 * @example
 * const where: WhereOf<typeof config, 'posts'> = {
 *   views: { greater_than: 10 },
 *   'author.name': { equals: 'Ada' },
 *   or: [{ 'seo.description': { exists: true } }, { 'sections.quote.text': { contains: 'hello' } }],
 * }
 */
export type WhereOf<
  Config extends QuireConfig,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
> = string extends Slug ? Where : WhereExpression<ConditionsByPath<Config, Slug, LocalesOf<Config, Mode>>>

type WhereExpression<Paths> = Paths & {
  and?: readonly WhereExpression<Paths>[]
  or?: readonly WhereExpression<Paths>[]
  not?: WhereExpression<Paths>
}

/**
 * Known and open paths are kept apart: in one union, the compiler would compare every known path with every open one.
 */
type ConditionsByPath<Config extends QuireConfig, Slug extends CollectionSlug<Config>, All extends string> = {
  [Path in CollectionPath<Config, Slug, All, ListedHops, 'known'>]?: ConditionsIn<FoundAt<Config, Slug, All, Path>>
} & {
  [Path in CollectionPath<Config, Slug, All, ListedHops, 'json'>]?: JsonConditions
} & {
  [Path in CollectionPath<Config, Slug, All, ListedHops, 'beyond'>]?: AnyConditions
}

type ConditionsIn<Result> = Result extends Found<infer Conditions, boolean> ? Conditions : never

type AnyConditions = { [Name in Operator]?: unknown }
