export { issuesOfPublishing } from './publish.ts'
export { isDraft, liveRevisionOf } from './live-table.ts'
