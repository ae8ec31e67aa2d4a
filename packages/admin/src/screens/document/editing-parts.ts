import type { Doc } from '../../data/document.ts'
import type { FieldSchema } from '../../data/schema.ts'
import type { UndoHistory } from './undo/undo-history.ts'
import type { Content, Edits } from './edits.ts'

export interface EditingService {
  readonly read: (id: string) => Promise<Doc>
  readonly create: (data: Edits) => Promise<Doc>
  /** Finds the document that an unanswered `create` has created; undefined if there is none. */
  readonly findMade: (tried: Tried) => Promise<Doc | undefined>
  /** `stored` is the revision that the edits are based on; refused if there is a newer one. */
  readonly save: (stored: Doc, data: Edits, options: { isAutosave: boolean }) => Promise<Doc>
  /** Whether another user holds the lock. */
  readonly isHeld: (id: string) => Promise<boolean>
}

/** Unsaved edits, as stored on the device. */
export interface Unsaved {
  readonly edits: Edits
  /** The revision that they are based on; 0 for a new document. */
  readonly revision: number
  readonly at: string
  /** A creation request without a response. */
  readonly tried?: Tried | undefined
}

export interface Tried {
  readonly data: Edits
  readonly since: number
}

/** The device's storage. A new document has an entry of its own until it has an id. */
export interface Memory {
  readonly read: (id: string | null) => Unsaved | undefined
  readonly keep: (id: string | null, unsaved: Unsaved) => void
  readonly forget: (id: string | null) => void
}

export interface Clock {
  readonly now: () => number
  /** Returns the function that cancels. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  /** Like `after`, but runs while the page is idle, so that keystrokes don't wait. */
  readonly whenIdle: (milliseconds: number, run: () => void) => () => void
}

export interface EditingParts {
  readonly service: EditingService
  readonly memory: Memory
  readonly clock: Clock
  readonly initial: Doc | undefined
  readonly fields: readonly FieldSchema[]
  /** Undo steps from a former visit. */
  readonly history?: UndoHistory
  /** Default values of the schema: shown, but not sent. */
  readonly defaults?: Content
  /** Autosave delay after the last key; undefined without autosave. */
  readonly pause: number | undefined
}
