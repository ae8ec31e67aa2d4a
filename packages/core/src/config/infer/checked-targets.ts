import type { FieldDefinition } from '../../contracts/field.ts'
import type { CollectionConfigs } from '../collection.ts'
import type { GlobalConfigs } from '../global.ts'
import type { ShownProblem } from './problem.ts'
import type { TargetOf } from './config.ts'
import type { FieldAt, OptionOf } from './field-at.ts'

/**
 * Checks the collections that fields refer to, once all of them are known: `to` of relationships and uploads,
 * `collection` and `on` of joins. A collection with a mistake becomes a `Problem`, which the compiler shows; any other
 * is `unknown`.
 */
export interface CheckedTargets<Collections extends CollectionConfigs, Globals extends GlobalConfigs, Plugins> {
  readonly collections: {
    readonly [Slug in keyof Collections]: ShownProblem<
      MistakeIn<Collections[Slug]['fields'], TargetPlaces<Collections, SlugOfPlugin<Plugins>, Slug>>
    >
  }
  readonly globals?: {
    readonly [Slug in keyof Globals]: ShownProblem<
      MistakeIn<Globals[Slug]['fields'], TargetPlaces<Collections, SlugOfPlugin<Plugins>, never>>
    >
  }
}

interface TargetPlaces<Collections, Further, Here> {
  readonly collections: Collections
  /** Collections of which only the slug is known. */
  readonly further: Further
  readonly here: Here
}

type SlugOfPlugin<Plugins> = Plugins extends readonly (infer Plugin)[]
  ? Plugin extends { readonly collections: infer Collections }
    ? keyof Collections
    : never
  : never

type MistakeIn<Fields, In extends TargetPlaces<unknown, unknown, unknown>, Path extends string = ''> = {
  [Name in keyof Fields]: [OptionOf<Fields, Name> & MayRefer] extends [never]
    ? never
    : Fields[Name] extends FieldDefinition<infer Type, infer Options>
      ? MistakeAt<Type, Options, In, `${Path}${Name & string}`>
      : never
}[keyof Fields]

/** Most fields have none of these options, and refer to nothing. */
type MayRefer = 'to' | 'collection' | 'fields' | 'blocks'

type MistakeAt<
  Type,
  Options,
  In extends TargetPlaces<unknown, unknown, unknown>,
  Path extends string,
> = Options extends {
  readonly fields: infer Fields
}
  ? MistakeIn<Fields, In, `${Path}.`>
  : Options extends { readonly blocks: infer Blocks }
    ? {
        [Block in keyof Blocks]: Blocks[Block] extends { readonly fields: infer Fields }
          ? MistakeIn<Fields, In, `${Path}.${Block & string}.`>
          : never
      }[keyof Blocks]
    : Type extends 'relationship' | 'upload'
      ? WrongTarget<TargetOf<Options>, Type, In, Path> | WrongTree<Options, In['here'], Path>
      : Type extends 'join'
        ? WrongJoin<Options, In, Path>
        : never

/** Distributes: each of several collections is checked by itself. */
type WrongTarget<
  Slug,
  Type,
  In extends TargetPlaces<unknown, unknown, unknown>,
  Path extends string,
> = Slug extends string
  ? string extends Slug
    ? never
    : Slug extends keyof In['collections']
      ? Type extends 'upload'
        ? HoldsFiles<In['collections'][Slug]> extends true
          ? never
          : `"${Path}" points to the collection "${Slug}", which has no \`upload\`.`
        : never
      : Slug extends In['further']
        ? never
        : string extends keyof In['collections']
          ? never
          : `"${Path}" points to the collection "${Slug}", which does not exist.`
  : never

/** A tree has one collection, its own. Other mistakes are found at start. */
type WrongTree<Options, Here, Path extends string> = Options extends {
  readonly tree: true | { readonly depth: number }
}
  ? string extends TargetOf<Options>
    ? never
    : [TargetOf<Options>] extends [Here]
      ? Options extends { readonly many: true } | { readonly to: readonly unknown[] } | { readonly localized: true }
        ? `"${Path}" has \`tree\`, which only works for a relationship to one document, in all locales.`
        : never
      : `"${Path}" has \`tree\`, which only works for a relationship to its own collection.`
  : never

type HoldsFiles<Collection> = Collection extends { readonly upload?: infer Upload }
  ? [Upload] extends [undefined]
    ? false
    : true
  : false

type WrongJoin<Options, In extends TargetPlaces<unknown, unknown, unknown>, Path extends string> = Options extends {
  readonly collection: infer Slug extends string
  readonly on: infer On extends string
}
  ? string extends Slug | On
    ? never
    : Slug extends keyof In['collections']
      ? string extends keyof In['collections']
        ? never
        : In['collections'][Slug] extends { readonly fields: infer Fields }
          ? WrongRelationship<FieldAt<Fields, On>, Slug, On, In, Path>
          : never
      : WrongTarget<Slug, 'join', In, Path>
  : never

type WrongRelationship<
  Field,
  Slug extends string,
  On extends string,
  In extends TargetPlaces<unknown, unknown, unknown>,
  Path extends string,
> = [Field] extends [FieldDefinition<'relationship' | 'upload', infer Options>]
  ? [Field] extends [never]
    ? `"${Path}" joins on "${On}", which is not a relationship of "${Slug}".`
    : [Extract<TargetOf<Options>, In['here']>] extends [never]
      ? string extends TargetOf<Options>
        ? never
        : `"${Path}" joins on "${On}", which does not point to "${In['here'] & string}".`
      : never
  : `"${Path}" joins on "${On}", which is not a relationship of "${Slug}".`
