import type { StorageTransaction } from './storage.ts'

/** One transaction, or one nested part of it, as operations and features see it. */
export interface Unit {
  readonly tx: StorageTransaction
  /** What happens once all of it is committed. What belongs to a part that is undone is forgotten with it. */
  readonly afterCommit: (() => Promise<void>)[]
}
