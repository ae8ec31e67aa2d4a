import type { Entity, QueueSettings } from '../contracts/entity.ts'
import type { JobSchedule, NamedJob, OwnJob } from '../contracts/named-job.ts'
import type { JobConfig, JobConfigs, QueueConfig, ScheduleConfig } from '../config/job.ts'
import type { ProblemList } from '../config/problem-list.ts'
import { parseDuration } from '../config/quantities.ts'

const DEFAULTS = { retryAfter: [10_000, 60_000, 600_000], timeout: 600_000 } as const

export function resolveJobs<Call>(
  configured: JobConfigs,
  entities: readonly Pick<Entity<Call>, 'namedJobs'>[],
  problems: ProblemList,
): Readonly<Record<string, NamedJob<Call>>> {
  const jobs: Record<string, NamedJob<Call>> = {}
  const given = new Map<string, OwnJob<Call>>()
  for (const own of entities.flatMap(({ namedJobs }) => namedJobs)) {
    const other = given.get(own.name)
    if (other && other !== own) problems.add('', `Two features have a job "${own.name}". Rename one of them.`)
    given.set(own.name, own)
    jobs[own.name] = { ...EMPTY, ...own }
  }
  for (const [name, job] of Object.entries(configured)) {
    if (Object.hasOwn(jobs, name)) problems.add(`jobs.${name}`, 'is the name of a built-in job: choose another one')
    jobs[name] = resolveJob<Call>(name, job as JobConfig)
  }
  return jobs
}

const EMPTY = {
  label: null,
  description: null,
  input: null,
  ...DEFAULTS,
  concurrency: null,
  key: null,
  replace: false,
  schedule: null,
  queue: null,
  forget: null,
} as const

function resolveJob<Call>(name: string, job: JobConfig): NamedJob<Call> {
  const { label, description, input, retryAfter, timeout, concurrency, key, replace, schedule, access, run } = job
  return {
    ...EMPTY,
    name,
    label: label ?? null,
    description: description ?? null,
    input: input ?? null,
    ...(retryAfter && { retryAfter: retryAfter.map(parseDuration) }),
    ...(timeout !== undefined && { timeout: parseDuration(timeout) }),
    concurrency: concurrency ?? null,
    key: key ?? null,
    replace: replace ?? false,
    schedule: schedule ? resolveSchedule(schedule) : null,
    queue: access?.queue ?? null,
    // The application doesn't start with a job without `run`.
    run: (args) => run?.(args),
  }
}

function resolveSchedule({ cron, timezone = 'UTC', missed = 'once' }: ScheduleConfig): JobSchedule {
  return { cron, timezone, missed }
}

export function resolveQueue({
  access = {},
  keepFor = '7d',
  keepAtMost = 10_000,
  maxWaiting = 100_000,
}: QueueConfig = {}): QueueSettings {
  return {
    read: access.read ?? null,
    manage: access.manage ?? null,
    keepFor: parseDuration(keepFor),
    keepAtMost,
    maxWaiting,
  }
}
