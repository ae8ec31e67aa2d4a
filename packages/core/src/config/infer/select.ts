import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { ContentModel } from './content-model.ts'
import type { BlockFields } from './conditional.ts'
import type {
  CollectionFields,
  CollectionSlug,
  FeatureFieldName,
  GlobalFeatureFieldName,
  GlobalFields,
  GlobalSlug,
  VisibleName,
} from './config.ts'
import type { SystemName } from './path.ts'

/**
 * Which fields are in a response: a tree of `true` (only these) or of `false` (all but these), never both.
 *
 * @example
 * const select = { title: true, seo: { description: true } } satisfies SelectOf<typeof config, 'posts'>
 */
export type SelectOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> = EitherTree<
  CollectionFields<Config, Slug>,
  FeatureFieldName<Config, Slug>
>

export type GlobalSelectOf<Config extends ContentModel, Slug extends GlobalSlug<Config>> = EitherTree<
  GlobalFields<Config, Slug>,
  GlobalFeatureFieldName<Config, Slug>
>

type EitherTree<Fields extends FieldDefinitions, Further extends string = never> =
  | DocumentTree<Fields, true, Further>
  | DocumentTree<Fields, false, Further>

type DocumentTree<Fields extends FieldDefinitions, Choice extends boolean, Further extends string> = Tree<
  Fields,
  Choice
> & {
  readonly [Name in SystemName | Further]?: Choice
}

type Tree<Fields extends FieldDefinitions, Choice extends boolean> = {
  readonly [Name in VisibleName<Fields>]?: Choice | TreeBelow<Fields[Name], Choice>
}

type TreeBelow<Field extends FieldDefinition, Choice extends boolean> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends 'group' | 'array'
      ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
        ? Tree<Fields, Choice>
        : never
      : Type extends 'blocks'
        ? Options extends { readonly blocks: infer Blocks extends BlockFields }
          ? { readonly [Block in keyof Blocks]?: Choice | Tree<Blocks[Block]['fields'], Choice> }
          : never
        : never
    : never
