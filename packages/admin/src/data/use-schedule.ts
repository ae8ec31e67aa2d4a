import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { collection } from './client.ts'
import { refreshCollection } from './refresh.ts'
import { keys } from './use-documents.ts'

/** Publications of a document that are put off, and what became of those that were. Newest first. */
export function useScheduled(slug: string, id: string) {
  return useQuery({
    queryKey: [...keys.collection(slug), id, 'schedule'],
    queryFn: () => collection(slug).scheduled(id, { limit: 20 }),
    retry: false,
  })
}

export function useSchedule(slug: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ runAt, ifMatch }: { readonly runAt: Date; readonly ifMatch: number }) =>
      collection(slug).schedule(id, { runAt: runAt.toISOString() }, { ifMatch }),
    onSuccess: () => refreshCollection(queries, slug),
  })
}

export function useCancelScheduled(slug: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (jobId: string) => collection(slug).cancelScheduled(id, jobId),
    onSettled: () => refreshCollection(queries, slug),
  })
}
