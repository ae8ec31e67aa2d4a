import type { Runtime } from '../call.ts'
import { lanesOf } from './lanes.ts'
import { QUEUE } from './queue-table.ts'

/** For how many seconds the oldest work has been due that nobody has taken up; 0 if there is none. One look at an index for each lane. */
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
