/** For features that store documents without the engine: they append a break to the feed. */
export { breakFeed } from './upkeep.ts'
export { feedOf } from './feed.ts'
export { CHANGES } from './change-table.ts'
