import type { FieldDefinition, FieldDefinitions } from '../contracts/field.ts'
import type { QuireConfig } from './define-config.ts'
import type { CollectionFields, CollectionSlug, Flat, GlobalFields, GlobalSlug, VisibleName } from './infer-config.ts'
import type { SystemFields } from './infer-document.ts'

/**
 * Which fields an answer carries: a tree of `true` (only these) or of `false` (all but these), never of both (contract 5).
 *
 * @example
 * const select = { title: true, seo: { description: true } } satisfies SelectOf<typeof config, 'posts'>
 */
export type SelectOf<Config extends QuireConfig, Slug extends CollectionSlug<Config>> = EitherTree<
  CollectionFields<Config, Slug>
>

export type GlobalSelectOf<Config extends QuireConfig, Slug extends GlobalSlug<Config>> = EitherTree<
  GlobalFields<Config, Slug>
>

type EitherTree<Fields extends FieldDefinitions> = DocumentTree<Fields, true> | DocumentTree<Fields, false>

type DocumentTree<Fields extends FieldDefinitions, Choice extends boolean> = Tree<Fields, Choice> & {
  readonly [Name in keyof SystemFields]?: Choice
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
        ? Options extends {
            readonly blocks: infer Blocks extends { readonly [block: string]: { readonly fields: FieldDefinitions } }
          }
          ? { readonly [Block in keyof Blocks]?: Choice | Tree<Blocks[Block]['fields'], Choice> }
          : never
        : never
    : never

/**
 * What a selection leaves of a document. `id` always comes, and rows keep their `id` and `blockType`.
 *
 * @example
 * type Title = Selected<Doc<typeof config, 'posts'>, { title: true }> // { id: string; title: string }
 */
export type Selected<Document, Select> = [Leaves<Select>] extends [never]
  ? Included<Document, Select>
  : [Leaves<Select>] extends [false]
    ? Excluded<Document, Select>
    : Included<Document, Select>

type Leaves<Select> = {
  [Name in keyof Select]: Select[Name] extends boolean ? Select[Name] : Leaves<Select[Name]>
}[keyof Select]

/** The keys that no selection takes away. */
type Kept = 'id' | 'blockType'

type Included<Type, Select> = Flat<
  Pick<Type, keyof Type & Kept> & {
    [Name in keyof Type & Exclude<keyof Select, Kept>]: Select[Name] extends true
      ? Type[Name]
      : IncludedBelow<Type[Name], Select[Name]>
  }
>

type IncludedBelow<Value, Select> = Value extends readonly (infer Row)[]
  ? (Row extends { blockType: infer Block extends string }
      ? IncludedBlock<Row, Block, Select>
      : Included<Row, Select>)[]
  : Included<Value, Select>

/** A block that the selection does not name keeps its place in the list. */
type IncludedBlock<Row, Block extends string, Select> = Block extends keyof Select
  ? Select[Block] extends true
    ? Row
    : Included<Row, Select[Block]>
  : Included<Row, object>

type Excluded<Type, Select> = {
  [Name in keyof Type as Name extends Kept
    ? Name
    : Name extends keyof Select
      ? DroppedName<Name, Select>
      : Name]: Name extends keyof Select
    ? Name extends Kept
      ? Type[Name]
      : ExcludedBelow<Type[Name], Select[Name]>
    : Type[Name]
}

type DroppedName<Name extends keyof Select, Select> = Select[Name] extends false ? never : Name

type ExcludedBelow<Value, Select> = Value extends readonly (infer Row)[]
  ? (Row extends { blockType: infer Block extends string }
      ? ExcludedBlock<Row, Block, Select>
      : Excluded<Row, Select>)[]
  : Excluded<Value, Select>

type ExcludedBlock<Row, Block extends string, Select> = Block extends keyof Select
  ? Select[Block] extends false
    ? Included<Row, object>
    : Excluded<Row, Select[Block]>
  : Row
