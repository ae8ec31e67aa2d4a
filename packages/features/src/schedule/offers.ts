// What other features build on.
export { requestedTime, timeParameters } from './requested-time.ts'
export { failedParameter } from './open-failures.ts'
