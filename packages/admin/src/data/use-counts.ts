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
 * How many documents the actor would find in each collection, of which it leaves out those that they may not list.
 * Undefined until it is known.
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
