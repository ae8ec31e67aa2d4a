import type { FieldDefinition, FieldDefinitions, Typed } from '../../contracts/field.ts'
import type { Equality, JsonConditions, OrderedConditions, RowConditions } from '../../fields/conditions.ts'
import type { ContentModel } from './content-model.ts'
import type { BlockFields } from './conditional.ts'
import type { ConditionsOf, PartConditionsOf } from './conditions.ts'
import type {
  CollectionFields,
  CollectionSlug,
  FeatureFieldName,
  FeatureFields,
  Fewer,
  Level,
  TargetOf,
  VisibleName,
} from './config.ts'
import type { Unsortable } from './sort.ts'

/** The result of a dotted path of `where` or `sort`: its conditions, and whether lists can be sorted by it. */
export interface QueryablePath<Conditions, Sortable extends boolean, Rows = never> {
  readonly conditions: Conditions
  readonly sortable: Sortable
  /** The rows for `some`, `none` and `every`: `DocumentsOf` or `RowsWith`. */
  readonly rows: Rows
}

export interface DocumentsOf<Slug> {
  readonly collection: Slug
}

export interface RowsWith<Fields extends FieldDefinitions, Locales extends string> {
  readonly fields: Fields
  readonly locales: Locales
}

/** Looks up a path that starts at a document, or at a row. */
export type FoundFrom<Config extends ContentModel, Start, All extends string, Path> =
  Start extends RowsWith<infer Fields, infer Locales>
    ? InRow<Fields, Path, Lookup<Config, All, Locales, 5, false>>
    : Start extends DocumentsOf<infer Slug>
      ? FoundAt<Config, Slug, All, Path>
      : never

/**
 * Looks up one path as the service does (`resolvePath`): into groups, rows, blocks and locales, and through
 * relationships and joins. The result is `never` if there is nothing, and a union if a polymorphic relationship leads
 * to several collections. `All` are the locales that a path may name.
 */
export type FoundAt<Config extends ContentModel, Slug, All extends string, Path> = InDocument<
  Slug,
  Path,
  Lookup<Config, All, All, 5, true>
>

interface Lookup<
  Config extends ContentModel,
  All extends string,
  Locales extends string,
  Hops extends Level,
  Single extends boolean,
> {
  readonly config: Config
  readonly all: All
  /** The locales that a path may name here: none inside a localized field, because the outermost one decides. */
  readonly locales: Locales
  /** How many more relationships and joins the path may go through. */
  readonly hops: Hops
  /** Whether the path, so far, leads to at most one value in each document. */
  readonly single: Single
}

type LookupContext = Lookup<ContentModel, string, string, Level, boolean>

interface SystemConditions {
  id: OrderedConditions<string>
  revision: OrderedConditions<number>
  createdAt: OrderedConditions<string | Date>
  updatedAt: OrderedConditions<string | Date>
}

interface FeatureConditions extends Record<keyof FeatureFields, unknown> {
  deletedAt: OrderedConditions<string | Date>
  _status: Equality<FeatureFields['_status']>
  _publishedRevision: OrderedConditions<number>
}

type InDocument<Slug, Path, In extends LookupContext> = Path extends keyof SystemConditions
  ? QueryablePath<SystemConditions[Path], In['single']>
  : Slug extends CollectionSlug<In['config']>
    ? Path extends FeatureFieldName<In['config'], Slug>
      ? QueryablePath<FeatureConditions[Path], In['single']>
      : InFields<CollectionFields<In['config'], Slug>, Path, In>
    : never

type InFields<
  Fields extends FieldDefinitions,
  Path,
  In extends LookupContext,
> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends VisibleName<Fields>
    ? Below<Fields[Name], Rest, In>
    : never
  : Path extends VisibleName<Fields>
    ? OnField<Fields[Path], In>
    : never

type OnField<Field extends FieldDefinition, In extends LookupContext> =
  Field extends FieldDefinition<infer Type, infer Options> ? OnValue<Type, Options, In> : never

type OnValue<Type extends string, Options, In extends LookupContext> = Type extends 'group' | 'virtual'
  ? never
  : Type extends 'array' | 'blocks' | 'join'
    ? QueryablePath<RowConditions, false, RowsOf<Type, Options, In>>
    : QueryablePath<
        ConditionsOf<Type, Options>,
        Type extends Unsortable ? false : Options extends Unscalar ? false : In['single'],
        RowsOf<Type, Options, In>
      >

type RowsOf<Type extends string, Options, In extends LookupContext> = Type extends 'array'
  ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
    ? RowsWith<Fields, In['locales']>
    : never
  : Type extends 'join'
    ? DocumentsOf<TargetOf<Options>>
    : Type extends 'relationship' | 'upload'
      ? Options extends { readonly many: true }
        ? DocumentsOf<TargetOf<Options>>
        : never
      : never

type Unscalar = { readonly many: true } | Polymorphic | Typed<{ readonly sortable: false }>

interface Polymorphic {
  readonly to: readonly string[]
}

type Below<Field extends FieldDefinition, Path extends string, In extends LookupContext> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? [In['locales']] extends [never]
      ? BelowValue<Type, Options, Path, In>
      : Options extends { readonly localized: true }
        ? InLocale<Type, Options, Path, In['locales'], Lookup<In['config'], In['all'], never, In['hops'], In['single']>>
        : BelowValue<Type, Options, Path, In>
    : never

type InLocale<
  Type extends string,
  Options,
  Path extends string,
  Locale extends string,
  In extends LookupContext,
> = Path extends Locale
  ? OnValue<Type, Options, In>
  : Path extends `${infer First}.${infer Rest}`
    ? BelowValue<Type, Options, First extends Locale ? Rest : Path, In>
    : BelowValue<Type, Options, Path, In>

type BelowValue<Type extends string, Options, Path extends string, In extends LookupContext> = Type extends 'group'
  ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
    ? InFields<Fields, Path, In>
    : never
  : Type extends 'array'
    ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
      ? InRow<Fields, Path, In>
      : never
    : Type extends 'blocks'
      ? InBlocks<Options, Path, In>
      : Type extends 'json'
        ? QueryablePath<JsonConditions, false>
        : Type extends 'relationship' | 'upload' | 'join'
          ? Beyond<Type, Options, Path, In>
          : Path extends keyof PartConditionsOf<Options>
            ? QueryablePath<
                PartConditionsOf<Options>[Path],
                Options extends { readonly many: true } ? false : In['single']
              >
            : never

type InRow<Fields extends FieldDefinitions, Path, In extends LookupContext> = Path extends 'id'
  ? QueryablePath<Equality<string>, false>
  : InFields<Fields, Path, Many<In>>

type Many<In extends LookupContext> = Lookup<In['config'], In['all'], In['locales'], In['hops'], false>

type InBlocks<Options, Path extends string, In extends LookupContext> = Options extends {
  readonly blocks: infer Blocks extends BlockFields
}
  ? Path extends 'id'
    ? QueryablePath<Equality<string>, false>
    : Path extends 'blockType'
      ? QueryablePath<Equality<keyof Blocks & string>, false>
      : Path extends `${infer Block extends keyof Blocks & string}.${infer Rest}`
        ? InRow<Blocks[Block]['fields'], Rest, In>
        : Path extends keyof Blocks & string
          ? QueryablePath<RowConditions, false, RowsWith<Blocks[Path]['fields'], In['locales']>>
          : never
  : never

/** Continues through a relationship or join, or into one half of a polymorphic pair. */
type Beyond<Type extends string, Options, Path extends string, In extends LookupContext> = Options extends Polymorphic
  ? Path extends 'relationTo'
    ? QueryablePath<Equality<TargetOf<Options>>, false>
    : Path extends 'value'
      ? QueryablePath<Equality<string>, false>
      : InTarget<Options, Path, In, false>
  : InTarget<
      Options,
      Path,
      In,
      Type extends 'join' ? false : Options extends { readonly many: true } ? false : In['single']
    >

type InTarget<
  Options,
  Path extends string,
  In extends LookupContext,
  Single extends boolean,
> = In['hops'] extends infer Hops extends keyof Fewer
  ? InDocument<TargetOf<Options>, Path, Lookup<In['config'], In['all'], In['all'], Fewer[Hops], Single>>
  : never
