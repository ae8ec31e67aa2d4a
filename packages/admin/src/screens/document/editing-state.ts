import { isApiError, type Issue, mayPass } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import { type Edits, withoutSaved } from './edits.ts'
import type { UndoStep } from './undo/undo-history.ts'
import type { EditingParts } from './editing-parts.ts'
import { sameJson } from '../../data/same-json.ts'

export interface EditingState {
  readonly stored: Doc | undefined
  readonly edits: Edits
  /** During an autosave, a click on Save waits instead of being refused. */
  readonly phase: 'idle' | 'autosaving' | 'saving' | 'acting'
  /** Time of the last successful save. */
  readonly savedAt: number | undefined
  readonly failure: Failure | undefined
  readonly conflict: Conflict | undefined
  /** When recovered edits were typed. They are kept here until the editor accepts them. */
  readonly recoveredAt: string | undefined
  /** Fields that other users changed meanwhile, and that the editor has not edited since. */
  readonly followed: Followed | undefined
  /** Another user holds the lock: saves are paused, edits are kept. */
  readonly isHeld: boolean
  /** The next steps to undo and redo. */
  readonly undoable: UndoStep | undefined
  readonly redoable: UndoStep | undefined
}

/** Whether a requested action is running. */
export function isBusy({ phase }: Pick<EditingState, 'phase'>): boolean {
  return phase === 'saving' || phase === 'acting'
}

/** A requested action; `other` is one of an extension. */
export type Action = 'save' | 'publish' | 'unpublish' | 'duplicate' | 'remove' | 'other'

/** A failed action. It disappears with its cause. */
export interface Failure {
  readonly action: Action
  readonly error: unknown
  /** Remaining issues by path. */
  readonly issues: readonly Issue[]
  /** True for a save that the editor requested, false for an autosave. */
  readonly isAsked: boolean
}

export interface Followed {
  readonly names: readonly string[]
  /** When the app noticed it. */
  readonly at: number
  /** The fields of the last combined change. */
  readonly revision: number
}

export interface Conflict {
  readonly theirs: Doc
  readonly names: readonly string[]
  /** Found in the background: report it without interrupting the editor. */
  readonly isQuiet?: boolean
}

/** The status indicator: saved, saving, waiting for a pause or the network, or needs attention. */
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
  // Retries continue; it is offline until one succeeds.
  if (isOffline && isUnsaved) return 'offline'
  if (phase !== 'idle') return 'saving'
  if (conflict || failure?.action === 'save' || failure?.action === 'publish') return 'attention'
  if (isUnsaved) return isHeld || recoveredAt !== undefined ? 'attention' : 'unsaved'
  return 'clean'
}

/** The failure of an action. An autosave of an incomplete document reports nothing. */
export function failureOf(action: Action, error: unknown, isAsked: boolean, edits: Edits): Failure | undefined {
  const all = isApiError(error) ? error.issues : []
  const issues = isAsked ? all : all.filter(({ path }) => Object.hasOwn(edits, path.split('.', 1)[0] ?? path))
  return !isAsked && all.length > 0 && issues.length === 0 ? undefined : { action, error, issues, isAsked }
}

/** The failure without the issues that a change has resolved. */
export function amended(failure: Failure, name: string, before: unknown, after: unknown): Failure | undefined {
  const issues = issuesLeft(failure.issues, name, before, after)
  if (issues === failure.issues) {
    // Issues elsewhere, and errors that no edit can resolve.
    return issues.length > 0 || failure.action === 'save' ? failure : undefined
  }
  return issues.length > 0 ? { ...failure, issues } : undefined
}

/** The initial state: the stored document, and edits that a former visit could not save. */
export function startOf({ initial, memory, history }: EditingParts): EditingState {
  const id = initial?.id ?? null
  const kept = memory.read(id)
  const edits = kept && initial ? withoutSaved(kept.edits, {}, initial) : (kept?.edits ?? {})
  const isKept = kept !== undefined && Object.keys(edits).length > 0
  if (kept && !isKept) memory.forget(id)
  // The edits belong to an older revision; applying them would revert changes of other users.
  const isOlder = isKept && initial !== undefined && kept.revision !== initial.revision
  return {
    stored: initial,
    edits,
    phase: 'idle',
    savedAt: undefined,
    failure: undefined,
    conflict: isOlder ? { theirs: initial, names: Object.keys(edits) } : undefined,
    recoveredAt: isKept ? kept.at : undefined,
    followed: undefined,
    isHeld: false,
    undoable: history?.last,
    redoable: history?.next,
  }
}

/**
 * The issues that remain after a change: an issue disappears with its cause. Inside of rows, issues stay with their
 * row; if rows before it were added, moved or removed, its path is wrong, and the issue is removed too.
 */
export function issuesLeft(issues: readonly Issue[], name: string, before: unknown, after: unknown): readonly Issue[] {
  const left = issues.filter(({ path }) => {
    const [head, ...inside] = path.split('.')
    return head !== name || isSameAt(inside, before, after)
  })
  return left.length === issues.length ? issues : left
}

function isSameAt([key, ...inside]: readonly string[], before: unknown, after: unknown): boolean {
  if (key === undefined) return sameJson(before, after)
  const [one, other] = [memberOf(before, key), memberOf(after, key)]
  return idOf(one) === idOf(other) && isSameAt(inside, one, other)
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
}

/** Id of a row; undefined for other values. */
function idOf(value: unknown): unknown {
  return memberOf(value, 'id')
}
