import type { Entity } from '../../contracts/entity.ts'
import type { Call, Runtime } from '../call.ts'
import { QUEUE } from './queue-table.ts'
import type { QueuedJob } from '../../contracts/job.ts'

/** Slots of an instance: hanging work must not block everything else. */
const AT_ONCE = 8

/** A queue lane: slow work delays only its own lane. */
export interface Lane {
  readonly name: string
  readonly concurrency: number
  /** Stops as soon as the application begins to stop. */
  readonly endsEarly?: boolean
}

const SHARED: Lane = { name: '', concurrency: AT_ONCE }

/** The lane of a job's work. */
export function laneOf(entity: Entity<Call>, job: string): Lane {
  const { concurrency, lane = SHARED, owner } = queuedJobOf(entity, job) ?? {}
  const endsEarly = owner !== undefined
  return concurrency === undefined
    ? { ...lane, endsEarly }
    : { name: `${ownerOfJob(entity, job)}/${job}`, concurrency, endsEarly }
}

/** All lanes of an application; none if nothing is ever queued. */
export function lanesOf({ manifest }: Runtime): readonly Lane[] {
  if (!manifest.records.some(({ name }) => name === QUEUE.name)) return []
  const { collections, globals, service } = manifest
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  const own = entities.flatMap((entity) => entity.jobs.map(({ name }) => laneOf(entity, name)))
  const byName = new Map([SHARED, ...own].map((lane) => [lane.name, lane]))
  return [...byName.values()]
}

/** Name of an entity in queue records. Slugs contain no colon, so names are unique. */
export function ownerOf({ kind, slug }: Pick<Entity, 'kind' | 'slug'>): string {
  return kind === 'collection' ? slug : `${kind}:${slug}`
}

export function entityOf({ manifest }: Pick<Runtime, 'manifest'>, owner: string): Entity<Call> | undefined {
  if (owner.startsWith('service:')) return manifest.service
  return owner.startsWith('global:') ? manifest.globals[owner.slice('global:'.length)] : manifest.collections[owner]
}

/** The owner of a job, which may define its own name for it. */
export function ownerOfJob(entity: Entity<Call>, job: string): string {
  return queuedJobOf(entity, job)?.owner ?? ownerOf(entity)
}

export function queuedJobOf({ jobs }: Entity<Call>, name: string): QueuedJob<Call> | undefined {
  return jobs.find((one): one is QueuedJob<Call> => one.name === name && one.retryAfter !== undefined)
}
