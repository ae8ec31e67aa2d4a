import type { Runtime } from '../call.ts'
import { lanesOf } from './lanes.ts'
import { QUEUE } from './queue-table.ts'

/**
 * Seconds for which the oldest unclaimed work has been due; 0 if there is none. Costs one index lookup for each lane.
 */
export async function oldestDue(runtime: Runtime): Promise<number> {
  const now = runtime.clock()
  const oldestFirst = { sort: { column: 'dueAt', descending: false }, limit: 1 } as const
  let age = 0
  for (const { name: lane } of lanesOf(runtime)) {
    const due = { lane, dueAt: { below: now.toISOString() } }
    const [row] = await runtime.storage.reader.records.find(QUEUE.name, due, oldestFirst)
    if (row?.dueAt) age = Math.max(age, (now.getTime() - Date.parse(row.dueAt)) / 1_000)
  }
  return age
}
