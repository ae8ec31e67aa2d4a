import { useSyncExternalStore } from 'react'

/** Work whose end somebody sees in a dialog, or has seen there. Never changed in place, so that whoever asks sees that it is another one. */
let attended: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function change(next: ReadonlySet<string>): void {
  attended = next
  for (const tell of listeners) tell()
}

export function attend(id: string): void {
  change(new Set([...attended, id]))
}

/** Whoever closes the dialog before the end is told of it elsewhere. */
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
