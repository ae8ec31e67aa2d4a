import type { Pagination } from '../contracts/answer.ts'
import type { PluginMethod } from '../contracts/plugin-api.ts'
import type { Checked } from '../config/infer/checked.ts'
import type { CollectionSlug, GlobalSlug } from '../config/infer/config.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { ModeOf, Omittable } from '../config/infer/omittable.ts'
import type {
  AddedToCollection,
  AddedToGlobal,
  InputArguments,
  InputOf,
  Intersected,
  PathArguments,
  PluginAnswer,
} from '../config/infer/plugins.ts'
import type { GlobalUpdateOptions, UpdateOptions, WrittenDoc, WrittenGlobal } from './document-options.ts'

/** The methods that plugins add to a collection; `unknown` without any. */
export type AddedMethods<Config extends ContentModel, Slug extends CollectionSlug<Config>, Given extends object> = [
  AddedToCollection<Config, Slug>,
] extends [never]
  ? unknown
  : Intersected<MethodsAmong<AddedToCollection<Config, Slug>, OfCollection<Config, Slug, Given>>>

export type GlobalAddedMethods<Config extends ContentModel, Slug extends GlobalSlug<Config>, Given extends object> = [
  AddedToGlobal<Config, Slug>,
] extends [never]
  ? unknown
  : Intersected<MethodsAmong<AddedToGlobal<Config, Slug>, OfGlobal<Config, Slug, Given>>>

/** Distributes over the plugins. An object without members changes nothing in an intersection. */
type MethodsAmong<Added, Of extends Owner> = Added extends {
  readonly methods: infer Methods extends Readonly<Record<string, PluginMethod>>
}
  ? { readonly [Name in keyof Methods]: MethodOf<Methods[Name], Of> }
  : object

interface Owner {
  readonly config: ContentModel
  readonly kind: 'collection' | 'global'
  readonly slug: string
  readonly given: object
}

interface OfCollection<Config extends ContentModel, Slug extends CollectionSlug<Config>, Given extends object>
  extends Owner {
  readonly config: Config
  readonly kind: 'collection'
  readonly slug: Slug
  readonly given: Given
}

interface OfGlobal<Config extends ContentModel, Slug extends GlobalSlug<Config>, Given extends object> extends Owner {
  readonly config: Config
  readonly kind: 'global'
  readonly slug: Slug
  readonly given: Given
}

/** An answer without `output` holds documents of the collection, in the form that the options ask for. */
type MethodOf<Method extends PluginMethod, Of extends Owner> = Method extends { readonly output: object }
  ? Plain<Method, Of, PluginAnswer<Method>>
  : Method extends { readonly answer: 'doc' }
    ? OnDocument<Method, Of, PresentOptionsOf<Of>>
    : Method extends { readonly answer: 'list' }
      ? Plain<Method, Of, { docs: DocumentOf<Of, object>[]; pagination: Pagination }>
      : Plain<Method, Of, unknown>

type Plain<Method extends PluginMethod, Of extends Owner, Answer> = (
  ...args: [...PathArguments<Method['path']>, ...InputArguments<Method, InputOf<Method>, Of['given']>]
) => Promise<Answer>

type OnDocument<Method extends PluginMethod, Of extends Owner, Taken extends object> = <
  const Options extends Omittable<Taken>,
>(
  ...args: [
    ...PathArguments<Method['path']>,
    ...InputArguments<Method, InputOf<Method>, Options & Checked<Options, Taken>>,
  ]
) => Promise<DocumentOf<Of, ModeOf<Options>>>

type PresentOptionsOf<Of extends Owner> = Of['given'] &
  (Of extends { readonly kind: 'collection'; readonly slug: infer Slug extends CollectionSlug<Of['config']> }
    ? UpdateOptions<Of['config'], Slug>
    : Of extends { readonly slug: infer Slug extends GlobalSlug<Of['config']> }
      ? GlobalUpdateOptions<Of['config'], Slug>
      : never)

type DocumentOf<Of extends Owner, Mode extends object> = Of extends {
  readonly kind: 'collection'
  readonly slug: infer Slug extends CollectionSlug<Of['config']>
}
  ? WrittenDoc<Of['config'], Slug, Mode>
  : Of extends { readonly slug: infer Slug extends GlobalSlug<Of['config']> }
    ? WrittenGlobal<Of['config'], Slug, Mode>
    : never
