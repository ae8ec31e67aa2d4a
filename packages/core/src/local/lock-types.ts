import type { CallExtra } from './call-options.ts'

/** Who is editing a document, and until when; null if nobody is. */
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
export interface LockApi<Extra extends CallExtra> {
  /** Who is editing the document. */
  readLock(id: string, options?: Extra['options']): Promise<LockAnswer>
  /** Locks the document for the actor, or renews its lock; with `takeover`, also if somebody else holds it. */
  lock(id: string, request?: { readonly takeover?: boolean }, options?: Extra['options']): Promise<LockAnswer>
  /** Lets others edit the document again. */
  releaseLock(id: string, options?: Extra['options']): Promise<{ released: true }>
}
