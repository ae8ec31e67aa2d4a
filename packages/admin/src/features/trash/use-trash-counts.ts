import { useQueries } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import { useAccessOf } from '../../data/use-access-of.ts'
import { keys, may } from '../../data/use-documents.ts'

/** How much is in the trash of each collection: null where the actor may not look, undefined until it is known. */
export function useTrashCounts(slugs: readonly string[]): Readonly<Record<string, number | null | undefined>> {
  const access = useAccessOf(slugs)
  return useQueries({
    queries: slugs.map((slug) => ({
      queryKey: [...keys.collection(slug), 'trash-count'],
      queryFn: async () => (await collection(slug).count({ trash: true })).count,
      // The trash rests on the right to delete.
      enabled: may(access[slug], 'delete'),
      staleTime: 30_000,
    })),
    combine: (counts) =>
      Object.fromEntries(
        slugs.map((slug, index) => [slug, access[slug] && !may(access[slug], 'delete') ? null : counts[index]?.data]),
      ),
  })
}
