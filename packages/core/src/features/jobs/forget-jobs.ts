import type { Job } from '../../contracts/job.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { JOB_DETAILS, JOBS_OWNER } from '../../engine/named-jobs/job-details.ts'
import { QUEUE } from '../../engine/queue/queue-table.ts'
import { JOB_KEYS } from '../../engine/queue/turns.ts'

const EVERY = 60_000
const AT_ONCE = 500

/** What became of jobs is of interest for a while. */
export const forgetJobs: Job<Call> = {
  name: 'forgetJobs',
  every: EVERY,
  async run(call, stop) {
    const before = await forgottenBefore(call.runtime)
    while (!stop.aborted && (await forgetSome(call, before)) === AT_ONCE);
  },
}

/** Whatever ended before this moment goes: it is too old, or there are too many that are newer. */
async function forgottenBefore({ clock, storage, manifest }: Runtime): Promise<string> {
  const { keepFor, keepAtMost } = manifest.queue
  const tooOld = new Date(clock().getTime() - keepFor).toISOString()
  const newestFirst = { sort: { column: 'finishedAt', descending: true }, limit: 1, offset: keepAtMost - 1 } as const
  const ended = { collection: JOBS_OWNER, finishedAt: { above: tooOld } }
  const [lastKept] = await storage.reader.records.find(QUEUE.name, ended, newestFirst)
  return lastKept?.finishedAt ?? tooOld
}

async function forgetSome(call: Call, before: string): Promise<number> {
  const { storage, manifest } = call.runtime
  const old = { collection: JOBS_OWNER, finishedAt: { below: before } }
  const oldestFirst = { sort: { column: 'finishedAt', descending: false }, limit: AT_ONCE } as const
  const rows = await storage.reader.records.find(QUEUE.name, old, oldestFirst)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  for (const { id, job, result } of await storage.reader.records.find(JOB_DETAILS.name, { id: { oneOf: ids } })) {
    const forget = Object.hasOwn(manifest.jobs, job) ? manifest.jobs[job]?.forget : undefined
    await forget?.({ id, call, result: result === null ? null : parseJson(result) })
  }
  await storage.transaction(async ({ records }) => {
    // One that was retried meanwhile stays.
    await records.remove(QUEUE.name, { ...old, id: { oneOf: ids } })
    const left = new Set((await records.find(QUEUE.name, { id: { oneOf: ids } })).map(({ id }) => id))
    const gone = { oneOf: ids.filter((id) => !left.has(id)) }
    await records.remove(JOB_DETAILS.name, { id: gone })
    await records.remove(JOB_KEYS.name, { work: gone })
  })
  return rows.length
}
