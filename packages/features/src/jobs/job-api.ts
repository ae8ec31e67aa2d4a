import {
  type AnswerOf,
  type ContentModel,
  type DescribedOperations,
  type InputOfJob,
  type JobName,
  type OperationMethods,
  type ResultOfJob,
  schemas,
} from '@quirecms/core/feature'

export const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const

const ID = { type: 'string', format: 'uuid' } as const
const INSTANT = { type: 'string', format: 'date-time' } as const
const INSTANT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const
const TEXT_OR_NULL = { type: ['string', 'null'] } as const

const JOB = {
  type: 'object',
  required: [
    'id',
    'job',
    'status',
    'runAt',
    'key',
    'input',
    'progress',
    'result',
    'createdAt',
    'createdBy',
    'isScheduled',
    'requestId',
    'startedAt',
    'finishedAt',
    'attempts',
    'error',
  ],
  properties: {
    id: ID,
    job: { type: 'string', description: 'What the application calls it.' },
    status: {
      type: 'string',
      enum: STATUSES,
      description: 'A `pending` one may have failed before: it waits for its next attempt.',
    },
    runAt: { ...INSTANT, description: 'The moment that it was queued for.' },
    key: { ...TEXT_OR_NULL, description: 'Of jobs with the same key, one runs at a time, in order.' },
    input: {
      type: ['object', 'null'],
      description:
        'What it was queued with, without what is only written; null if the application no longer has the job.',
    },
    progress: {
      type: ['object', 'null'],
      description: 'How far it says that it is.',
      required: ['done', 'total', 'note'],
      properties: {
        done: { type: 'number', minimum: 0 },
        total: { type: ['number', 'null'], minimum: 0 },
        note: TEXT_OR_NULL,
      },
    },
    result: { description: 'What it came to, as JSON; null until it is completed.' },
    createdAt: INSTANT,
    createdBy: { ...schemas.namedUserOrNull, description: 'The user who queued it, and whose rights it runs with.' },
    isScheduled: { type: 'boolean', description: 'It runs because its schedule says so; no client queued it.' },
    requestId: { ...TEXT_OR_NULL, description: 'The request that it was queued in, as the log knows it.' },
    startedAt: { ...INSTANT_OR_NULL, description: 'When the last attempt began.' },
    finishedAt: INSTANT_OR_NULL,
    attempts: { type: 'integer', minimum: 0 },
    error: schemas.failureOrNull,
  },
} as const

const SCHEDULE = {
  type: ['object', 'null'],
  required: ['cron', 'timezone', 'missed', 'next'],
  properties: {
    cron: { type: 'string' },
    timezone: { type: 'string' },
    missed: { type: 'string', enum: ['once', 'skip'] },
    next: { type: 'array', items: INSTANT, description: 'The next five moments.' },
  },
} as const

const DEFINITIONS = {
  type: 'object',
  required: ['jobs', 'mayRead', 'mayManage'],
  properties: {
    jobs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'label', 'description', 'input', 'mayQueue', 'schedule'],
        properties: {
          name: { type: 'string' },
          label: { description: 'A text, or texts by language; null where it has none.' },
          description: { description: 'A text, or texts by language; null where it has none.' },
          input: { type: ['object', 'null'], description: 'The JSON Schema of its input; null if it takes none.' },
          mayQueue: { type: 'boolean', description: 'Whether you may queue it here.' },
          schedule: SCHEDULE,
        },
      },
    },
    mayRead: { type: 'boolean', description: 'Whether you may see all jobs, and not only your own.' },
    mayManage: { type: 'boolean', description: 'Whether you may cancel and retry all jobs.' },
  },
} as const

const NO_BODY = { parameters: [], body: { kind: 'none' }, ifMatch: false } as const

export const QUEUE_API = {
  /** Lists jobs, newest first: all of them, or those that the caller has queued. */
  list: {
    name: 'listJobs',
    summary: 'List jobs, newest first',
    description:
      'All of them if you may see them, and otherwise those that you have queued, of which the newest 1,000 are considered.',
    endpoint: { method: 'GET', path: '/jobs' },
    local: { method: 'list', args: [], on: 'queue' },
    parameters: ['page', 'limit', 'job', 'status'],
    querySchemas: {
      status: { description: 'Only jobs with this status.', schema: { type: 'string', enum: STATUSES } },
    },
    body: { kind: 'none' },
    ifMatch: false,
    answer: { kind: 'list', status: 200, of: JOB },
  },
  /** Lists the application's jobs, their next scheduled times, and what the caller may do with them. */
  definitions: {
    ...NO_BODY,
    name: 'listJobDefinitions',
    summary: 'List what jobs the application has, and when they run by themselves',
    description: 'Those that you may queue here, with their inputs; all of them if you may see all jobs.',
    endpoint: { method: 'GET', path: '/jobs/definitions' },
    local: { method: 'definitions', args: [], on: 'queue' },
    answer: { kind: 'value', status: 200, schema: DEFINITIONS },
  },
  read: {
    ...NO_BODY,
    name: 'readJob',
    summary: 'Read a job',
    description: 'Its progress and its result. The user who queued a job may read it.',
    endpoint: { method: 'GET', path: '/jobs/{id}' },
    local: { method: 'read', args: ['id'], on: 'queue' },
    answer: { kind: 'doc', status: 200, of: JOB },
  },
  /** Cancels a pending job, or stops a running one within two seconds. */
  cancel: {
    ...NO_BODY,
    name: 'cancelJob',
    summary: 'Cancel a job',
    description:
      'One that has not begun never will. One that runs is told to stop, within two seconds, wherever it runs; what it has done by then stays. The user who queued a job may cancel it.',
    endpoint: { method: 'POST', path: '/jobs/{id}/cancel' },
    local: { method: 'cancel', args: ['id'], on: 'queue' },
    answer: { kind: 'doc', status: 200, of: JOB },
  },
  retry: {
    ...NO_BODY,
    name: 'retryJob',
    summary: 'Try a job again that failed or was cancelled',
    description: 'It runs as soon as it can, with the same input, for the user who queued it.',
    endpoint: { method: 'POST', path: '/jobs/{id}/retry' },
    local: { method: 'retry', args: ['id'], on: 'queue' },
    answer: { kind: 'doc', status: 200, of: JOB },
  },
} as const satisfies DescribedOperations

export const QUEUE_JOB = {
  description: 'It runs as soon as it can, or not before `at`, or not before `in` is over.',
  parameters: [],
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 201,
    schema: { type: 'object', required: ['id'], properties: { id: ID } },
  },
} as const

export const WHEN = {
  at: { ...INSTANT, description: 'Not before this moment.', examples: ['2035-01-31T09:30:00.000Z'] },
  in: {
    type: ['string', 'integer'],
    minimum: 0,
    pattern: '^\\d{1,15}(?:\\.\\d{1,3})?(?:ms|s|m|h|d)$',
    description: 'Not before so long from now: `10m`, or a number of milliseconds.',
    examples: ['10m'],
  },
} as const

export type QueueApi<Options> = OperationMethods<typeof QUEUE_API, Options>

type AnyJob = AnswerOf<typeof QUEUE_API.read>

/**
 * A job as the API shows it, with the types of its input and of its result.
 *
 * @example
 * type Sent = JobOf<typeof config, 'sendNewsletter'>['result']
 */
export type JobOf<Config extends ContentModel, Name extends JobName<Config>> = Omit<
  AnyJob,
  'job' | 'input' | 'result'
> & {
  job: Name
  /** Null if the application no longer has the job. */
  input: InputOfJob<NonNullable<Config['jobs']>[Name]> | null
  /** Null until it is completed. */
  result: ResultOfJob<NonNullable<Config['jobs']>[Name]> | null
}
