import type { QueuedJob, QueuedWork, WorkStatus } from '../../contracts/job.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { column, recordTable, type RowOf } from '../../contracts/records.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { Call, Runtime } from '../call.ts'

/**
 * Queued work and its outcome. `dueAt` is the time of the next attempt, or the end of the current lease; null once the
 * work is finished. `lease` identifies one run of the work. `lane` is '' for work in the shared lane.
 */
export const QUEUE = recordTable({
  name: 'jobs',
  columns: {
    id: column.text(),
    collection: column.text(),
    job: column.text(),
    lane: column.text(),
    documentId: column.text(),
    revision: column.integer(),
    runAt: column.text(),
    dueAt: column.textOrNull(),
    lease: column.textOrNull(),
    status: column.text<WorkStatus>(),
    createdAt: column.text(),
    creatorCollection: column.textOrNull(),
    creatorId: column.textOrNull(),
    // The API key of the request: the work loses its rights with the key.
    creatorKey: column.textOrNull(),
    bySystem: column.integer(),
    startedAt: column.textOrNull(),
    finishedAt: column.textOrNull(),
    attempts: column.integer(),
    // Attempts that failed; the others ended with their instance, or still run.
    failures: column.integer(),
    error: column.textOrNull(),
  },
  namingColumns: [
    { column: 'collection', holds: 'owner', document: 'documentId' },
    { column: 'creatorCollection', holds: 'collection' },
  ],
  key: ['id'],
  indexes: [
    { columns: ['lane', 'dueAt'], unique: false },
    { columns: ['collection', 'documentId', 'createdAt'], unique: false },
    { columns: ['collection', 'finishedAt'], unique: false },
    { columns: ['collection', 'createdAt'], unique: false },
  ],
  exportedWith: { column: 'collection' },
})

export type QueueRow = RowOf<typeof QUEUE>

export function queuedWorkOf(row: QueueRow): QueuedWork {
  const {
    id,
    collection,
    job,
    documentId,
    revision,
    runAt,
    status,
    createdAt,
    startedAt,
    finishedAt,
    attempts,
    failures,
  } = row
  const { creatorCollection, creatorId, creatorKey, bySystem, error } = row
  return {
    id,
    collection,
    job,
    documentId,
    revision,
    runAt,
    status,
    createdAt,
    createdBy:
      creatorCollection === null || creatorId === null ? null : { collection: creatorCollection, id: creatorId },
    byKey: creatorKey,
    bySystem: bySystem === 1,
    startedAt,
    finishedAt,
    attempts,
    failures,
    error: error === null ? null : (parseJson(error) as JsonObject),
  }
}

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

export function laneOf(entity: Entity<Call>, job: string): Lane {
  const { concurrency, lane = SHARED, owner } = queuedJobOf(entity, job) ?? {}
  const endsEarly = owner !== undefined
  return concurrency === undefined
    ? { ...lane, endsEarly }
    : { name: `${ownerOfJob(entity, job)}/${job}`, concurrency, endsEarly }
}

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
