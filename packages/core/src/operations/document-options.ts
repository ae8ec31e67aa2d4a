import type { ContentModel } from '../config/infer/content-model.ts'
import type {
  CallMode,
  CollectionSlug,
  GlobalHasAutosave,
  GlobalHasDrafts,
  GlobalSlug,
  HasAutosave,
  HasDrafts,
  HasTrash,
  LocaleOf,
} from '../config/infer/config.ts'
import type { Doc, GlobalDoc, PublishedDoc, PublishedGlobalDoc, WrittenMode } from '../config/infer/document.ts'
import type { ModeOf } from '../config/infer/omittable.ts'
import type { ChangeOptions, PageOptions } from '../config/infer/operation-methods.ts'
import type { GlobalPopulateOf, JoinsOf, PopulateOf, SortInput } from '../config/infer/populate.ts'
import type { GlobalSelectOf, SelectOf } from '../config/infer/select.ts'
import type { WhereOf } from '../config/infer/where.ts'

/** Without localization, there is no locale to choose. */
export interface LocaleOptions<Config extends ContentModel> {
  readonly locale?: IfSome<LocaleOf<Config>, LocaleOf<Config> | 'all' | '*'>
  readonly fallbackLocale?: IfSome<LocaleOf<Config>, LocaleOf<Config> | readonly LocaleOf<Config>[] | false>
}

/** An option of a feature. For an unknown slug, it is allowed. */
export type Flag<Slug extends string, Enabled extends boolean> = string extends Slug
  ? boolean
  : Enabled extends true
    ? boolean
    : never

/** The copy of documents to read. */
export type CopyChoice = boolean | 'newest'

/** The same as an option of drafts. */
export type Copy<Slug extends string, Enabled extends boolean> = [Flag<Slug, Enabled>] extends [never]
  ? never
  : CopyChoice

export type IfSome<Names, Type, Otherwise = never> = [Names] extends [never] ? Otherwise : Type

export interface PresentOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends LocaleOptions<Config> {
  readonly select?: SelectOf<Config, Slug>
  /** Which relationships and joins become documents. */
  readonly populate?: PopulateOf<Config, Slug>
  /** All relationships and joins become documents, down to this many levels: 0 to 5. Can't be used with `populate`. */
  readonly depth?: number
  /** Options of joins, by path. */
  readonly joins?: JoinsOf<Config, Slug>
}

export interface CreateOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends PresentOptions<Config, Slug> {
  /** Publishes the new document at once: it must be complete, and the caller needs the right to publish. */
  readonly publish?: Flag<Slug, HasDrafts<Config, Slug>>
}

export interface UpdateOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends PresentOptions<Config, Slug>,
    ChangeOptions {}

export interface SaveOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends UpdateOptions<Config, Slug> {
  /** Marks an autosave, whose snapshot may replace the previous one. */
  readonly autosave?: Flag<Slug, HasAutosave<Config, Slug>>
}

/** Without a trash, there is nothing to ask for. */
export interface TrashOption<Config extends ContentModel, Slug extends CollectionSlug<Config>> {
  /** Asks for documents in the trash instead of live ones. */
  readonly trash?: Flag<Slug, HasTrash<Config, Slug>>
}

/** Without drafts, there is only one copy. */
export interface DraftOption<Config extends ContentModel, Slug extends CollectionSlug<Config>> {
  /**
   * `true`: the newest content, which may be a draft; `false`: the live copy; `'newest'`: the newest copy of each
   * document that the caller may read.
   */
  readonly draft?: Copy<Slug, HasDrafts<Config, Slug>>
}

export interface ReadOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends PresentOptions<Config, Slug>,
    TrashOption<Config, Slug>,
    DraftOption<Config, Slug> {}

export interface EachOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends ReadOptions<Config, Slug> {
  readonly where?: WhereOf<Config, Slug>
}

export interface FindOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends ReadOptions<Config, Slug>,
    PageOptions {
  readonly where?: WhereOf<Config, Slug>
  readonly sort?: SortInput<Config, Slug> | readonly SortInput<Config, Slug>[]
  /** Continues after the page with this `nextCursor`; `''` for the first page. Without `page` and total. */
  readonly after?: string
  /** Words to search for, where the collection has `search`. */
  readonly search?: SearchText<Config, Slug>
}

export interface DistinctOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends LocaleOptions<Config>,
    TrashOption<Config, Slug>,
    DraftOption<Config, Slug> {
  /** The path of a field: `'kind'`, `'seo.language'`. */
  readonly field: string
  readonly where?: WhereOf<Config, Slug>
  /** How many values, up to 1,000. */
  readonly limit?: number
  /** Words to search for, where the collection has `search`. */
  readonly search?: SearchText<Config, Slug>
}

/** Not allowed without `search`. */
type SearchText<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
> = Config['collections'][Slug] extends {
  readonly search?: infer Search
}
  ? [Search] extends [undefined]
    ? never
    : string
  : never

/**
 * The answer of a write: the working copy, or with `Published` one that is complete because it was just published.
 * Without drafts, populated documents are those that a read would return.
 */
export type AnsweredDoc<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Options extends CallMode,
  Published extends boolean = false,
> = Promise<WrittenDoc<Config, Slug, ModeOf<Options>, Published>>

export type WrittenDoc<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
  Published extends boolean = false,
> =
  HasDrafts<Config, Slug> extends true
    ? Published extends true
      ? PublishedDoc<Config, Slug, Mode>
      : Doc<Config, Slug, WrittenMode<Mode>>
    : Doc<Config, Slug, Mode>

export type CreatedDoc<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Options extends CallMode,
> = AnsweredDoc<Config, Slug, Options, Options extends { readonly publish: true } ? true : false>

export interface GlobalPresentOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends LocaleOptions<Config> {
  readonly select?: GlobalSelectOf<Config, Slug>
  readonly populate?: GlobalPopulateOf<Config, Slug>
  readonly depth?: number
}

export interface GlobalUpdateOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalPresentOptions<Config, Slug>,
    ChangeOptions {}

export interface GlobalSaveOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalUpdateOptions<Config, Slug> {
  /** Marks an autosave, whose snapshot may replace the previous one. */
  readonly autosave?: Flag<Slug, GlobalHasAutosave<Config, Slug>>
}

export interface GlobalReadOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalPresentOptions<Config, Slug> {
  /**
   * `true`: the newest content, which may be a draft; `false`: the live copy; `'newest'`: the newest copy that the
   * caller may read.
   */
  readonly draft?: Copy<Slug, GlobalHasDrafts<Config, Slug>>
}

/** The same for a global. */
export type AnsweredGlobal<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Options extends CallMode,
  Published extends boolean = false,
> = Promise<WrittenGlobal<Config, Slug, ModeOf<Options>, Published>>

export type WrittenGlobal<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Mode extends CallMode = object,
  Published extends boolean = false,
> =
  GlobalHasDrafts<Config, Slug> extends true
    ? Published extends true
      ? PublishedGlobalDoc<Config, Slug, Mode>
      : GlobalDoc<Config, Slug, WrittenMode<Mode>>
    : GlobalDoc<Config, Slug, Mode>

/**
 * Differences between calls in process and by clients. The types of all other parts are written once
 * (docs/contract/command-line.md#one-shape).
 */
export interface CallExtra {
  readonly options: object
  readonly upload: object
  readonly file: unknown
  readonly content: unknown
}
