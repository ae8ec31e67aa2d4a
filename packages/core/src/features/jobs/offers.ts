/** What other features may ask where an application has jobs. */
export { seesJobs } from './job-access.ts'
