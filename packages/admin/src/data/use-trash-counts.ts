import { useQueries } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { collection } from './client.ts'
import { keys } from './use-documents.ts'

/** How much is in the trash of each collection: null where the actor may not look, undefined until it is known. */
export function useTrashCounts(slugs: readonly string[]): Readonly<Record<string, number | null | undefined>> {
  return useQueries({
    queries: slugs.map((slug) => ({
      queryKey: [...keys.collection(slug), 'trash-count'],
      queryFn: async (): Promise<number | null> => {
        try {
          return (await collection(slug).count({ trash: true })).count
        } catch (error) {
          if (isApiError(error, 'forbidden', 'unauthenticated')) return null
          throw error
        }
      },
      staleTime: 30_000,
    })),
    combine: (counts) => Object.fromEntries(counts.map(({ data }, index) => [slugs[index] ?? '', data])),
  })
}
