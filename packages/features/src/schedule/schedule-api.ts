import {
  type AnswerOf,
  type DescribedOperations,
  type GlobalOperationMethods,
  type OperationMethods,
  schemas,
} from '@quirecms/core/feature'

export const ACTIONS = ['publish', 'unpublish'] as const

export type ScheduledAction = (typeof ACTIONS)[number]

const ID = { type: 'string', format: 'uuid' } as const
const INSTANT = { type: 'string', format: 'date-time' } as const
const INSTANT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const

const OF_EVERY_JOB = {
  action: { type: 'string', enum: ACTIONS },
  runAt: INSTANT,
  status: { type: 'string', enum: ['pending', 'running', 'completed', 'failed', 'cancelled'] },
  /** Revision of the document when the plan was made. */
  revision: {
    type: 'integer',
    minimum: 1,
    description: 'The revision that the document had when this was scheduled.',
  },
  createdAt: INSTANT,
  /** The user whose rights apply. */
  createdBy: { ...schemas.namedUserOrNull, description: 'The user who scheduled this, and whose rights it runs with.' },
  startedAt: INSTANT_OR_NULL,
  finishedAt: INSTANT_OR_NULL,
  attempts: { type: 'integer', minimum: 0 },
  error: schemas.failureOrNull,
  /** What publishing would refuse now; for a failed job, what it was refused for. Empty without issues. */
  issues: {
    ...schemas.issues,
    description:
      'What publishing would refuse at this moment, with codes and paths as in a `validation` error; of a job that failed, what it was refused for. Empty where nothing is wrong, and of everything else.',
  },
} as const

const ALWAYS = [
  'id',
  'documentId',
  'action',
  'runAt',
  'status',
  'revision',
  'createdAt',
  'createdBy',
  'startedAt',
  'finishedAt',
  'attempts',
  'error',
  'issues',
] as const

/** A scheduled action of a document, and its outcome (docs/contract/scheduling.md#jobs). */
const JOB = {
  type: 'object',
  required: ['collection', ...ALWAYS],
  properties: { id: ID, collection: { type: 'string' }, documentId: ID, ...OF_EVERY_JOB },
} as const

/** The same for a global, named by `global`; its slug is also the `documentId`. */
const GLOBAL_JOB = {
  type: 'object',
  required: ['global', ...ALWAYS],
  properties: { id: ID, global: { type: 'string' }, documentId: { type: 'string' }, ...OF_EVERY_JOB },
} as const

const PAGED = { parameters: ['page', 'limit'], body: { kind: 'none' }, ifMatch: false } as const

export const SCHEDULE_API = {
  /** Publishes or unpublishes the document at this time, with the rights that the caller has then. */
  schedule: {
    name: 'schedule',
    summary: 'Schedule when a document is published or unpublished',
    description:
      'It happens at that moment, with the rights that you have then. Without `action`, the document is published. Both can be scheduled, so that a document is live for a while. With `replaces`, it takes the place of something else that is scheduled here: both happen, or neither. What cannot be published yet can be scheduled: `issues` say what is wrong with it, and with `strict` it is refused.',
    endpoint: { method: 'POST', path: '/{id}/schedule' },
    local: { method: 'schedule', args: ['id', 'body'] },
    parameters: [],
    body: {
      kind: 'schema',
      schema: {
        type: 'object',
        required: ['runAt'],
        additionalProperties: false,
        properties: {
          runAt: { ...INSTANT, examples: ['2035-01-31T09:30:00.000Z'] },
          /** `publish` by default. */
          action: { type: 'string', enum: ACTIONS, default: 'publish' },
          /** Id of the plan that this one replaces, in the same transaction. */
          replaces: {
            ...ID,
            description: 'The id of something that is scheduled here, and that this takes the place of.',
          },
          /** Answers 422 if publishing would be refused now. */
          strict: {
            type: 'boolean',
            default: false,
            description: 'With `true`, what publishing would refuse now is refused with 422, and nothing is scheduled.',
          },
        },
      },
    },
    ifMatch: true,
    answer: { kind: 'doc', status: 201, of: JOB },
  },
  /** Lists plans of the document, newest first, also finished ones. */
  scheduled: {
    ...PAGED,
    name: 'scheduled',
    summary: 'List what is scheduled for a document, newest first',
    description: 'When it is published and unpublished, and what became of earlier plans.',
    endpoint: { method: 'GET', path: '/{id}/schedule' },
    parameters: ['page', 'limit', 'failed'],
    local: { method: 'scheduled', args: ['id'] },
    answer: { kind: 'list', status: 200, of: JOB },
  },
  /** Cancels a pending plan. */
  cancelScheduled: {
    name: 'cancelScheduled',
    summary: 'Cancel what is scheduled',
    description: 'Only what has not begun yet can be cancelled.',
    endpoint: { method: 'DELETE', path: '/{id}/schedule/{jobId}' },
    pathSchemas: { jobId: ID },
    local: { method: 'cancelScheduled', args: ['id', 'params.jobId'] },
    parameters: [],
    body: { kind: 'none' },
    ifMatch: false,
    answer: {
      kind: 'value',
      status: 200,
      schema: { type: 'object', required: ['id', 'cancelled'], properties: { id: ID, cancelled: { const: true } } },
    },
  },
} as const satisfies DescribedOperations

/** Limit of plans that a list considers: each document is looked up under the caller's rights. */
export const MOST_LOOKED_AT = 250

export const SCHEDULED_API = {
  /** Lists pending plans of the collection, soonest first. */
  scheduledAll: {
    ...PAGED,
    name: 'scheduledAll',
    summary: 'List what is scheduled and yet to come, soonest first',
    description: `Of the documents that you may publish. The next ${MOST_LOOKED_AT} plans of the collection are considered, beginning with \`from\`. With \`failed\`, what failed instead, newest first.`,
    endpoint: { method: 'GET', path: '/schedule' },
    local: { method: 'scheduledAll', args: [] },
    parameters: ['page', 'limit', 'from', 'until', 'failed'],
    answer: { kind: 'list', status: 200, of: JOB },
  },
} as const satisfies DescribedOperations

export const GLOBAL_SCHEDULE_API = {
  /** Publishes or unpublishes the global at this time, with the rights that the caller has then. */
  schedule: {
    ...SCHEDULE_API.schedule,
    summary: 'Schedule when the global is published or unpublished',
    description:
      'It happens at that moment, with the rights that you have then. Without `action`, the global is published. Both can be scheduled, so that it is live for a while. What cannot be published yet can be scheduled: `issues` say what is wrong with it, and with `strict` it is refused.',
    answer: { kind: 'doc', status: 201, of: GLOBAL_JOB },
  },
  /** Lists plans of the global, newest first, also finished ones. */
  scheduled: {
    ...SCHEDULE_API.scheduled,
    summary: 'List what is scheduled for the global, newest first',
    answer: { kind: 'list', status: 200, of: GLOBAL_JOB },
  },
  /** Cancels a pending plan. */
  cancelScheduled: { ...SCHEDULE_API.cancelScheduled, summary: 'Cancel what is scheduled for the global' },
} as const satisfies DescribedOperations

export type ScheduleApi<Options> = OperationMethods<typeof SCHEDULE_API & typeof SCHEDULED_API, Options>

export type GlobalScheduleApi<Options> = GlobalOperationMethods<typeof GLOBAL_SCHEDULE_API, Options>

export type ScheduledJob = AnswerOf<typeof SCHEDULE_API.schedule>

export type GlobalScheduledJob = AnswerOf<typeof GLOBAL_SCHEDULE_API.schedule>
