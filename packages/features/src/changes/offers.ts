/** For features that store documents without the engine, and have to break the feed. */
export { breakFeed } from './upkeep.ts'
export { feedOf } from './feed.ts'
export { CHANGES } from './change-table.ts'
