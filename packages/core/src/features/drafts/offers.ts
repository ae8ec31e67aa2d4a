/** What other features may rely on where there are drafts. */
export { isDraft, liveRevisionOf, liveTableOf } from './live-table.ts'
