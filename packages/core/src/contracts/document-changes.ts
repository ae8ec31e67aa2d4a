import type { DocumentReader, StoredDocument } from './storage.ts'
import type { Unit } from './unit-of-work.ts'

declare const guardsAsked: unique symbol

/**
 * A document that all guards allow to be changed. Everything that writes to an existing document takes one of these, so
 * the compiler notices any code that forgets to ask the guards.
 */
export interface Changeable extends StoredDocument {
  readonly [guardsAsked]: true
}

/**
 * Asked before every change of an existing document, whoever makes it and wherever it comes from: an update, a
 * deletion, or a deletion elsewhere that clears a reference. Throws to refuse.
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

/** The same for a new document. */
export type OnCreate<Call> = (call: Call, unit: Unit, created: CreatedContent) => Promise<void>

export interface CreatedContent {
  readonly id: string
  readonly json: string
}

/** What a feature does when a document goes, in the transaction that takes it away. */
export type OnRemove<Call> = (call: Call, unit: Unit, removal: Removal) => Promise<void>

export interface Removal {
  readonly document: StoredDocument
  /** False if the document can come back from the trash. */
  readonly forGood: boolean
}

/**
 * The contents, as JSON texts, that a feature keeps of a document besides the present one. What any of them names is still needed.
 */
export type KeptContents<Call> = (call: Call, reader: DocumentReader, id: string) => Promise<readonly string[]>
