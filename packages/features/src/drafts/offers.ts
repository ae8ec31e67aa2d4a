export { issuesOfPublishing } from './publish.ts'
export { isDraft, liveRevisionOf, liveTableOf } from './live-table.ts'
