import type { StoredDocument } from './storage.ts'
import type { Unit } from './unit-of-work.ts'

declare const guardsAsked: unique symbol

/**
 * A document whose guards let it be changed. Everything that writes to an existing document asks for one of these, so that no way in
 * can forget the guards: the compiler would say so.
 */
export interface Changeable extends StoredDocument {
  readonly [guardsAsked]: true
}

/**
 * Asked before every change of a document that exists, whoever makes it and from wherever it comes: an update, a deletion, a reference
 * that a deletion elsewhere clears. Throws to refuse.
 */
export type Guard<Call> = (call: Call, unit: Unit, document: StoredDocument) => Promise<void>

/**
 * What a feature does when the content of a document changes, once all that application code had to say is said: before the revision is
 * stored, in its transaction. Throws to refuse.
 */
export type OnChange<Call> = (call: Call, unit: Unit, change: ContentChange) => Promise<void>

export interface ContentChange {
  readonly before: StoredDocument
  /** The content that is about to be stored. */
  readonly json: string
}

/** What a feature does when a document goes, in the transaction that takes it away. */
export type OnRemove<Call> = (call: Call, unit: Unit, removal: Removal) => Promise<void>

export interface Removal {
  readonly document: StoredDocument
  /** False where it can come back, from the trash. */
  readonly forGood: boolean
}
