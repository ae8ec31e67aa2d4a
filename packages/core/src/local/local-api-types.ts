import type { Actor } from '../contracts/access.ts'
import type { ErrorCode, Issue } from '../contracts/errors.ts'
import type { FieldDefinitions } from '../contracts/field.ts'
import type { ImageFrame } from '../contracts/files.ts'
import type { Pagination, StreamedContent } from '../contracts/operation.ts'
import type { QuireConfig } from '../config/define-config.ts'
import type { Checked, CheckedQuery } from '../config/infer/checked.ts'
import type {
  AuthSlug,
  CallMode,
  CollectionFields,
  CollectionSlug,
  GlobalFields,
  GlobalSlug,
  HasFiles,
  HasTrash,
  HasUsers,
  LocaleOf,
} from '../config/infer/config.ts'
import type { Doc, GlobalDoc } from '../config/infer/document.ts'
import type { LocalizedName, WritableJoin } from '../config/infer/features.ts'
import type { CreateInput, GlobalUpdateInput, UpdateInput } from '../config/infer/input.ts'
import type { GlobalPopulateOf, PopulateOf } from '../config/infer/populate.ts'
import type { GlobalSelectOf, SelectOf } from '../config/infer/select.ts'
import type { SortOf } from '../config/infer/sort.ts'
import type { WhereOf } from '../config/infer/where.ts'
import type { AccountApi, AuthMethods } from './auth-api-types.ts'
import type { CallOptions } from './call-options.ts'
import type { GivenFile } from './given-file.ts'
import type { Capabilities, Selection } from './capability-types.ts'

/** Without localization, there is no locale to choose. */
export interface LocaleOptions<Config extends QuireConfig> extends CallOptions {
  readonly locale?: IfSome<LocaleOf<Config>, LocaleOf<Config> | 'all' | '*'>
  readonly fallbackLocale?: IfSome<LocaleOf<Config>, LocaleOf<Config> | readonly LocaleOf<Config>[] | false>
}

type IfSome<Names, Type, Otherwise = never> = [Names] extends [never] ? Otherwise : Type

/** How to show the documents of an answer. */
export interface PresentOptions<Config extends QuireConfig, Slug extends CollectionSlug<Config>>
  extends LocaleOptions<Config> {
  readonly select?: SelectOf<Config, Slug>
  /** Which relationships and joins become documents. */
  readonly populate?: PopulateOf<Config, Slug>
  /** All relationships and joins become documents, down to this many levels: 0 to 5. Can't be used with `populate`. */
  readonly depth?: number
}

export interface ChangeOptions {
  /** The revision that the change is based on; an outdated one is `revision_conflict`. */
  readonly ifMatch?: number
}

export interface UpdateOptions<Config extends QuireConfig, Slug extends CollectionSlug<Config>>
  extends PresentOptions<Config, Slug>,
    ChangeOptions {}

/** Without a trash, there is nothing to ask for. */
interface TrashOption<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  /** Asks for documents in the trash instead of live ones. */
  readonly trash?: HasTrash<Config, Slug> extends true ? boolean : never
}

export interface ReadOptions<Config extends QuireConfig, Slug extends CollectionSlug<Config>>
  extends PresentOptions<Config, Slug>,
    TrashOption<Config, Slug> {}

export interface FindOptions<Config extends QuireConfig, Slug extends CollectionSlug<Config>>
  extends ReadOptions<Config, Slug> {
  readonly where?: WhereOf<Config, Slug>
  readonly sort?: SortKey<Config, Slug> | readonly SortKey<Config, Slug>[]
  readonly limit?: number
  readonly page?: number
}

/** If all locales are read, paths may name one. The call itself checks which ones may, because it names its locale. */
type SortKey<Config extends QuireConfig, Slug extends CollectionSlug<Config>> =
  | SortOf<Config, Slug>
  | `${string}.${LocaleOf<Config>}`
  | `${string}.${LocaleOf<Config>}.${string}`

declare const omitted: unique symbol

/**
 * The options of a call that gives none. They keep their names, because editors suggest those of the default while you
 * write a call.
 */
type Omitted<Options> = Options & { readonly [omitted]?: never }

type ModeOf<Options extends CallMode> = typeof omitted extends keyof Options ? object : Options

/** The document that a call with these options answers with. */
type Answered<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Options extends CallMode> = Promise<
  Doc<Config, Slug, ModeOf<Options>>
>

/** A place that points to a document. */
export interface DocumentReference {
  kind: 'collection' | 'global'
  slug: string
  id: string
  /** The path of the relationship, without row indexes. */
  field: string
}

export interface BulkRequest<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  readonly action:
    | 'update'
    | 'delete'
    | (HasTrash<Config, Slug> extends true ? 'restoreDeleted' | 'deletePermanent' : never)
  readonly ids: readonly string[]
  readonly data?: UpdateInput<Config, Slug>
}

export interface BulkAnswer<Document> {
  results: (
    | { id: string; ok: true; doc?: Document }
    | { id: string; ok: false; error: { code: ErrorCode; message: string; issues?: readonly Issue[] } }
  )[]
  succeeded: number
  failed: number
}

/** The methods of every collection (contract 13). */
export interface CollectionApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  find<const Options extends FindOptions<Config, Slug> = Omitted<FindOptions<Config, Slug>>>(
    options?: Options & CheckedQuery<Config, Slug, Options, FindOptions<Config, Slug>>,
  ): Promise<{ docs: Doc<Config, Slug, ModeOf<Options>>[]; pagination: Pagination }>
  findOne<const Options extends ReadOptions<Config, Slug> = Omitted<ReadOptions<Config, Slug>>>(
    id: string,
    options?: Options & Checked<Options, ReadOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  count<const Options extends FindOptions<Config, Slug> = Omitted<FindOptions<Config, Slug>>>(
    options?: Options & CheckedQuery<Config, Slug, Options, FindOptions<Config, Slug>>,
  ): Promise<{ count: number }>
  create<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    data: CreateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  update<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  delete(id: string, options?: CallOptions & ChangeOptions): Promise<{ id: string; deleted: true }>
  duplicate<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    overrides?: UpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  bulk(request: BulkRequest<Config, Slug>, options?: CallOptions): Promise<BulkAnswer<Doc<Config, Slug>>>
  /** Which documents point to this one, and through which field, as far as the caller may read them. */
  references(
    id: string,
    options?: CallOptions & { readonly page?: number; readonly limit?: number },
  ): Promise<{ docs: DocumentReference[]; pagination: Pagination }>
  /** What the caller may do here: in general, or with the document with this `id` and with this `data`. */
  access(
    request?: { readonly id?: string; readonly data?: UpdateInput<Config, Slug> } & TrashOption<Config, Slug>,
    options?: CallOptions,
  ): Promise<Capabilities>
  /** The ids of the documents that a query finds, up to as many as a bulk call takes. */
  selection(
    request?: { readonly where?: WhereOf<Config, Slug> } & TrashOption<Config, Slug>,
    options?: CallOptions,
  ): Promise<Selection>
}

export interface JoinChange {
  readonly additions?: readonly string[]
  readonly removals?: readonly string[]
}

/** The methods of a collection with writable joins. */
export interface JoinApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Field extends string> {
  /** Makes other documents point here or no longer point here, by updating each of them (contract 10). */
  changeJoin<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    field: Field,
    change: JoinChange,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
}

/** The methods of a collection with a trash. */
export interface TrashApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  /** Takes a document out of the trash, as it was. */
  restoreDeleted<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** Removes a document from the trash for good. */
  deletePermanent(id: string, options?: CallOptions & ChangeOptions): Promise<{ id: string; deleted: true }>
  /** Removes everything from the trash for good, as far as the caller may, and says how many documents that was. */
  emptyTrash(options?: CallOptions): Promise<{ deleted: number }>
}

/** The methods of a collection of files, in the place of or beside those that all collections have. */
export interface UploadApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  create<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    data: CreateInput<Config, Slug, ModeOf<Options>> & { readonly file: GivenFile },
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** With `file`, the document gets another file. */
  update<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>> & { readonly file?: GivenFile },
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** Fetches the file from an https address of one of the hosts that the configuration lists. */
  remoteUpload<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    request: { readonly url: string; readonly data?: CreateInput<Config, Slug, ModeOf<Options>> },
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** Says which part of an image counts, and makes its sizes anew. */
  updateImage<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    frame: Pick<ImageFrame, 'focalPoint'> & Partial<ImageFrame>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** The file itself, by its `objectKey` or that of one of its sizes. */
  readFile(objectKey: string, options?: CallOptions & TrashOption<Config, Slug>): Promise<StreamedContent>
}

export interface LocaleCopy<Config extends QuireConfig> {
  readonly from: LocaleOf<Config>
  readonly to: LocaleOf<Config>
}

/** The methods of a collection with localized fields. */
export interface LocaleApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  /** Writes what one locale has into another. */
  copyLocale<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    locales: LocaleCopy<Config>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
}

type LocalizedIn<Config extends QuireConfig, Fields extends FieldDefinitions> = IfSome<
  LocaleOf<Config>,
  LocalizedName<Fields>
>

type EnabledMethods<
  Config extends QuireConfig,
  Slug extends CollectionSlug<Config>,
  Fields extends FieldDefinitions = CollectionFields<Config, Slug>,
> = IfSome<WritableJoin<Fields>, JoinApi<Config, Slug, WritableJoin<Fields>>, unknown> &
  IfSome<LocalizedIn<Config, Fields>, LocaleApi<Config, Slug>, unknown> &
  (HasTrash<Config, Slug> extends true ? TrashApi<Config, Slug> : unknown)

/** Users are created with a password, and can't be duplicated (contract 14, Auth defaults). */
type UserCollectionApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> = Omit<
  CollectionApi<Config, Slug>,
  'create' | 'duplicate'
>

type DocumentMethods<Config extends QuireConfig, Slug extends CollectionSlug<Config>> =
  HasUsers<Config, Slug> extends true
    ? UserCollectionApi<Config, Slug>
    : HasFiles<Config, Slug> extends true
      ? Omit<CollectionApi<Config, Slug>, 'create' | 'update'> & UploadApi<Config, Slug>
      : CollectionApi<Config, Slug>

/** Signing in and related methods (contract 13). */
export type AuthApi<Config extends QuireConfig, Slug extends AuthSlug<Config>> = AuthMethods<Config, Slug> & {
  createUser<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    request: { readonly data: CreateInput<Config, Slug, ModeOf<Options>>; readonly password: string },
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
}

export interface GlobalPresentOptions<Config extends QuireConfig, Slug extends GlobalSlug<Config>>
  extends LocaleOptions<Config> {
  readonly select?: GlobalSelectOf<Config, Slug>
  readonly populate?: GlobalPopulateOf<Config, Slug>
  readonly depth?: number
}

export interface GlobalUpdateOptions<Config extends QuireConfig, Slug extends GlobalSlug<Config>>
  extends GlobalPresentOptions<Config, Slug>,
    ChangeOptions {}

type AnsweredGlobal<Config extends QuireConfig, Slug extends GlobalSlug<Config>, Options extends CallMode> = Promise<
  GlobalDoc<Config, Slug, ModeOf<Options>>
>

/** The methods of every global. */
export interface GlobalApi<Config extends QuireConfig, Slug extends GlobalSlug<Config>> {
  get<const Options extends GlobalPresentOptions<Config, Slug> = Omitted<GlobalPresentOptions<Config, Slug>>>(
    options?: Options & Checked<Options, GlobalPresentOptions<Config, Slug>>,
  ): AnsweredGlobal<Config, Slug, Options>
  update<const Options extends GlobalUpdateOptions<Config, Slug> = Omitted<GlobalUpdateOptions<Config, Slug>>>(
    data: GlobalUpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, GlobalUpdateOptions<Config, Slug>>,
  ): AnsweredGlobal<Config, Slug, Options>
  /** What the caller may do here, with this `data`. */
  access(request?: { readonly data?: GlobalUpdateInput<Config, Slug> }, options?: CallOptions): Promise<Capabilities>
}

/** The methods of a global with localized fields. */
export interface GlobalLocaleApi<Config extends QuireConfig, Slug extends GlobalSlug<Config>> {
  /** Writes what one locale has into another. */
  copyLocale<const Options extends GlobalUpdateOptions<Config, Slug> = Omitted<GlobalUpdateOptions<Config, Slug>>>(
    locales: LocaleCopy<Config>,
    options?: Options & Checked<Options, GlobalUpdateOptions<Config, Slug>>,
  ): AnsweredGlobal<Config, Slug, Options>
}

/**
 * The local API of an application, typed by its configuration.
 *
 * @example
 * const { docs } = await app.local.collections.posts.find({
 *   where: { 'author.name': { equals: 'Ada' } },
 *   populate: { author: { select: { name: true } } },
 * })
 */
export interface LocalApi<Config extends QuireConfig> {
  readonly collections: {
    readonly [Slug in CollectionSlug<Config>]: DocumentMethods<Config, Slug> & EnabledMethods<Config, Slug>
  }
  readonly globals: {
    readonly [Slug in GlobalSlug<Config>]: GlobalApi<Config, Slug> &
      IfSome<LocalizedIn<Config, GlobalFields<Config, Slug>>, GlobalLocaleApi<Config, Slug>, unknown>
  }
  readonly auth: { readonly [Slug in AuthSlug<Config>]: AuthApi<Config, Slug> }
  /** The actor's own sessions, keys and preferences. */
  readonly account: AccountApi<Config>
  /** Acts for this actor, with exactly its rights. */
  as(actor: Actor): LocalApi<Config>
  /** The one explicit way past the access rules. */
  asSystem(): LocalApi<Config>
}
