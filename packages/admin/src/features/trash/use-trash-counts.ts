import { useCounts } from '../../data/use-counts.ts'
import { useRightsOf } from '../../data/use-rights.ts'
import { mayLookIntoTrash } from './trash-right.ts'

/** How much is in the trash of each collection: null where the actor may not look, undefined until it is known. */
export function useTrashCounts(
  slugs: readonly string[],
  isAsked = true,
): Readonly<Record<string, number | null | undefined>> {
  const rights = useRightsOf(slugs)
  const counts = useCounts({ trash: true, isAsked })
  return Object.fromEntries(
    slugs.map((slug) => [slug, rights[slug] && !mayLookIntoTrash(rights[slug]) ? null : counts?.[slug]]),
  )
}
