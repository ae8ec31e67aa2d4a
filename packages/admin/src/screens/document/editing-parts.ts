import type { Doc } from '../../data/document.ts'
import type { FieldSchema } from '../../data/schema.ts'
import type { UndoHistory } from './undo/undo-history.ts'
import type { Content, Edits } from './edits.ts'

/** What the service does for a document that is edited. */
export interface EditingService {
  readonly read: (id: string) => Promise<Doc>
  readonly create: (data: Edits) => Promise<Doc>
  /** What an earlier `create` has made though its answer never came; undefined if it has made nothing. */
  readonly findMade: (tried: Tried) => Promise<Doc | undefined>
  /** `stored` is what the edits were made on: it is refused if that is not the newest revision. */
  readonly save: (stored: Doc, data: Edits, options: { isAutosave: boolean }) => Promise<Doc>
  /** Whether another user holds the lock. */
  readonly isHeld: (id: string) => Promise<boolean>
}

/** What was typed and not saved, as it is kept on the device. */
export interface Unsaved {
  readonly edits: Edits
  /** The revision that it was typed on; 0 for a new document. */
  readonly revision: number
  readonly at: string
  /** Sent to create the document, and not answered so far. */
  readonly tried?: Tried | undefined
}

export interface Tried {
  readonly data: Edits
  readonly since: number
}

/** Where the device keeps it. A new document has a place of its own, until it has an id. */
export interface Memory {
  readonly read: (id: string | null) => Unsaved | undefined
  readonly keep: (id: string | null, unsaved: Unsaved) => void
  readonly forget: (id: string | null) => void
}

export interface Clock {
  readonly now: () => number
  /** Returns how to call it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

export interface EditingParts {
  readonly service: EditingService
  readonly memory: Memory
  readonly clock: Clock
  readonly initial: Doc | undefined
  readonly fields: readonly FieldSchema[]
  /** The steps of a former visit, which can still be undone. */
  readonly history?: UndoHistory
  /** What the service fills in by itself, as far as it tells: shown, but not sent. */
  readonly defaults?: Content
  /** How long after the last key it saves by itself; undefined where it never does. */
  readonly pause: number | undefined
}
