import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WebhooksSearch } from '../../data/addresses.ts'
import { request } from '../../data/client.ts'
import type { Page } from '../../data/document.ts'
import { LATER, SOON } from './use-endpoints.ts'
import { ALL, type Delivery, ENDPOINTS, WEBHOOKS } from './webhook.ts'
import { useOnce } from '../../data/use-once.ts'

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
