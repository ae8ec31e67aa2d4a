export { issuesOfPublishing } from './publish.ts'
export { isDraft, liveRevisionOf } from './copies.ts'
