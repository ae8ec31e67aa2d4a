import type { ScheduledAction } from '@quirecms/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { collection, global } from '../../data/client.ts'
import { OVERVIEW } from '../../data/query-client.ts'
import { keys } from '../../data/use-documents.ts'

/** An item of the calendar: an existing plan, or a document without one. */
export interface Movable {
  readonly kind: 'collection' | 'global'
  readonly slug: string
  readonly id: string
  readonly action: ScheduledAction
  /** Id and time of its plan; null for an unscheduled draft. */
  readonly plan: { readonly key: string; readonly runAt: string } | null
  readonly title: string
  /** Why it failed, or would fail now. */
  readonly problem?: string
  readonly hasFailed?: boolean
}

interface Move {
  readonly what: Movable
  readonly runAt: Date
}

/** Schedules for another time. The service replaces the old plan in the same transaction. */
export function useMove() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ what: { kind, slug, id, action, plan }, runAt }: Move): Promise<{ readonly id: string }> => {
      const request = { action, runAt: runAt.toISOString(), ...(plan && { replaces: plan.key }) }
      return kind === 'global' ? global(slug).schedule(request) : collection(slug).schedule(id, request)
    },
    onSettled: (_done, _error, { what: { kind, slug } }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [OVERVIEW] }),
        queries.invalidateQueries({
          queryKey: keys[kind](slug),
          predicate: ({ queryKey }) => !queryKey.includes('form'),
        }),
      ]),
  })
}

export function useUnplan() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ what: { kind, slug, id }, key }: { readonly what: Movable; readonly key: string }) =>
      kind === 'global' ? global(slug).cancelScheduled(key) : collection(slug).cancelScheduled(id, key),
    onSettled: () => queries.invalidateQueries({ queryKey: [OVERVIEW] }),
  })
}
