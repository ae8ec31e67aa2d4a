import type { Where } from '../../contracts/access.ts'
import type { FieldDefinitions } from '../../contracts/field.ts'
import type { Operator, RowOperator } from '../../contracts/operators.ts'
import type { JsonConditions } from '../../fields/conditions.ts'
import type { ContentModel } from './content-model.ts'
import type { CallMode, CollectionSlug, LocalesOf } from './config.ts'
import type { DocumentsOf, QueryablePath, FoundAt, FoundFrom, RowsWith } from './found.ts'
import type { CollectionPath, ListedHops, PathKind, RowPath, SearchIn } from './path.ts'

/**
 * A query expression: conditions by dotted path, all of which must hold, and `and`, `or` and `not`
 * (docs/contract/querying.md#where). Paths through one relationship or join are listed; longer ones are checked in the
 * call.
 *
 * @example
 * const where: WhereOf<typeof config, 'posts'> = {
 *   views: { greater_than: 10 },
 *   'author.name': { equals: 'Ada' },
 *   or: [{ 'seo.description': { exists: true } }, { 'sections.quote.text': { contains: 'hello' } }],
 * }
 */
export type WhereOf<
  Config extends ContentModel,
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
type ConditionsByPath<Config extends ContentModel, Slug extends CollectionSlug<Config>, All extends string> = {
  [Path in CollectionPath<Config, Slug, All, ListedHops, 'known'>]?: ConditionsIn<
    Config,
    All,
    FoundAt<Config, Slug, All, Path>
  >
} & {
  [Path in CollectionPath<Config, Slug, All, ListedHops, 'json'>]?: JsonConditions
} & {
  [Path in CollectionPath<Config, Slug, All, ListedHops, 'beyond'>]?: AnyConditions
}

type ConditionsInRow<
  Config extends ContentModel,
  Fields extends FieldDefinitions,
  All extends string,
  Locales extends string,
> = {
  [Path in RowPathOf<Config, Fields, All, Locales, 'known'>]?: ConditionsIn<
    Config,
    All,
    FoundFrom<Config, RowsWith<Fields, Locales>, All, Path>
  >
} & {
  [Path in RowPathOf<Config, Fields, All, Locales, 'json'>]?: JsonConditions
} & {
  [Path in RowPathOf<Config, Fields, All, Locales, 'beyond'>]?: AnyConditions
}

type RowPathOf<
  Config extends ContentModel,
  Fields extends FieldDefinitions,
  All extends string,
  Locales extends string,
  Kind extends PathKind,
> = RowPath<Fields, SearchIn<Config, All, Locales, ListedHops, Kind>>

type ConditionsIn<Config extends ContentModel, All extends string, Result> =
  Result extends QueryablePath<infer Conditions, boolean, infer Rows>
    ? [Rows] extends [never]
      ? Conditions
      : Conditions & AskedByRow<RowWhere<Config, All, Rows>>
    : never

/** One row matches the whole query, no row does, or every row does. */
type AskedByRow<Query> = { [Name in RowOperator]?: Query }

type RowWhere<Config extends ContentModel, All extends string, Rows> =
  Rows extends RowsWith<infer Fields, infer Locales>
    ? WhereExpression<ConditionsInRow<Config, Fields, All, Locales>>
    : Rows extends DocumentsOf<infer Slug extends CollectionSlug<Config>>
      ? WhereExpression<ConditionsByPath<Config, Slug, All>>
      : never

type AnyConditions = { [Name in Operator]?: unknown }
