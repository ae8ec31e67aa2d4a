import { useSyncExternalStore } from 'react'

/**
 * Transfers whose result a dialog shows or has shown. Replaced, never mutated, so that subscribers see a new identity.
 */
let attended: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function change(next: ReadonlySet<string>): void {
  attended = next
  for (const tell of listeners) tell()
}

export function attend(id: string): void {
  change(new Set([...attended, id]))
}

/** After its dialog is closed, the list reports the end of the transfer. */
export function leave(id: string): void {
  change(new Set([...attended].filter((one) => one !== id)))
}

export function useAttended(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => attended)
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
