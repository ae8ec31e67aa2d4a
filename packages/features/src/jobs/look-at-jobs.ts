import {
  answersValue,
  type Call,
  defineOperation,
  JOB_DETAILS,
  JOBS_OWNER,
  type JsonObject,
  type JsonValue,
  momentsAfter,
  type NamedJob,
  type Parameter,
  QUEUE,
  queuedName,
  type QueueRow,
  readerOf,
  type RecordMatch,
  recordPage,
  refusalOf,
  keptJson,
  type PresentedDocument,
  type Runtime,
  shownInput,
  queuedWorkOf,
  presentRecord,
} from '@quirecms/core/feature'
import { findJob, mayManage, mayQueue, mayRead, nameOf, type FoundJob } from './job-access.ts'
import { QUEUE_API, STATUSES } from './job-api.ts'

export const jobParameter: Parameter = {
  name: 'job',
  spellings: ['job'],
  description: 'Returns only jobs with this name.',
  encoding: 'text',
  schema: { type: 'string' },
}

/** Limit of considered jobs for callers who see only their own; the newest. */
const MOST_OWN = 1_000
const NEXT_MOMENTS = 5

export const listJobs = defineOperation({
  ...QUEUE_API.list,
  async run(call) {
    const { caller, runtime } = call
    const { actor } = caller
    const seesAll = await mayRead(call)
    if (!seesAll && !actor) throw refusalOf(call)
    const match = { ...wanted(call), ...(!seesAll && actor && { id: { oneOf: await ownIds(call, nameOf(actor)) } }) }
    const { rows, pagination } = await recordPage(call, QUEUE, match, { column: 'createdAt', descending: true })
    const ids = rows.map(({ id }) => id)
    const all = await readerOf(call).records.find(JOB_DETAILS.name, { id: { oneOf: ids } })
    const byId = new Map(all.map((details) => [details.id, details]))
    const docs = rows.flatMap((row) => {
      const details = byId.get(row.id)
      return details ? [presentJob(runtime, { row, details })] : []
    })
    return { kind: 'list', docs, pagination }
  },
})

function wanted({ input: { query } }: Call): RecordMatch<QueueRow> {
  const { job, status } = query
  const known = STATUSES.find((one) => one === status)
  return {
    collection: JOBS_OWNER,
    ...(typeof job === 'string' && { job: queuedName(job) }),
    ...(known && { status: known }),
  }
}

async function ownIds(call: Call, owner: string): Promise<string[]> {
  const newestFirst = { sort: { column: 'createdAt', descending: true }, limit: MOST_OWN } as const
  const rows = await readerOf(call).records.find(JOB_DETAILS.name, { owner }, newestFirst)
  return rows.map(({ id }) => id)
}

export const readJob = defineOperation({
  ...QUEUE_API.read,
  run: async (call) => ({ kind: 'doc', doc: presentJob(call.runtime, await findJob(call, mayRead, true)) }),
})

export const listJobDefinitions = answersValue({
  ...QUEUE_API.definitions,
  // A signed-in caller without rights on any job gets an empty list.
  authorize: async (call: Call) => ({ read: await mayRead(call), manage: await mayManage(call) }),
  async answers({ call, principal }) {
    const jobs: JsonObject[] = []
    for (const job of Object.values(call.runtime.manifest.jobs)) {
      const isOpen = await mayQueue(call, job)
      if (isOpen || principal.read) jobs.push(definitionOf(call, job, isOpen))
    }
    if (jobs.length === 0 && !principal.manage && !call.caller.actor) throw refusalOf(call)
    return { jobs, mayRead: principal.read, mayManage: principal.manage }
  },
})

function definitionOf({ runtime }: Call, job: NamedJob<Call>, isOpen: boolean): JsonObject {
  const { name, label, description, input, schedule } = job
  const now = runtime.clock().getTime()
  return {
    name,
    label,
    description,
    // Safe cast: a schema is JSON.
    input: input as JsonValue,
    mayQueue: isOpen,
    schedule: schedule && {
      ...schedule,
      next: momentsAfter(schedule, now, NEXT_MOMENTS).map((moment) => moment.toISOString()),
    },
  }
}

export function presentJob(runtime: Runtime, { row, details }: FoundJob): PresentedDocument {
  const { id, runAt, status, createdAt, createdBy, startedAt, finishedAt, attempts, error } = queuedWorkOf(row)
  const { job: name, moment, requestId } = details
  const { jobs } = runtime.manifest
  const json = (text: string | null) => keptJson(runtime, id, text)
  const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
  const value: JsonObject = {
    id,
    job: name,
    status,
    runAt,
    key: row.documentId === '' || moment !== '' ? null : row.documentId,
    // Without its definition, secret parts of the input are not known: hide all of it.
    input: job ? shownInput(job.input, json(details.input)) : null,
    progress: json(details.progress),
    result: json(details.result),
    createdAt,
    createdBy: createdBy && { ...createdBy },
    isScheduled: moment !== '',
    requestId,
    startedAt,
    finishedAt,
    attempts,
    error,
  }
  return presentRecord(id, value)
}
