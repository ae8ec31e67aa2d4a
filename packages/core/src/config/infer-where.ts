import type { FieldDefinition, FieldDefinitions } from '../contracts/field.ts'
import type { QuireConfig } from './define-config.ts'
import type { ConditionsOf, Equality, JsonConditions, OrderedConditions, RowConditions } from './infer-conditions.ts'
import type { CollectionFields, CollectionSlug, VisibleName } from './infer-config.ts'

/**
 * A query expression: dotted paths to conditions, joined by and; `and`, `or` and `not` (contract 5).
 *
 * @example
 * const where: WhereOf<typeof config, 'posts'> = {
 *   views: { greater_than: 10 },
 *   or: [{ 'seo.description': { exists: true } }, { 'sections.quote.text': { contains: 'hello' } }],
 * }
 */
export type WhereOf<Config extends QuireConfig, Slug extends CollectionSlug<Config>> = WhereExpression<
  SystemConditions & Conditions<FieldPath<CollectionFields<Config, Slug>, ''>>
>

export type WhereExpression<Paths> = Paths & {
  and?: readonly WhereExpression<Paths>[]
  or?: readonly WhereExpression<Paths>[]
  not?: WhereExpression<Paths>
}

interface SystemConditions {
  id?: OrderedConditions<string>
  revision?: OrderedConditions<number>
  createdAt?: OrderedConditions<string>
  updatedAt?: OrderedConditions<string>
}

type Conditions<Entry extends PathEntry> = { [One in Entry as One[0]]?: One[1] }

/** A path and what can be asked of it. */
type PathEntry = [path: string, conditions: unknown]

type FieldPath<Fields extends FieldDefinitions, Prefix extends string> = {
  [Name in VisibleName<Fields>]: PathsOf<Fields[Name], `${Prefix}${Name}`>
}[VisibleName<Fields>]

type PathsOf<Field extends FieldDefinition, Path extends string> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends 'virtual'
      ? never
      : Type extends 'join'
        ? [Path, RowConditions]
        : Type extends 'group'
          ? PathsInside<Options, Path>
          : Type extends 'array'
            ? [Path, RowConditions] | [`${Path}.id`, Equality<string>] | PathsInside<Options, Path>
            : Type extends 'blocks'
              ? [Path, RowConditions] | [`${Path}.id`, Equality<string>] | BlockPaths<Options, Path>
              : [Path, ConditionsOf<Type, Options>] | PathsBelow<Type, Options, Path>
    : never

type PathsInside<Options, Path extends string> = Options extends {
  readonly fields: infer Fields extends FieldDefinitions
}
  ? FieldPath<Fields, `${Path}.`>
  : never

type BlockPaths<Options, Path extends string> = Options extends {
  readonly blocks: infer Blocks extends { readonly [block: string]: { readonly fields: FieldDefinitions } }
}
  ?
      | [`${Path}.blockType`, Equality<keyof Blocks & string>]
      | {
          [Block in keyof Blocks & string]:
            | [`${Path}.${Block}.id`, Equality<string>]
            | FieldPath<Blocks[Block]['fields'], `${Path}.${Block}.`>
        }[keyof Blocks & string]
  : never

/** Paths that go on below a single value. Those through relationships to one collection will be added with population. */
type PathsBelow<Type extends string, Options, Path extends string> = Type extends 'json'
  ? [`${Path}.${string}`, JsonConditions]
  : Options extends { readonly to: readonly (infer Slug)[] }
    ? [`${Path}.relationTo`, Equality<Slug>] | [`${Path}.value`, Equality<string>]
    : never
