import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs work outside of the current call. A call that starts work for all streams may end, be aborted or be in a
 * transaction, and none of this may affect that work.
 */
export const outsideOfCalls: <T>(work: () => T) => T = AsyncLocalStorage.snapshot()
