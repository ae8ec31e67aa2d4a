import {
  type AnswerOf,
  type DescribedOperations,
  type GlobalOperationMethods,
  type OperationMethods,
  schemas,
  takesObject,
  answersObject,
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
    description: 'The revision of the document when the action was scheduled.',
  },
  createdAt: INSTANT,
  /** The user whose rights apply. */
  createdBy: { ...schemas.namedUserOrNull, description: 'The user who scheduled the action, and whose rights it has.' },
  startedAt: INSTANT_OR_NULL,
  finishedAt: INSTANT_OR_NULL,
  attempts: { type: 'integer', minimum: 0 },
  error: schemas.failureOrNull,
  /** Issues that would prevent publication now; for a failed job, those that prevented it. Empty without issues. */
  issues: {
    ...schemas.issues,
    description:
      'Issues that would prevent publication now, as in a `validation` error; for a failed job, the issues of the failure. Empty if there are none, and for all other actions.',
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

const PAGED = { parameters: ['page', 'limit'], ifMatch: false } as const

export const SCHEDULE_API = {
  /** Publishes or unpublishes the document at this time, with the rights that the caller has then. */
  schedule: {
    name: 'schedule',
    summary: 'Schedule the publication of a document, or its end',
    description:
      'The action runs at that time, with the rights that you have then. The default `action` is `publish`; you can schedule both, so that a document is live for a while. With `replaces`, cancels another scheduled action in the same transaction. You can schedule a document that is not valid yet: `issues` list the problems, and `strict` refuses it.',
    endpoint: { method: 'POST', path: '/{id}/schedule' },
    local: { method: 'schedule', args: ['id', 'body'] },
    parameters: [],
    body: takesObject(
      {
        runAt: { ...INSTANT, examples: ['2035-01-31T09:30:00.000Z'] },
      },
      {
        /** `publish` by default. */
        action: { type: 'string', enum: ACTIONS, default: 'publish' },
        /** Id of the plan that this one replaces, in the same transaction. */
        replaces: {
          ...ID,
          description: 'The id of a scheduled action of this document to replace.',
        },
        /** Answers 422 if publishing would be refused now. */
        strict: {
          type: 'boolean',
          default: false,
          description:
            "With `true`, a document that can't be published now is refused with 422, and nothing is scheduled.",
        },
      },
    ),
    ifMatch: true,
    answer: { kind: 'doc', status: 201, of: JOB },
  },
  /** Lists plans of the document, newest first, also finished ones. */
  scheduled: {
    ...PAGED,
    name: 'scheduled',
    summary: 'List scheduled actions of a document, newest first',
    description: 'Pending actions, and the outcome of earlier ones.',
    endpoint: { method: 'GET', path: '/{id}/schedule' },
    parameters: ['page', 'limit', 'failed'],
    local: { method: 'scheduled', args: ['id'] },
    answer: { kind: 'list', status: 200, of: JOB },
  },
  /** Cancels a pending plan. */
  cancelScheduled: {
    name: 'cancelScheduled',
    summary: 'Cancel a scheduled action',
    description: 'Only pending actions can be cancelled.',
    endpoint: { method: 'DELETE', path: '/{id}/schedule/{jobId}' },
    pathSchemas: { jobId: ID },
    local: { method: 'cancelScheduled', args: ['id', 'params.jobId'] },
    parameters: [],
    ifMatch: false,
    answer: answersObject({ id: ID, cancelled: { const: true } }),
  },
} as const satisfies DescribedOperations

/** Limit of plans that a list considers: each document is looked up under the caller's rights. */
export const MOST_LOOKED_AT = 250

export const SCHEDULED_API = {
  /** Lists pending plans of the collection, soonest first. */
  scheduledAll: {
    ...PAGED,
    name: 'scheduledAll',
    summary: 'List pending scheduled actions, soonest first',
    description: `For documents that you may publish, among the next ${MOST_LOOKED_AT} scheduled actions of the collection after \`from\`. With \`failed\`, lists failed actions instead, newest first.`,
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
    summary: 'Schedule the publication of the global, or its end',
    description:
      'The action runs at that time, with the rights that you have then. The default `action` is `publish`; you can schedule both, so that the global is live for a while. You can schedule content that is not valid yet: `issues` list the problems, and `strict` refuses it.',
    answer: { kind: 'doc', status: 201, of: GLOBAL_JOB },
  },
  /** Lists plans of the global, newest first, also finished ones. */
  scheduled: {
    ...SCHEDULE_API.scheduled,
    summary: 'List scheduled actions of the global, newest first',
    answer: { kind: 'list', status: 200, of: GLOBAL_JOB },
  },
  /** Cancels a pending plan. */
  cancelScheduled: { ...SCHEDULE_API.cancelScheduled, summary: 'Cancel a scheduled action of the global' },
} as const satisfies DescribedOperations

export type ScheduleApi<Options> = OperationMethods<typeof SCHEDULE_API & typeof SCHEDULED_API, Options>

export type GlobalScheduleApi<Options> = GlobalOperationMethods<typeof GLOBAL_SCHEDULE_API, Options>

export type ScheduledJob = AnswerOf<typeof SCHEDULE_API.schedule>

export type GlobalScheduledJob = AnswerOf<typeof GLOBAL_SCHEDULE_API.schedule>
