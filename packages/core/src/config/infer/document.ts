import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { RichTextDocument } from '../../fields/rich-text-document.ts'
import type { ContentModel } from './content-model.ts'
import type {
  CallMode,
  CollectionFields,
  CollectionSlug,
  CopyOf,
  CopyRead,
  FeatureFieldName,
  FeatureFields,
  GlobalFeatureFieldName,
  GlobalFields,
  GlobalSlug,
  GlobalWorkingFields,
  VisibleName,
  WorkingFields,
} from './config.ts'
import type { Flat } from './flat.ts'
import type { BlockFields, FieldsIn, IsAlwaysRequired, Unrequired } from './conditional.ts'
import type { SystemFields } from './system-fields.ts'
import type { SelectedName, Unforeseen } from './selection.ts'
import type { NamedParts, ValueOf } from './value.ts'
import type { BlockView, GroupView, TargetView, UnlocalizedView, View, ViewOf } from './view.ts'

/**
 * A document as it is read. Fields with a read rule may be absent; hidden ones always are. Required fields of a working
 * copy may be null; `draft: false` says that it is the live copy. You can give the other options of the call that change
 * its form, too: `locale`, `select`, and `populate` or `depth`.
 *
 * @example
 * type Post = Doc<typeof config, 'posts'>
 * type LivePost = Doc<typeof config, 'posts', { draft: false }>
 * type Translations = Doc<typeof config, 'posts', { locale: 'all' }>
 * type Card = Doc<typeof config, 'posts', { select: { title: true; author: true }; populate: { author: true } }>
 */
export type Doc<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
> = DocumentOutput<FieldsRead<Config, Slug, CopyOf<Mode>>, ViewOf<Config, Mode>, string, FeatureFieldName<Config, Slug>>

/** A global as it is read; its `id` is its slug. */
export type GlobalDoc<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Mode extends CallMode = object,
> = DocumentOutput<
  GlobalFieldsRead<Config, Slug, CopyOf<Mode>>,
  ViewOf<Config, Mode>,
  Slug,
  GlobalFeatureFieldName<Config, Slug>
>

type FieldsRead<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Copy extends CopyRead,
> = Copy extends 'live' ? CollectionFields<Config, Slug> : WorkingFields<Config, Slug>

type GlobalFieldsRead<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Copy extends CopyRead,
> = Copy extends 'live' ? GlobalFields<Config, Slug> : GlobalWorkingFields<Config, Slug>

/** A document that was just published, so it is complete. Populated documents may still be working copies. */
export type PublishedDoc<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
> = DocumentOutput<
  CollectionFields<Config, Slug>,
  ViewOf<Config, WrittenMode<Mode>>,
  string,
  FeatureFieldName<Config, Slug>
>

export type PublishedGlobalDoc<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Mode extends CallMode = object,
> = DocumentOutput<
  GlobalFields<Config, Slug>,
  ViewOf<Config, WrittenMode<Mode>>,
  Slug,
  GlobalFeatureFieldName<Config, Slug>
>

/** Writes return working copies, whatever `draft` says. `infer` repeats the constraint, which `Omit` loses. */
export type WrittenMode<Mode extends CallMode> = 'draft' extends keyof Mode
  ? Omit<Mode, 'draft'> extends infer Written extends CallMode
    ? Written
    : never
  : Mode

/** A document that may be incomplete: required values may be null, too. */
export type UnfinishedDoc<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
> = DocumentOutput<
  Unrequired<CollectionFields<Config, Slug>>,
  ViewOf<Config, Mode>,
  string,
  FeatureFieldName<Config, Slug>
>

export type UnfinishedGlobalDoc<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Mode extends CallMode = object,
> = DocumentOutput<
  Unrequired<GlobalFields<Config, Slug>>,
  ViewOf<Config, Mode>,
  Slug,
  GlobalFeatureFieldName<Config, Slug>
>

/** Distributes: if something isn't known before the call, the result is a union of all possible forms. */
type DocumentOutput<
  Fields extends FieldDefinitions,
  To extends View,
  Id extends string = string,
  Further extends keyof FeatureFields = never,
> = To extends View ? Flat<{ id: Id } & SystemOutput<To, Further> & FieldsOutput<Fields, To>> : never

type SystemOutput<To extends View, Further extends keyof FeatureFields> = To['selection'] extends Unforeseen
  ? Partial<SystemFields & Pick<FeatureFields, Further>>
  : Pick<SystemFields, SelectedName<Exclude<keyof SystemFields, 'id'>, To['selection']>> &
      Pick<FeatureFields, SelectedName<Further, To['selection']>>

type FieldsOutput<Fields extends FieldDefinitions, To extends View> = {
  -readonly [Name in Exclude<
    SelectedName<VisibleName<Fields>, To['selection']>,
    UncertainName<Fields, To>
  >]: FieldOutput<Fields[Name], Name, To>
} & {
  -readonly [Name in SelectedName<VisibleName<Fields>, To['selection']> & UncertainName<Fields, To>]?: FieldOutput<
    Fields[Name],
    Name,
    To
  >
}

type UncertainName<Fields extends FieldDefinitions, To extends View> = To['selection'] extends Unforeseen
  ? keyof Fields & string
  : RuledName<Fields>

/** A field that may not be read is absent, never null (docs/contract/documents.md#values). */
type RuledName<Fields extends FieldDefinitions> = {
  [Name in keyof Fields & string]: Fields[Name]['options'] extends { readonly access: infer Access }
    ? 'read' extends keyof Access
      ? Name
      : never
    : never
}[keyof Fields & string]

type FieldOutput<Field extends FieldDefinition, Name extends string, To extends View> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? [To['locales']] extends [never]
      ? Output<Type, Options, Name, To>
      : Options extends { readonly localized: true }
        ? { [Locale in To['locales']]?: Output<Type, Options, Name, UnlocalizedView<To>> | null }
        : Output<Type, Options, Name, To>
    : never

/** Absent values are null, lists [], groups objects (docs/contract/documents.md#values). */
type Output<Type extends string, Options, Name extends string, To extends View> = Type extends 'group'
  ? FieldsIn<Options> extends infer Fields extends FieldDefinitions
    ? Flat<FieldsOutput<Fields, GroupView<To, Name>>>
    : never
  : Type extends 'array'
    ? FieldsIn<Options> extends infer Fields extends FieldDefinitions
      ? Flat<{ id: string } & FieldsOutput<Fields, GroupView<To, Name>>>[]
      : never
    : Type extends 'blocks'
      ? BlockOutput<Options, GroupView<To, Name>>[]
      : Type extends 'virtual'
        ? VirtualOutput<Options>
        : Type extends 'join'
          ? JoinOutput<Options, Name, To>
          : Options extends { readonly many: true }
            ? ElementOutput<Type, Options, Name, To>[]
            : IsAlwaysRequired<Options> extends true
              ? ElementOutput<Type, Options, Name, To>
              : ElementOutput<Type, Options, Name, To> | null

type BlockOutput<Options, To extends View> = Options extends { readonly blocks: infer Blocks extends BlockFields }
  ? {
      [Block in keyof Blocks & string]: Flat<
        { id: string; blockType: Block } & FieldsOutput<FieldsIn<Blocks[Block], Options>, BlockView<To, Block>>
      >
    }[keyof Blocks & string]
  : never

type JoinOutput<Options, Name extends string, To extends View> = Options extends { readonly collection: infer Slug }
  ? { docs: Reference<Slug, Name, To>[]; totalDocs: number; hasNextPage: boolean }
  : never

type ElementOutput<Type extends string, Options, Name extends string, To extends View> = Type extends
  | 'relationship'
  | 'upload'
  ? Options extends { readonly to: infer Slugs }
    ? Slugs extends readonly (infer Slug)[]
      ? Pair<Slug, Name, To>
      : Reference<Slugs, Name, To>
    : never
  : Type extends 'richText'
    ? RichTextOutput<Options, GroupView<To, Name>>
    : ValueOf<Type, Options>

type RichTextOutput<Options, To extends View> = RichTextDocument<
  NamedParts<Options> &
    (Options extends { readonly blocks: infer Blocks extends BlockFields }
      ? {
          readonly blocks: {
            [Block in keyof Blocks & string]: Flat<FieldsOutput<FieldsIn<Blocks[Block], Options>, BlockView<To, Block>>>
          }
        }
      : unknown)
>

/** Distributes, so that the types of the two members match each other. */
type Pair<Slug, Name extends string, To extends View> = Slug extends unknown
  ? { relationTo: Slug; value: Reference<Slug, Name, To> }
  : never

/**
 * An id, or the populated document. A document that doesn't exist or may not be read stays an id (`UnpopulatedId`).
 * `infer` makes editors show the members of the union instead of this name.
 */
type Reference<Slug, Name extends string, To extends View> =
  Target<Slug, TargetView<To, Name>, To['config']> extends infer Document
    ? [Document] extends [never]
      ? string
      : UnpopulatedId<Document> | Document
    : never

/**
 * The id of a document that was to be populated. Its members are undefined, so that `post.author?.name` is the name or
 * undefined; `isPopulated` tells the two apart. Members of every string, such as `length`, are not declared.
 */
export type UnpopulatedId<Document> = string & {
  readonly [Name in Exclude<Document extends unknown ? keyof Document : never, keyof string>]?: undefined
}

type Target<Slug, To, Config extends ContentModel> = To extends View
  ? Slug extends CollectionSlug<Config>
    ? DocumentOutput<FieldsRead<Config, Slug, To['copy']>, To, string, FeatureFieldName<Config, Slug>>
    : never
  : never

/** The return type of the function; undefined becomes null. */
type VirtualOutput<Options> = Options extends { readonly value: (...args: never) => infer Value }
  ? NullForUndefined<Awaited<Value>>
  : never

type NullForUndefined<Value> = Value extends undefined ? null : Value
