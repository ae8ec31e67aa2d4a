import type {
  AnyAccountApi,
  AnyAuthApi,
  AnyCollectionApi,
  AnyGlobalApi,
  AnswerTo,
  Api,
  CallExtra,
  ChangesApi,
  ContentModel,
  InputTo,
  LiveApi,
  LocalizedText as Words,
  MethodTo,
  OverviewApi,
  PathTo,
  PluginApi,
  PluginMethods,
  PublicEntity as Entity,
  PublicField as Field,
  PublicManifest as Manifest,
  QueueableJobs,
  QueueApi,
  QueueingTime,
} from '@quirecms/core'
import type { ClientFile } from './file-form.ts'
import type { ImageAttributes, ImageOptions } from './image.ts'
import type { PasskeyRequest } from './passkey-ceremony.ts'
import type { OnProgress } from './upload.ts'

/** What everybody may know of an application: its collections, globals and fields, and what they can be asked. */
export type PublicManifest = Manifest

/** A collection or a global, in that. */
export type PublicEntity = Entity

/** A field of one of them. */
export type PublicField = Field

/** What people read: one text for everybody, or one for each language, by its tag. */
export type LocalizedText = Words

/** A secret, or a function that finds it for each call. */
export type Secret = string | (() => string | undefined | null | Promise<string | undefined | null>)

export interface ClientOptions {
  /** Where the service is: `https://cms.example.com`. By default, where the page came from. */
  readonly baseUrl?: string
  /** The token of a session, which `login` answers with. */
  readonly token?: Secret
  readonly apiKey?: Secret
  /** Whether the browser's cookies go along: `'include'` for a service on another origin. */
  readonly credentials?: RequestInit['credentials']
  /** In the place of the global `fetch`; `app.fetch` calls an application of the same process. */
  readonly fetch?: typeof globalThis.fetch
  /** How often a read is tried again if the service can't be reached or is busy; 2 by default. Writes never are. */
  readonly retries?: number
}

/** The options of every call, besides its own. */
export interface ClientCallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  readonly headers?: RequestInit['headers']
}

export interface LiveOptions extends ClientCallOptions {
  /** Hears of what ends it: nothing more comes afterwards. Without it, it is an error that nobody has caught. */
  readonly onError?: (error: unknown) => void
}

export interface UploadOptions {
  /** Called while the file is sent. */
  readonly onProgress?: OnProgress
}

/** In what calls of the client differ from those in process. */
export interface ClientCall extends CallExtra {
  readonly options: ClientCallOptions
  readonly upload: UploadOptions
  readonly file: ClientFile
  readonly content: Response
}

export interface RequestOptions extends ClientCallOptions {
  /** What stands in the path in the place of `:name`. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown
}

/** A route wants what it describes; anything else is up to you. */
type RequestArguments<Of> = [InputTo<Of>] extends [never]
  ? [options?: RequestOptions]
  : object extends InputTo<Of>
    ? [options?: InputTo<Of> & ClientCallOptions]
    : [options: InputTo<Of> & ClientCallOptions]

interface Further {
  /** What everybody may know of the application: collections, globals, fields (`GET /api/schema`). */
  schema(options?: ClientCallOptions): Promise<PublicManifest>
  /**
   * What an answer of this client rests on, as the service named it in `Cache-Tag`, `Surrogate-Key` or `xkey`: for frameworks that purge by
   * tag. Empty where it named nothing.
   *
   * @example
   * const answer = await client.collections.posts.find()
   * for (const tag of client.tagsOf(answer)) cacheTag(tag)
   */
  tagsOf(answer: object): readonly string[]
  /**
   * What an `<img>` needs to show a picture in the width that it needs: `src`, `srcset`, `sizes`, `width`, `height` and `placeholder`. Null for
   * files that are no pictures. For all widths, populate the document, or select `srcset`.
   *
   * @example
   * const { placeholder, ...attributes } = client.image(post.cover, { width: 640 })
   */
  image(doc: object | null | undefined, options?: ImageOptions): ImageAttributes | null
  /**
   * The methods of a plugin that describes them.
   *
   * @example
   * import { webhooksApi } from '@quirecms/webhooks/api'
   * const { docs } = await client.plugin(webhooksApi).deliveries({ status: 'failed' })
   */
  plugin<const Api extends PluginApi>(api: Api): PluginMethods<Api, ClientCallOptions>
  /**
   * Calls any other route, such as one of your own, and resolves to its JSON. Give it the type of the route, or that of the answer.
   *
   * @example
   * import type { like } from './routes.ts'
   * await client.request<typeof like>('POST', '/api/collections/posts/:id/like', { params: { id }, body: { by: 1 } })
   * await client.request<{ likes: number }>('GET', '/api/likes')
   */
  request<Of = unknown>(method: MethodTo<Of>, path: PathTo<Of>, ...options: RequestArguments<Of>): Promise<AnswerTo<Of>>
}

/** What is said of one queued job, and of the call. */
export type QueueingCall = QueueingTime & ClientCallOptions

/** What the client does in the page of a browser, where an application has passkeys. */
type InBrowser<Methods> = Methods extends { readonly passkeyLogin: (...args: never[]) => infer Answer }
  ? Methods & {
      /**
       * In the page of a browser: asks it for a passkey, and signs in with that.
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
        /** In the page of a browser: has it make a passkey, and adds that to the account. */
        add(request?: { readonly name?: string }, options?: ClientCallOptions): Answer
      }
    }
  : Methods

/** The client of an application whose configuration is known. */
export interface Client<Config extends ContentModel>
  extends Omit<Api<Config, ClientCall>, 'auth' | 'account'>,
    Further {
  readonly auth: {
    readonly [Slug in keyof Api<Config, ClientCall>['auth']]: InBrowser<Api<Config, ClientCall>['auth'][Slug]>
  }
  readonly account: AccountInBrowser<Api<Config, ClientCall>['account']>
  readonly live: LiveApi<Config, LiveOptions>
  /**
   * Queues the jobs that clients may queue.
   *
   * @example
   * const { id } = await client.jobs.sendNewsletter({ issue: 7 }, { in: '10m' })
   */
  readonly jobs: QueueableJobs<Config, QueueingCall>
  /**
   * The same client, with other options.
   *
   * @example
   * const { token } = await client.auth.users.login({ email, password })
   * const mine = client.with({ token })
   */
  with(options: ClientOptions): Client<Config>
}

/** The client of any application. Its documents are JSON. */
export interface AnyClient
  extends Further,
    OverviewApi<ContentModel, ClientCall['options']>,
    ChangesApi<ContentModel, ClientCall['options']> {
  readonly live: LiveApi<ContentModel, LiveOptions>
  collection(slug: string): AnyCollectionApi<ClientCall>
  global(slug: string): AnyGlobalApi<ClientCall>
  /** Signing in and related methods, of a collection with users. */
  users(slug: string): InBrowser<AnyAuthApi<ClientCall>>
  readonly account: AccountInBrowser<AnyAccountApi<ClientCall>>
  readonly jobs: QueueableJobs<ContentModel, QueueingCall>
  readonly queue: QueueApi<ClientCallOptions>
  with(options: ClientOptions): AnyClient
}
