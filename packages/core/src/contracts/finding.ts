import type { StorageTransaction } from './document-storage.ts'

/** An inconsistency. */
export interface Finding {
  /** Where it is: `posts 0197…`. */
  readonly place: string
  /** What is wrong and, without a repair, what you can do. */
  readonly message: string
  /** Set if it may be correct, depending on things outside of this database. */
  readonly isUnknown?: true
  /** Repairs it without losing data; undefined if users must decide. */
  readonly repair?: (tx: StorageTransaction) => Promise<void>
}

export type Findings = AsyncIterable<Finding>
