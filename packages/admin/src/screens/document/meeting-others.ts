import type { Doc } from '../../data/document.ts'
import { sameJson } from '../../data/same-json.ts'
import type { EditingService } from './editing-parts.ts'
import type { EditingState, Followed } from './editing-state.ts'
import { conflictsOf, type Edits, withoutSaved } from './edits.ts'

const NOTHING: Edits = {}

/**
 * Fields in conflict with the stored `theirs`. Values in `unanswered` may have arrived and don't count as changes of
 * others.
 */
export function conflictsWith(
  theirs: Doc,
  { stored, edits, recoveredAt }: Pick<EditingState, 'stored' | 'edits' | 'recoveredAt'>,
  unanswered: Edits,
): string[] {
  // The base of recovered edits is unknown.
  if (recoveredAt !== undefined) return Object.keys(edits).filter((name) => !sameJson(edits[name], theirs[name]))
  return conflictsOf(stored ?? NOTHING, theirs, edits, unanswered)
}

interface Meeting {
  readonly now: number
  /** No user action waits for the result. */
  readonly isQuiet: boolean
}

/** The stored document, if it is newer than the known revision. Errors are ignored: a save will report them. */
export async function newerThan(
  state: () => EditingState,
  { read }: Pick<EditingService, 'read'>,
): Promise<Doc | undefined> {
  const { stored, recoveredAt } = state()
  // Recovered text must be accepted or discarded first; its base must not change before that.
  if (!stored || recoveredAt !== undefined) return undefined
  const theirs = await read(stored.id).catch(() => undefined)
  return theirs && theirs.revision > known(state()) ? theirs : undefined
}

function known({ stored, conflict }: EditingState): number {
  return Math.max(stored?.revision ?? 0, conflict?.theirs.revision ?? 0)
}

/**
 * Resolves a revision conflict. Changes of different fields merge; for the same field, the editor decides, and saves
 * are blocked until
 * then.
 */
export function met(
  theirs: Doc,
  state: EditingState,
  unanswered: Edits,
  { now, isQuiet }: Meeting,
): Partial<EditingState> {
  // A newer stored state replaces an older conflict.
  const names = conflictsWith(theirs, state, unanswered)
  if (names.length > 0) return { conflict: { theirs, names, isQuiet: isQuiet && state.conflict?.isQuiet !== false } }
  const { stored, followed } = state
  const changed = stored ? changedBy(theirs, stored, state.edits) : []
  return {
    stored: theirs,
    edits: withoutSaved(state.edits, NOTHING, theirs),
    conflict: undefined,
    ...(changed.length > 0 && {
      followed: { names: [...new Set([...(followed?.names ?? []), ...changed])], at: now, revision: theirs.revision },
    }),
  }
}

/** Fields that look different now, except those being edited. */
function changedBy(theirs: Doc, stored: Doc, edits: Edits): string[] {
  return Object.keys(theirs).filter((name) => !Object.hasOwn(edits, name) && !sameJson(theirs[name], stored[name]))
}

/** The editor changed the field, so it no longer shows as changed by others. */
export function withoutName(followed: Followed, name: string): Followed | undefined {
  const names = followed.names.filter((one) => one !== name)
  return names.length > 0 ? { ...followed, names } : undefined
}

/** After the editor's decision: the other user's state becomes the base of the edits. */
export function decided({ conflict, stored }: EditingState, edits: Edits): Partial<EditingState> {
  return {
    ...(conflict && { stored: stored && stored.revision > conflict.theirs.revision ? stored : conflict.theirs }),
    edits: conflict ? withoutSaved(edits, NOTHING, conflict.theirs) : edits,
    conflict: undefined,
    recoveredAt: undefined,
    failure: undefined,
  }
}
