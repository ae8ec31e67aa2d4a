import type {
  ApplyOptions,
  Call,
  DatabaseConfig,
  EventListener,
  EventName,
  FeedEventName,
  Feature,
  Mailer,
  Manifest,
  MigrationStatus,
  QuireConfig,
  Storage,
} from '@quirecms/core'
import type { AnywhereListener, LocalApi } from '@quirecms/features'
import type { Network } from '@quirecms/files'
import type { Fetch, Identify, Logger, Readiness } from '@quirecms/server'
import type { ApplicationMigration } from './data-migrations.ts'

export interface AppOptions {
  /** Base folder for relative paths; by default that of the file that calls `defineConfig`. */
  readonly root?: string
  /** Overrides the configuration and `DATABASE_URL`. */
  readonly database?: DatabaseConfig
  /** Applies pending migrations at start, except destructive ones; true by default. */
  readonly migrate?: boolean
  readonly dataMigrations?: readonly ApplicationMigration[]
  /** Replaces JSON lines on standard output; the level comes from `log` of the configuration. */
  readonly log?: Logger
  /** Identifies the caller of a request, instead of docs/contract/authentication.md#credentials. */
  readonly identify?: Identify
  /** Replaces `email`. */
  readonly mailer?: Mailer
  /** Replaces `QUIRE_SECRET`, the keys for recoverable secrets. */
  readonly keyring?: string
  /** Features besides the framework's own. */
  readonly features?: readonly Feature<Call>[]
  /** Whether background jobs run, such as emptying old trash; true by default. */
  readonly jobs?: boolean
  readonly clock?: () => Date
  /**
   * As with `quire dev`: open admin apps follow the configuration after a restart, and messages of 404 name missing
   * collections and globals. False by default.
   */
  readonly development?: boolean
  /**
   * Whether a command of `quire` starts the application, so that the actor is the operator of the machine; false by
   * default.
   */
  readonly command?: boolean
  /** With `false`, queries and transactions have no time limits: for work without a request, such as `quire run`. */
  readonly timeLimits?: boolean
  /** Replaces the network of outgoing requests, in tests. */
  readonly network?: Network
  /** Called with every statement on documents, in tests. */
  readonly onStatement?: (sql: string) => void
}

/** A running application (docs/contract/command-line.md#in-process). */
export interface App<Config extends QuireConfig = QuireConfig> {
  /** The local API without an actor; `as(actor)` acts as that actor, `asSystem()` bypasses the access rules. */
  readonly local: LocalApi<Config>
  readonly manifest: Manifest<Call>
  readonly storage: Storage
  /** Called when the application begins to stop, which waits for the result, 5 seconds at most. */
  on(event: 'stopping', listener: () => unknown): () => void
  /**
   * Subscribes to an event, after the commit (docs/contract/application-code.md#events). Returns the function that
   * unsubscribes.
   */
  on(event: EventName, listener: EventListener): () => void
  /**
   * The same for events of all processes on this database, through the change feed (docs/changes.md): with the present
   * document, null if it is gone.
   */
  on(event: FeedEventName, listener: AnywhereListener, options: { readonly everywhere: true }): () => void
  /** Applies pending migrations; destructive steps stay pending unless `destructive` is set. */
  migrate(options?: ApplyOptions): Promise<MigrationStatus>
  /** Runs background jobs once: for deployments with an external scheduler and `jobs: false`. */
  runJobs(): Promise<void>
  readiness(): Promise<Readiness>
  /** Serves HTTP; resolves to the URL: `http://127.0.0.1:3000`. Port 0 uses a free one. */
  listen(at?: { readonly host?: string; readonly port?: number }): Promise<string>
  /**
   * Answers a standard `Request`, with or without `listen`, so that the service can be mounted in another server.
   * `address` is the client's; without it, all clients share one rate limit.
   */
  readonly fetch: Fetch
  /** Waits for running requests and closes the database. */
  close(): Promise<void>
}
