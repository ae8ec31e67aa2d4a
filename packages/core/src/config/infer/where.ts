import type { Where } from '../../contracts/access.ts'
import type { FieldDefinitions } from '../../contracts/field.ts'
import type { Operator, RowOperator } from '../../contracts/operators.ts'
import type { JsonConditions } from '../../fields/conditions.ts'
import type { ContentModel } from './content-model.ts'
import type { CallMode, CollectionSlug, LocalesOf } from './config.ts'
import type { DocumentsOf, QueryablePath, FoundFrom, RowsWith } from './found.ts'
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

type ConditionsByPath<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  All extends string,
> = ConditionsAt<
  Config,
  All,
  DocumentsOf<Slug>,
  CollectionPath<Config, Slug, All, ListedHops, 'known'>,
  CollectionPath<Config, Slug, All, ListedHops, 'json'>,
  CollectionPath<Config, Slug, All, ListedHops, 'beyond'>
>

type ConditionsInRow<
  Config extends ContentModel,
  Fields extends FieldDefinitions,
  All extends string,
  Locales extends string,
> = ConditionsAt<
  Config,
  All,
  RowsWith<Fields, Locales>,
  RowPathOf<Config, Fields, All, Locales, 'known'>,
  RowPathOf<Config, Fields, All, Locales, 'json'>,
  RowPathOf<Config, Fields, All, Locales, 'beyond'>
>

/**
 * Known and open paths are kept apart: in one union, the compiler would compare every known path with every open one.
 * They are parameters, because the compiler resolves the constraint of a mapped type's key at once, even for no
 * configuration in particular. The conditions of a path are a mapped type, which waits until the path is used: a
 * completion asks for the types of all paths, but for the operators of none.
 */
type ConditionsAt<
  Config extends ContentModel,
  All extends string,
  Start,
  Known extends string,
  Json extends string,
  Beyond extends string,
> = {
  [Path in Known]?: {
    [Name in Operator as Name & KeyIn<ConditionsIn<Config, All, FoundFrom<Config, Start, All, Path>>>]?: MemberIn<
      ConditionsIn<Config, All, FoundFrom<Config, Start, All, Path>>,
      Name
    >
  }
} & {
  [Path in Json]?: JsonConditions
} & {
  [Path in Beyond]?: AnyConditions
}

/** Distribute over unions: a path through a polymorphic relationship takes the conditions of each collection. */
type KeyIn<Conditions> = Conditions extends unknown ? keyof Conditions : never
type MemberIn<Conditions, Name> = Conditions extends unknown
  ? Name extends keyof Conditions
    ? Conditions[Name]
    : never
  : never

type RowPathOf<
  Config extends ContentModel,
  Fields extends FieldDefinitions,
  All extends string,
  Locales extends string,
  Kind extends PathKind,
> = RowPath<Fields, SearchIn<Config, All, Locales, ListedHops, Kind>>

/** The paths that editors suggest at this start: all that are likely to be meant by a wrong one. */
export type ListedPath<Config extends ContentModel, Start, All extends string> =
  Start extends RowsWith<infer Fields, infer Locales>
    ? RowPathOf<Config, Fields, All, Locales, 'known'>
    : Start extends DocumentsOf<infer Slug>
      ? CollectionPath<Config, Slug, All, ListedHops, 'known'>
      : never

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
