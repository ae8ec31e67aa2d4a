import { QuireError } from '../../contracts/errors.ts'
import type { RecordMatch } from '../../contracts/record-rows.ts'
import type { RecordReader } from '../../contracts/records.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { Runtime } from '../call.ts'
import { QUEUE, type QueueRow } from '../queue/queue-table.ts'
import { JOBS_OWNER } from './job-details.ts'

/** Divisor for the share of the queue that one client, or all anonymous clients together, may use. */
const SHARE = 10

const RETRY_AFTER = 5

interface WaitingCount {
  readonly at: number
  readonly waiting: number
  added: number
}

const counted = new WeakMap<Runtime, WaitingCount>()

/** Refuses a job if too many wait, in total or of this client; null for the system. */
export async function refuseTooMany(
  runtime: Runtime,
  { tx: { records } }: Unit,
  asked: Pick<QueueRow, 'creatorCollection' | 'creatorId' | 'bySystem'> | null,
): Promise<void> {
  const { maxWaiting: most } = runtime.manifest.queue
  const waiting = await countAll(runtime, records, most)
  if (waiting >= most)
    throw new QuireError('unavailable', `${most} jobs are waiting already. Try again soon.`, {
      retryAfter: RETRY_AFTER,
    })
  const share = Math.ceil(most / SHARE)
  // The total is below one client's share, so this client is too.
  if (asked === null || asked.bySystem === 1 || waiting < share) return
  const { creatorCollection, creatorId, bySystem } = asked
  if ((await countWaiting(records, { creatorCollection, creatorId, bySystem }, share)) < share) return
  const whose = creatorId === null ? 'jobs of clients who are not signed in' : 'of your jobs'
  const message = `${share} ${whose} are waiting already. Wait until some of them are done, or cancel some.`
  throw new QuireError('rate_limited', message, { retryAfter: RETRY_AFTER })
}

/** Counted once a second, and each time when close to the limit. */
async function countAll(runtime: Runtime, records: RecordReader, most: number): Promise<number> {
  const last = counted.get(runtime)
  const now = performance.now()
  if (last && now - last.at < 1_000 && last.waiting + last.added < most) {
    last.added += 1
    return last.waiting + last.added - 1
  }
  const waiting = await countWaiting(records, {}, most)
  counted.set(runtime, { at: now, waiting, added: 1 })
  return waiting
}

function countWaiting(records: RecordReader, of: RecordMatch<QueueRow>, most: number): Promise<number> {
  return records.count(QUEUE.name, { ...of, collection: JOBS_OWNER, finishedAt: null }, undefined, most)
}
