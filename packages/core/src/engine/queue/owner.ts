import type { Entity } from '../../contracts/entity.ts'
import type { QueuedJob } from '../../contracts/job.ts'
import type { Call, Runtime } from '../call.ts'

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
