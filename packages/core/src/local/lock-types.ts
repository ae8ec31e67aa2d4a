import type { CallOptions } from './call-options.ts'

/** Who is editing a document, and until when; null if nobody is (contract 7). */
export interface LockAnswer {
  lock: DocumentLockState | null
}

export interface DocumentLockState {
  actor: { collection: string; id: string }
  acquiredAt: string
  expiresAt: string
  /** Whether the caller holds it. */
  mine: boolean
}

/** The methods of a collection whose documents can be locked. */
export interface LockApi {
  /** Who is editing the document. */
  readLock(id: string, options?: CallOptions): Promise<LockAnswer>
  /** Locks the document for the actor, or renews its lock; with `takeover`, also if somebody else holds it. */
  lock(id: string, request?: { readonly takeover?: boolean }, options?: CallOptions): Promise<LockAnswer>
  /** Lets others edit the document again. */
  releaseLock(id: string, options?: CallOptions): Promise<{ released: true }>
}
