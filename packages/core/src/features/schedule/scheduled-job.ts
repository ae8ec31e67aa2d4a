import { described } from '../../contracts/described-value.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { QueuedWork } from '../../contracts/job.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import type { PresentedDocument } from '../../contracts/answer.ts'
import { ACTIONS } from './scheduled-actions.ts'

const instant = { type: 'string', format: 'date-time' } as const
const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const

/** What clients see of something that is scheduled (docs/contract/scheduling.md#jobs). */
export const SCHEDULED_JOB: JsonSchema = jobSchema('collection', { type: 'string', format: 'uuid' })

/** The same for a global, which is named in the place of a collection, and whose id is its slug. */
export const GLOBAL_SCHEDULED_JOB: JsonSchema = jobSchema('global', { type: 'string' })

function jobSchema(owner: 'collection' | 'global', documentId: JsonSchema): JsonSchema {
  const properties = {
    id: { type: 'string', format: 'uuid' },
    [owner]: { type: 'string' },
    documentId,
    action: { type: 'string', enum: [...ACTIONS] },
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
  }
  return { type: 'object', required: Object.keys(properties), properties }
}

export function presentJob({ kind, slug }: Pick<Entity, 'kind' | 'slug'>, work: QueuedWork): PresentedDocument {
  const { id, documentId, job: action, runAt, status, revision, createdAt, createdBy } = work
  const { startedAt, finishedAt, attempts, error } = work
  const value = {
    id,
    [kind]: slug,
    documentId,
    action,
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
