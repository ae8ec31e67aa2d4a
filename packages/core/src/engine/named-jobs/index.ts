export { queueJob } from './queue-job.ts'
export { runNow } from './run-now.ts'
