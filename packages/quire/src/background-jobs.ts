import { type Runtime, startJobs } from '@quirecms/core'
import { startOnceMigrated } from './jobs-once-migrated.ts'
import { watchOverdueJobs } from './overdue-jobs.ts'

interface BackgroundJobs {
  /** Whether this instance does background work. */
  readonly jobs?: boolean
  /** False if another process migrates the database. */
  readonly migrate?: boolean
  /** For a command of `quire`: it ends by itself, and does not watch for overdue jobs. */
  readonly command?: boolean
}

/** Starts the background work of an application, as far as this instance does it. Returns what ends it. */
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
