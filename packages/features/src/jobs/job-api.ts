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
    job: { type: 'string', description: 'The name in the configuration.' },
    status: {
      type: 'string',
      enum: STATUSES,
      description: 'A `pending` job may have failed before, and waits for its next attempt.',
    },
    runAt: { ...INSTANT, description: 'The time that the job was queued for.' },
    key: { ...TEXT_OR_NULL, description: 'Jobs with the same key run one at a time, in order.' },
    input: {
      type: ['object', 'null'],
      description: 'The input, without write-only values; null if the application no longer has the job.',
    },
    progress: {
      type: ['object', 'null'],
      description: 'The progress that the job reported.',
      required: ['done', 'total', 'note'],
      properties: {
        done: { type: 'number', minimum: 0 },
        total: { type: ['number', 'null'], minimum: 0 },
        note: TEXT_OR_NULL,
      },
    },
    result: { description: 'The result as JSON; null until the job is completed.' },
    createdAt: INSTANT,
    createdBy: { ...schemas.namedUserOrNull, description: 'The user who queued the job, and whose rights it has.' },
    isScheduled: { type: 'boolean', description: 'Whether its schedule queued it, instead of a client.' },
    requestId: { ...TEXT_OR_NULL, description: 'The id of the request that queued it, as in the log.' },
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
    next: { type: 'array', items: INSTANT, description: 'The next five times.' },
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
          label: { description: 'A text, or texts by language; null if there is none.' },
          description: { description: 'A text, or texts by language; null if there is none.' },
          input: { type: ['object', 'null'], description: 'The JSON Schema of its input; null if it takes none.' },
          mayQueue: { type: 'boolean', description: 'Whether you may queue the job.' },
          schedule: SCHEDULE,
        },
      },
    },
    mayRead: { type: 'boolean', description: 'Whether you may see all jobs, and not only your own.' },
    mayManage: { type: 'boolean', description: 'Whether you may cancel and retry all jobs.' },
  },
} as const

const PLAIN = { parameters: [], ifMatch: false } as const

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
      status: { description: 'Returns only jobs with this status.', schema: { type: 'string', enum: STATUSES } },
    },
    ifMatch: false,
    answer: { kind: 'list', status: 200, of: JOB },
  },
  /** Lists the application's jobs, their next scheduled times, and what the caller may do with them. */
  definitions: {
    ...PLAIN,
    name: 'listJobDefinitions',
    summary: 'List the kinds of jobs, and their schedules',
    description: 'The jobs that you may queue, with their inputs; all of them if you may see all jobs.',
    endpoint: { method: 'GET', path: '/jobs/definitions' },
    local: { method: 'definitions', args: [], on: 'queue' },
    answer: { kind: 'value', status: 200, schema: DEFINITIONS },
  },
  read: {
    ...PLAIN,
    name: 'readJob',
    summary: 'Read a job',
    description: 'Its progress and its result. The user who queued a job may read it.',
    endpoint: { method: 'GET', path: '/jobs/{id}' },
    local: { method: 'read', args: ['id'], on: 'queue' },
    answer: { kind: 'doc', status: 200, of: JOB },
  },
  /** Cancels a pending job, or stops a running one within two seconds. */
  cancel: {
    ...PLAIN,
    name: 'cancelJob',
    summary: 'Cancel a job',
    description:
      'A pending job never starts. A running job gets a stop signal within two seconds, on any instance; its effects until then stay. The user who queued a job may cancel it.',
    endpoint: { method: 'POST', path: '/jobs/{id}/cancel' },
    local: { method: 'cancel', args: ['id'], on: 'queue' },
    answer: { kind: 'doc', status: 200, of: JOB },
  },
  retry: {
    ...PLAIN,
    name: 'retryJob',
    summary: 'Retry a failed or cancelled job',
    description: 'The job runs as soon as possible, with the same input and the rights of the user who queued it.',
    endpoint: { method: 'POST', path: '/jobs/{id}/retry' },
    local: { method: 'retry', args: ['id'], on: 'queue' },
    answer: { kind: 'doc', status: 200, of: JOB },
  },
} as const satisfies DescribedOperations

export const QUEUE_JOB = {
  description: 'The job runs as soon as possible, or not before `at`, or after the delay `in`.',
  parameters: [],
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 201,
    schema: { type: 'object', required: ['id'], properties: { id: ID } },
  },
} as const

export const WHEN = {
  at: { ...INSTANT, description: 'The earliest time.', examples: ['2035-01-31T09:30:00.000Z'] },
  in: {
    type: ['string', 'integer'],
    minimum: 0,
    pattern: '^\\d{1,15}(?:\\.\\d{1,3})?(?:ms|s|m|h|d)$',
    description: 'The shortest delay: `10m`, or a number of milliseconds.',
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
