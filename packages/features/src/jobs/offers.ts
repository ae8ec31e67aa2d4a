export { seesJobs } from './job-access.ts'
