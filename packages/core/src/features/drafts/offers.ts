/** What other features may rely on where there are drafts. */
export { issuesOfPublishing } from './publish.ts'
export { isDraft, liveRevisionOf, liveTableOf } from './live-table.ts'
