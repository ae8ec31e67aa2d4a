// What other features build on.
export { requestedTime, timeParameters } from './list-scheduled.ts'
export { failedParameter } from './open-failures.ts'
