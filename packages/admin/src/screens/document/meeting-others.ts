import type { Doc } from '../../data/document.ts'
import { sameJson } from '../../data/same-json.ts'
import type { EditingState } from './editing-state.ts'
import { conflictsOf, type Edits, withoutSaved } from './edits.ts'

const NOTHING: Edits = {}

/** Fields that the editor must decide about, now that `theirs` is stored. What is `unanswered` may have arrived, and is nobody else's. */
export function conflictsWith(
  theirs: Doc,
  { stored, edits, recoveredAt }: Pick<EditingState, 'stored' | 'edits' | 'recoveredAt'>,
  unanswered: Edits,
): string[] {
  // What recovered text was typed on is not known any more.
  if (recoveredAt !== undefined) return Object.keys(edits).filter((name) => !sameJson(edits[name], theirs[name]))
  return conflictsOf(stored ?? NOTHING, theirs, edits, unanswered)
}

/**
 * Somebody else was faster. If they changed other fields, both changes stand; otherwise the editor decides, and nothing is sent until
 * then.
 */
export function met(theirs: Doc, state: EditingState, unanswered: Edits): Partial<EditingState> {
  const names = conflictsWith(theirs, state, unanswered)
  if (names.length > 0) return { conflict: { theirs, names } }
  return { stored: theirs, edits: withoutSaved(state.edits, NOTHING, theirs) }
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
