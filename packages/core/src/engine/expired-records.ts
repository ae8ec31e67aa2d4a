import type { RepeatedJob } from '../contracts/job.ts'
import type { RecordMatch, RecordTable } from '../contracts/records.ts'
import type { Call, Runtime } from './call.ts'
import { ownerOf, QUEUE } from './queue/queue-table.ts'

/** With the 45 s after the last heartbeat, presence is deleted within a minute (docs/contract/presence.md). */
const EVERY = 10_000

interface Expired {
  readonly table: Pick<RecordTable, 'name'>
  readonly match: RecordMatch
}

/** Deletes expired records (`RecordTable.expires`) and finished work of the queue (`QueuedJob.keptFor`). */
export const deleteExpired: RepeatedJob<Call> = {
  name: 'deleteExpired',
  every: EVERY,
  async run({ runtime }, stop) {
    for (const { table, match } of expiredIn(runtime)) {
      if (stop.aborted) return
      // Most runs find nothing, and write nothing.
      const [first] = await runtime.storage.reader.records.find(table.name, match, { limit: 1 })
      if (first) await runtime.storage.transaction(({ records }) => records.remove(table.name, match))
    }
  },
}

function expiredIn({ manifest, clock }: Runtime): Expired[] {
  const now = clock().getTime()
  const before = (milliseconds: number) => ({ below: new Date(now - milliseconds).toISOString() })
  const records = manifest.records.flatMap((table): Expired[] => {
    const { expires } = table
    return expires ? [{ table, match: { [expires.column]: before(expires.after ?? 0) } }] : []
  })
  const entities = [...Object.values(manifest.collections), ...Object.values(manifest.globals), manifest.service]
  const finished = entities.flatMap((entity) =>
    entity.jobs.flatMap((job): Expired[] => {
      if (job.retryAfter === undefined || job.keptFor === undefined) return []
      const collection = job.owner ?? ownerOf(entity)
      return [{ table: QUEUE, match: { collection, job: job.name, finishedAt: before(job.keptFor) } }]
    }),
  )
  return [...records, ...finished]
}
