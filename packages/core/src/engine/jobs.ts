import type { Entity } from '../contracts/entity.ts'
import type { Job } from '../contracts/job.ts'
import type { Call, Runtime } from './call.ts'
import { systemCall } from './system-call.ts'

interface EntityJob {
  readonly entity: Entity<Call>
  readonly job: Job<Call>
}

function jobsOf({ manifest: { collections, globals, service } }: Runtime): EntityJob[] {
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  return entities.flatMap((entity) => entity.jobs.map((job) => ({ entity, job })))
}

/**
 * Starts the jobs of every entity, each to run again and again until the returned function ends them. A run is background work of the
 * application: what it throws is logged, and closing waits for it. Every instance runs them, so a job must not mind company.
 */
export function startJobs(runtime: Runtime): () => void {
  const ending = new AbortController()
  for (const one of jobsOf(runtime)) repeat(runtime, one, ending.signal)
  return () => ending.abort()
}

/** Runs every job once, one after another. The first that fails ends it. */
export async function runJobs(runtime: Runtime): Promise<void> {
  const { signal } = new AbortController()
  for (const one of jobsOf(runtime)) await run(runtime, one, signal)
}

function run(runtime: Runtime, { entity, job }: EntityJob, stop: AbortSignal): Promise<void> {
  return job.run(systemCall(runtime, entity, job.name), stop)
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
    runtime.background(`${job.name} of "${entity.slug}"`, runAndRepeat)
  }, job.every)
  // What else keeps the process alive decides how long it runs.
  timer.unref()
  const end = () => clearTimeout(timer)
  stop.addEventListener('abort', end)
}
