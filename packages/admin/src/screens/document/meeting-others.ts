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
  // What recovered text was typed on is not known any more.
  if (recoveredAt !== undefined) return Object.keys(edits).filter((name) => !sameJson(edits[name], theirs[name]))
  return conflictsOf(stored ?? NOTHING, theirs, edits, unanswered)
}

interface Meeting {
  readonly now: number
  /** No user action waits for the result. */
  readonly isQuiet: boolean
}

/**
 * What is stored now, if it is newer than all that the editor has heard of. What can't be read now shows when it is
 * saved.
 */
export async function newerThan(
  state: () => EditingState,
  { read }: Pick<EditingService, 'read'>,
): Promise<Doc | undefined> {
  const { stored, recoveredAt } = state()
  // What came back from a former visit is decided first: its ground must not move meanwhile.
  if (!stored || recoveredAt !== undefined) return undefined
  const theirs = await read(stored.id).catch(() => undefined)
  return theirs && theirs.revision > known(state()) ? theirs : undefined
}

/** The newest revision that the editor has heard of. */
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

/** What looks otherwise now in the form: not what is being edited here. */
function changedBy(theirs: Doc, stored: Doc, edits: Edits): string[] {
  return Object.keys(theirs).filter((name) => !Object.hasOwn(edits, name) && !sameJson(theirs[name], stored[name]))
}

/** The editor changed the field, so it no longer shows as changed by others. */
export function withoutName(followed: Followed, name: string): Followed | undefined {
  const names = followed.names.filter((one) => one !== name)
  return names.length > 0 ? { ...followed, names } : undefined
}

/** The editor has decided: if there was a conflict, their state is the ground now, and these are the edits on it. */
export function decided({ conflict, stored }: EditingState, edits: Edits): Partial<EditingState> {
  return {
    ...(conflict && { stored: stored && stored.revision > conflict.theirs.revision ? stored : conflict.theirs }),
    edits: conflict ? withoutSaved(edits, NOTHING, conflict.theirs) : edits,
    conflict: undefined,
    recoveredAt: undefined,
    failure: undefined,
  }
}
