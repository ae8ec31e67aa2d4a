import {
  type Actor,
  type Call,
  JOB_DETAILS,
  type JobDetails,
  JOBS_OWNER,
  type NamedJob,
  QUEUE,
  type QueueRow,
  QuireError,
  readerOf,
  refusalOf,
  type Rule,
  ruleArguments,
} from '@quirecms/core/feature'

/** Asks a rule of jobs. Any answer but `true` means no: a condition can't apply to jobs. */
export async function allows(call: Call, name: string, rule: Rule, data?: Call['input']['body']): Promise<boolean> {
  if (call.caller.system) return true
  const asked: Call = { ...call, operation: { ...call.operation, name } }
  return (await rule(ruleArguments(asked, data ? { data } : {}))) === true
}

export function mayRead(call: Call): Promise<boolean> {
  const { queue, service } = call.runtime.manifest
  return allows(call, 'jobs.read', queue.read ?? service.rules.read)
}

export function mayManage(call: Call): Promise<boolean> {
  const { queue, service } = call.runtime.manifest
  return allows(call, 'jobs.manage', queue.manage ?? service.rules.update)
}

/** Whether the rule allows the caller to queue the job without an input. A rule that throws counts as no. */
export async function mayQueue(call: Call, { queue }: Pick<NamedJob<Call>, 'queue'>): Promise<boolean> {
  return queue !== null && allows(call, 'queueJob', queue).catch(() => false)
}

/** Whether the caller may see or queue any job; undefined if there are no jobs. */
export async function seesJobs(call: Call): Promise<boolean | undefined> {
  const all = Object.values(call.runtime.manifest.jobs)
  if (all.length === 0) return undefined
  // Keys with scopes have no rights on jobs (docs/contract/jobs.md).
  if (call.caller.scopes) return false
  if (await mayRead(call).catch(() => false)) return true
  for (const job of all) if (await mayQueue(call, job)) return true
  return false
}

export function nameOf({ collection, id }: Pick<Actor, 'collection' | 'id'>): string {
  return `${collection}/${id}`
}

export interface FoundJob {
  readonly row: QueueRow
  readonly details: JobDetails
}

/**
 * The job that the call names. Allowed by the rule `may` for all jobs, and with `ownersMay` to the user who queued
 * it.
 */
export async function findJob(
  call: Call,
  may: (call: Call) => Promise<boolean>,
  ownersMay: boolean,
): Promise<FoundJob> {
  const { actor } = call.caller
  const forAll = await may(call)
  if (!forAll && !actor) throw refusalOf(call)
  const id = call.input.id ?? ''
  const { records } = readerOf(call)
  const [details] = await records.find(JOB_DETAILS.name, { id })
  const isOwn = actor !== null && details?.owner === nameOf(actor)
  // A caller who may see the job gets 403; for all others, the job doesn't exist.
  const maySee = forAll || isOwn || (details !== undefined && (await mayRead(call)))
  const [row] = maySee ? await records.find(QUEUE.name, { id, collection: JOBS_OWNER }) : []
  if (!row || !details) throw new QuireError('not_found', 'There is no job with this id.')
  if (!forAll && !(isOwn && ownersMay)) throw refusalOf(call)
  return { row, details }
}
