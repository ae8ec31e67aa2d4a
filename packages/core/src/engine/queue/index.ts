export { hurry, keepQueued, putOff } from './put-off.ts'
export { QUEUE, workOf } from './queue-table.ts'
