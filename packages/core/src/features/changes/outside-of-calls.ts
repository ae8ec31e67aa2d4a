import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs something as nobody's work. Who wakes the feed, and who follows it first, has a call of its own, which may end, be given up or be in a
 * transaction: none of that is for what goes on for all others.
 */
export const outsideOfCalls: <T>(work: () => T) => T = AsyncLocalStorage.snapshot()
