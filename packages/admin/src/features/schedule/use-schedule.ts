import type { ScheduledAction } from '@quirecms/sdk'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { collection, global } from '../../data/client.ts'
import { keys, refreshCollection } from '../../data/use-documents.ts'
import { useOnce } from '../../data/use-once.ts'

/** A document of a collection, or a global. */
export interface ScheduledPlace {
  readonly kind: 'collection' | 'global'
  readonly slug: string
  readonly id: string
}

interface Plan {
  readonly action: ScheduledAction
  readonly runAt: Date
  /** Missing after a plan was cancelled a moment ago. */
  readonly ifMatch?: number
  /** Refuse a plan that could not be published now. */
  readonly strict: boolean
}

/** All plans of a document, newest first. */
export function useScheduled({ kind, slug, id }: ScheduledPlace) {
  return useQuery({
    queryKey: [...keys[kind](slug), id, 'schedule'],
    queryFn: async () => {
      const { docs } =
        kind === 'global'
          ? await global(slug).scheduled({ limit: 20 })
          : await collection(slug).scheduled(id, { limit: 20 })
      return docs.map(({ id: key, action, runAt, status, error, issues }) => {
        return { id: key, action, runAt, status, error, issues }
      })
    },
    retry: false,
  })
}

export function useSchedule({ kind, slug, id }: ScheduledPlace) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: ({ action, runAt, ifMatch, strict }: Plan): Promise<{ readonly id: string }> => {
      const plan = { action, runAt: runAt.toISOString(), strict }
      const options = ifMatch === undefined ? {} : { ifMatch }
      return kind === 'global' ? global(slug).schedule(plan, options) : collection(slug).schedule(id, plan, options)
    },
    onSuccess: () => refresh(queries, kind, slug),
  })
}

export function useCancelScheduled({ kind, slug, id }: ScheduledPlace) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (jobId: string) =>
      kind === 'global' ? global(slug).cancelScheduled(jobId) : collection(slug).cancelScheduled(id, jobId),
    onSettled: () => refresh(queries, kind, slug),
  })
}

function refresh(queries: QueryClient, kind: ScheduledPlace['kind'], slug: string): Promise<void> {
  if (kind === 'collection') return refreshCollection(queries, slug)
  return queries.invalidateQueries({ queryKey: [...keys.global(slug), slug, 'schedule'] })
}
