import type { StorageTransaction } from './document-storage.ts'

/** One transaction, or one nested part of it, as operations and features see it. */
export interface Unit {
  readonly tx: StorageTransaction
  /** Runs once everything is committed. If a nested part is undone, what it added here is dropped too. */
  readonly afterCommit: AfterCommit[]
  /** Runs once what was done here is undone: for what the database cannot take back by itself. What it throws is lost. */
  readonly afterRollback: (() => Promise<void>)[]
}

/** Undefined where there was nothing to wait for, as after most writes. */
export type AfterCommit = () => Promise<void> | undefined
