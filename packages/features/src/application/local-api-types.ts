import type {
  Actor,
  AnsweredDoc,
  AnyLocalApi,
  CallOptions,
  Checked,
  CollectionSlug,
  ContentModel,
  CreateInput,
  DemandedCollection,
  DemandedGlobal,
  DemandedUsers,
  Duration,
  HasFiles,
  HasUsers,
  JobMethods,
  LocalCall,
  LocaleOptions,
  MailApi,
  ManyTold,
  ModeOf,
  Omittable,
  PluginApi,
  PluginMethods,
  PresentOptions,
  Revealed,
  QueueingOptions,
  UpdateInput,
  WhereOf,
} from '@quirecms/core/feature'
import type { Api, CollectionMethods } from './api.ts'
import type { KeyScopesOf } from '../auth/api-keys/api-key-types.ts'

interface ManyDocumentsApi<Config extends ContentModel, Slug extends CollectionSlug<Config>> {
  /**
   * Creates these documents, in batches of one transaction each. Returns the new documents; `results` and `failed`
   * report the outcome of each.
   *
   * @example
   * const made = await posts.createMany(rows)
   * for (const [index, result] of made.results.entries()) if (!result.ok) console.error(rows[index], result.error)
   */
  createMany<const Options extends Omittable<PresentOptions<Config, Slug> & ManyOptions>>(
    data: readonly CreateInput<Config, Slug, ModeOf<Options>>[],
    options?: Options & Checked<Options, PresentOptions<Config, Slug> & ManyOptions>,
  ): Promise<Awaited<AnsweredDoc<Config, Slug, Options>>[] & ManyTold>
  /** Updates all documents that match, in batches of one transaction each. */
  updateMany<const Options extends Omittable<LocaleOptions<Config> & ManyOptions>>(
    request: { readonly where: WhereOf<Config, Slug>; readonly data: UpdateInput<Config, Slug, ModeOf<Options>> },
    options?: Options & Checked<Options, LocaleOptions<Config> & ManyOptions>,
  ): Promise<{ updated: number } & ManyTold>
  /** Deletes all documents that match, in batches of one transaction each. */
  deleteMany(
    request: { readonly where: WhereOf<Config, Slug> },
    options?: LocaleOptions<Config> & ManyOptions,
  ): Promise<{ deleted: number } & ManyTold>
}

export interface ManyOptions extends CallOptions {
  /** Uses one transaction: if one document fails, the call throws and nothing is changed. */
  readonly atomic?: boolean
  /**
   * Time limit of that transaction; by default `transactionTimeout` of the database. Jobs and `quire run` have no
   * limit.
   */
  readonly transactionTimeout?: Duration
}

/** Users and files are created one at a time. */
type ManyDocuments<Config extends ContentModel, Slug extends CollectionSlug<Config>> = true extends
  | HasUsers<Config, Slug>
  | HasFiles<Config, Slug>
  ? Omit<ManyDocumentsApi<Config, Slug>, 'createMany'>
  : ManyDocumentsApi<Config, Slug>

/** What editors show for `local.collections.posts`. */
export type LocalCollection<Slug extends CollectionSlug<Config>, Config extends ContentModel> = CollectionMethods<
  Slug,
  Config,
  LocalCall
> &
  ManyDocuments<Config, Slug>

/**
 * The local API of an application, typed by its configuration.
 *
 * @example
 * const { docs } = await app.local.collections.posts.find({
 *   where: { 'author.name': { equals: 'Ada' } },
 *   populate: { author: { select: { name: true } } },
 * })
 */
export interface LocalApi<Config extends ContentModel> extends Omit<Api<Config, LocalCall>, 'collections'> {
  readonly collections: {
    readonly [Slug in CollectionSlug<Config>]: LocalCollection<Slug, Config>
  }
  /**
   * A collection that the compiler doesn't know, such as in code of a plugin for every application. A missing
   * collection or method throws `not_found`.
   *
   * @example
   * await local.collection(params.collection).update(params.id, { likes: { increment: 1 } })
   */
  collection(slug: string): DemandedCollection
  global(slug: string): DemandedGlobal
  users(slug: string): DemandedUsers
  /** Methods of plugins, by plugin key. */
  readonly plugins: AnyLocalApi['plugins']
  /**
   * The methods of a plugin, from its API description. Missing ones throw `not_found`; routes of the plugin are called
   * over HTTP.
   *
   * @example
   * const { docs } = await local.plugin(webhooksApi).deliveries({ status: 'failed' })
   */
  plugin<const Described extends PluginApi>(api: Described): PluginMethods<Described, CallOptions>
  /**
   * Queues jobs. In a transaction, a job is queued only if the transaction commits.
   *
   * @example
   * const { id } = await local.jobs.sendNewsletter({ issue: 7 }, { in: '10m' })
   */
  readonly jobs: JobMethods<Config, QueueingOptions & CallOptions>
  readonly mail: MailApi
  /**
   * Runs `work` in one transaction, which all calls of the given API join. If it throws, everything is rolled back.
   *
   * @example
   * await app.local.asSystem().transaction(async (local) => {
   * const { id } = await local.collections.orders.create({ status: 'open' })
   * await local.collections.lines.create({ order: id })
   * })
   */
  transaction<Result>(work: (local: LocalApi<Config>) => Promise<Result>): Promise<Result>
  /** Acts for this actor, with its rights, optionally limited to `scopes` like those of an API key. */
  as(actor: Actor, options?: { readonly scopes?: KeyScopesOf<Config> }): LocalApi<Config>
  /** Skips access rules, and includes hidden fields. */
  asSystem(): SystemApi<Config>
}

/** The local API of `asSystem()`, which includes hidden fields. */
export type SystemApi<Config extends ContentModel> =
  Revealed<Config> extends infer Open extends ContentModel ? LocalApi<Open> : never
