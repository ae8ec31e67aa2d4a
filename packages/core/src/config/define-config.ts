import type { Feature } from '../contracts/contribution.ts'
import type { Actor, CallRequest } from '../contracts/access.ts'
import type { Mailer } from '../contracts/auth.ts'
import type { EventName } from '../contracts/document-events.ts'
import type { AnyLocalApi } from '../contracts/local.ts'
import type { Metrics } from '../contracts/metrics.ts'
import type { PluginApi } from '../contracts/plugin-api.ts'
import type { BackupsConfig } from './backups.ts'
import type { BrandingConfig } from './branding.ts'
import type { ChangesConfig } from './changes.ts'
import type { CollectionConfig, CollectionConfigs } from './collection.ts'
import type {
  CookieConfig,
  LocalizationConfig,
  MailConfig,
  BulkConfig,
  PopulationConfig,
  StorageConfig,
  ViewsConfig,
} from './service-options.ts'
import type { DatabaseConfig } from './database.ts'
import type { EmailConfig } from './email.ts'
import type { GlobalConfigs } from './global.ts'
import type { JobConfigs, QueueConfig } from './job.ts'
import type { LogConfig } from './log.ts'
import type { PluginRouteConfig, RouteConfig } from './route.ts'
import type { ServerConfig } from './server.ts'

interface Identified {
  readonly actor: Actor | null
}

/** A whole application. The types of documents are inferred from the type parameters. */
export interface QuireConfig<
  Collections extends CollectionConfigs = CollectionConfigs,
  Globals extends GlobalConfigs = GlobalConfigs,
  Locale extends string = string,
  Jobs extends JobConfigs = JobConfigs,
  Plugins extends readonly PluginConfig[] = readonly PluginConfig[],
> {
  /** The name of the application, in the description of its API and on its pages. */
  readonly name?: string
  /** A sentence or two about the application, for the description of its API. */
  readonly description?: string
  readonly collections: Collections
  readonly globals?: Globals
  readonly localization?: LocalizationConfig<Locale>
  readonly database?: DatabaseConfig
  readonly admin?: {
    /** The auth collection whose users may do everything that has no rule. Implied if there is only one. */
    readonly users?: keyof Collections & string
    /** The path of the admin app; `/admin` by default. `false` disables it. */
    readonly path?: string | false
    /** Modules that extend the admin app: `[new URL('./admin/rating.ts', import.meta.url)]`. */
    readonly extensions?: readonly URL[]
    /** Translations of the admin app into further languages: `{ da: new URL('./admin/da.json', import.meta.url) }`. */
    readonly languages?: Readonly<Record<string, URL>>
    /** The branding of the admin app: name, logo, accent colour, and a picture for the sign-in page. */
    readonly branding?: BrandingConfig
    /** Who may share views of lists, and with which roles. Without it, views are the users' own. */
    readonly views?: ViewsConfig
  }
  /** How mail is sent; without it, mail is printed to the log. */
  readonly email?: EmailConfig
  readonly server?: ServerConfig
  /** Storage of uploaded files; `disk('./data/uploads')` by default. */
  readonly storage?: StorageConfig
  /** Makes a backup every day. */
  readonly backups?: BackupsConfig
  /** Keeps a feed of document changes, in order (docs/changes.md). Off by default. */
  readonly changes?: boolean | ChangesConfig
  readonly log?: LogConfig
  /** Sends mail in a way of your own, instead of `email`. */
  readonly mailer?: Mailer
  /** The layout of mails, for any transport. */
  readonly mail?: MailConfig
  /** Identifies the actor of an HTTP request, instead of sessions and API keys. Null means anonymous. */
  readonly identify?: (request: CallRequest) => Identified | null | Promise<Identified | null>
  readonly cookie?: CookieConfig
  /** How much `populate` and `depth` may add to one response. */
  readonly population?: PopulationConfig
  readonly bulk?: BulkConfig
  /** Routes of your own, below `/api`. */
  readonly routes?: readonly RouteConfig[]
  /** Background jobs: `{ nightly: job({ … }) }`. */
  readonly jobs?: Jobs
  /** Who may see and manage jobs, and how long they are kept. */
  readonly queue?: QueueConfig
  readonly plugins?: Plugins
}

export interface PluginApp {
  /** The local API without an actor. `as(actor)` acts for a user; `asSystem()` bypasses the access rules. */
  readonly local: AnyLocalApi
  /** Subscribes to an event, after the commit. Returns the function that unsubscribes. */
  on(event: EventName, listener: (event: never) => unknown): () => void
  /**
   * Calls `stop` when the application begins to shut down, before the last responses are sent. Shutdown waits for its
   * result, 5 seconds at most. Returns the function that unregisters it.
   */
  onStop(stop: () => unknown): () => void
  /** Metrics of the plugin; their names are prefixed with its key (docs/metrics.md). */
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
  /** Changes the configuration, with earlier plugins already applied. */
  readonly config?: (config: QuireConfig) => QuireConfig
  readonly collections?: CollectionConfigs
  readonly globals?: GlobalConfigs
  /**
   * Collections and globals that the application must have, with the fields that the plugin uses. The code of the
   * plugin gets their types; without them, the application doesn't start.
   */
  readonly expects?: { readonly collections?: CollectionConfigs; readonly globals?: GlobalConfigs }
  /** Its methods, parameters and system fields, as plain data for the compiler and the client library. */
  readonly api?: PluginApi
  /** Hooks for every collection and global, after the application's own; `collection` says for which. */
  readonly hooks?: CollectionConfig['hooks']
  readonly routes?: readonly PluginRouteConfig[]
  /** Its module for the admin app (docs/admin-extensions.md): `new URL(import.meta.resolve('your-package/admin'))`. */
  readonly admin?: URL
  /** Jobs that it adds to those of the application. */
  readonly jobs?: JobConfigs
  /** Engine features, like the framework's own (ADR 0020). */
  // oxlint-disable-next-line typescript/no-explicit-any -- the engine's call is not known to configurations
  readonly features?: readonly Feature<any>[]
  /** Called once, when the application is ready and before it serves requests. */
  readonly setup?: (app: PluginApp) => unknown
}
