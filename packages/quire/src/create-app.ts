import { isAbsolute, resolve } from 'node:path'
import {
  type ApplyOptions,
  applyPlugins,
  type Call,
  type DatabaseConfig,
  type Entity,
  EventBus,
  type EventListener,
  type EventName,
  type FeedEventName,
  folderOfConfig,
  limitsOf,
  localApiFactory,
  type Manifest,
  type MigrationStatus,
  NO_TIME_LIMIT,
  parseDuration,
  type QuireConfig,
  QuireError,
  runJobs,
  type Runtime,
  Services,
  type SqlDatabaseConfig,
  sqlite,
  tellOfApplication,
  withoutAnswer,
} from '@quirecms/core'
import { type AnywhereListener, hearEverywhere, type LocalApi, resolveApplication } from '@quirecms/features'
import { keyring, mailer, passkeyChecks, providerClient } from '@quirecms/features/services'
import type { FastifyInstance, Logger } from '@quirecms/server'
import { createLogger } from '@quirecms/server/log'
import { type DatabaseOptions, openStorage, type WorkLimits } from '@quirecms/sql'
import type { App, AppOptions } from './app.ts'
import { readApplicationInfo } from './application-info.ts'
import { beginBackgroundJobs } from './background-jobs.ts'
import { BackgroundWork, Endings, STOPPING } from './background-work.ts'
import { backupsOf } from './backups/backups-of.ts'
import { configurationWarnings } from './configuration-warnings.ts'
import { honourDatabaseUrl } from './database-url.ts'
import { planDataMigrations } from './data-migrations.ts'
import { keyringOf } from './keyring.ts'
import { logLevel } from './log-level.ts'
import { createMailer } from './mail/mailer.ts'
import { styledMailer } from './mail/styled-mailer.ts'
import { openInstruments } from './instruments.ts'
import { measureApplication } from './metrics/application-gauges.ts'
import { openMetricsPort } from './metrics/metrics-config.ts'
import { lazyFiles, storageOf } from './open-files.ts'
import { keepDataPrivate } from './private-data.ts'
import { lazyProviders } from './providers/lazy-providers.ts'
import { pluginApp } from './plugin-app.ts'
import { checkReadiness, rememberedReadiness } from './readiness.ts'
import { webAuthnChecks } from './passkey-checks.ts'
import { rememberInternals, warnOnce } from './runtime-of.ts'
import { VERSION } from './version.ts'

export type { App, AppOptions } from './app.ts'

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
  const { config: applied, plugins } = applyPlugins(placed, VERSION)
  const config = options.mailer ? { ...applied, mailer: options.mailer } : applied
  // A configured logger keeps its level; only its interface is checked.
  const log = options.log ?? (config.log?.logger as Logger | undefined) ?? createLogger({ level: logLevel(config) })
  const root = options.root ?? folderOfConfig(given) ?? process.cwd()
  const { dataMigrations: ownMigrations = [] } = options
  const backups = await backupsOf(config, { root, log, migrations: ownMigrations.map(({ name }) => name) })
  const manifest = await resolveApplication(config, [...(options.features ?? []), ...backups], plugins)
  const ring = keyringOf(options.keyring ?? process.env['QUIRE_SECRET'], options.command ? [] : sealing(manifest))
  const database = databaseOf(config, root)
  const storageConfig = storageOf(config)
  await keepDataPrivate(root, database, usesFiles(manifest) ? storageConfig : undefined)
  const schema = {
    tables: entitiesOf(manifest).flatMap(({ table, tables }) => [table, ...tables]),
    records: manifest.records,
  }
  const instruments = await openInstruments(config, manifest)
  const { metrics, exposed, tracing, watch, onTransaction } = instruments
  const dataMigrations = planDataMigrations(ownMigrations, (caller) => localFor(caller), schema)
  const needs = { schema, dataMigrations: dataMigrations.steps }
  const openSql = (sql: SqlDatabaseConfig) =>
    openStorage({
      ...needs,
      database: databaseOptions(sql, options.timeLimits !== false),
      ...(options.onStatement && { onStatement: options.onStatement }),
      watch,
      onTransaction,
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
  const endings = new Endings(background)
  const stopping = new AbortController()
  endings.on(() => stopping.abort(new Error('The application stops.')))
  const files = lazyFiles(storageConfig, root, options.network, instruments)
  const runtime: Runtime = {
    manifest,
    storage,
    events,
    clock: options.clock ?? (() => new Date()),
    localFor: (caller) => localFor(caller),
    publicUrl: config.server?.publicUrl ?? null,
    tagSecret: config.server?.cacheTags?.secret,
    files: files.open,
    send: async (request) => {
      const { sendGuarded } = await import('@quirecms/files/guarded')
      const traced = tracing ? { ...request, headers: { ...tracing.outgoing(), ...request.headers } } : request
      return sendGuarded(traced, options.network)
    },
    services: new Services()
      .provide(keyring, ring)
      .provide(mailer, styledMailer(config.mailer ?? createMailer(config.email, log), config, reportError))
      .provide(passkeyChecks, webAuthnChecks)
      .provide(
        providerClient,
        lazyProviders(options.network, () => runtime.clock()),
      ),
    runInBackground: (what, work) => withoutAnswer(() => background.start(what, work)),
    reportError,
    stopping: stopping.signal,
    log: (level, message, details) => log[level](details, message),
    ...(options.command && { isCommand: true }),
    metrics,
    watch,
    trace: tracing,
  }
  const localFor = localApiFactory(runtime)

  async function migrate({ destructive = 'leave', ...more }: ApplyOptions = {}): Promise<MigrationStatus> {
    const isTold = manifest.service.onAccess.length > 0
    const before = isTold ? (await storage.migrations.status()).applied.length : 0
    let status: MigrationStatus
    try {
      status = await storage.migrations.apply({ destructive, ...more })
    } finally {
      await dataMigrations.settle()
    }
    const changes = status.applied.slice(before).map(({ description: to }) => ({ path: 'step', from: null, to }))
    if (isTold && changes.length > 0) await tellOfApplication(runtime, { action: 'migrate', changes })
    return status
  }

  try {
    if (options.migrate ?? true) {
      await migrate()
      for (const warning of await storage.migrations.warnings()) log.warn(warning)
    }
  } catch (error) {
    await storage.close()
    instruments.close()
    throw error
  }

  if (metrics.isOn) measureApplication(runtime, files)
  const stopJobs = beginBackgroundJobs(runtime, options)
  const readiness = rememberedReadiness(() =>
    checkReadiness(
      runtime,
      database,
      usesFiles(manifest) ? files.open : null,
      Object.keys(config.jobs ?? {}).length > 0,
    ),
  )
  let serving: Promise<FastifyInstance> | undefined
  let isClosed = false
  let metricsPort: { close(): Promise<void> } | undefined

  /** Created on first use: most commands need no HTTP. */
  async function makeServer(): Promise<FastifyInstance> {
    const hasUsers = Object.values(manifest.collections).some(({ auth }) => auth !== null)
    const [{ buildServer }, info, recognition] = await Promise.all([
      import('./build-server.ts'),
      readApplicationInfo(root, config),
      hasUsers ? import('@quirecms/features/recognise') : null,
    ])
    // Create the folder now; if it vanishes later, its disk is gone, and it must not be created again.
    if (usesFiles(manifest) && storageConfig.kind === 'disk')
      await files.open().catch((error: unknown) => reportError('the folder of uploads cannot be used', error))
    const { identify, development = false } = options
    const server = await buildServer({
      config,
      runtime,
      identify,
      recognition,
      readiness,
      info,
      log,
      development,
      exposed,
      tracing,
    })
    server.stopping.on(() => endings.begin())
    warnOnce(app)
    return server
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
    on(
      event: FeedEventName | EventName | typeof STOPPING,
      listener: (event: never) => unknown,
      { everywhere = false } = {},
    ) {
      if (event === STOPPING) return endings.on(listener as () => unknown)
      // Safe casts: the overloads of `App.on` say which names go together with which listener.
      if (everywhere) return hearEverywhere(runtime, event as FeedEventName, listener as AnywhereListener)
      return events.on(event as EventName, listener as EventListener)
    },
    migrate,
    runJobs: () => runJobs(runtime),
    readiness,
    async listen({
      host = config.server?.host ?? DEFAULT_PLACE.host,
      port = config.server?.port ?? DEFAULT_PLACE.port,
    } = {}) {
      const address = await (await serve()).listen({ host, port })
      metricsPort ??= exposed && (await openMetricsPort(exposed, log))
      return address
    },
    fetch: async (request, client) => (await serve()).fetch(request, client),
    async close() {
      isClosed = true
      const server = await serving?.catch(() => undefined)
      await server?.drain()
      // Without a server, stopping has not been announced yet.
      endings.begin()
      await server?.close()
      stopJobs()
      await background.settle()
      await files.close()
      await storage.close()
      await metricsPort?.close()
      instruments.close()
    },
  }
  const warn = () => {
    for (const warning of configurationWarnings(config, manifest, exposed)) log.warn(warning)
  }
  rememberInternals(app, { runtime, serve, metrics: exposed, warn })
  try {
    for (const { key, setup } of plugins) await setup?.(pluginApp(app, metrics.for(key)))
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}

export const DEFAULT_PLACE = { host: '127.0.0.1', port: 3000 }

function entitiesOf(manifest: Manifest<Call>): Entity<Call>[] {
  return [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
}

/** Places in the configuration that need the keyring. */
function sealing({ collections }: Manifest<Call>): string[] {
  return Object.values(collections).flatMap(({ slug, auth }) => [
    ...(auth?.factors?.totp ? [`collections.${slug}.auth.totp`] : []),
    ...(auth?.session.recheck ? [`collections.${slug}.auth.session.recheck`] : []),
  ])
}

function usesFiles(manifest: Manifest<Call>): boolean {
  return entitiesOf(manifest).some((entity) => entity.usesFiles)
}

/** Applies the default and makes relative paths absolute. */
export function databaseOf({ database = sqlite('./data/app.db') }: QuireConfig, root: string): DatabaseConfig {
  return database.dialect === 'other' ? database : atRoot(database, root)
}

function atRoot(database: SqlDatabaseConfig, root: string): SqlDatabaseConfig {
  if (database.dialect !== 'sqlite' || database.path === ':memory:' || isAbsolute(database.path)) return database
  return { ...database, path: resolve(root, database.path) }
}

const NO_TIME_LIMITS = { queryTimeout: NO_TIME_LIMIT, transactionTimeout: NO_TIME_LIMIT }

function databaseOptions(database: SqlDatabaseConfig, isLimited: boolean): DatabaseOptions {
  const given = limitsOf(database)
  const { queryTimeout, transactionTimeout, maxWaitingWrites } = isLimited ? given : { ...given, ...NO_TIME_LIMITS }
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
