import { type Runtime, startJobs } from '@quirecms/core'
import { startOnceMigrated } from './jobs-once-migrated.ts'
import { watchOverdueJobs } from './overdue-jobs.ts'

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
