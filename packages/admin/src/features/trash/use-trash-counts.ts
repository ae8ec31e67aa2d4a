import { useCounts } from '../../data/use-counts.ts'
import { may } from '../../data/use-documents.ts'
import { useRightsOf } from '../../data/use-rights.ts'

/** How much is in the trash of each collection: null where the actor may not look, undefined until it is known. */
export function useTrashCounts(
  slugs: readonly string[],
  isAsked = true,
): Readonly<Record<string, number | null | undefined>> {
  const rights = useRightsOf(slugs)
  const counts = useCounts({ trash: true, isAsked })
  return Object.fromEntries(
    // The trash rests on the right to delete.
    slugs.map((slug) => [slug, rights[slug] && !may(rights[slug], 'delete') ? null : counts?.[slug]]),
  )
}
