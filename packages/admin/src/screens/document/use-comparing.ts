import { useState } from 'react'
import type { Conflict } from './editing-state.ts'

interface Comparing {
  readonly isOpen: boolean
  readonly open: () => void
  /** The editor does not want to settle it right now. */
  readonly putOff: () => void
}

/**
 * Whether a conflict is shown side by side. One that came up by itself waits for the editor; one that a save has met
 * does not.
 */
export function useComparing(conflict: Conflict | undefined): Comparing {
  const [choice, setChoice] = useState<boolean>()
  // The next one is another.
  if (!conflict && choice !== undefined) setChoice(undefined)
  return {
    isOpen: conflict !== undefined && (choice ?? conflict.isQuiet !== true),
    open: () => setChoice(true),
    putOff: () => setChoice(false),
  }
}
