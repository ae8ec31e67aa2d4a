import type {
  ApplyOptions,
  Call,
  DatabaseConfig,
  EventListener,
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
  /** Folder that relative paths of the configuration start from; by default that of the file that calls `defineConfig`. */
  readonly root?: string
  /** Instead of that of the configuration, and of that in `DATABASE_URL`. */
  readonly database?: DatabaseConfig
  /** Brings the database up to the configuration at start, as far as nothing is destroyed; true by default. */
  readonly migrate?: boolean
  readonly dataMigrations?: readonly ApplicationMigration[]
  /** Instead of JSON lines on standard output, as loud as `log` of the configuration says. */
  readonly log?: Logger
  /** Finds out who makes a request, instead of docs/contract/authentication.md#credentials. */
  readonly identify?: Identify
  /** Instead of what `email` configures. */
  readonly mailer?: Mailer
  /** Instead of `QUIRE_SECRET`: what secrets that must be read again are sealed with. */
  readonly keyring?: string
  /** Further features, beside those of the framework. */
  readonly features?: readonly Feature<Call>[]
  /** Whether the background work of features runs, such as emptying old trash; true by default. */
  readonly jobs?: boolean
  readonly clock?: () => Date
  /**
   * As with `quire dev`: the admin app in open browsers follows the configuration when the application starts anew, and the message of a 404
   * names the collection or global that does not exist. False by default.
   */
  readonly development?: boolean
  /**
   * Whether a command of `quire` starts the application, so that the actor is the operator of the machine; false by
   * default.
   */
  readonly command?: boolean
  /** With `false`, queries and transactions take as long as they take: for work that no request waits for, such as that of `quire run`. */
  readonly timeLimits?: boolean
  /** Instead of the public internet, for requests to other addresses: for tests. */
  readonly network?: Network
  /** Told of every statement on documents: for tests that count them. */
  readonly onStatement?: (sql: string) => void
}

/** A running application (docs/contract/command-line.md#in-process). */
export interface App<Config extends QuireConfig = QuireConfig> {
  /** The local API without an actor; `as(actor)` acts as that actor, `asSystem()` bypasses the access rules. */
  readonly local: LocalApi<Config>
  readonly manifest: Manifest<Call>
  readonly storage: Storage
  /** Hears that the application begins to stop. What the listener returns is waited for, 5 seconds at the most. */
  on(event: 'stopping', listener: () => unknown): () => void
  /** Hears of what happened, after the commit (docs/contract/application-code.md#events). Returns the function that ends it. */
  on(event: string, listener: EventListener): () => void
  /**
   * The same for what happens in any process on this database, from now on: through the change feed (docs/changes.md), so with the document as it is
   * when the event is heard, and null if it is gone.
   */
  on(event: string, listener: AnywhereListener, options: { readonly everywhere: true }): () => void
  /** Brings the database up to the configuration; steps that destroy data stay pending unless `destructive` says otherwise. */
  migrate(options?: ApplyOptions): Promise<MigrationStatus>
  /**
   * Runs the background work of features once, such as emptying old trash: for deployments where a scheduler outside calls for it, and
   * `jobs: false` keeps the application from doing it by itself.
   */
  runJobs(): Promise<void>
  readiness(): Promise<Readiness>
  /** Serves HTTP and resolves to the address: `http://127.0.0.1:3000`. Port 0 takes a free one. */
  listen(at?: { readonly host?: string; readonly port?: number }): Promise<string>
  /**
   * Answers a standard `Request`, whether the service listens or not, so that it can be mounted in another server. `address` is the
   * client's; without it, all clients count as one to the rate limits.
   */
  readonly fetch: Fetch
  /** Finishes what is in flight and closes the database. */
  close(): Promise<void>
}
