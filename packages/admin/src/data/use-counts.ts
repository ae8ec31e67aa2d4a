import { useQuery } from '@tanstack/react-query'
import { overview } from './client.ts'
import { hasDrafts } from './entities.ts'
import { OVERVIEW } from './overview.ts'
import { partOfStart } from './start.ts'
import { useSchema } from './use-session.ts'

type Counts = Readonly<Record<string, number | undefined>>

interface CountOptions {
  /** Counts documents in the trash instead. */
  readonly trash?: boolean
  readonly isAsked?: boolean
}

/**
 * Number of readable documents in each collection; without collections that the actor may not list. Undefined while
 * loading.
 */
export function useCounts({ trash = false, isAsked = true }: CountOptions = {}): Counts | undefined {
  const { collections } = useSchema()
  const withDrafts = Object.values(collections).some(hasDrafts)
  const options = trash ? { trash } : withDrafts ? { draft: 'newest' as const } : {}
  const { data } = useQuery({
    queryKey: [OVERVIEW, 'counts', options],
    queryFn: async (): Promise<Counts> =>
      (trash ? undefined : await partOfStart('counts')) ?? (await overview.counts(options)).counts,
    enabled: isAsked,
    staleTime: 30_000,
  })
  return data
}
