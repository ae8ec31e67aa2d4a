import type { EditingParts } from './editing-parts.ts'
import type { EditingState } from './editing-state.ts'
import { withoutSaved } from './edits.ts'

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
