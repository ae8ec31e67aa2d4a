import {
  type Call,
  changesRecords,
  ENDED_AFTER,
  isMoment,
  isObject,
  JOB_DETAILS,
  type JobDetails,
  letNextGo,
  type NamedJob,
  type Operation,
  QUEUE,
  queueJob,
  type QueueRow,
  QuireError,
  type RecordChanges,
  refusalOf,
  type Runtime,
  tellAfterCommit,
  queuedWorkOf,
} from '@quirecms/core/feature'
import { allows, findJob, mayManage } from './job-access.ts'
import { QUEUE_API, QUEUE_JOB, WHEN } from './job-api.ts'
import { presentJob } from './look-at-jobs.ts'

/**
 * Queues a job over HTTP, if its `access` allows it. Each job has its own path, whose description has the schema of
 * its input.
 */
export function queueOverHttp({ name, input, queue }: NamedJob<unknown>): Operation<Call> {
  const body = (given: object) => ({
    type: 'object',
    additionalProperties: false,
    properties: { input: given, ...WHEN },
  })
  return changesRecords({
    ...QUEUE_JOB,
    name: `queue${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    summary: `Queue the job \`${name}\``,
    endpoint: { method: 'POST', path: `/jobs/${name}` },
    local: { method: name, args: ['body'], on: 'nothing' },
    accessAction: 'job.queued',
    // `queueJob` validates the input, for all ways to queue a job.
    body: {
      kind: 'schema',
      schema: body({ type: 'object' }),
      describedAs: body(input ?? { type: 'object', maxProperties: 0 }),
      optional: true,
    },
    async authorize(call: Call) {
      const given = call.input.body?.['input']
      if (!queue || !(await allows(call, 'queueJob', queue, isObject(given) ? given : {}))) throw refusalOf(call)
    },
    async run({ call, unit }) {
      const { input: given, at, in: wait } = (call.input.body ?? {}) as QueueBody
      const value = await queueJob(call, unit, name, given, { at, in: wait, base: 'input', isAsked: true })
      return { kind: 'value', value: { ...value } }
    },
  })
}

interface QueueBody {
  readonly input?: object
  readonly at?: string
  readonly in?: string | number
}

export const cancelJob = changesRecords({
  ...QUEUE_API.cancel,
  accessAction: 'job.cancelled',
  authorize: (call: Call) => findJob(call, mayManage, true),
  async run({ call, unit, principal: { row: before, details } }) {
    const { id } = before
    const finishedAt = call.runtime.clock().toISOString()
    const changes: RecordChanges<QueueRow> = { status: 'cancelled', finishedAt, dueAt: null, lease: null }
    const [row] = await unit.tx.records.find(QUEUE.name, { id }, { lock: true })
    if (row?.status !== 'pending' && row?.status !== 'running') throw tooLate(row)
    await unit.tx.records.update(QUEUE.name, { id }, changes)
    const cancelled = { ...row, ...changes }
    // A running job stops later: the next one with its key begins when it has ended.
    if (row.status === 'pending') await letNextGo(call, unit, queuedWorkOf(cancelled))
    return { kind: 'doc', doc: presentJob(call.runtime, { row: cancelled, details }) }
  },
})

export const retryJob = changesRecords({
  ...QUEUE_API.retry,
  accessAction: 'job.retried',
  authorize: (call: Call) => findJob(call, mayManage, false),
  async run({ call, unit, principal: { row: before, details } }) {
    const { id } = before
    const { jobs } = call.runtime.manifest
    const job = Object.hasOwn(jobs, details.job) ? jobs[details.job] : undefined
    if (!job) throw new QuireError('invalid_state', 'The application no longer has this job.')
    const [row] = await unit.tx.records.find(QUEUE.name, { id }, { lock: true })
    if (row?.status !== 'failed' && row?.status !== 'cancelled') throw tooLate(row)
    const { runAt, moment } = whenRetried(call.runtime, job, row, details)
    const changes: RecordChanges<QueueRow> = {
      status: 'pending',
      runAt,
      dueAt: runAt,
      lease: null,
      startedAt: null,
      finishedAt: null,
      attempts: 0,
      failures: 0,
      error: null,
    }
    await unit.tx.records.update(QUEUE.name, { id }, changes)
    const anew = { moment, progress: null }
    await unit.tx.records.update(JOB_DETAILS.name, { id }, anew)
    const retried = { ...row, ...changes }
    tellAfterCommit(call, unit, retried)
    return { kind: 'doc', doc: presentJob(call.runtime, { row: retried, details: { ...details, ...anew } }) }
  },
})

/**
 * A future occurrence of the schedule keeps its time. Every other retry runs now, no longer as an occurrence of the
 * schedule; but not beside a cancelled attempt that may still be ending.
 */
function whenRetried(
  { clock }: Runtime,
  { schedule }: NamedJob<Call>,
  { status, startedAt, finishedAt }: QueueRow,
  { moment }: JobDetails,
): { readonly runAt: string; readonly moment: string } {
  const now = clock().getTime()
  if (schedule && moment > new Date(now).toISOString() && isMoment(schedule, moment)) return { runAt: moment, moment }
  const isEnding = status === 'cancelled' && startedAt !== null && finishedAt !== null
  const ended = isEnding ? Date.parse(finishedAt) + ENDED_AFTER : now
  return { runAt: new Date(Math.max(now, ended)).toISOString(), moment: '' }
}

function tooLate(row: QueueRow | undefined): QuireError {
  if (!row) return new QuireError('not_found', 'There is no job with this id.')
  return new QuireError('invalid_state', `This job is ${row.status}, which does not allow this.`)
}
