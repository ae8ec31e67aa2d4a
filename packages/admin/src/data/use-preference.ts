import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { account } from './client.ts'
import { START } from './query-client.ts'

const ALL = ['preferences']
const PAGE = 100

/** Loads all preferences at once: most screens need several, and most users have few. */
async function readAll(): Promise<ReadonlyMap<string, unknown>> {
  const kept = new Map<string, unknown>()
  for (let page = 1; ; page += 1) {
    const { docs, pagination } = await account.preferences({ page, limit: PAGE })
    for (const { key, value } of docs) kept.set(key, value)
    if (!pagination.hasNextPage) return kept
  }
}

/**
 * A value that the user stores on the service, such as the columns of a list. Null if unset, undefined while loading.
 */
export function usePreference<Value>(key: string): readonly [Value | null | undefined, (value: Value) => void] {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: ALL, queryFn: readAll, staleTime: Number.POSITIVE_INFINITY })
  const write = useMutation({
    mutationFn: (value: Value) => account.writePreference(key, { value }),
    // The start page depends on the recent documents.
    onSuccess: () => queries.invalidateQueries({ queryKey: START }),
  })
  return [
    data && ((data.get(key) as Value | undefined) ?? null),
    (value) => {
      queries.setQueryData<ReadonlyMap<string, unknown>>(ALL, (kept) => kept && new Map(kept).set(key, value))
      write.mutate(value)
    },
  ]
}

/** Resets the columns, views and other settings of the actor. */
export function useResetPreferences() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => account.resetPreferences(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ALL }),
  })
}
