import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isOffline } from './api-error.ts'
import { queryClient } from './query-client.ts'

/**
 * Becomes false when a request fails without a response, and true with the next response. `navigator.onLine` is not
 * reliable.
 */
let reachable = true
const listeners = new Set<() => void>()

/** For requests that don't go through the query client. */
export function setReachable(next: boolean): void {
  if (reachable === next) return
  reachable = next
  for (const listener of listeners) listener()
  if (next) askAgain()
}

/** Refetch active queries that failed offline, so that no outdated network error stays on screen. */
function askAgain(): void {
  const predicate = ({ state }: Query) => state.status === 'error' && isOffline(state.error)
  void queryClient.refetchQueries({ type: 'active', predicate })
}

window.addEventListener('online', askAgain)

queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated') note(event.action.type, 'error' in event.action ? event.action.error : undefined)
})
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === 'updated') note(event.action.type, 'error' in event.action ? event.action.error : undefined)
})

function note(type: string, error: unknown): void {
  if (type === 'success') setReachable(true)
  else if (type === 'error' || type === 'failed') setReachable(!isOffline(error))
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => reachable,
  )
}
