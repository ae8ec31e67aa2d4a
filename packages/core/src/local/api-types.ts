import type { FieldDefinitions } from '../contracts/field.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { CursorPagination, Pagination } from '../contracts/answer.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { Checked, CheckedQuery } from '../config/infer/checked.ts'
import type {
  AuthSlug,
  CollectionFields,
  CollectionSlug,
  GlobalFields,
  GlobalSlug,
  GlobalHasDrafts,
  GlobalHasVersions,
  HasDrafts,
  HasFiles,
  GlobalHasComments,
  HasComments,
  HasLocks,
  HasTrash,
  HasUsers,
  HasVersions,
  LocaleOf,
} from '../config/infer/config.ts'
import type { Doc } from '../config/infer/document.ts'
import type { LocalizedName, UniqueName, WritableJoin } from '../config/infer/features.ts'
import type { CreateInput, PartialInput, UpdateInput } from '../config/infer/input.ts'
import type { WhereOf } from '../config/infer/where.ts'
import type { AccountApi, AuthMethods } from './auth-api-types.ts'
import type { CallExtra } from './call-options.ts'
import type {
  Answered,
  ChangeOptions,
  CreateOptions,
  DistinctOptions,
  DraftOption,
  EachOptions,
  FindOptions,
  IfSome,
  ModeOf,
  Omitted,
  PresentOptions,
  ReadOptions,
  SaveOptions,
  TrashOption,
  UpdateOptions,
} from './document-options.ts'
import type { UploadApi } from './upload-types.ts'
import type { BulkAnswer, BulkRequest, BulkWhereAnswer, BulkWhereRequest } from './bulk-types.ts'
import type { Capabilities, Selection } from './capability-types.ts'
import type { PageOptions } from './version-types.ts'
import type {
  DraftsApi,
  JoinApi,
  LocaleApi,
  PreviewApi,
  TrashApi,
  UpsertApi,
  VersionsApi,
} from './feature-api-types.ts'
import type { CommentApi, GlobalCommentApi } from '../features/comments/comment-api.ts'
import type { LockApi } from './lock-types.ts'
import type { OverviewApi } from './overview-types.ts'
import type { PreviewTokens } from './preview-types.ts'
import type { GlobalScheduleApi, ScheduleApi } from './schedule-types.ts'
import type {
  GlobalVersionsApi,
  GlobalDraftsApi,
  GlobalApi,
  GlobalPreviewApi,
  GlobalLocaleApi,
} from './global-api-types.ts'

/** A place that points to a document. */
export interface DocumentReference {
  kind: 'collection' | 'global'
  slug: string
  id: string
  /** The path of the relationship, without row indexes. */
  field: string
}

/** A list that goes on from a cursor has no page numbers and no total. */
type PaginationOf<Options> = Options extends { readonly after: string } ? CursorPagination : Pagination

/** `truncated`: there are more values than these. */
export interface DistinctValues {
  values: { value: JsonValue; count: number }[]
  truncated: boolean
}

/** The methods of every collection. */
export interface CollectionApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Extra extends CallExtra,
> {
  find<
    const Options extends FindOptions<Config, Slug> & Extra['options'] = Omitted<
      FindOptions<Config, Slug> & Extra['options']
    >,
  >(
    options?: Options & CheckedQuery<Config, Slug, Options, FindOptions<Config, Slug> & Extra['options']>,
  ): Promise<{ docs: Doc<Config, Slug, ModeOf<Options>>[]; pagination: PaginationOf<Options> }>
  findOne<
    const Options extends ReadOptions<Config, Slug> & Extra['options'] = Omitted<
      ReadOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    options?: Options & Checked<Options, ReadOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
  count<
    const Options extends FindOptions<Config, Slug> & Extra['options'] = Omitted<
      FindOptions<Config, Slug> & Extra['options']
    >,
  >(
    options?: Options & CheckedQuery<Config, Slug, Options, FindOptions<Config, Slug> & Extra['options']>,
  ): Promise<{ count: number }>
  /** The values of a field in what is found, the most frequent first, and in how many documents each of them is. */
  distinct(options: DistinctOptions<Config, Slug> & Extra['options']): Promise<DistinctValues>
  create<
    const Options extends CreateOptions<Config, Slug> & Extra['options'] = Omitted<
      CreateOptions<Config, Slug> & Extra['options']
    >,
  >(
    data: CreateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, CreateOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
  update<
    const Options extends SaveOptions<Config, Slug> & Extra['options'] = Omitted<
      SaveOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, SaveOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
  delete(id: string, options?: Extra['options'] & ChangeOptions): Promise<{ id: string; deleted: true }>
  /**
   * Goes through all documents that are found, in the order of their ids, however many there are.
   *
   * @example
   * for await (const post of app.local.asSystem().collections.posts.each({ where: { views: { less_than: 10 } } })) …
   */
  each<
    const Options extends EachOptions<Config, Slug> & Extra['options'] = Omitted<
      EachOptions<Config, Slug> & Extra['options']
    >,
  >(
    options?: Options & CheckedQuery<Config, Slug, Options, EachOptions<Config, Slug> & Extra['options']>,
  ): AsyncIterable<Doc<Config, Slug, ModeOf<Options>>>
  duplicate<
    const Options extends UpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      UpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    overrides?: PartialInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
  /** Does the same to everything that a query finds and the caller may read. */
  bulk(request: BulkWhereRequest<Config, Slug>, options?: Extra['options']): Promise<BulkWhereAnswer>
  /** Does the same to each of these documents. */
  bulk(request: BulkRequest<Config, Slug>, options?: Extra['options']): Promise<BulkAnswer<Doc<Config, Slug>>>
  /** Which documents point to this one, and through which field, as far as the caller may read them. */
  references(
    id: string,
    options?: Extra['options'] & PageOptions,
  ): Promise<{ docs: DocumentReference[]; pagination: Pagination }>
  /** What the caller may do here: in general, or with the document with this `id` and with this `data`. */
  access(
    request?: { readonly id?: string; readonly data?: UpdateInput<Config, Slug> } & TrashOption<Config, Slug> &
      DraftOption<Config, Slug>,
    options?: Extra['options'],
  ): Promise<Capabilities>
  /** The ids of the documents that a query finds, up to as many as a bulk call takes. */
  selection(
    request?: { readonly where?: WhereOf<Config, Slug> } & TrashOption<Config, Slug> & DraftOption<Config, Slug>,
    options?: Extra['options'],
  ): Promise<Selection>
}

type LocalizedIn<Config extends ContentModel, Fields extends FieldDefinitions> = IfSome<
  LocaleOf<Config>,
  LocalizedName<Fields>
>

type EnabledMethods<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Extra extends CallExtra,
  Fields extends FieldDefinitions = CollectionFields<Config, Slug>,
> = IfSome<WritableJoin<Fields>, JoinApi<Config, Slug, WritableJoin<Fields>, Extra>, unknown> &
  IfSome<UniqueName<Fields>, UpsertApi<Config, Slug, Extra>, unknown> &
  IfSome<LocalizedIn<Config, Fields>, LocaleApi<Config, Slug, Extra>, unknown> &
  (HasTrash<Config, Slug> extends true ? TrashApi<Config, Slug, Extra> : unknown) &
  (HasVersions<Config, Slug> extends true ? VersionsApi<Config, Slug, Extra> : unknown) &
  (HasDrafts<Config, Slug> extends true ? DraftsApi<Config, Slug, Extra> & ScheduleApi<Extra> : unknown) &
  (HasLocks<Config, Slug> extends true ? LockApi<Extra> : unknown) &
  (HasComments<Config, Slug> extends true ? CommentApi<Extra['options']> : unknown) &
  IfSome<AuthSlug<Config>, PreviewApi<Config, Slug, Extra>, unknown>

/** Users are created with a password, and can't be duplicated. */
type UserCollectionApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Extra extends CallExtra,
> = Omit<CollectionApi<Config, Slug, Extra>, 'create' | 'duplicate'>

type DocumentMethods<Config extends ContentModel, Slug extends CollectionSlug<Config>, Extra extends CallExtra> =
  HasUsers<Config, Slug> extends true
    ? UserCollectionApi<Config, Slug, Extra>
    : HasFiles<Config, Slug> extends true
      ? Omit<CollectionApi<Config, Slug, Extra>, 'create' | 'update'> & UploadApi<Config, Slug, Extra>
      : CollectionApi<Config, Slug, Extra>

/** Signing in and related methods. */
export type AuthApi<Config extends ContentModel, Slug extends AuthSlug<Config>, Extra extends CallExtra> = AuthMethods<
  Config,
  Slug,
  Extra
> & {
  createUser<
    const Options extends PresentOptions<Config, Slug> & Extra['options'] = Omitted<
      PresentOptions<Config, Slug> & Extra['options']
    >,
  >(
    request: { readonly data: CreateInput<Config, Slug, ModeOf<Options>>; readonly password: string },
    options?: Options & Checked<Options, PresentOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
}

/** The methods of an application, typed by its configuration, for calls with these extras (docs/contract/command-line.md#one-shape). */
export interface Api<Config extends ContentModel, Extra extends CallExtra> extends OverviewApi<Config, Extra> {
  readonly collections: {
    readonly [Slug in CollectionSlug<Config>]: DocumentMethods<Config, Slug, Extra> &
      EnabledMethods<Config, Slug, Extra>
  }
  readonly globals: {
    readonly [Slug in GlobalSlug<Config>]: GlobalApi<Config, Slug, Extra> &
      IfSome<LocalizedIn<Config, GlobalFields<Config, Slug>>, GlobalLocaleApi<Config, Slug, Extra>, unknown> &
      (GlobalHasVersions<Config, Slug> extends true ? GlobalVersionsApi<Config, Slug, Extra> : unknown) &
      (GlobalHasDrafts<Config, Slug> extends true
        ? GlobalDraftsApi<Config, Slug, Extra> & GlobalScheduleApi<Extra>
        : unknown) &
      (GlobalHasComments<Config, Slug> extends true ? GlobalCommentApi<Extra['options']> : unknown) &
      IfSome<AuthSlug<Config>, GlobalPreviewApi<Config, Slug, Extra>, unknown>
  }
  readonly auth: { readonly [Slug in AuthSlug<Config>]: AuthApi<Config, Slug, Extra> }
  /** The actor's own sessions, keys and preferences, and the end of preview tokens. */
  readonly account: AccountApi<Config, Extra> & IfSome<AuthSlug<Config>, PreviewTokens<Extra>, unknown>
}
