import { useState } from 'react'
import type { Conflict } from './editing-state.ts'

interface Comparing {
  readonly isOpen: boolean
  readonly open: () => void
  /** The editor postpones the decision. */
  readonly putOff: () => void
}

/**
 * Whether a conflict dialog is open. A conflict found in the background waits for a click; one found by a save opens at
 * once.
 */
export function useComparing(conflict: Conflict | undefined): Comparing {
  const [choice, setChoice] = useState<boolean>()
  // The next conflict starts anew.
  if (!conflict && choice !== undefined) setChoice(undefined)
  return {
    isOpen: conflict !== undefined && (choice ?? conflict.isQuiet !== true),
    open: () => setChoice(true),
    putOff: () => setChoice(false),
  }
}
