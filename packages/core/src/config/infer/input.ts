import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { RichTextDocument } from '../../fields/rich-text-document.ts'
import type { ContentModel } from './content-model.ts'
import type {
  CallMode,
  CollectionFields,
  CollectionSlug,
  Form,
  FormOf,
  GlobalSlug,
  GlobalWorkingFields,
  PlainForm,
  VisibleName,
  WorkingFields,
} from './config.ts'
import type { Flat } from './flat.ts'
import type { BlockFields, Conditional, FieldsIn, IsAlwaysRequired } from './conditional.ts'
import type { Instant, NamedParts, ValueOf } from './value.ts'

/** The options of a creation that change the form of its data. */
interface CreateMode extends CallMode {
  /** Only `true` demands complete data: any other value may make a draft. */
  readonly publish?: boolean
}

/**
 * The data of a new document. Fields that are optional, have a default or are derived from another field may be absent;
 * with incomplete drafts, all fields may, unless the document is published at once.
 *
 * @example
 * const draft: CreateInput<typeof config, 'posts'> = {}
 * const data: CreateInput<typeof config, 'posts', { publish: true }> = { title: 'Hello' }
 */
export type CreateInput<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CreateMode = object,
> = NewFields<
  Mode extends { readonly publish: true } ? CollectionFields<Config, Slug> : WorkingFields<Config, Slug>,
  FormOf<Config, Mode>
>

/**
 * The data of an update: what is absent stays as it is, also in groups and in rows with an `id`. Numbers and lists also
 * accept relative changes.
 *
 * @example
 * const data: UpdateInput<typeof config, 'posts'> = { likes: { increment: 1 }, tags: { append: ['new'] } }
 */
export type UpdateInput<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
> = ChangedFields<WorkingFields<Config, Slug>, FormOf<Config, Mode>, 'updated'>

export type GlobalUpdateInput<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Mode extends CallMode = object,
> = ChangedFields<GlobalWorkingFields<Config, Slug>, FormOf<Config, Mode>, 'updated'>

/** Some fields of a document, for duplicates: without relative changes. */
export type PartialInput<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
> = ChangedFields<WorkingFields<Config, Slug>, FormOf<Config, Mode>>

/** What hooks get as `data`. */
export type HookData<Config extends ContentModel, Slug extends CollectionSlug<Config>> = ChangedFields<
  WorkingFields<Config, Slug>,
  PlainForm
>

export type GlobalHookData<Config extends ContentModel, Slug extends GlobalSlug<Config>> = ChangedFields<
  GlobalWorkingFields<Config, Slug>,
  PlainForm
>

type NewFields<Fields extends FieldDefinitions, From extends Form> = Flat<
  {
    -readonly [Name in NeededName<Fields>]: FieldInput<Fields[Name], From, 'new'>
  } & {
    -readonly [Name in Exclude<WritableName<Fields>, NeededName<Fields>>]?: FieldInput<Fields[Name], From, 'new'>
  }
>

type ChangedFields<
  Fields extends FieldDefinitions,
  From extends Form,
  For extends Exclude<Purpose, 'new'> = 'changed',
> = {
  -readonly [Name in WritableName<Fields>]?: FieldInput<Fields[Name], From, For>
}

type WritableName<Fields extends FieldDefinitions> = {
  [Name in VisibleName<Fields>]: Fields[Name] extends FieldDefinition<'virtual' | 'join', unknown>
    ? never
    : Fields[Name]['options'] extends { readonly maintained: true }
      ? never
      : Name
}[VisibleName<Fields>]

type NeededName<Fields extends FieldDefinitions> = {
  [Name in WritableName<Fields>]: Fields[Name] extends FieldDefinition<infer Type, infer Options>
    ? IsNeeded<Type, Options> extends true
      ? Name
      : never
    : never
}[WritableName<Fields>]

type IsNeeded<Type extends string, Options> = Options extends { readonly default: unknown } | Conditional
  ? false
  : [Type, Options] extends ['slug', { readonly from: string }]
    ? false
    : Options extends { readonly required: true }
      ? true
      : [Type, Options] extends ['group', { readonly fields: infer Fields extends FieldDefinitions }]
        ? [NeededName<Fields>] extends [never]
          ? false
          : true
        : false

/** `updated`: an update of stored content, which allows relative changes. */
type Purpose = 'new' | 'changed' | 'updated'

type FieldInput<Field extends FieldDefinition, From extends Form, For extends Purpose> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? [From['locales']] extends [never]
      ? Input<Type, Options, From, For> | (For extends 'new' ? never : Removal<Options>)
      : Options extends { readonly localized: true }
        ? { readonly [Locale in From['locales']]?: Input<Type, Options, PlainForm, For> | null }
        : Input<Type, Options, From, For>
    : never

/**
 * Null removes a translation, also of a required field. Only the call can check that it is not the default locale's.
 */
type Removal<Options> = Options extends { readonly localized: true } ? null : never

type Input<Type extends string, Options, From extends Form, For extends Purpose> = Type extends 'group'
  ? FieldsIn<Options> extends infer Fields extends FieldDefinitions
    ? For extends Exclude<Purpose, 'new'>
      ? ChangedFields<Fields, From, For>
      : NewFields<Fields, From>
    : never
  : Nullable<
      Options,
      Type extends 'array'
        ? FieldsIn<Options> extends infer Fields extends FieldDefinitions
          ? readonly RowInput<Fields, From, For, object>[]
          : never
        : Type extends 'blocks'
          ? readonly BlockInput<Options, From, For>[]
          : [Type, Options] extends ['richText', { readonly blocks: object }]
            ? RichTextInput<Options, From, For>
            : Options extends { readonly many: true }
              ?
                  | readonly Writable<Type, Options>[]
                  | (For extends 'updated' ? ListChange<Writable<Type, Options>> : never)
              : Writable<Type, Options> | ([For, Type] extends ['updated', 'number'] ? Increment : never)
    >

/** Adds to the stored number; a negative value subtracts. */
interface Increment {
  readonly increment: number
}

/** Appends values to the stored list, or removes equal ones. */
type ListChange<Value> =
  | { readonly append: readonly Value[]; readonly remove?: never }
  | { readonly remove: readonly Value[]; readonly append?: never }

/** The value of a field in a new document, in one locale. */
export type FieldValue<Type extends string, Options> = Input<Type, Options, PlainForm, 'new'>

type Nullable<Options, Value> = IsAlwaysRequired<Options> extends true ? Value : Value | null

/** Accepts readonly lists, and `Date` for points in time. */
type Writable<Type extends string, Options> = Type extends 'date'
  ? Instant<Options>
  : ValueOf<Type, Options> extends [lng: number, lat: number]
    ? readonly [lng: number, lat: number]
    : ValueOf<Type, Options>

/** A new row must be complete; a row with an `id` keeps what is left out (docs/contract/documents.md#rows). */
type RowInput<Fields extends FieldDefinitions, From extends Form, For extends Purpose, Mark> =
  | Flat<Mark & { id?: string } & NewFields<Fields, From>>
  | (For extends 'changed' | 'updated' ? Flat<Mark & { id: string } & ChangedFields<Fields, From, For>> : never)

type BlockInput<Options, From extends Form, For extends Purpose> = Options extends {
  readonly blocks: infer Blocks extends BlockFields
}
  ? {
      [Block in keyof Blocks & string]: RowInput<FieldsIn<Blocks[Block], Options>, From, For, { blockType: Block }>
    }[keyof Blocks & string]
  : never

type RichTextInput<Options, From extends Form, For extends Purpose> = Options extends {
  readonly blocks: infer Blocks extends BlockFields
}
  ? RichTextDocument<
      NamedParts<Options> & {
        readonly blocks: {
          [Block in keyof Blocks & string]: For extends 'new'
            ? NewFields<FieldsIn<Blocks[Block], Options>, From>
            : ChangedFields<FieldsIn<Blocks[Block], Options>, From, Exclude<For, 'new'>>
        }
      }
    >
  : never
