import type { Actor } from '../contracts/access.ts'
import type { ErrorCode, Issue } from '../contracts/errors.ts'
import type { FieldDefinitions } from '../contracts/field.ts'
import type { Pagination } from '../contracts/operation.ts'
import type { QuireConfig } from '../config/define-config.ts'
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
  HasLocks,
  HasTrash,
  HasUsers,
  HasVersions,
  LocaleOf,
} from '../config/infer/config.ts'
import type { Doc } from '../config/infer/document.ts'
import type { LocalizedName, WritableJoin } from '../config/infer/features.ts'
import type { CreateInput, UpdateInput } from '../config/infer/input.ts'
import type { Revealed } from '../config/infer/revealed.ts'
import type { WhereOf } from '../config/infer/where.ts'
import type { AccountApi, AuthMethods } from './auth-api-types.ts'
import type { CallOptions } from './call-options.ts'
import type {
  Answered,
  ChangeOptions,
  DraftOption,
  EachOptions,
  FindOptions,
  IfSome,
  LocaleCopy,
  LocaleOptions,
  ModeOf,
  Omitted,
  PresentOptions,
  ReadOptions,
  RestoreOptions,
  SaveOptions,
  TrashOption,
  UpdateOptions,
} from './document-options.ts'
import type { UploadApi } from './upload-types.ts'
import type { Capabilities, Selection } from './capability-types.ts'
import type { PageOptions, SnapshotList, SnapshotOf } from './version-types.ts'
import type { LockApi } from './lock-types.ts'
import type { PreviewTokenAnswer, PreviewTokens } from './preview-types.ts'
import type { ScheduleApi } from './schedule-types.ts'
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

export interface BulkRequest<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  readonly action:
    | 'update'
    | 'delete'
    | (HasTrash<Config, Slug> extends true ? 'restoreDeleted' | 'deletePermanent' : never)
    | (HasDrafts<Config, Slug> extends true ? 'publish' | 'unpublish' : never)
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
  update<const Options extends SaveOptions<Config, Slug> = Omitted<SaveOptions<Config, Slug>>>(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, SaveOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  delete(id: string, options?: CallOptions & ChangeOptions): Promise<{ id: string; deleted: true }>
  /**
   * Goes through all documents that are found, in the order of their ids, however many there are.
   *
   * @example
   * for await (const post of app.local.asSystem().collections.posts.each({ where: { views: { less_than: 10 } } })) …
   */
  each<const Options extends EachOptions<Config, Slug> = Omitted<EachOptions<Config, Slug>>>(
    options?: Options & CheckedQuery<Config, Slug, Options, EachOptions<Config, Slug>>,
  ): AsyncIterable<Doc<Config, Slug, ModeOf<Options>>>
  /** Makes all of these documents, or none of them. */
  createMany<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    data: readonly CreateInput<Config, Slug, ModeOf<Options>>[],
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Promise<Doc<Config, Slug, ModeOf<Options>>[]>
  /** Changes all documents that are found, or none of them. */
  updateMany<const Options extends LocaleOptions<Config> = Omitted<LocaleOptions<Config>>>(
    request: { readonly where: WhereOf<Config, Slug>; readonly data: UpdateInput<Config, Slug, ModeOf<Options>> },
    options?: Options & Checked<Options, LocaleOptions<Config>>,
  ): Promise<{ updated: number }>
  /** Deletes all documents that are found, or none of them. */
  deleteMany(
    request: { readonly where: WhereOf<Config, Slug> },
    options?: LocaleOptions<Config>,
  ): Promise<{ deleted: number }>
  duplicate<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    overrides?: UpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  bulk(request: BulkRequest<Config, Slug>, options?: CallOptions): Promise<BulkAnswer<Doc<Config, Slug>>>
  /** Which documents point to this one, and through which field, as far as the caller may read them. */
  references(
    id: string,
    options?: CallOptions & PageOptions,
  ): Promise<{ docs: DocumentReference[]; pagination: Pagination }>
  /** What the caller may do here: in general, or with the document with this `id` and with this `data`. */
  access(
    request?: { readonly id?: string; readonly data?: UpdateInput<Config, Slug> } & TrashOption<Config, Slug> &
      DraftOption<Config, Slug>,
    options?: CallOptions,
  ): Promise<Capabilities>
  /** The ids of the documents that a query finds, up to as many as a bulk call takes. */
  selection(
    request?: { readonly where?: WhereOf<Config, Slug> } & TrashOption<Config, Slug> & DraftOption<Config, Slug>,
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

/** The methods of a collection with versions. */
export interface VersionsApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  /** The snapshots of a document, newest first. */
  versions<const Options extends LocaleOptions<Config> & PageOptions = Omitted<LocaleOptions<Config> & PageOptions>>(
    id: string,
    options?: Options & Checked<Options, LocaleOptions<Config> & PageOptions>,
  ): Promise<SnapshotList<SnapshotOf<Config, Slug, ModeOf<Options>>>>
  version<const Options extends LocaleOptions<Config> = Omitted<LocaleOptions<Config>>>(
    id: string,
    revision: number,
    options?: Options & Checked<Options, LocaleOptions<Config>>,
  ): Promise<SnapshotOf<Config, Slug, ModeOf<Options>>>
  /** Writes the content of a snapshot as a new revision. */
  restore<const Options extends RestoreOptions<Config, Slug> = Omitted<RestoreOptions<Config, Slug>>>(
    id: string,
    revision: number,
    options?: Options & Checked<Options, RestoreOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
}

/** The methods of a collection with drafts. */
export interface DraftsApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  /** Makes the newest content live; it must be complete. */
  publish<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** Takes the live copy away; the newest content stays, as a draft. */
  unpublish<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
}

/** The methods of a collection in an application with users. */
export interface PreviewApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  /** Makes a token that shows the newest content of this document to whoever has it, for a short time. */
  previewToken(id: string, options?: CallOptions): Promise<PreviewTokenAnswer>
  /** The newest content of the document that the token is for, with the rights of whoever made it. */
  preview<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    id: string,
    token: string,
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
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
  (HasTrash<Config, Slug> extends true ? TrashApi<Config, Slug> : unknown) &
  (HasVersions<Config, Slug> extends true ? VersionsApi<Config, Slug> : unknown) &
  (HasDrafts<Config, Slug> extends true ? DraftsApi<Config, Slug> & ScheduleApi : unknown) &
  (HasLocks<Config, Slug> extends true ? LockApi : unknown) &
  IfSome<AuthSlug<Config>, PreviewApi<Config, Slug>, unknown>

/** Users are created with a password, and can't be duplicated (contract 14, Auth defaults). */
type UserCollectionApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> = Omit<
  CollectionApi<Config, Slug>,
  'create' | 'createMany' | 'duplicate'
>

type DocumentMethods<Config extends QuireConfig, Slug extends CollectionSlug<Config>> =
  HasUsers<Config, Slug> extends true
    ? UserCollectionApi<Config, Slug>
    : HasFiles<Config, Slug> extends true
      ? Omit<CollectionApi<Config, Slug>, 'create' | 'createMany' | 'update'> & UploadApi<Config, Slug>
      : CollectionApi<Config, Slug>

/** Signing in and related methods (contract 13). */
export type AuthApi<Config extends QuireConfig, Slug extends AuthSlug<Config>> = AuthMethods<Config, Slug> & {
  createUser<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    request: { readonly data: CreateInput<Config, Slug, ModeOf<Options>>; readonly password: string },
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
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
      IfSome<LocalizedIn<Config, GlobalFields<Config, Slug>>, GlobalLocaleApi<Config, Slug>, unknown> &
      (GlobalHasVersions<Config, Slug> extends true ? GlobalVersionsApi<Config, Slug> : unknown) &
      (GlobalHasDrafts<Config, Slug> extends true ? GlobalDraftsApi<Config, Slug> : unknown) &
      IfSome<AuthSlug<Config>, GlobalPreviewApi<Config, Slug>, unknown>
  }
  readonly auth: { readonly [Slug in AuthSlug<Config>]: AuthApi<Config, Slug> }
  /** The actor's own sessions, keys and preferences, and the end of preview tokens. */
  readonly account: AccountApi<Config> & IfSome<AuthSlug<Config>, PreviewTokens, unknown>
  /**
   * Runs `work` in one transaction, which all calls of the given API join. If it throws, nothing happened.
   *
   * @example
   * await app.local.asSystem().transaction(async (local) => {
   *   const { id } = await local.collections.orders.create({ status: 'open' })
   *   await local.collections.lines.create({ order: id })
   * })
   */
  transaction<Result>(work: (local: LocalApi<Config>) => Promise<Result>): Promise<Result>
  /** Acts for this actor, with exactly its rights. */
  as(actor: Actor): LocalApi<Config>
  /** The one explicit way past the access rules, which also reads and writes hidden fields. */
  asSystem(): SystemApi<Config>
}

/** The local API of `asSystem()`: hidden fields are among the others. */
export type SystemApi<Config extends QuireConfig> =
  Revealed<Config> extends infer Open extends QuireConfig ? LocalApi<Open> : never
