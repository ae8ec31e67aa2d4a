import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WebhooksSearch } from '../../data/addresses.ts'
import { request } from '../../data/client.ts'
import type { Page } from '../../data/document.ts'
import { ALL, type Delivery, type Endpoint, ENDPOINTS, WEBHOOKS } from './webhook.ts'
import { useOnce } from '../../data/use-once.ts'
import { isApiError } from '../../data/api-error.ts'

/** Poll intervals with and without running deliveries. Hidden tabs don't poll. */
const SOON = 2000
const LATER = 10_000

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

const DELIVERIES = ['webhooks', 'deliveries'] as const
const PAGE = 25

export function useDeliveries({ status: view, endpoint, page = 1 }: WebhooksSearch) {
  const status = view === ALL ? undefined : view
  return useQuery({
    queryKey: [...DELIVERIES, { status, endpoint, page }],
    queryFn: () =>
      request<Page<Delivery>>('GET', `${WEBHOOKS}/deliveries`, { query: { status, endpoint, page, limit: PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.docs.some((one) => one.status === 'pending') ? SOON : LATER),
  })
}

/** The exact payload. Null if the actor may not read all of its subject. */
export function useBody({ id }: Delivery) {
  return useQuery({
    queryKey: ['webhooks', 'body', id],
    queryFn: async () =>
      (await request<{ doc: { body: string | null } }>('GET', `${WEBHOOKS}/deliveries/${id}`)).doc.body,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Resends waiting deliveries, sends a test, or resends one delivery. */
export function useDeed(path: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: () => request<{ retried?: number }>('POST', `${WEBHOOKS}${path}`),
    onSettled: () =>
      Promise.all([ENDPOINTS, DELIVERIES].map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] }))),
  })
}
