import { useQuery } from '@tanstack/react-query'
import { isApiError } from '../../data/api-error.ts'
import { request } from '../../data/client.ts'
import { type Endpoint, ENDPOINTS, WEBHOOKS } from './webhook.ts'

/** Poll intervals with and without running deliveries. Hidden tabs don't poll. */
export const SOON = 2000
export const LATER = 10_000

/**
 * Endpoints that the actor may see. Only a request tells, because the application may have its own access rule.
 * Undefined while loading.
 */
export function useEndpoints({ isFollowed = false } = {}): readonly Endpoint[] | undefined {
  return useQuery({
    queryKey: ENDPOINTS,
    queryFn: async (): Promise<readonly Endpoint[]> => {
      try {
        return (await request<{ endpoints: readonly Endpoint[] }>('GET', `${WEBHOOKS}/endpoints`)).endpoints
      } catch (error) {
        if (isApiError(error, 'forbidden', 'not_found')) return []
        throw error
      }
    },
    staleTime: 60_000,
    ...(isFollowed && {
      staleTime: 0,
      refetchInterval: ({ state }: { state: { data?: readonly Endpoint[] | undefined } }) =>
        state.data?.some(({ pending }) => pending > 0) ? SOON : LATER,
    }),
  }).data
}
