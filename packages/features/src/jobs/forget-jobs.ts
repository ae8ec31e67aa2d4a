import {
  type Call,
  type Job,
  JOB_DETAILS,
  JOB_KEYS,
  type JobDetails,
  JOBS_OWNER,
  keptJson,
  MISSED_AFTER,
  QUEUE,
  queuedName,
  type QueueRow,
  type RecordMatch,
  type Runtime,
} from '@quirecms/core/feature'

const EVERY = 60_000
const AT_ONCE = 500

export const forgetJobs: Job<Call> = {
  name: 'forgetJobs',
  every: EVERY,
  async run(call, stop) {
    for (const which of await forgotten(call.runtime)) while (!stop.aborted && (await forgetSome(call, which)));
  },
}

type Which = RecordMatch<QueueRow>

/**
 * Selects finished jobs beyond the maximum age, and the oldest ones beyond the maximum number. Jobs with a `forget`
 * function, which keep files for example, are counted apart: many small jobs must not evict them.
 */
async function forgotten({ clock, storage, manifest }: Runtime): Promise<readonly Which[]> {
  const { keepFor, keepAtMost } = manifest.queue
  const tooOld = new Date(clock().getTime() - keepFor).toISOString()
  const which: Which[] = [{ collection: JOBS_OWNER, finishedAt: { below: tooOld } }]
  const newestFirst = { sort: { column: 'finishedAt', descending: true }, limit: 1, offset: keepAtMost - 1 } as const
  const { kept = [], plain = [] } = Object.groupBy(Object.values(manifest.jobs), ({ forget }) =>
    forget ? 'kept' : 'plain',
  )
  for (const jobs of [kept, plain]) {
    const counted = { collection: JOBS_OWNER, job: { oneOf: jobs.map(({ name }) => queuedName(name)) } }
    const ended = { ...counted, finishedAt: { above: tooOld } }
    const [lastKept] = await storage.reader.records.find(QUEUE.name, ended, newestFirst)
    if (lastKept?.finishedAt) which.push({ ...counted, finishedAt: { below: lastKept.finishedAt } })
  }
  return which
}

async function forgetSome(call: Call, old: Which): Promise<boolean> {
  const { storage } = call.runtime
  const oldestFirst = { sort: { column: 'finishedAt', descending: false }, limit: AT_ONCE } as const
  const rows = await storage.reader.records.find(QUEUE.name, old, oldestFirst)
  if (rows.length === 0) return false
  const all = rows.map(({ id }) => id)
  const kept = new Set<string>()
  for (const details of await storage.reader.records.find(JOB_DETAILS.name, { id: { oneOf: all } }))
    if (isToCome(call.runtime, details) || !(await isLetGo(call, details))) kept.add(details.id)
  const ids = all.filter((id) => !kept.has(id))
  await storage.transaction(async ({ records }) => {
    // A job that was retried concurrently stays.
    await records.remove(QUEUE.name, { ...old, id: { oneOf: ids } })
    const left = new Set((await records.find(QUEUE.name, { id: { oneOf: ids } })).map(({ id }) => id))
    const gone = { oneOf: ids.filter((id) => !left.has(id)) }
    await records.remove(JOB_DETAILS.name, { id: gone })
    await records.remove(JOB_KEYS.name, { work: gone })
  })
  return rows.length === AT_ONCE && ids.length > 0
}

/**
 * An occurrence that was cancelled before its time, or was just due: without its record, it would be scheduled again.
 */
function isToCome({ clock }: Runtime, { moment }: JobDetails): boolean {
  return moment > new Date(clock().getTime() - 2 * MISSED_AFTER).toISOString()
}

/** If `forget` fails, the job is retried in the next run, and doesn't block the others. */
async function isLetGo(call: Call, { id, job, result }: JobDetails): Promise<boolean> {
  const { manifest, reportError } = call.runtime
  const forget = Object.hasOwn(manifest.jobs, job) ? manifest.jobs[job]?.forget : undefined
  try {
    await forget?.({ id, call, result: keptJson(call.runtime, id, result) })
    return true
  } catch (error) {
    reportError(`the record of the job ${id} could not be deleted yet`, error)
    return false
  }
}
