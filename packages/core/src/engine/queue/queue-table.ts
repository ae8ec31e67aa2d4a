import type { QueuedWork, WorkStatus } from '../../contracts/job.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { column, recordTable, type RowOf } from '../../contracts/record-table.ts'
import { parseJson } from '../../content/parse-json.ts'

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
