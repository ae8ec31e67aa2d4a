import type {
  AnswerTo,
  CallExtra,
  ContentModel,
  InputTo,
  LocalizedText as Words,
  MethodTo,
  PathTo,
  PluginApi,
  PluginMethods,
  PublicEntity as Entity,
  PublicField as Field,
  PublicManifest as Manifest,
  QueueableJobs,
  QueueingTime,
} from '@quirecms/core'
import type {
  AnyAccountApi,
  AnyAuthApi,
  AnyCollectionApi,
  AnyGlobalApi,
  Api,
  ChangesApi,
  LiveApi,
  OverviewApi,
  QueueApi,
} from '@quirecms/features'
import type { ClientFile } from './file-form.ts'
import type { ImageAttributes, ImageOptions } from './image.ts'
import type { PasskeyRequest } from './passkey-ceremony.ts'
import type { OnProgress } from './upload.ts'

/** The public description of an application: its collections, globals, fields and operations. */
export type PublicManifest = Manifest

/** A collection or a global of the manifest. */
export type PublicEntity = Entity

/** A field of a collection or global. */
export type PublicField = Field

/** A text: one for all languages, or one for each, by its tag. */
export type LocalizedText = Words

/** A secret, or a function that returns it for each call. */
export type Secret = string | (() => string | undefined | null | Promise<string | undefined | null>)

export interface ClientOptions {
  /** URL of the service: `https://cms.example.com`. By default, the origin of the page. */
  readonly baseUrl?: string
  /** A session token, returned by `login`. */
  readonly token?: Secret
  readonly apiKey?: Secret
  /** Whether requests include the browser's cookies: `'include'` for a service on another origin. */
  readonly credentials?: RequestInit['credentials']
  /** Replaces the global `fetch`; `app.fetch` calls an application in the same process. */
  readonly fetch?: typeof globalThis.fetch
  /** Retries of a read if the service is unreachable or busy; 2 by default. Writes are never retried. */
  readonly retries?: number
  /** The descriptions of plugins that add methods to collections and globals: `[archiveApi]`. */
  readonly plugins?: readonly PluginApi[]
}

export interface ClientCallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  readonly headers?: RequestInit['headers']
}

export interface LiveOptions extends ClientCallOptions {
  /** Called with the error that ended it. Without it, the error is unhandled. */
  readonly onError?: (error: unknown) => void
}

export interface UploadOptions {
  /** Called during the upload. */
  readonly onProgress?: OnProgress
}

export interface ClientCall extends CallExtra {
  readonly options: ClientCallOptions
  readonly upload: UploadOptions
  readonly file: ClientFile
  readonly content: Response
}

export interface RequestOptions extends ClientCallOptions {
  /** Values for `:name` in the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Sent as JSON, unless it is a `FormData`. */
  readonly body?: unknown
}

/** A typed route determines its arguments; any other takes free options. */
type RequestArguments<Of> = [InputTo<Of>] extends [never]
  ? [options?: RequestOptions]
  : object extends InputTo<Of>
    ? [options?: InputTo<Of> & ClientCallOptions]
    : [options: InputTo<Of> & ClientCallOptions]

interface Further {
  /** Returns the public description of the application: collections, globals, fields (`GET /api/schema`). */
  schema(options?: ClientCallOptions): Promise<PublicManifest>
  /**
   * Returns the cache tags of a response of this client (`Cache-Tag`, `Surrogate-Key` or `xkey`), for frameworks that
   * purge by tag. Empty without such a header.
   *
   * @example
   * const answer = await client.collections.posts.find()
   * for (const tag of client.tagsOf(answer)) cacheTag(tag)
   */
  tagsOf(answer: object): readonly string[]
  /**
   * Returns the attributes of an `<img>` at the width that it needs: `src`, `srcset`, `sizes`, `width`, `height` and
   * `placeholder`. Null for files that are not images. For all widths, populate the document, or select `srcset`.
   *
   * @example
   * const { placeholder, ...attributes } = client.image(post.cover, { width: 640 })
   */
  image(doc: object | null | undefined, options?: ImageOptions): ImageAttributes | null
  /**
   * Returns the methods of a plugin, from its API description.
   *
   * @example
   * import { webhooksApi } from '@quirecms/webhooks/api'
   * const { docs } = await client.plugin(webhooksApi).deliveries({ status: 'failed' })
   */
  plugin<const Api extends PluginApi>(api: Api): PluginMethods<Api, ClientCallOptions>
  /**
   * Calls any other route, such as one of your own, and resolves to its JSON. Its type parameter is the type of the
   * route or of the response.
   *
   * @example
   * import type { like } from './routes.ts'
   * await client.request<typeof like>('POST', '/api/collections/posts/:id/like', { params: { id }, body: { by: 1 } })
   * await client.request<{ likes: number }>('GET', '/api/likes')
   */
  request<Of = unknown>(method: MethodTo<Of>, path: PathTo<Of>, ...options: RequestArguments<Of>): Promise<AnswerTo<Of>>
}

export type QueueingCall = QueueingTime & ClientCallOptions

/** Adds the browser's passkey login, if the application has passkeys. */
type InBrowser<Methods> = Methods extends { readonly passkeyLogin: (...args: never[]) => infer Answer }
  ? Methods & {
      /**
       * Asks the browser for a passkey and signs in with it. Only in a browser.
       *
       * @example
       * const { user } = await client.auth.users.passkeyLogin()
       */
      passkeyLogin(request?: PasskeyRequest, options?: ClientCallOptions): Answer
    }
  : Methods

type AccountInBrowser<Methods> = Methods extends {
  readonly passkeys: { readonly create: (...args: never[]) => infer Answer }
}
  ? Methods & {
      readonly passkeys: {
        /** Has the browser create a passkey and adds it to the account. Only in a browser. */
        add(request?: { readonly name?: string }, options?: ClientCallOptions): Answer
      }
    }
  : Methods

/** The client of an application whose configuration type is known. */
export interface Client<Config extends ContentModel>
  extends Omit<Api<Config, ClientCall>, 'auth' | 'account'>,
    Further {
  readonly auth: {
    readonly [Slug in keyof Api<Config, ClientCall>['auth']]: InBrowser<Api<Config, ClientCall>['auth'][Slug]>
  }
  readonly account: AccountInBrowser<Api<Config, ClientCall>['account']>
  readonly live: LiveApi<Config, LiveOptions>
  /**
   * Queues jobs that clients may queue.
   *
   * @example
   * const { id } = await client.jobs.sendNewsletter({ issue: 7 }, { in: '10m' })
   */
  readonly jobs: QueueableJobs<Config, QueueingCall>
  /**
   * Returns the same client with other options.
   *
   * @example
   * const { token } = await client.auth.users.login({ email, password })
   * const mine = client.with({ token })
   */
  with(options: ClientOptions): Client<Config>
}

/** The client of any application, with untyped documents. */
export interface AnyClient
  extends Further,
    OverviewApi<ContentModel, ClientCall['options']>,
    ChangesApi<ContentModel, ClientCall['options']> {
  readonly live: LiveApi<ContentModel, LiveOptions>
  collection(slug: string): AnyCollectionApi<ClientCall>
  global(slug: string): AnyGlobalApi<ClientCall>
  /** Login and related methods of a collection with users. */
  users(slug: string): InBrowser<AnyAuthApi<ClientCall>>
  readonly account: AccountInBrowser<AnyAccountApi<ClientCall>>
  readonly jobs: QueueableJobs<ContentModel, QueueingCall>
  readonly queue: QueueApi<ClientCallOptions>
  with(options: ClientOptions): AnyClient
}
