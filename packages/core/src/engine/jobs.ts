import type { Entity } from '../contracts/entity.ts'
import type { RepeatedJob } from '../contracts/job.ts'
import { type Call, type Runtime, systemCall } from './call.ts'
import { deleteExpired } from './expired-records.ts'
import { planAll, planSchedules } from './named-jobs/plan-schedules.ts'
import { workOnce, workThrough } from './queue/work-through.ts'
import { countJob } from './queue/attempt.ts'

interface EntityJob {
  readonly entity: Entity<Call>
  readonly job: RepeatedJob<Call>
}

function repeatedJobsOf({ manifest: { collections, globals, service } }: Runtime): EntityJob[] {
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  const own = entities.flatMap((entity) =>
    entity.jobs.flatMap((job) => (job.every === undefined ? [] : [{ entity, job }])),
  )
  return [...own, { entity: service, job: deleteExpired }]
}

/**
 * Starts the jobs of all entities. Returns the function that stops them. Errors are logged, and closing waits for
 * running jobs. Every instance runs repeated jobs; queued work runs on one instance.
 */
export function startJobs(runtime: Runtime): () => void {
  const ending = new AbortController()
  for (const one of repeatedJobsOf(runtime)) repeat(runtime, one, ending.signal)
  workThrough(runtime, ending.signal)
  planSchedules(runtime, ending.signal)
  return () => ending.abort()
}

/**
 * Runs every repeated job once, and the due queued work. A failure doesn't prevent the others; the first one is thrown
 * at the end.
 */
export async function runJobs(runtime: Runtime): Promise<void> {
  const { signal } = new AbortController()
  const failures: unknown[] = []
  for (const one of repeatedJobsOf(runtime)) await run(runtime, one, signal).catch((error) => failures.push(error))
  await planAll(runtime).catch((error) => failures.push(error))
  await workOnce(runtime)
  if (failures.length > 0) throw failures[0]
}

function run(runtime: Runtime, { entity, job }: EntityJob, stop: AbortSignal): Promise<void> {
  const { watch } = runtime
  const work = () => job.run(systemCall(runtime, entity, job.name), stop)
  return countJob(runtime, job.name, watch ? watch({ kind: 'job', job: job.name, entity: entity.slug }, work) : work())
}

function repeat(runtime: Runtime, one: EntityJob, stop: AbortSignal): void {
  const runAndRepeat = async () => {
    try {
      await run(runtime, one, stop)
    } finally {
      if (!stop.aborted) repeat(runtime, one, stop)
    }
  }
  const { entity, job } = one
  const timer = setTimeout(() => {
    stop.removeEventListener('abort', end)
    runtime.runInBackground(`${job.name} of "${entity.slug}"`, runAndRepeat)
  }, job.every)
  // The timer alone must not keep the process alive.
  timer.unref()
  const end = () => clearTimeout(timer)
  stop.addEventListener('abort', end)
}
