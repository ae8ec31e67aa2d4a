import type { StorageTransaction } from './document-storage.ts'

/** Something that does not fit together. */
export interface Finding {
  /** `posts 0197…`: where it is. */
  readonly place: string
  /** A sentence that says what is wrong and, where nothing can be mended, what you can do. */
  readonly message: string
  /** Set if it is wrong only where nothing outside of this database needs it, which only people can know. */
  readonly isUnknown?: true
  /** Mends it without losing anything; undefined where only people can decide. */
  readonly repair?: (tx: StorageTransaction) => Promise<void>
}

export type Findings = AsyncIterable<Finding>
