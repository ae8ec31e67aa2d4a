import type { CounterSeries, Labelled } from '../../contracts/metrics.ts'
import type { Runtime } from '../call.ts'

const OUTCOMES = ['completed', 'retried', 'failed'] as const

/** Prefix of application jobs in queue records and `QueuedJob.name`. */
export const NAMED_PREFIX = 'job:'

/** Name of a job in logs. */
export function nameInLog(job: string): string {
  return job.startsWith(NAMED_PREFIX) ? job.slice(NAMED_PREFIX.length) : job
}

const counters = new WeakMap<Runtime, Labelled<CounterSeries, { job: readonly string[]; outcome: readonly string[] }>>()

/** Counters of background work, by the names in the manifest. */
export function jobsOf(
  runtime: Runtime,
): Labelled<CounterSeries, { job: readonly string[]; outcome: readonly string[] }> {
  const known = counters.get(runtime)
  if (known) return known
  const { collections, globals, service } = runtime.manifest
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  const job = [...new Set(entities.flatMap(({ jobs }) => jobs.map(({ name }) => nameInLog(name))))]
  const help = 'Runs of background work, by what became of them.'
  const counter = runtime.metrics.counter({ name: 'jobs_total', help, labels: { job, outcome: OUTCOMES } })
  counters.set(runtime, counter)
  return counter
}

/** Counts a run of repeated work. */
export async function countJob(runtime: Runtime, job: string, run: Promise<void>): Promise<void> {
  let outcome: (typeof OUTCOMES)[number] = 'failed'
  try {
    await run
    outcome = 'completed'
  } finally {
    jobsOf(runtime).of({ job, outcome }).add()
  }
}
