import { described } from '../../contracts/described-value.ts'
import type { QueuedWork } from '../../contracts/job.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import type { PresentedDocument } from '../../contracts/operation.ts'

const instant = { type: 'string', format: 'date-time' } as const
const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const

/** What clients see of a scheduled publication (contract 7). */
export const SCHEDULED_JOB: JsonSchema = {
  type: 'object',
  required: [
    'id',
    'collection',
    'documentId',
    'runAt',
    'status',
    'revision',
    'createdAt',
    'createdBy',
    'startedAt',
    'finishedAt',
    'attempts',
    'error',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    collection: { type: 'string' },
    documentId: { type: 'string', format: 'uuid' },
    runAt: instant,
    status: { type: 'string', enum: ['pending', 'running', 'completed', 'failed', 'cancelled'] },
    revision: {
      type: 'integer',
      minimum: 1,
      description: 'The revision that the document had when this was scheduled.',
    },
    createdAt: instant,
    createdBy: {
      type: ['object', 'null'],
      description: 'The user who scheduled this, and whose rights it runs with.',
      required: ['collection', 'id'],
      properties: { collection: { type: 'string' }, id: { type: 'string' } },
    },
    startedAt: instantOrNull,
    finishedAt: instantOrNull,
    attempts: { type: 'integer', minimum: 0 },
    error: {
      type: ['object', 'null'],
      description: 'What went wrong in the last attempt.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        issues: { type: 'array', items: described('issue', { type: 'object' }) },
      },
    },
  },
}

export function presentJob(work: QueuedWork): PresentedDocument {
  const { id, collection, documentId, runAt, status, revision, createdAt, createdBy } = work
  const { startedAt, finishedAt, attempts, error } = work
  const value = {
    id,
    collection,
    documentId,
    runAt,
    status,
    revision,
    createdAt,
    createdBy: createdBy && { ...createdBy },
    startedAt,
    finishedAt,
    attempts,
    error,
  }
  return { id, revision, value, text: JSON.stringify(value), isPlain: false }
}
