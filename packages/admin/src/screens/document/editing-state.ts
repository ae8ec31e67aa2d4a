import { type Issue, isApiError, mayPass } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import type { Edits } from './edits.ts'
import { issuesLeft } from './issues-left.ts'
import type { Step } from './undo/undo-history.ts'

/** A document while it is edited, at one moment. Every change makes a new one. */
export interface EditingState {
  /** As stored; undefined for a document that does not exist yet. */
  readonly stored: Doc | undefined
  readonly edits: Edits
  /** An autosave is no reason to refuse a click on Save: the click waits behind it. */
  readonly phase: 'idle' | 'autosaving' | 'saving' | 'acting'
  /** When the service last took something. */
  readonly savedAt: number | undefined
  readonly failure: Failure | undefined
  readonly conflict: Conflict | undefined
  /** When the edits were typed that a former visit did not save. They stay here until the editor accepts them. */
  readonly recoveredAt: string | undefined
  /** What others have changed while it was open, and the editor has not touched since. */
  readonly followed: Followed | undefined
  /** Another user holds the lock: saves are paused, edits are kept. */
  readonly isHeld: boolean
  /** What undo would take back, and redo repeat. */
  readonly undoable: Step | undefined
  readonly redoable: Step | undefined
}

/** Whether the service is doing what the editor asked for. */
export function isBusy({ phase }: Pick<EditingState, 'phase'>): boolean {
  return phase === 'saving' || phase === 'acting'
}

/** What was asked of the document. */
export type Action = 'save' | 'publish' | 'unpublish' | 'duplicate' | 'remove'

/** An action that was refused, or did not arrive. It leaves when its cause does. */
export interface Failure {
  readonly action: Action
  readonly error: unknown
  /** What is still wrong, by path. */
  readonly issues: readonly Issue[]
  /** True for a save that the editor requested, false for an autosave. */
  readonly isAsked: boolean
}

export interface Followed {
  readonly names: readonly string[]
  /** When it was noticed here. */
  readonly at: number
  /** Which fields were last changed together. */
  readonly revision: number
}

export interface Conflict {
  readonly theirs: Doc
  readonly names: readonly string[]
  /** Found in the background: report it without interrupting the editor. */
  readonly isQuiet?: boolean
}

/** The one sign: everything is stored, something is on its way, waits for a pause or the network, or for the editor. */
export type Sign = 'clean' | 'saving' | 'unsaved' | 'offline' | 'attention'

export function isDirty({ edits }: EditingState): boolean {
  return Object.keys(edits).length > 0
}

/** Saves are blocked by a conflict, by recovered text, or by the lock of another user. */
export function isUndecided({ conflict, recoveredAt, isHeld }: EditingState): boolean {
  return conflict !== undefined || recoveredAt !== undefined || isHeld
}

export function signOf(state: EditingState): Sign {
  const { phase, failure, conflict, recoveredAt, isHeld } = state
  const isUnsaved = isDirty(state)
  const isOffline = failure !== undefined && mayPass(failure.error)
  // It tries again and again, and remains offline until one attempt arrives.
  if (isOffline && isUnsaved) return 'offline'
  if (phase !== 'idle') return 'saving'
  if (conflict || failure?.action === 'save' || failure?.action === 'publish') return 'attention'
  if (isUnsaved) return isHeld || recoveredAt !== undefined ? 'attention' : 'unsaved'
  return 'clean'
}

/** What to say of a refusal. That a document which was saved by itself is unfinished is nothing to complain about. */
export function failureOf(action: Action, error: unknown, isAsked: boolean, edits: Edits): Failure | undefined {
  const all = isApiError(error) ? error.issues : []
  const issues = isAsked ? all : all.filter(({ path }) => Object.hasOwn(edits, path.split('.', 1)[0] ?? path))
  return !isAsked && all.length > 0 && issues.length === 0 ? undefined : { action, error, issues, isAsked }
}

/** What a failure still says after a field was changed. */
export function amended(failure: Failure, name: string, before: unknown, after: unknown): Failure | undefined {
  const issues = issuesLeft(failure.issues, name, before, after)
  if (issues === failure.issues) {
    // What is wrong elsewhere, and what nothing that is typed can mend.
    return issues.length > 0 || failure.action === 'save' ? failure : undefined
  }
  return issues.length > 0 ? { ...failure, issues } : undefined
}
