import type { Actor } from '../contracts/access.ts'
import type { ErrorCode, Issue } from '../contracts/errors.ts'
import type { Pagination } from '../contracts/operation.ts'
import type { QuireConfig } from '../config/define-config.ts'
import type { AuthSlug, CallMode, CollectionSlug, GlobalSlug, HasUsers, LocaleOf } from '../config/infer-config.ts'
import type { Doc, GlobalDoc } from '../config/infer-document.ts'
import type { CreateInput, GlobalUpdateInput, UpdateInput } from '../config/infer-input.ts'
import type { GlobalSelectOf, Selected, SelectOf } from '../config/infer-select.ts'
import type { SortOf } from '../config/infer-sort.ts'
import type { WhereOf } from '../config/infer-where.ts'
import type { AccountApi, AuthMethods } from './auth-api-types.ts'
import type { CallOptions } from './call-options.ts'
import type { Capabilities, Selection } from './capability-types.ts'

export interface LocaleOptions<Config extends QuireConfig> extends CallOptions {
  readonly locale?: LocaleOf<Config> | 'all' | '*'
  readonly fallbackLocale?: LocaleOf<Config> | readonly LocaleOf<Config>[] | false
}

export interface PresentOptions<Config extends QuireConfig, Slug extends CollectionSlug<Config>>
  extends LocaleOptions<Config> {
  readonly select?: SelectOf<Config, Slug>
}

export interface ChangeOptions {
  /** The revision that the change is based on; an outdated one is `revision_conflict`. */
  readonly ifMatch?: number
}

export interface FindOptions<Config extends QuireConfig, Slug extends CollectionSlug<Config>>
  extends PresentOptions<Config, Slug> {
  readonly where?: WhereOf<Config, Slug>
  readonly sort?: SortOf<Config, Slug> | readonly SortOf<Config, Slug>[]
  readonly limit?: number
  readonly page?: number
}

type ModeOf<Options> = Options extends { readonly locale: infer Locale extends string }
  ? { readonly locale: Locale }
  : CallMode

/** What a call with these options answers with: narrowed by `select`, in the form that `locale` asks for. */
type Result<Document, Options> = Options extends { readonly select: infer Select }
  ? Selected<Document, Select>
  : Document

type DocResult<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Options> = Result<
  Doc<Config, Slug, ModeOf<Options>>,
  Options
>

export interface BulkRequest<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  readonly action: 'update' | 'delete'
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

/** The methods of a collection (contract 13). */
export interface CollectionApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  find<const Options extends FindOptions<Config, Slug> = object>(
    options?: Options,
  ): Promise<{ docs: DocResult<Config, Slug, Options>[]; pagination: Pagination }>
  findOne<const Options extends PresentOptions<Config, Slug> = object>(
    id: string,
    options?: Options,
  ): Promise<DocResult<Config, Slug, Options>>
  count(options?: FindOptions<Config, Slug>): Promise<{ count: number }>
  create<const Options extends PresentOptions<Config, Slug> = object>(
    data: CreateInput<Config, Slug, ModeOf<Options>>,
    options?: Options,
  ): Promise<DocResult<Config, Slug, Options>>
  update<const Options extends PresentOptions<Config, Slug> & ChangeOptions = object>(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options,
  ): Promise<DocResult<Config, Slug, Options>>
  delete(id: string, options?: CallOptions & ChangeOptions): Promise<{ id: string; deleted: true }>
  duplicate<const Options extends PresentOptions<Config, Slug> & ChangeOptions = object>(
    id: string,
    overrides?: UpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options,
  ): Promise<DocResult<Config, Slug, Options>>
  bulk(request: BulkRequest<Config, Slug>, options?: CallOptions): Promise<BulkAnswer<Doc<Config, Slug>>>
  /** What the caller may do here, to the document with this `id`, with this `data`. */
  access(
    request?: { readonly id?: string; readonly data?: UpdateInput<Config, Slug> },
    options?: CallOptions,
  ): Promise<Capabilities>
  /** The ids of what a query finds, as many as a bulk call takes. */
  selection(request?: { readonly where?: WhereOf<Config, Slug> }, options?: CallOptions): Promise<Selection>
}

/** Users are made with their password, and are not copied (contract 14, Auth defaults). */
type UserCollectionApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> = Omit<
  CollectionApi<Config, Slug>,
  'create' | 'duplicate'
>

/** Signing in and what belongs to it (contract 13). */
export type AuthApi<Config extends QuireConfig, Slug extends AuthSlug<Config>> = AuthMethods<Config, Slug> & {
  createUser<const Options extends PresentOptions<Config, Slug> = object>(
    request: { readonly data: CreateInput<Config, Slug, ModeOf<Options>>; readonly password: string },
    options?: Options,
  ): Promise<DocResult<Config, Slug, Options>>
}

export interface GlobalPresentOptions<Config extends QuireConfig, Slug extends GlobalSlug<Config>>
  extends LocaleOptions<Config> {
  readonly select?: GlobalSelectOf<Config, Slug>
}

/** The methods of a global. */
export interface GlobalApi<Config extends QuireConfig, Slug extends GlobalSlug<Config>> {
  get<const Options extends GlobalPresentOptions<Config, Slug> = object>(
    options?: Options,
  ): Promise<Result<GlobalDoc<Config, Slug, ModeOf<Options>>, Options>>
  update<const Options extends GlobalPresentOptions<Config, Slug> & ChangeOptions = object>(
    data: GlobalUpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options,
  ): Promise<Result<GlobalDoc<Config, Slug, ModeOf<Options>>, Options>>
  /** What the caller may do here, with this `data`. */
  access(request?: { readonly data?: GlobalUpdateInput<Config, Slug> }, options?: CallOptions): Promise<Capabilities>
}

/**
 * The local API of an application, typed by its configuration.
 *
 * @example
 * const { docs } = await app.local.collections.posts.find({ where: { title: { contains: 'news' } }, limit: 5 })
 */
export interface LocalApi<Config extends QuireConfig> {
  readonly collections: {
    readonly [Slug in CollectionSlug<Config>]: HasUsers<Config, Slug> extends true
      ? UserCollectionApi<Config, Slug>
      : CollectionApi<Config, Slug>
  }
  readonly globals: { readonly [Slug in GlobalSlug<Config>]: GlobalApi<Config, Slug> }
  readonly auth: { readonly [Slug in AuthSlug<Config>]: AuthApi<Config, Slug> }
  /** What belongs to the actor: its sessions, keys and preferences. */
  readonly account: AccountApi<Config>
  /** Acts for somebody: their rights, and no others. */
  as(actor: Actor): LocalApi<Config>
  /** The one explicit way past the access rules. */
  asSystem(): LocalApi<Config>
}
