import type { DocumentEventName } from './document-events.ts'
import type { JsonObject } from './json.ts'
import type { DocumentReader, StoredDocument, Unit } from './document-storage.ts'

declare const guardsAsked: unique symbol

/**
 * A document that all guards allow to be changed. Everything that writes to an existing document takes one of these, so
 * the compiler notices any code that forgets to ask the guards.
 */
export interface ChangeableDocument extends StoredDocument {
  readonly [guardsAsked]: true
}

/**
 * Called before every change of an existing document, regardless of its origin: an update, a deletion, or a deletion
 * elsewhere that clears a reference. Throws to refuse.
 */
export type Guard<Call> = (call: Call, unit: Unit, document: StoredDocument) => Promise<void>

/** Called for changed content after all hooks, before the revision is stored, in its transaction. Throws to refuse. */
export type OnChange<Call> = (call: Call, unit: Unit, change: ContentChange) => Promise<void>

export interface ContentChange {
  readonly before: StoredDocument
  /** The content that is about to be stored. */
  readonly json: string
}

/**
 * Called after a revision is stored, in its transaction: a new document, changed content, or a changed state such as
 * the trash. Throws to refuse.
 */
export type OnStore<Call> = (call: Call, unit: Unit, revision: StoredRevision) => Promise<void>

export interface StoredRevision {
  /** Null for a new document. */
  readonly before: StoredDocument | null
  readonly stored: StoredDocument
}

/**
 * Called for an event in the transaction of its change, before `afterChange` hooks: its writes commit with the change.
 * Throws to refuse. Listeners of the application get the same events after the commit.
 */
export type OnEvent<Call> = (call: Call, unit: Unit, event: DocumentEvent) => Promise<void>

export interface DocumentEvent {
  /** `document.created`, `global.updated`, … (docs/contract/application-code.md#events). */
  readonly name: DocumentEventName
  /** The revision of the event; the last one for deletions. */
  readonly stored: StoredDocument
  /** Null for a new document. */
  readonly before: StoredDocument | null
  /**
   * Parsed JSON of `stored`, if available. Shared and read-only: code that wants to change it parses `stored` again.
   */
  readonly content?: Readonly<JsonObject> | undefined
}

/** Called when a document is removed, in the same transaction. */
export type OnRemove<Call> = (call: Call, unit: Unit, removal: Removal) => Promise<void>

export interface Removal {
  readonly document: StoredDocument
  /** False if the document can come back from the trash. */
  readonly forGood: boolean
}

/** Further contents of a document that a feature stores, as JSON texts. Objects that they name are still needed. */
export type RetainedContents<Call> = (call: Call, reader: DocumentReader, id: string) => Promise<readonly string[]>

export type ReadableContents<Call> = (call: Call, id: string) => Promise<readonly string[]>

/**
 * Rewrites stored content without a user write (e.g. clearing a deleted reference). A feature that keeps copies changes
 * each of them.
 */
export type Rewrite<Call> = (call: Call, unit: Unit, document: ChangeableDocument, edit: Edit) => Promise<void>

/**
 * Changes content in place. Returns whether it did. `complete` content must stay complete; otherwise the edit throws.
 */
export type Edit = (content: JsonObject, complete: boolean) => boolean

/** Sets the fields that a feature maintains in a revision, before it is stored. */
export type Stamp<Call> = (call: Call, before: StoredDocument | null, content: JsonObject) => JsonObject

/** Declared by a feature that keeps several copies of each document, such as a working copy beside the live one. */
export interface Copies<Call> {
  /** Working copies may lack required values until they are checked for completeness. */
  readonly mayBeIncomplete: boolean
  /**
   * Columns that say which copy a row is. Every other column of a live copy follows the working copy, without a new
   * live revision.
   */
  readonly ownColumns: readonly string[]
  /** The table that paths of rules and joins use, so that they reveal nothing about unreadable copies. */
  forPaths(call: Call): string | Promise<string>
}

/**
 * Copies that a call reads and writes, if caller and query don't decide. Only the feature that stores copies uses it.
 */
export interface MeantCopies<Call> {
  /** The response is the newest copy, which the call wrote, with matching related documents. */
  readonly answers?: 'newest'
  /** Written content must be complete, even in working copies. */
  readonly writes?: 'complete'
  /** The call whose right to read working copies applies to related documents. */
  readonly rightsOf?: Call
}

/**
 * A part of an operation that features may change. An operation names its steps (`steps: { remove }` of `delete`); a
 * contribution refers to one by both names, `delete.remove`.
 */
export type Step<Call> = (call: Call, unit: Unit, document: ChangeableDocument) => Promise<void>

/** Replaces a step, or adds to it. At most one feature can replace a step; any number can wrap it. */
export type StepChange<Call> = { readonly replace: Step<Call> } | { readonly wrap: (next: Step<Call>) => Step<Call> }
