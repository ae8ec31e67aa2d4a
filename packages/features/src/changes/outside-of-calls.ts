import { AsyncLocalStorage } from 'node:async_hooks'

export const outsideOfCalls: <T>(work: () => T) => T = AsyncLocalStorage.snapshot()
