import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { PartConditionsOf } from './conditions.ts'
import type { ContentModel } from './content-model.ts'
import type { BlockFields } from './conditional.ts'
import type {
  CollectionFields,
  CollectionSlug,
  FeatureFieldName,
  Fewer,
  Level,
  PlainName,
  PlainType,
  TargetOf,
  VisibleName,
} from './config.ts'

/**
 * The paths of `where` (docs/contract/querying.md#paths). There are many, so only their names are listed here. The
 * conditions of a path are computed when it is used (`FoundAt`).
 */

export type SystemName = 'id' | 'revision' | 'createdAt' | 'updatedAt'

/**
 * The number of relationships and joins through which paths are listed, for annotations and for completion in editors.
 * The number of paths grows exponentially with it: with two, 40 collections of 80 fields took three times as long to
 * check. Calls check longer paths one by one (`Checked`).
 */
export type ListedHops = 1

export type PathKind = 'known' | 'json' | 'beyond' | 'sortable'

export interface SearchIn<
  Config extends ContentModel,
  All extends string,
  Locales extends string,
  Hops extends Level,
  Kind extends PathKind,
> {
  readonly config: Config
  /** The locales that a path may name, if the call reads all of them. */
  readonly all: All
  /** The same at this place; also `never` inside a localized field. */
  readonly locales: Locales
  /** How many more relationships and joins to follow. */
  readonly hops: Hops
  readonly kind: Kind
}

export type Search = SearchIn<ContentModel, string, string, Level, PathKind>

export type CollectionPath<
  Config extends ContentModel,
  Slug,
  All extends string,
  Hops extends Level,
  Kind extends PathKind,
> =
  Slug extends CollectionSlug<Config>
    ?
        | (Kind extends 'known' ? SystemName | FeatureFieldName<Config, Slug> : never)
        | FieldPath<CollectionFields<Config, Slug>, SearchIn<Config, All, All, Hops, Kind>>
    : never

export type RowPath<Fields extends FieldDefinitions, In extends Search> = KnownPath<'id', In> | FieldPath<Fields, In>

/** Most fields are plain, and their paths are their names. Handling them once for all kinds of paths is faster. */
type FieldPath<Fields extends FieldDefinitions, In extends Search> = [In['locales']] extends [never]
  ? KnownPath<PlainName<Fields>, In> | PathsFrom<Fields, Exclude<VisibleName<Fields>, PlainName<Fields>>, In>
  : PathsFrom<Fields, VisibleName<Fields>, In>

type PathsFrom<Fields extends FieldDefinitions, From extends VisibleName<Fields>, In extends Search> = {
  [Name in From]: PathsOf<Fields[Name], Name, In>
}[From]

type PathsOf<Field extends FieldDefinition, Name extends string, In extends Search> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? [In['locales']] extends [never]
      ? PathsAt<Type, Options, Name, In>
      : Options extends { readonly localized: true }
        ? PathsAt<Type, Options, Name | `${Name}.${In['locales']}`, Unlocalized<In>>
        : PathsAt<Type, Options, Name, In>
    : never

export type Unlocalized<In extends Search> = SearchIn<In['config'], In['all'], never, In['hops'], In['kind']>

type PathsAt<Type extends string, Options, Path extends string, In extends Search> = Type extends PlainType
  ? KnownPath<Path, In>
  : Type extends 'group'
    ? PathsInside<Options, Path, In>
    : Type extends 'array'
      ? KnownPath<Path | `${Path}.id`, In> | PathsInside<Options, Path, In>
      : Type extends 'blocks'
        ? KnownPath<Path | `${Path}.id` | `${Path}.blockType`, In> | BlockPaths<Options, Path, In>
        : Type extends 'relationship' | 'upload' | 'join'
          ? KnownPath<Path | PairPath<Options, Path>, In> | PathsBeyond<TargetOf<Options>, Path, In>
          : Type extends 'json'
            ? KnownPath<Path, In> | OpenPath<Path, 'json', In>
            : Type extends 'virtual'
              ? never
              : KnownPath<Path | PartPath<Options, Path>, In>

export type PartPath<Options, Path extends string> = Joined<Path, keyof PartConditionsOf<Options>>

/**
 * A path and the paths below it. `infer Rest` is needed: the compiler doesn't detect recursion while it compares
 * template types, so a list of paths directly in the template would not terminate, and TypeScript 5 and 6 overflow the
 * stack.
 */
export type Joined<Path extends string, Below> = [Below] extends [infer Rest extends string] ? `${Path}.${Rest}` : never

type KnownPath<Path extends string, In extends Search> = In['kind'] extends 'known' ? Path : never

type OpenPath<Path extends string, Kind extends PathKind, In extends Search> = In['kind'] extends Kind
  ? `${Path}.${string}`
  : never

type PathsInside<Options, Path extends string, In extends Search> = Options extends {
  readonly fields: infer Fields extends FieldDefinitions
}
  ? Joined<Path, FieldPath<Fields, In>>
  : never

type BlockPaths<Options, Path extends string, In extends Search> = Options extends {
  readonly blocks: infer Blocks extends BlockFields
}
  ? {
      [Block in keyof Blocks & string]:
        | KnownPath<`${Path}.${Block}` | `${Path}.${Block}.id`, In>
        | Joined<`${Path}.${Block}`, FieldPath<Blocks[Block]['fields'], In>>
    }[keyof Blocks & string]
  : never

type PairPath<Options, Path extends string> = Options extends { readonly to: readonly string[] }
  ? `${Path}.relationTo` | `${Path}.value`
  : never

type PathsBeyond<Slug, Path extends string, In extends Search> = In['hops'] extends infer Hops extends keyof Fewer
  ? Joined<Path, CollectionPath<In['config'], Slug, In['all'], Fewer[Hops], In['kind']>>
  : OpenPath<Path, 'beyond', In>
