import { useSyncExternalStore } from 'react'

/** Where the margin of a document moves behind a tab (screens/document/document-screen.module.css). */
const NARROW = '(max-width: 1100px)'

/** Whether the screen has room for one column only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
