/** For those who store documents past the engine: the feed is told that something is missing in it. */
export { breakFeed } from './upkeep.ts'
export { feedOf } from './feed.ts'
export { CHANGES } from './change-table.ts'
