import { oldestDue, type Runtime } from '@quirecms/core'

const LOOK_EVERY_MS = 30_000
/** Seconds. */
const OVERDUE = 60
/** Interval between two warnings. */
const SAID_AGAIN_AFTER_MS = 600_000

/**
 * Logs a warning if jobs are due and no instance runs them: background work may be off on every instance, or all
 * workers busy. Instances without background work check as well. Returns a function that stops the watch.
 */
export function watchOverdueJobs(runtime: Runtime): () => void {
  let saidAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    // If the database is unavailable or not migrated, other parts report it.
    const seconds = await oldestDue(runtime).catch(() => 0)
    const now = performance.now()
    if (seconds < OVERDUE || now - saidAt < SAID_AGAIN_AFTER_MS) return
    saidAt = now
    runtime.log(
      'warn',
      'jobs have been due for a while, and no instance starts them: run an instance with background work (without --jobs off), or raise their concurrency',
      { oldestDue: Math.round(seconds) },
    )
  }
  const timer = setInterval(() => runtime.runInBackground('looking for overdue jobs', look), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
