import type { StorageTransaction } from './document-storage.ts'

/** One transaction, or one nested part of it, as operations and features see it. */
export interface Unit {
  readonly tx: StorageTransaction
  /** Runs once everything is committed. If a nested part is undone, what it added here is dropped too. */
  readonly afterCommit: AfterCommit[]
  /** Runs after a rollback, to undo effects outside of the database. Errors are ignored. */
  readonly afterRollback: (() => Promise<void>)[]
}

/** Undefined if there is nothing to wait for, as after most writes. */
export type AfterCommit = () => Promise<void> | undefined
