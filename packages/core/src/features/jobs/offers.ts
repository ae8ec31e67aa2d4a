/** Exports for other features. */
export { seesJobs } from './job-access.ts'
