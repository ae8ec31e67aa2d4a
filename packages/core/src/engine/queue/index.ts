export { makeDueNow, ensureQueued, enqueue } from './put-off.ts'
export { oldestDue } from './oldest-due.ts'
export { QUEUE, queuedWorkOf } from './queue-table.ts'
