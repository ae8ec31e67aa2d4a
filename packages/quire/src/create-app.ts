import { isAbsolute, resolve } from 'node:path'
import {
  applyPlugins,
  type ApplyOptions,
  type Call,
  type DatabaseConfig,
  disk,
  type Entity,
  EventBus,
  type EventListener,
  type Feature,
  folderOfConfig,
  limitsOf,
  type LocalApi,
  localApiFactory,
  type Mailer,
  type Manifest,
  type MigrationStatus,
  parseDuration,
  type PluginApp,
  type QuireConfig,
  QuireError,
  resolveApplication,
  runJobs,
  type Runtime,
  type SqlDatabaseConfig,
  sqlite,
  startJobs,
  type Storage,
  withoutAnswer,
} from '@quire/core'
import type { FastifyInstance, Fetch, Identify, Logger, Readiness } from '@quire/server'
import { createLogger } from '@quire/server/log'
import type { Network } from '@quire/files'
import { type DatabaseOptions, openStorage, type WorkLimits } from '@quire/sql'
import { readApplicationInfo } from './application-info.ts'
import { BackgroundWork } from './background-work.ts'
import { backupsOf } from './backups/backups-of.ts'
import { honourDatabaseUrl } from './database-url.ts'
import { type ApplicationMigration, planDataMigrations } from './data-migrations.ts'
import { logLevel } from './log-level.ts'
import { startOnceMigrated } from './jobs-once-migrated.ts'
import { createMailer } from './mailer.ts'
import { lazyFiles } from './open-files.ts'
import { keepDataPrivate } from './private-data.ts'
import { checkReadiness, rememberedReadiness } from './readiness.ts'
import { rememberRuntime } from './runtime-of.ts'
import { rememberServer } from './server-of.ts'
import { VERSION } from './version.ts'

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
  /** Further features, beside those of the framework. */
  readonly features?: readonly Feature<Call>[]
  /** Whether the background work of features runs, such as emptying old trash; true by default. */
  readonly jobs?: boolean
  readonly clock?: () => Date
  /** Whether the admin app in open browsers follows the configuration when the application starts anew, as with `quire dev`. */
  readonly development?: boolean
  /** Instead of the public internet, for requests to other addresses: for tests. */
  readonly network?: Network
  /** Told of every statement on documents: for tests that count them. */
  readonly onStatement?: (sql: string) => void
}

/** A running application (docs/contract/command-line.md#in-process). */
export interface App<Config extends QuireConfig = QuireConfig> {
  /** The local API as nobody; `as(actor)` acts for somebody, `asSystem()` passes the access rules. */
  readonly local: LocalApi<Config>
  readonly manifest: Manifest<Call>
  readonly storage: Storage
  /** Hears of what happened, after the commit (docs/contract/application-code.md#events). Returns the function that ends it. */
  on(event: string, listener: EventListener): () => void
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

/**
 * Starts an application: resolves its configuration, opens its database and is ready to serve.
 *
 * @example
 * const app = await createApp(config)
 * await app.listen({ port: 3000 })
 * await app.local.asSystem().collections.posts.create({ title: 'Hello' })
 * await app.close()
 */
export async function createApp<Config extends QuireConfig>(
  given: Config,
  options: AppOptions = {},
): Promise<App<Config>> {
  const placed = options.database ? { ...given, database: options.database } : honourDatabaseUrl(given)
  const { config, plugins } = applyPlugins(placed, VERSION)
  const log = options.log ?? configuredLogger(config) ?? createLogger({ level: logLevel(config) })
  const root = options.root ?? folderOfConfig(given) ?? process.cwd()
  const { dataMigrations: ownMigrations = [] } = options
  const backups = backupsOf(config, { root, log, migrations: ownMigrations.map(({ name }) => name) })
  const manifest = resolveApplication(config, [...(options.features ?? []), ...backups], plugins)
  const database = databaseOf(config, root)
  const storageConfig = config.storage ?? disk('./data/uploads')
  await keepDataPrivate(root, database, usesFiles(manifest) ? storageConfig : undefined)
  const schema = {
    tables: entitiesOf(manifest).flatMap(({ table, tables }) => [table, ...tables]),
    records: manifest.records,
  }
  const dataMigrations = planDataMigrations(ownMigrations, (caller) => localFor(caller), schema)
  const needs = { schema, dataMigrations: dataMigrations.steps }
  const openSql = (sql: SqlDatabaseConfig) =>
    openStorage({
      ...needs,
      database: databaseOptions(sql),
      ...(options.onStatement && { onStatement: options.onStatement }),
    })
  const openDatabase = async (front: SqlDatabaseConfig) => {
    const sql = atRoot(front, root)
    await keepDataPrivate(root, sql, undefined)
    return openSql(sql)
  }
  const storage = database.dialect === 'other' ? await database.open(needs, openDatabase) : await openSql(database)
  const events = new EventBus()
  const reportError = (message: string, error: unknown) => log.error({ err: error }, message)
  const background = new BackgroundWork(reportError)
  const files = lazyFiles(storageConfig, root, options.network)
  const runtime: Runtime = {
    manifest,
    storage,
    events,
    clock: options.clock ?? (() => new Date()),
    localFor: (caller) => localFor(caller),
    publicUrl: config.server?.publicUrl ?? null,
    tagSecret: config.server?.cacheTags?.secret,
    mailer: options.mailer ?? config.mailer ?? createMailer(config.email, log),
    files: files.open,
    send: async (request) => {
      const { sendGuarded } = await import('@quire/files/guarded-request')
      return sendGuarded(request, options.network)
    },
    background: (what, work) => withoutAnswer(() => background.start(what, work)),
    reportError,
  }
  const localFor = localApiFactory(runtime)

  async function migrate({ destructive = 'leave', ...more }: ApplyOptions = {}): Promise<MigrationStatus> {
    try {
      return await storage.migrations.apply({ destructive, ...more })
    } finally {
      await dataMigrations.settle()
    }
  }

  try {
    if (options.migrate ?? true) {
      await migrate()
      for (const warning of await storage.migrations.warnings()) log.warn(warning)
    }
  } catch (error) {
    await storage.close()
    throw error
  }

  const isMigrated = options.migrate ?? true
  const begin = () => startJobs(runtime)
  const startNow = () => (isMigrated ? begin() : startOnceMigrated(storage, begin))
  const stopJobs = (options.jobs ?? true) ? startNow() : () => undefined
  const readiness = rememberedReadiness(() =>
    checkReadiness(storage, database, usesFiles(manifest) ? files.open : null),
  )
  let serving: Promise<FastifyInstance> | undefined
  let isClosed = false

  /** Loaded and made when it is first needed: an application may well live without HTTP, and most commands do. */
  async function makeServer(): Promise<FastifyInstance> {
    const [{ buildServer }, info] = await Promise.all([import('./build-server.ts'), readApplicationInfo(root, config)])
    // A folder that is not there yet is made now. If it vanishes later, something is wrong, and it is not made again.
    if (usesFiles(manifest) && storageConfig.kind === 'disk')
      await files.open().catch((error: unknown) => reportError('the folder of uploads cannot be used', error))
    const { identify, development = false } = options
    return buildServer({ config, runtime, identify, readiness, info, log, development })
  }

  async function serve(): Promise<FastifyInstance> {
    if (isClosed) throw new QuireError('unavailable', 'The application is closed.')
    serving ??= makeServer()
    return serving
  }

  const app: App<Config> = {
    // The factory builds exactly the methods that the configuration's types describe.
    local: localFor({ actor: null, system: false, context: {} }) as unknown as LocalApi<Config>,
    manifest,
    storage,
    on: (event, listener) => events.on(event, listener),
    migrate,
    runJobs: () => runJobs(runtime),
    readiness,
    async listen({
      host = config.server?.host ?? DEFAULT_PLACE.host,
      port = config.server?.port ?? DEFAULT_PLACE.port,
    } = {}) {
      return (await serve()).listen({ host, port })
    },
    fetch: async (request, client) => (await serve()).fetch(request, client),
    async close() {
      isClosed = true
      const server = await serving?.catch(() => undefined)
      await server?.drain()
      await server?.close()
      stopJobs()
      await background.settle()
      await files.close()
      await storage.close()
    },
  }
  rememberRuntime(app, runtime)
  rememberServer(app, serve)
  try {
    for (const { setup } of plugins) await setup?.(app as unknown as PluginApp)
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}

/** Where an application listens that nobody has told. */
export const DEFAULT_PLACE = { host: '127.0.0.1', port: 3000 }

/** Its own level counts; what is checked is that it works like a logger of pino. */
function configuredLogger({ log }: QuireConfig): Logger | undefined {
  return log?.logger as Logger | undefined
}

function entitiesOf(manifest: Manifest<Call>): Entity<Call>[] {
  return [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
}

function usesFiles(manifest: Manifest<Call>): boolean {
  return entitiesOf(manifest).some((entity) => entity.usesFiles)
}

/** The default, and relative paths made whole. */
export function databaseOf({ database = sqlite('./data/app.db') }: QuireConfig, root: string): DatabaseConfig {
  return database.dialect === 'other' ? database : atRoot(database, root)
}

function atRoot(database: SqlDatabaseConfig, root: string): SqlDatabaseConfig {
  if (database.dialect !== 'sqlite' || database.path === ':memory:' || isAbsolute(database.path)) return database
  return { ...database, path: resolve(root, database.path) }
}

function databaseOptions(database: SqlDatabaseConfig): DatabaseOptions {
  const { queryTimeout, transactionTimeout, maxWaitingWrites } = limitsOf(database)
  const limits: Partial<WorkLimits> = {
    ...(queryTimeout !== undefined && { queryTimeout: parseDuration(queryTimeout) }),
    ...(transactionTimeout !== undefined && { transactionTimeout: parseDuration(transactionTimeout) }),
    ...(maxWaitingWrites !== undefined && { maxWaitingWrites }),
  }
  if (database.dialect === 'sqlite') return { dialect: 'sqlite', path: database.path, limits }
  const { dialect, url = '', poolSize, pooler } = database
  return {
    dialect,
    url,
    limits,
    ...(poolSize !== undefined && { pool: { max: poolSize } }),
    ...(pooler !== undefined && { pooler }),
  }
}
