import { type Runtime, startJobs } from '@quirecms/core'
import { startOnceMigrated } from './jobs-once-migrated.ts'
import { watchOverdueJobs } from './overdue-jobs.ts'

interface BackgroundJobs {
  /** Whether this instance does background work. */
  readonly jobs?: boolean
  /** False where somebody else brings the database up to date. */
  readonly migrate?: boolean
  /** A command of `quire` ends by itself, and watches over nobody. */
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
