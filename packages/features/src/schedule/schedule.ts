import {
  actsOnDocument,
  type Call,
  type CheckedBody,
  currentKey,
  inspectsDocument,
  notValid,
  ofGlobal,
  ownerOf,
  paginate,
  parseInstant,
  enqueue,
  QUEUE,
  type QueuedWork,
  QuireError,
  readerOf,
  refuseQueueing,
  requestedPage,
  type StoredDocument,
  reportDone,
  type UnitOfWork,
  queuedWorkOf,
} from '@quirecms/core/feature'
import { issuesOfPublishing, isDraft, liveRevisionOf } from '../drafts/offers.ts'
import { keepScheduled } from '../versions/offers.ts'
import { stillFailed } from './open-failures.ts'
import { ACTIONS, GLOBAL_SCHEDULE_API, MOST_LOOKED_AT, SCHEDULE_API, type ScheduledAction } from './schedule-api.ts'
import { presentJobs } from './scheduled-job.ts'

export function jobsOf({ entity }: Pick<Call, 'entity'>, documentId: string) {
  return { collection: ownerOf(entity), documentId, job: { oneOf: ACTIONS } }
}

/** Queues the action. The document has no new revision until it runs. */
export const schedule = actsOnDocument({
  ...SCHEDULE_API.schedule,
  rule: 'publish',
  capability: { name: 'schedule', putsOff: ACTIONS },
  begin: async ({ call }) => requestedPlan(call),
  async run({ call, unit, before, begun: plan }) {
    const { id: documentId, revision } = before
    // Cancel the replaced plan first, so that the checks below don't count it.
    if (plan.replaces !== undefined) await callOff(call, unit, documentId, plan.replaces)
    const pending = { ...jobsOf(call, documentId), status: 'pending' } as const
    const others = await unit.tx.records.find(QUEUE.name, pending, { limit: MOST_PENDING })
    checkPlan(plan, before, others.map(queuedWorkOf))
    if (plan.isStrict && plan.action === 'publish') await refuseUnpublishable(call, before)
    const work = await enqueue(call, unit, { job: plan.action, documentId, revision, runAt: plan.runAt })
    await keepScheduled(call, unit, before)
    const changes = [{ path: plan.action, from: null, to: plan.runAt }]
    await reportDone(call, unit, { action: 'schedule', documentId, revision, changes })
    const [doc] = await presentJobs(call, [work], [before])
    if (!doc) throw new Error('one job in, none out')
    return { kind: 'doc', doc }
  },
})

interface RequestedPlan extends Plan {
  /** Id of the plan that is cancelled in the same transaction. */
  readonly replaces: string | undefined
  readonly isStrict: boolean
}

/** Refuses an incomplete document. The rollback restores the replaced plan. */
async function refuseUnpublishable(call: Call, document: StoredDocument): Promise<void> {
  const [issues = []] = await issuesOfPublishing(call, [document])
  if (issues.length > 0) throw notValid(issues)
}

async function requestedPlan(call: Call): Promise<RequestedPlan> {
  const { input, runtime } = call
  const asked = input.body as CheckedBody<typeof SCHEDULE_API.schedule>
  const { runAt: given, action = 'publish', replaces, strict = false } = asked
  const runAt = parseInstant(given)
  if (runAt === undefined) throw wrongMoment('format', 'Send a date and time such as 2030-01-31T09:00:00Z.')
  if (runAt <= runtime.clock().toISOString()) throw wrongMoment('min', 'This is in the past. Send a later time.')
  refuseQueueing(call, action)
  await refuseBeyondKey(call, runAt)
  return { action, runAt, replaces, isStrict: strict }
}

/** Refuses a time after the key expires, because the plan could only fail. */
async function refuseBeyondKey({ caller: { actor, key }, runtime }: Call, runAt: string): Promise<void> {
  if (!actor || !key) return
  const now = await currentKey(runtime, { collection: actor.collection, id: actor.id, key: key.id })
  if (now && (now.expiresAt === null || now.expiresAt > runAt)) return
  throw wrongMoment('max', 'Your API key expires before that, and its scheduled actions with it. Send an earlier time.')
}

function wrongMoment(code: 'format' | 'min' | 'max', message: string): QuireError {
  const issues = [{ code, path: 'runAt', message }]
  return new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
}

/** Only the newest failure of an action can still be open. */
const MOST_FAILED = { sort: { column: 'createdAt', descending: true }, limit: MOST_LOOKED_AT } as const

export const listScheduled = inspectsDocument({
  ...SCHEDULE_API.scheduled,
  rule: 'publish',
  request: requestedPage,
  async answers({ call, document, request: { page, limit } }) {
    const reader = readerOf(call)
    const { records } = reader
    const asked = jobsOf(call, document.id)
    if (call.input.query['failed'] === true) {
      const failed = await records.find(QUEUE.name, { ...asked, status: 'failed' }, MOST_FAILED)
      const open = await stillFailed(reader, { collection: asked.collection }, failed.map(queuedWorkOf), [document])
      const shown = open.slice((page - 1) * limit, page * limit)
      return {
        kind: 'list',
        docs: await presentJobs(call, shown, [document]),
        pagination: paginate({ page, limit }, open.length),
      }
    }
    const newestFirst = { sort: { column: 'createdAt', descending: true }, limit, offset: (page - 1) * limit } as const
    const rows = await records.find(QUEUE.name, asked, newestFirst)
    const total = await records.count(QUEUE.name, asked)
    return {
      kind: 'list',
      docs: await presentJobs(call, rows.map(queuedWorkOf), [document]),
      pagination: paginate({ page, limit }, total),
    }
  },
})

export const cancelScheduled = actsOnDocument({
  ...SCHEDULE_API.cancelScheduled,
  accessAction: 'schedule.cancelled',
  rule: 'publish',
  leavesContent: true,
  async run({ call, unit, before }) {
    const id = call.input.params['jobId'] ?? ''
    await callOff(call, unit, before.id, id)
    return { kind: 'value', value: { id, cancelled: true } }
  },
})

/** Cancels a pending plan; refuses one that has begun. */
async function callOff(call: Call, { tx: { records } }: UnitOfWork, documentId: string, id: string): Promise<void> {
  const one = { ...jobsOf(call, documentId), id }
  const cancelled = await records.update(QUEUE.name, { ...one, status: 'pending' }, cancelledAt(call))
  if (cancelled > 0) return
  const [found] = await records.find(QUEUE.name, one)
  throw found ? tooLate(queuedWorkOf(found)) : new QuireError('not_found', 'There is no scheduled action with this id.')
}

function tooLate({ status }: QueuedWork): QuireError {
  return new QuireError('invalid_state', `This action is ${status} already, so it cannot be cancelled any more.`)
}

/** Cancels the job. An instance that runs it at this moment loses its lease and rolls back. */
export function cancelledAt({ runtime }: Call) {
  return { status: 'cancelled' as const, finishedAt: runtime.clock().toISOString(), dueAt: null, lease: null }
}

export const scheduleGlobal = ofGlobal({ ...schedule, ...GLOBAL_SCHEDULE_API.schedule })
export const listScheduledGlobal = ofGlobal({ ...listScheduled, ...GLOBAL_SCHEDULE_API.scheduled })
export const cancelScheduledGlobal = ofGlobal({ ...cancelScheduled, ...GLOBAL_SCHEDULE_API.cancelScheduled })

const MOST_PENDING = 100

export interface Plan {
  readonly action: ScheduledAction
  readonly runAt: string
}

/** Refuses a plan without an effect after all earlier plans, or with an undefined outcome. */
function checkPlan({ action, runAt }: Plan, document: StoredDocument, pending: readonly QueuedWork[]): void {
  if (pending.length >= MOST_PENDING)
    throw new QuireError('conflict', `${MOST_PENDING} actions are scheduled here already. Cancel some of them first.`)
  if (pending.some((other) => other.runAt === runAt && other.job !== action))
    throw new QuireError(
      'conflict',
      'The opposite is scheduled for exactly this time. Choose another time, or cancel it first.',
    )
  const before = pending.filter((other) => other.runAt < runAt).toSorted((a, b) => (a.runAt < b.runAt ? -1 : 1))
  const last = before.at(-1)?.job
  if (action === 'publish') {
    if (!isDraft(document) && last !== 'unpublish')
      throw new QuireError('invalid_state', 'There is nothing to publish: the newest content is already live.')
  } else if (last === 'unpublish' || (last === undefined && liveRevisionOf(document) === null)) {
    throw new QuireError(
      'invalid_state',
      'There is nothing to unpublish: nothing will be live at that time. Publish this, or schedule its publication, first.',
    )
  }
}
