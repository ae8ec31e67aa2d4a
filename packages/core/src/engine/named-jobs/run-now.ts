import { QuireError } from '../../contracts/errors.ts'
import type { QueuedWork } from '../../contracts/job.ts'
import type { JsonValue } from '../../contracts/json.ts'
import { type Runtime, systemCall } from '../call.ts'
import { attempt } from '../queue/attempt.ts'
import { QUEUE, queuedWorkOf } from '../queue/queue-table.ts'
import { inTransaction } from '../in-transaction.ts'
import { JOB_DETAILS } from './job-details.ts'
import { keptJson } from './run-job.ts'
import { queueJob } from './queue-job.ts'

/** Poll interval of a caller that waits for its job, in milliseconds. */
const LOOK_EVERY = 250

export interface RunNow extends Pick<QueuedWork, 'id' | 'status' | 'error'> {
  readonly result: JsonValue
}

/**
 * Queues a job for the system and attempts it in this process. Waits if another instance is faster or others with its
 * key come first. Resolves after one attempt; `pending` means that it will be retried.
 */
export async function runNow(runtime: Runtime, name: string, input: unknown): Promise<RunNow> {
  const call = systemCall(runtime, runtime.manifest.service, 'queueJob')
  const { id } = await inTransaction(call, (unit) => queueJob(call, unit, name, input))
  const { signal } = new AbortController()
  for (;;) {
    await attempt(runtime, id, signal)
    const { records } = runtime.storage.reader
    const [row] = await records.find(QUEUE.name, { id })
    const [details] = await records.find(JOB_DETAILS.name, { id })
    if (!row || !details) throw new QuireError('not_found', 'The job was removed before it finished.')
    const { status, error, failures } = queuedWorkOf(row)
    if (status !== 'running' && (status !== 'pending' || failures > 0))
      return { id, status, error, result: keptJson(runtime, id, details.result) }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
}
