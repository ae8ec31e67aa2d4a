import { type Runtime, startJobs, type Storage, oldestDue } from '@quirecms/core'
import { missingMigrations } from './readiness.ts'

interface BackgroundJobs {
  readonly jobs?: boolean
  /** False if another process migrates the database. */
  readonly migrate?: boolean
  /** For commands of `quire`, which end by themselves and don't watch for overdue jobs. */
  readonly command?: boolean
}

/** Starts the background jobs of this instance. Returns the function that stops them. */
export function beginBackgroundJobs(
  runtime: Runtime,
  { jobs = true, migrate = true, command = false }: BackgroundJobs,
): () => void {
  const begin = () => startJobs(runtime)
  const start = () => (migrate ? begin() : startOnceMigrated(runtime.storage, begin))
  const ends = [...(jobs ? [start()] : []), ...(command ? [] : [watchOverdueJobs(runtime)])]
  return () => {
    for (const end of ends) end()
  }
}

const LOOK_FOR_TABLES_MS = 1_000

/** Starts jobs once their tables exist. Returns the function that stops them, or the waiting. */
function startOnceMigrated(storage: Storage, start: () => () => void): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  const look = async () => {
    // If the database is unreachable, requests report it.
    const isMigrated = await missingMigrations(storage).then(
      (missing) => missing.length === 0,
      () => false,
    )
    if (isOver) return
    if (isMigrated) stop = start()
    else timer = setTimeout(() => void look(), LOOK_FOR_TABLES_MS).unref()
  }
  // The first check waits: the caller may migrate right after creating the application.
  let timer = setTimeout(() => void look(), LOOK_FOR_TABLES_MS).unref()
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}

const LOOK_FOR_OVERDUE_MS = 30_000
/** Seconds. */
const OVERDUE = 60
/** Interval between two warnings. */
const SAID_AGAIN_AFTER_MS = 600_000

/**
 * Logs a warning if jobs are due and no instance runs them: background work may be off on every instance, or all
 * workers busy. Instances without background work check as well. Returns a function that stops the watch.
 */
function watchOverdueJobs(runtime: Runtime): () => void {
  let saidAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    // If the database is unavailable or not migrated, other parts report it.
    const seconds = await oldestDue(runtime).catch(() => 0)
    const now = performance.now()
    if (seconds < OVERDUE || now - saidAt < SAID_AGAIN_AFTER_MS) return
    saidAt = now
    runtime.log(
      'warn',
      'jobs are overdue, and no instance starts them: run an instance with background work (without --jobs off), or raise their concurrency',
      { oldestDue: Math.round(seconds) },
    )
  }
  const timer = setInterval(() => runtime.runInBackground('looking for overdue jobs', look), LOOK_FOR_OVERDUE_MS)
  timer.unref()
  return () => clearInterval(timer)
}
