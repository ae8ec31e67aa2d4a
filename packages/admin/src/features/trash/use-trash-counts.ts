import { useCounts } from '../../data/use-counts.ts'
import { useRightsOf } from '../../data/use-rights.ts'
import { mayLookIntoTrash } from './trash-right.ts'

/** Number of documents in the trash of each collection: null without access, undefined while loading. */
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
