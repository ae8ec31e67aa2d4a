export { makeDueNow, ensureQueued, enqueue } from './put-off.ts'
export { oldestDue } from './work-through.ts'
export { QUEUE, queuedWorkOf } from './queue-table.ts'
