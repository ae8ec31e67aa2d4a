export { hurry, keepQueued, putOff } from './put-off.ts'
export { oldestDue } from './oldest-due.ts'
export { QUEUE, workOf } from './queue-table.ts'
