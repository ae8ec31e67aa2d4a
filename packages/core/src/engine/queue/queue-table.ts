import type { QueuedWork, WorkStatus } from '../../contracts/job.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { RecordColumn, RecordRow, RecordTable } from '../../contracts/records.ts'
import { parseJson } from '../../content/parse-json.ts'

const text = (name: string, nullable = false): RecordColumn => ({ name, type: 'text', nullable })
const number = (name: string): RecordColumn => ({ name, type: 'integer', nullable: false })

/**
 * Work that was put off, and what became of it. `dueAt` says when somebody must look at it next: at the next attempt, or when the lease
 * of whoever runs it is over; null once it is finished. `lease` tells the runs of one piece of work apart. `lane` is '' for work that
 * shares its places with others.
 */
export const QUEUE: RecordTable = {
  name: 'jobs',
  columns: [
    text('id'),
    text('collection'),
    text('job'),
    text('lane'),
    text('documentId'),
    number('revision'),
    text('runAt'),
    text('dueAt', true),
    text('lease', true),
    text('status'),
    text('createdAt'),
    text('creatorCollection', true),
    text('creatorId', true),
    number('bySystem'),
    text('startedAt', true),
    text('finishedAt', true),
    number('attempts'),
    text('error', true),
  ],
  names: [
    { column: 'collection', holds: 'owner', document: 'documentId' },
    { column: 'creatorCollection', holds: 'collection' },
  ],
  key: ['id'],
  indexes: [
    { columns: ['lane', 'dueAt'], unique: false },
    { columns: ['collection', 'documentId', 'createdAt'], unique: false },
    { columns: ['collection', 'finishedAt'], unique: false },
  ],
  goesAlong: { column: 'collection' },
}

export function workOf(row: RecordRow): QueuedWork {
  const { creatorCollection = null, creatorId = null, error = null } = row
  return {
    id: String(row['id']),
    collection: String(row['collection']),
    job: String(row['job']),
    documentId: String(row['documentId']),
    revision: Number(row['revision']),
    runAt: String(row['runAt']),
    status: String(row['status']) as WorkStatus,
    createdAt: String(row['createdAt']),
    createdBy: creatorId === null ? null : { collection: String(creatorCollection), id: String(creatorId) },
    bySystem: row['bySystem'] === 1,
    startedAt: textOrNull(row['startedAt']),
    finishedAt: textOrNull(row['finishedAt']),
    attempts: Number(row['attempts']),
    error: error === null ? null : (parseJson(String(error)) as JsonObject),
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
