import { QueryClient } from '@tanstack/react-query'
import { isApiError, isOffline } from './api-error.ts'

/** Query key of requests across all collections. A change of any collection invalidates it (query-client.ts). */
export const OVERVIEW = 'overview'

export const START = [OVERVIEW, 'start'] as const

/** The query client of the app. Retries network failures and an overloaded service, but no refused request. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && (isOffline(error) || isApiError(error, 'unavailable', 'timeout')),
      // Requests while the browser believes to be offline fail at once and say so, instead of waiting silently.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Counts concern all collections, so a change of any collection invalidates them. */
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'invalidate' || event.query.queryKey[0] !== 'collection') return
  void queryClient.invalidateQueries({ queryKey: [OVERVIEW] })
})
