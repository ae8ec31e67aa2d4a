import type { Feature } from '../contracts/contribution.ts'
import type { Actor, CallRequest } from '../contracts/access.ts'
import type { Mailer } from '../contracts/auth.ts'
import type { AnyLocalApi } from '../contracts/local.ts'
import type { Metrics } from '../contracts/metrics.ts'
import type { BackupsConfig } from './backups.ts'
import type { BrandingConfig } from './branding.ts'
import type { ChangesConfig } from './changes.ts'
import type { CollectionConfig, CollectionConfigs } from './collection.ts'
import type { CookieConfig } from './cookie.ts'
import type { DatabaseConfig } from './database.ts'
import type { EmailConfig } from './email.ts'
import type { GlobalConfigs } from './global.ts'
import type { JobConfigs, QueueConfig } from './job.ts'
import type { LocalizationConfig } from './localization.ts'
import type { LogConfig } from './log.ts'
import type { MailConfig } from './mail.ts'
import type { BulkConfig } from './bulk.ts'
import type { PopulationConfig } from './population.ts'
import type { PluginRouteConfig, RouteConfig } from './route.ts'
import type { ServerConfig } from './server.ts'
import type { StorageConfig } from './storage.ts'

/** Who makes a request. */
interface Identified {
  readonly actor: Actor | null
}

/** A whole application. The types of documents are inferred from the type parameters. */
export interface QuireConfig<
  Collections extends CollectionConfigs = CollectionConfigs,
  Globals extends GlobalConfigs = GlobalConfigs,
  Locale extends string = string,
  Jobs extends JobConfigs = JobConfigs,
> {
  /** What the application is called: in the description of its API, and on the pages that it shows to people. */
  readonly name?: string
  /** What it is about, in a sentence or two: at the beginning of the description of its API. */
  readonly description?: string
  readonly collections: Collections
  readonly globals?: Globals
  readonly localization?: LocalizationConfig<Locale>
  readonly database?: DatabaseConfig
  readonly admin?: {
    /** The auth collection whose users may do everything that has no rule. Implied if there is only one. */
    readonly users?: keyof Collections & string
    /** Where the admin app is served; `/admin` by default, and not at all with `false`. */
    readonly path?: string | false
    /** Modules that extend the admin app: `[new URL('./admin/rating.ts', import.meta.url)]`. */
    readonly extensions?: readonly URL[]
    /** Files with the words of the admin app in further languages: `{ da: new URL('./admin/da.json', import.meta.url) }`. */
    readonly languages?: Readonly<Record<string, URL>>
    /** How the admin app shows whose it is: name, logo, accent colour, and a picture for the sign-in page. */
    readonly branding?: BrandingConfig
  }
  /** How mail is sent; without it, mail is printed to the log. */
  readonly email?: EmailConfig
  readonly server?: ServerConfig
  /** Where the files of upload collections are kept; `disk('./data/uploads')` by default. */
  readonly storage?: StorageConfig
  /** Makes a backup every day. */
  readonly backups?: BackupsConfig
  /** Keeps what happened to documents, in order, for whoever follows it (docs/changes.md). Off by default. */
  readonly changes?: boolean | ChangesConfig
  readonly log?: LogConfig
  /** Sends mail in a way of your own, instead of `email`. */
  readonly mailer?: Mailer
  /** What mails look like, whatever sends them. */
  readonly mail?: MailConfig
  /** Finds out who makes an HTTP request in a way of your own, instead of by sessions and API keys. Null is nobody. */
  readonly identify?: (request: CallRequest) => Identified | null | Promise<Identified | null>
  /** Where browsers send the session cookie. */
  readonly cookie?: CookieConfig
  /** How much `populate` and `depth` may put into one answer. */
  readonly population?: PopulationConfig
  /** How much one bulk call may change. */
  readonly bulk?: BulkConfig
  /** Routes of your own, below `/api`. */
  readonly routes?: readonly RouteConfig[]
  /** Work that is done later, and in the background: `{ nightly: job({ … }) }`. */
  readonly jobs?: Jobs
  /** Who may see and manage jobs, and what is kept of them. */
  readonly queue?: QueueConfig
  readonly plugins?: readonly PluginConfig[]
}

/** What `setup` gets of the application. */
export interface PluginApp {
  /** As nobody; `as(actor)` acts for somebody, `asSystem()` passes the access rules. */
  readonly local: AnyLocalApi
  /** Hears of what happened, after the commit. Returns the function that ends it. */
  on(event: string, listener: (event: never) => unknown): () => void
  /**
   * Calls `stop` when the application begins to stop, before the last answers are out. Closing the application waits for what it returns,
   * 5 seconds at the most. Returns the function that takes it back.
   */
  onStop(stop: () => unknown): () => void
  /** Numbers about the plugin; its key stands before their names (docs/metrics.md). */
  readonly metrics: Metrics
}

/** Something that can be added to any application (docs/contract/application-code.md#plugins). */
export interface PluginConfig {
  /** Its name, and the prefix of its routes: `/api/plugins/{key}/…`. */
  readonly key: string
  /** The versions of Quire that it works with, as npm writes them: `'^0.1.0'`. */
  readonly quire?: string
  /** The keys of plugins that must come before this one. */
  readonly dependsOn?: readonly string[]
  /** Changes the configuration as it is so far. */
  readonly config?: (config: QuireConfig) => QuireConfig
  readonly collections?: CollectionConfigs
  readonly globals?: GlobalConfigs
  /**
   * What the application must have for the plugin to work, with the fields that the plugin uses. Code that comes second knows them by their
   * types; without them, the application doesn't start.
   */
  readonly expects?: { readonly collections?: CollectionConfigs; readonly globals?: GlobalConfigs }
  /** Run after the application's own, for every collection and global; `collection` says for which. */
  readonly hooks?: CollectionConfig['hooks']
  readonly routes?: readonly PluginRouteConfig[]
  /** Jobs that it adds to those of the application. */
  readonly jobs?: JobConfigs
  /** Parts of the engine, made as the framework's own are (ADR 0020). */
  // oxlint-disable-next-line typescript/no-explicit-any -- the engine's call is not known to configurations
  readonly features?: readonly Feature<any>[]
  /** Called once, when the application is ready and before it serves anything. */
  readonly setup?: (app: PluginApp) => unknown
}
