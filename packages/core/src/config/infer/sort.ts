import type { BuiltInType, FieldDefinition, FieldDefinitions, Typed } from '../../contracts/field.ts'
import type { ContentModel } from './content-model.ts'
import type {
  CallMode,
  CollectionFields,
  CollectionSlug,
  FeatureFieldName,
  Fewer,
  Level,
  LocalesOf,
  VisibleName,
} from './config.ts'
import type { Joined, ListedHops, PartPath, Search, SearchIn, SystemName, Unlocalized } from './path.ts'

/**
 * The sort keys of lists: a path to one scalar, with `-` for descending (docs/contract/querying.md#sort). It may lead
 * through relationships to one document of one collection. Paths through one relationship are listed; longer ones are
 * checked in the call.
 *
 * @example
 * const sort: SortOf<typeof config, 'posts'>[] = ['-views', 'author.name', 'title']
 */
export type SortOf<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
> = string extends Slug ? string : Directed<CollectionSort<Config, Slug, LocalesOf<Config, Mode>, ListedHops>>

type Directed<Path extends string> = Path | `-${Path}`

type CollectionSort<Config extends ContentModel, Slug, All extends string, Hops extends Level> =
  Slug extends CollectionSlug<Config>
    ?
        | SystemName
        | FeatureFieldName<Config, Slug>
        | SortPath<CollectionFields<Config, Slug>, SearchIn<Config, All, All, Hops, 'sortable'>>
    : never

type SortPath<Fields extends FieldDefinitions, In extends Search> = {
  [Name in VisibleName<Fields>]: SortPathsOf<Fields[Name], Name, In>
}[VisibleName<Fields>]

type SortPathsOf<Field extends FieldDefinition, Name extends string, In extends Search> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends Unsortable
      ? never
      : [In['locales']] extends [never]
        ? SortPathsAt<Type, Options, Name, In>
        : Options extends { readonly localized: true }
          ? SortPathsAt<Type, Options, Name | `${Name}.${In['locales']}`, Unlocalized<In>>
          : SortPathsAt<Type, Options, Name, In>
    : never

/** Types whose values are not exactly one scalar for each document. */
export type Unsortable = 'json' | 'point' | 'richText' | 'array' | 'blocks' | 'virtual' | 'join'

type SortPathsAt<Type extends string, Options, Path extends string, In extends Search> = Type extends 'group'
  ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
    ? Joined<Path, SortPath<Fields, In>>
    : never
  : Options extends { readonly many: true } | { readonly to: readonly string[] }
    ? never
    : Type extends 'relationship' | 'upload'
      ? Options extends { readonly to: infer Slug }
        ? Path | Joined<Path, SortBeyond<Slug, In>>
        : never
      : Type extends BuiltInType
        ? Path
        : PartPath<Options, Path> | (Options extends Typed<{ readonly sortable: true }> ? Path : never)

type SortBeyond<Slug, In extends Search> = In['hops'] extends infer Hops extends keyof Fewer
  ? CollectionSort<In['config'], Slug, In['all'], Fewer[Hops]>
  : string
