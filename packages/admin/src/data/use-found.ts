import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { overview } from './client.ts'
import { hasDrafts } from './entities.ts'
import { OVERVIEW } from './overview.ts'
import { useSchema } from './use-session.ts'
import { useSettled } from './use-settled.ts'

type SearchHit = Awaited<ReturnType<typeof overview.search>>['results'][number]

const SHORTEST = 2
const LONGEST = 200

/** Documents of all collections that match a text, exact titles first. */
export function useFound(text: string, limit: number): readonly SearchHit[] {
  const { collections } = useSchema()
  const withDrafts = Object.values(collections).some(hasDrafts)
  const q = useSettled(text.trim()).slice(0, LONGEST)
  const isAsked = text.trim().length >= SHORTEST && q.length >= SHORTEST
  const { data = [], isPlaceholderData: isOfBefore } = useQuery({
    queryKey: [OVERVIEW, 'search', q, limit],
    queryFn: async () => (await overview.search({ q, limit, ...(withDrafts && { draft: 'newest' as const }) })).results,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!isAsked) return []
  // Enter may come before the response: offer only earlier results that match the present text.
  const typed = text.trim().toLowerCase()
  return isOfBefore || q !== text.trim() ? data.filter(({ title }) => title?.toLowerCase().includes(typed)) : data
}
