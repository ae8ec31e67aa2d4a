import cluster from 'node:cluster'
import { parseDuration, type QuireConfig } from '@quirecms/core'
import type { Logger } from '@quirecms/server'
import { createLogger, flushLog } from '@quirecms/server/log'
import { adminPlace } from '../admin-place.ts'
import { type App, createApp, DEFAULT_PLACE } from '../create-app.ts'
import { logLevel } from '../log-level.ts'
import { expose as exposeAll } from '../metrics/exposition.ts'
import { metricsConfigOf, openMetricsPort } from '../metrics/metrics-config.ts'
import { missingMigrations } from '../readiness.ts'
import { leaveWarnings, warnOnce } from '../runtime-of.ts'
import { wrongRules } from '../wrong-rules.ts'
import { CommandFailure } from './command-failure.ts'
import type { ServeOptions } from './command-line.ts'
import { readEnvironment } from './environment.ts'
import { explainError } from './explain-error.ts'
import { holdYoungSpace } from './hold-young-space.ts'
import { type Application, loadApplication } from './load-application.ts'
import { migrateStepByStep } from './migrate.ts'
import { shareMetrics, SharedMetrics } from './shared-metrics.ts'
import { serveSharedPort, SharedPort, urlOf } from './shared-port.ts'
import { asLines } from './show-progress.ts'
import { isStopping, isSupervised, onStopRequest } from './stop-request.ts'
import { type WorkerReport, WorkerPool } from './worker-pool.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LAST_CALL_MS = 11_000

export type Mode = 'production' | 'development'

interface ListenAddress {
  readonly host?: string
  readonly port?: number
}

/** Serves in this process, or in several on one port. */
export async function start(options: ServeOptions, mode: Mode): Promise<void> {
  // Level from the environment only: the configuration is not loaded yet.
  const log = createLogger({ level: logLevel({}), pretty: mode === 'development' })
  const place = placeFor(options)
  if (cluster.isWorker) return serveAsWorker(options, mode, log)
  if (options.workers > 1) return serveWithWorkers(options, place, mode, log)
  const address = await serve(options, mode, log, async (app, config) => {
    await prepare(app, options, mode, log)
    if (options.jobs === 'only') return stayAlive(app)
    const listening = await app.listen(place)
    const admin = adminPlace(config)
    // For developers; in production, it is in the log.
    if (admin && mode === 'development') process.stdout.write(`admin app at ${listening}${admin.path}\n`)
    return listening
  })
  if (address === null) log.info('ready for background work; serving no requests')
  else announce(address)
}

/** A process that doesn't listen needs a timer to stay alive. */
function stayAlive(app: App): null {
  const alive = setInterval(() => undefined, 2 ** 30)
  app.on('stopping', () => clearInterval(alive))
  return null
}

function announce(address: string): void {
  if (!isStopping()) process.stdout.write(`ready at ${address}\n`)
}

async function serve<T>(
  options: ServeOptions,
  mode: Mode,
  log: Logger,
  begin: (app: App, config: QuireConfig) => Promise<T>,
): Promise<T> {
  const opened: App[] = []
  let lameDuck = 0
  const end = onStopRequest(async (code) => {
    setTimeout(() => process.exit(code), LAST_CALL_MS + lameDuck).unref()
    if (!isSupervised()) log.info('stopping')
    for (const app of opened) await app.close()
    await flushLog(log)
  })
  onStrayErrors(log, () => end(1))
  holdYoungSpace()
  const application = await loadApplication(options.config)
  const app = await open(application, mode, log, options)
  opened.push(app)
  if (mode === 'development') void wrongRules(app).then((messages) => messages.forEach((one) => log.warn(one)))
  if (!cluster.isWorker) lameDuck = lameDuckOf(application)
  const begun = await begin(app, application.config)
  giveBackMemory()
  return begun
}

/** Migrates first, because the processes share the database. */
async function serveWithWorkers(options: ServeOptions, place: ListenAddress, mode: Mode, log: Logger): Promise<void> {
  const port = new SharedPort()
  const metrics = new SharedMetrics()
  const pool = new WorkerPool(options.workers, log, port, metrics)
  let lameDuck = 0
  const end = onStopRequest(
    async () => {
      if (!isSupervised()) log.info('stopping')
      await pool.stop(lameDuck)
      await flushLog(log)
    },
    () => pool.kill(),
  )
  onStrayErrors(log, () => end(1))
  const application = await loadApplication(options.config)
  // Migrates and warns once for all workers, and runs no jobs.
  const app = await open(application, mode, log, { jobs: 'off' })
  refuseMemory(application)
  await prepare(app, options, mode, log)
  warnOnce(app)
  await app.close()
  const address = await port.open(listenAddress(application, place))
  await pool.start(address)
  const config = metricsConfigOf(application.config)
  const expose = async (accept: string | undefined) => exposeAll(await metrics.gather(), accept)
  if (config) await openMetricsPort({ config, expose }, log)
  lameDuck = lameDuckOf(application)
  announce(urlOf(address))
}

async function serveAsWorker(options: ServeOptions, mode: Mode, log: Logger): Promise<void> {
  const report = (what: WorkerReport) => new Promise((sent) => process.send?.(what, sent))
  try {
    await serve(options, mode, log, async (app) => {
      shareMetrics(app)
      leaveWarnings(app)
      await serveSharedPort(app)
    })
    await report({ ready: true })
  } catch (error) {
    // The primary reports it once for all.
    await report({ failed: explainError(error) })
    process.exit(1)
  }
}

/** Validated when the application is opened. */
function lameDuckOf({ config }: Application): number {
  return parseDuration(config.server?.lameDuck ?? 0)
}

async function open(
  { config, folder, migrations }: Application,
  mode: Mode,
  log: Logger,
  { jobs }: Pick<ServeOptions, 'jobs'>,
): Promise<App> {
  const development = mode === 'development'
  const used = development ? withoutDrain(config) : config
  // A configured logger overrides the command's.
  const logging = config.log?.logger ? {} : { log }
  const app = await createApp(used, {
    root: folder,
    migrate: false,
    dataMigrations: migrations,
    development,
    jobs: jobs !== 'off',
    ...logging,
  })
  // Validated by now.
  log.level = logLevel(config)
  return app
}

/** In development, restarts must be fast: don't wait for idle connections of browsers. */
function withoutDrain(config: QuireConfig): QuireConfig {
  // Not validated yet, so it may not be an object.
  const { server = {} } = config ?? {}
  return typeof server === 'object' && server !== null ? { ...config, server: { drain: 0, ...server } } : config
}

const RECORD_TABLE = 'create record table '

/** Summarizes the creation of record tables, dozens in an empty database, as one line. */
function inFewLines(steps: readonly string[]): readonly string[] {
  const tables = steps.filter((step) => step.startsWith(RECORD_TABLE))
  if (tables.length < 2) return steps
  const all = `create ${tables.length} record tables`
  return steps.flatMap((step) => (step === tables[0] ? [all] : step.startsWith(RECORD_TABLE) ? [] : [step]))
}

async function prepare(app: App, { migrate }: ServeOptions, mode: Mode, log: Logger): Promise<void> {
  if (migrate || mode === 'development') {
    const onProgress = asLines((line) => log.info(`migrating: ${line}`))
    const steps: string[] = []
    await migrateStepByStep(app, { destructive: 'leave', onProgress }, (step) => steps.push(step)).finally(() => {
      for (const step of inFewLines(steps)) log.info(`migrated: ${step}`)
    })
  }
  const missing = await missingMigrations(app.storage)
  const warnings = await app.storage.migrations.warnings()
  if (missing.length > 0) {
    throw new CommandFailure(
      `The database does not match the configuration yet. These steps are missing:\n${missing.map((step) => `- ${step}`).join('\n')}\n` +
        [...warnings, `Run 'quire migrate' first, or start with --migrate.`].join('\n'),
    )
  }
  for (const warning of warnings) log.warn(warning)
  let { pending } = await app.storage.migrations.status()
  for (const { hint } of pending) if (hint !== undefined) log.warn(hint)
  // The remaining steps only record something.
  if (pending.some((step) => !step.destructive)) pending = (await app.migrate()).pending
  const steps = pending.map((step) => step.description)
  if (steps.length > 0)
    log.warn({ steps }, `some steps would destroy data. To apply them, run 'quire migrate --destructive'`)
}

function placeFor(options: ServeOptions): ListenAddress {
  const environment = readEnvironment()
  const host = options.host ?? environment.host
  const port = options.port ?? environment.port
  return { ...(host !== undefined && { host }), ...(port !== undefined && { port }) }
}

/** The same address as for `app.listen`. */
function listenAddress({ config }: Application, { host, port }: ListenAddress): Required<ListenAddress> {
  return {
    host: host ?? config.server?.host ?? DEFAULT_PLACE.host,
    port: port ?? config.server?.port ?? DEFAULT_PLACE.port,
  }
}

function refuseMemory({ config }: Application): void {
  if (config.database?.dialect !== 'sqlite' || config.database.path !== ':memory:') return
  throw new CommandFailure(
    'Several workers cannot share a database in memory. Leave out --workers, or use a file instead.',
  )
}

/** Late enough that the first requests after a start are answered. */
const AFTER_MS = 2000

type CollectGarbage = (options: { type: 'major'; flavor: 'regular' }) => void

/**
 * Collects the garbage of the start once, because an idle process would keep it. Not as a last-resort collection, which
 * would also shrink the young generation and make requests a seventh slower.
 */
export function giveBackMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as CollectGarbage
    // V8's compile cache depends on its flags.
    setFlagsFromString('--no-expose-gc')
    collectGarbage({ type: 'major', flavor: 'regular' })
  }, AFTER_MS).unref()
}

/**
 * Handles uncaught errors of application code. An unhandled rejection belongs to no request: it is logged, and the
 * service goes on. After an uncaught exception, the state is unknown: the process drains its requests and exits.
 */
export function onStrayErrors(log: Logger, end: () => void): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'unhandled promise rejection')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception: the process finishes running requests and exits')
    end()
  })
}
