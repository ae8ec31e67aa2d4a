import type { Actor } from '../contracts/access.ts'
import type { AnyLocalApi, DemandedCollection, DemandedGlobal, DemandedUsers } from '../contracts/local.ts'
import type { MailApi } from '../contracts/mail.ts'
import type { PluginApi } from '../contracts/plugin-api.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { JobMethods, QueueingOptions } from '../config/infer/job.ts'
import type { Checked } from '../config/infer/checked.ts'
import type { CollectionSlug, HasFiles, HasUsers } from '../config/infer/config.ts'
import type { Doc } from '../config/infer/document.ts'
import type { CreateInput, UpdateInput } from '../config/infer/input.ts'
import type { PluginMethods } from '../config/infer/plugin-methods.ts'
import type { Revealed } from '../config/infer/revealed.ts'
import type { WhereOf } from '../config/infer/where.ts'
import type { Api } from './api.ts'
import type { KeyScopesOf } from '../features/auth/api-keys/api-key-types.ts'
import type { CallOptions, LocalCall } from './call-options.ts'
import type { LocaleOptions, ModeOf, Omitted, PresentOptions } from '../operations/document-options.ts'

/** Changes of any number of documents. Over HTTP, nobody may ask for so much at once. */
interface ManyDocumentsApi<Config extends ContentModel, Slug extends CollectionSlug<Config>> {
  /** Makes all of these documents, or none of them. */
  createMany<
    const Options extends PresentOptions<Config, Slug> & CallOptions = Omitted<
      PresentOptions<Config, Slug> & CallOptions
    >,
  >(
    data: readonly CreateInput<Config, Slug, ModeOf<Options>>[],
    options?: Options & Checked<Options, PresentOptions<Config, Slug> & CallOptions>,
  ): Promise<Doc<Config, Slug, ModeOf<Options>>[]>
  /** Changes all documents that are found, or none of them. */
  updateMany<const Options extends LocaleOptions<Config> & CallOptions = Omitted<LocaleOptions<Config> & CallOptions>>(
    request: { readonly where: WhereOf<Config, Slug>; readonly data: UpdateInput<Config, Slug, ModeOf<Options>> },
    options?: Options & Checked<Options, LocaleOptions<Config> & CallOptions>,
  ): Promise<{ updated: number }>
  /** Deletes all documents that are found, or none of them. */
  deleteMany(
    request: { readonly where: WhereOf<Config, Slug> },
    options?: LocaleOptions<Config> & CallOptions,
  ): Promise<{ deleted: number }>
}

/** Users come with a password and files with their content, one at a time. */
type ManyDocuments<Config extends ContentModel, Slug extends CollectionSlug<Config>> = true extends
  | HasUsers<Config, Slug>
  | HasFiles<Config, Slug>
  ? Omit<ManyDocumentsApi<Config, Slug>, 'createMany'>
  : ManyDocumentsApi<Config, Slug>

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
    readonly [Slug in CollectionSlug<Config>]: Api<Config, LocalCall>['collections'][Slug] & ManyDocuments<Config, Slug>
  }
  /**
   * A collection that the compiler doesn't know, such as one that a plugin works with in every application. What isn't there throws
   * `not_found`.
   *
   * @example
   * await local.collection(params.collection).update(params.id, { likes: { increment: 1 } })
   */
  collection(slug: string): DemandedCollection
  /** A global that the compiler doesn't know, in the same way. */
  global(slug: string): DemandedGlobal
  /** Signing in and related methods of an auth collection that the compiler doesn't know, in the same way. */
  users(slug: string): DemandedUsers
  /** The methods that plugins bring, by the key of the plugin. */
  readonly plugins: AnyLocalApi['plugins']
  /**
   * The operations of a plugin that describes them. What isn't there throws `not_found`; its routes are called over HTTP.
   *
   * @example
   * const { docs } = await local.plugin(webhooksApi).deliveries({ status: 'failed' })
   */
  plugin<const Described extends PluginApi>(api: Described): PluginMethods<Described, CallOptions>
  /**
   * Queues jobs. Within a transaction, a job is there if that is committed, and only then.
   *
   * @example
   * const { id } = await local.jobs.sendNewsletter({ issue: 7 }, { in: '10m' })
   */
  readonly jobs: JobMethods<Config, QueueingOptions & CallOptions>
  /** Sends mails of the application's own, from hooks, routes and jobs. */
  readonly mail: MailApi
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
  /** Acts for this actor, with exactly its rights, or with those that `scopes` leave, as for an API key. */
  as(actor: Actor, options?: { readonly scopes?: KeyScopesOf<Config> }): LocalApi<Config>
  /** The one explicit way past the access rules, which also reads and writes hidden fields. */
  asSystem(): SystemApi<Config>
}

/** The local API of `asSystem()`: hidden fields are among the others. */
export type SystemApi<Config extends ContentModel> =
  Revealed<Config> extends infer Open extends ContentModel ? LocalApi<Open> : never
