import { type Call, type Job, ownerOf, QUEUE } from '@quirecms/core/feature'
import { ACTIONS } from './schedule-api.ts'

const EVERY = 3_600_000
const KEPT = 30 * 86_400_000

/** Deletes finished plans after a retention time. */
export const forgetFinished: Job<Call> = {
  name: 'forgetFinishedJobs',
  every: EVERY,
  async run({ runtime, entity }) {
    const before = new Date(runtime.clock().getTime() - KEPT).toISOString()
    const old = { collection: ownerOf(entity), job: { oneOf: ACTIONS }, finishedAt: { below: before } }
    if ((await runtime.storage.reader.records.count(QUEUE.name, old)) === 0) return
    await runtime.storage.transaction(({ records }) => records.remove(QUEUE.name, old))
  },
}
